"""Thousands of tables at one broker: from the publishing of a signed state to the director who has taken it.

The tables are one process of raw MQTT 3.1.1; broker and director are real, and the director's journal is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import select
import ssl
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from companion.club import direct_command
from companion.club.director import Director, ToPublish
from companion.club.keys import TableKey
from companion.club.messages import ShownTable, Topics, encode
from tests.club.mosquitto import SHIPPED, mosquitto
from tools.bench.measure import environment

PERIOD_S = 10.0
STATES = 2
"""How many states each table publishes, one in ``PERIOD_S``."""
BATCH = 100
PATIENCE_S = 240.0
SHARE = 0.99
TOPICS = Topics("cup")
EVENT = 'key = "cup"\ntitle = "Cup"\n[[round]]\ngame = "mini"\n'


def club_tables() -> float:
    """Return how long the director takes for a state of 5,000 tables, in milliseconds, 99th percentile."""
    return taken_ms(5000, is_encrypted=False)


def club_tables_tls() -> float:
    """Return how long the director takes for a state of 500 tables with TLS, in milliseconds, 99th percentile."""
    return taken_ms(500, is_encrypted=True)


def taken_ms(tables: int, *, is_encrypted: bool) -> float:
    """Return the time from publish to taken; raises ``RuntimeError`` where a state is lost."""
    passwords = {f"table-{number}": f"password-{number}" for number in range(tables)} | {"director": "directs"}
    settings = None
    if not is_encrypted:
        shipped = (SHIPPED / "mosquitto.conf").read_text("ascii").splitlines()
        # Only what is about certificates is left out.
        settings = "\n".join(line for line in shipped if not line.startswith(("certfile", "keyfile", "tls_version")))
    with tempfile.TemporaryDirectory(prefix="c", dir="/tmp") as place:
        folder = Path(place)
        (folder / "broker").mkdir()
        (folder / "cup.toml").write_text(EVENT, "utf-8")
        scheme = "tls" if is_encrypted else "tcp"
        with mosquitto(folder / "broker", passwords, settings, log="error") as broker:
            taken, sent = _play(folder, f"{scheme}://localhost:{broker.port}", broker.pin, tables)
    lost = set(sent) - set(taken)
    if lost:
        raise RuntimeError(f"expected {len(sent)} states, got {len(taken)}")
    late = sorted(1000 * (taken[name] - at) for name, at in sent.items())
    print(
        f"{tables} tables, {len(sent)} states: p50 {late[len(late) // 2]:.1f} ms, most {late[-1]:.1f} ms",
        file=sys.stderr,
    )
    return late[int(SHARE * len(late))]


def _play(folder: Path, address: str, pin: str, tables: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return when each state was taken, and when it was sent."""
    for part in ("director", "tables"):
        (folder / part).mkdir()
    common = [address, pin if address.startswith("tls") else "", str(tables)]
    director = _start("director", str(folder), *common)
    _wait_for(director, "reached")
    generator = _start("tables", str(folder), *common)
    try:
        _wait_for(director, "all")
    finally:
        for process in (director, generator):
            process.terminate()
            process.communicate()
    found = [json.loads((folder / part / "times.json").read_text("ascii")) for part in ("director", "tables")]
    return found[0], found[1]


def _start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.club.bench_tables", *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment())


def _wait_for(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    until, line = time.monotonic() + PATIENCE_S, "none"
    while line and word not in line:
        if not select.select([process.stdout], [], [], until - time.monotonic())[0]:
            raise RuntimeError(f"expected {word} within {PATIENCE_S:.0f} s, got {line!r}")
        line = os.read(process.stdout.fileno(), 4096).decode()


# The director


class TimedDirector(Director):
    """Notes when each state was taken, and says so when it has as many as are ``wanted``."""

    wanted = 0
    times: dict[str, float] = {}  # noqa: RUF012 - one director in this process

    def take(self, received: Sequence[tuple[str, bytes]]) -> list[ToPublish]:
        said = super().take(received)
        now = time.monotonic()
        for table, seen in ((topic.split("/")[4], self.seen.get(topic.split("/")[4])) for topic, _ in received):
            if seen is not None:
                self.times.setdefault(f"{table} {seen.shown.count}", now)
        if len(self.times) >= self.wanted > 0:
            self.wanted = 0
            print("all", flush=True)
        return said


def be_the_director(folder: Path, address: str, pin: str, tables: int) -> None:
    """Direct until a signal."""
    vars(direct_command)["Director"] = TimedDirector
    TimedDirector.wanted = tables * STATES
    options = argparse.Namespace(
        event=folder / "cup.toml", folder=folder / "director", broker=address, user="director", ca=None, pin=pin
    )
    direct_command.direct(options, "directs")
    (folder / "director" / "times.json").write_text(json.dumps(TimedDirector.times), "ascii")


# The tables


class PaperTable(asyncio.Protocol):
    """One table: it connects with its password, and publishes retained states at QoS 1."""

    def __init__(self, number: int) -> None:
        self.name = f"table-{number}"
        self.ready = asyncio.get_running_loop().create_future()
        self._password = f"password-{number}"
        self._key = TableKey(TableKey.new_seed())
        self._count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        body = _text("MQTT") + bytes([4, 0xC2]) + struct.pack("!H", 600)
        transport.write(_packet(0x10, body + _text(self.name) + _text(self.name) + _text(self._password)))

    def data_received(self, data: bytes) -> None:
        # The first four bytes are the answer to the connection; the rest acknowledges what was published.
        if not self.ready.done():
            if data[:4] != b"\x20\x02\x00\x00":
                raise RuntimeError(f"expected to be connected, got {data!r}")
            self.ready.set_result(None)

    def publish(self) -> tuple[str, float]:
        """Publish the next state; return its name and the time."""
        self._count += 1
        topic = TOPICS.of_table(self.name, "state")
        shown = ShownTable(1, self._count, "paper", True, 1, self._count, (), ())
        signed = self._key.sign(topic, encode(shown))
        at = time.monotonic()
        self._transport.write(_packet(0x33, _text(topic) + struct.pack("!H", self._count) + signed))
        return f"{self.name} {self._count}", at


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("!H", len(data)) + data


def _packet(kind: int, body: bytes) -> bytes:
    length, rest = bytearray(), len(body)
    while True:
        rest, digit = rest >> 7, rest & 127
        length.append(digit | (128 if rest else 0))
        if not rest:
            return bytes([kind]) + bytes(length) + body


async def be_the_tables(folder: Path, address: str, count: int) -> None:
    """Connect in batches, and publish evenly over each period."""
    loop, port = asyncio.get_running_loop(), int(address.rpartition(":")[2])
    context = None
    if address.startswith("tls"):
        context = ssl.create_default_context(cafile=folder / "broker" / "certificate.pem")
    tables = [PaperTable(number) for number in range(count)]
    for first in range(0, count, BATCH):
        batch = tables[first : first + BATCH]
        await asyncio.gather(
            *(loop.create_connection(lambda one=one: one, "localhost", port, ssl=context) for one in batch)
        )
        await asyncio.gather(*(one.ready for one in batch))
    random.shuffle(tables)
    begun, sent = loop.time(), dict[str, float]()
    for number, table in enumerate(tables * STATES):
        if (early := begun + number * PERIOD_S / count - loop.time()) > 0:
            await asyncio.sleep(early)
        name, at = table.publish()
        sent[name] = at
    (folder / "tables" / "times.json").write_text(json.dumps(sent), "ascii")
    await loop.create_future()


def main(part: str, place: str, address: str, pin: str, count: str) -> None:
    """Be the director, or all tables."""
    if part == "director":
        be_the_director(Path(place), address, pin, int(count))
    else:
        asyncio.run(be_the_tables(Path(place), address, int(count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
