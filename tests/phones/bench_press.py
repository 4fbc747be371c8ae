"""What a press costs more while two phones play: all of the process, also what other threads do after the press."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.front_ends.socket_file import SOCKET_NAME
from companion.phones import sealed
from companion.phones.phone_store import Kept, Phone, PhoneStore
from companion.phones.secretbox import SecretBox
from tests.support.front_end import PaperFrontEnd
from tools.bench.bench_match import KEYS, keys_of, played_out
from tools.bench.measure import environment

PLAYERS = ("Player 1", "Player 2")
RUNS = 5


def phones_press_cpu_ms() -> float:
    """Return how much processor time two phones add to a press, in milliseconds, in the best of a few runs each."""
    plain = min(_press_s(False) for _ in range(RUNS))
    return 1000 * (min(_press_s(True) for _ in range(RUNS)) - plain)


def _press_s(has_phones: bool) -> float:
    keys = keys_of(KEYS)
    begun_s: list[float] = []
    with tempfile.TemporaryDirectory() as name, _runtime(Path(name)) as run:
        folder = Path(name)
        (folder / "settings.toml").write_text("phones = true\n" if has_phones else "", "utf-8")
        phones = tuple(Phone(secrets.token_urlsafe(16), seat, secrets.token_bytes(32)) for seat in range(2))
        PhoneStore(folder / "phones.json").write(Kept(PLAYERS, phones, match=1))
        others: list[subprocess.Popen[bytes]] = []

        def begin() -> None:
            if has_phones:
                others.append(_relay(run / SOCKET_NAME, folder / "web", phones))
            begun_s.append(time.process_time())

        try:
            played_out(keys, folder, begun=begin)
            return (time.process_time() - begun_s[0]) / len(keys)
        finally:
            for other in others:
                other.kill()
                other.communicate()


@contextmanager
def _runtime(folder: Path) -> Iterator[Path]:
    """Let the game have its socket in a folder of its own, and return that."""
    run = folder / "run"
    run.mkdir(mode=0o700)
    before = os.environ.get("RUNTIME_DIRECTORY")
    os.environ["RUNTIME_DIRECTORY"] = str(run)
    try:
        yield run
    finally:
        if before is None:
            del os.environ["RUNTIME_DIRECTORY"]
        else:
            os.environ["RUNTIME_DIRECTORY"] = before


def _relay(table: Path, address: Path, phones: tuple[Phone, ...]) -> subprocess.Popen[bytes]:
    """Run the web process of *phones*, and wait until both have been answered."""
    command = [sys.executable, "-m", "tests.phones.bench_press", str(table), str(address)]
    given = [text for phone in phones for text in (phone.id, phone.key.hex())]
    other = subprocess.Popen([*command, *given], env=environment(), stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"told\n"
    return other


def be_a_relay(table: str, address: str, *given: str) -> None:
    """Ask for the state of each phone, and read what comes until the game ends."""
    with PaperFrontEnd(Path(table), Path(address)) as relay:
        relay.hello()
        for number, (name, key) in enumerate(zip(given[::2], given[1::2], strict=True), 1):
            plain = b'{"to":"game","boot":null,"id":%d,"do":"look"}' % number
            box = SecretBox().seal(bytes.fromhex(key), plain.ljust(512))
            relay.say(type="sealed", phone=name, sealed=sealed.encoded(box))
            while relay.hear()["type"] != "sealed":
                pass
        print("told", flush=True)
        relay.socket.settimeout(None)
        while relay.hear()["type"] != "end":
            pass


if __name__ == "__main__":
    if len(sys.argv) > 1:
        be_a_relay(*sys.argv[1:])
    else:
        print(phones_press_cpu_ms())
