"""The bridge: its memory while it is connected, and what it costs the game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.club.keys import new_key, seal
from companion.club.messages import EventNews, EventRound, RoundKey, Topics, encode
from companion.front_ends.socket_file import SOCKET_NAME
from tests.club.house import Program
from tests.club.mosquitto import PASSWORDS, mosquitto
from tests.support.front_end import PaperFrontEnd
from tools.bench.bench_appliance import exposure
from tools.bench.bench_match import KEYS, keys_of, played_out
from tools.bench.measure import environment

TOPICS = Topics("cup")
UNIT = Path(__file__).parents[2] / "systemd" / "codemaker-club.service"
ROUNDS = 24
RUNS = 5


def club_rss_mib() -> float:
    """Return the resident memory of a bridge that is connected by TLS, in an event of 24 open rounds."""
    with tempfile.TemporaryDirectory(prefix="c", dir="/tmp") as place:
        folder = Path(place)
        for name in ("broker", "run"):
            (folder / name).mkdir(mode=0o700)
        with mosquitto(folder / "broker") as broker:
            (folder / "password").write_text(PASSWORDS["table-1"], "ascii")
            where = ["--state", str(folder / "club"), "--password-file", str(folder / "password"), "--pin", broker.pin]
            join = ["club", "join", broker.address, "cup", "table-1", *where]
            subprocess.run(
                [sys.executable, "-m", "companion", *join], check=True, env=environment(), stdout=subprocess.DEVNULL
            )
            run = {"XDG_RUNTIME_DIR": str(folder / "run"), "RUNTIME_DIRECTORY": ""}
            bridge = Program(["club", "run", "--state", str(folder / "club")], folder / "log", **run)
            bridge.reads("connected")
            director = broker.client("director", TOPICS.of_table("table-1", "state")).connected()
            keys = [new_key() for _ in range(ROUNDS)]
            for number, key in enumerate(keys, 1):
                director.broker.publish(TOPICS.key(number), encode(RoundKey("cup", number, key)), True)
            rounds = tuple(
                EventRound(number, f"Round {number}", "mini", (), "", "", "open", seal(key, "code"))
                for number, key in enumerate(keys, 1)
            )
            director.broker.publish(TOPICS.news, encode(EventNews("cup", "Cup", 1, "open", rounds)), True)
            # The bridge has taken all when it answers.
            director.hear()
            found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{bridge.process.pid}/status").read_text("utf-8"))
            director.broker.stop()
            bridge.stop()
    if found is None:
        raise RuntimeError("expected VmRSS in the status of the process, got none")
    return int(found[1]) / 1024


def club_unit_exposure() -> float:
    """Return the score of systemd-analyze for the bridge: 0 is shut in, 10 is as open as can be."""
    return exposure(UNIT)


def club_press_cpu_ms() -> float:
    """Return how much processor time the club adds to a press, in milliseconds, in the best of a few runs each."""
    plain = min(_press_s(False) for _ in range(RUNS))
    return 1000 * (min(_press_s(True) for _ in range(RUNS)) - plain)


def _press_s(has_club: bool) -> float:
    keys = keys_of(KEYS)
    begun_s: list[float] = []
    with tempfile.TemporaryDirectory() as name, _runtime(Path(name)) as run:
        folder = Path(name)
        (folder / "settings.toml").write_text("[club]\non = true\n" if has_club else "", "utf-8")
        others: list[subprocess.Popen[bytes]] = []

        def begin() -> None:
            if has_club:
                others.append(_bridge(run / SOCKET_NAME, folder / "bridge"))
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


def _bridge(table: Path, address: Path) -> subprocess.Popen[bytes]:
    """Run a bridge, and wait until the game has answered it."""
    command = [sys.executable, "-m", "tests.club.bench_bridge", str(table), str(address)]
    other = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"told\n"
    return other


def be_a_bridge(table: str, address: str) -> None:
    """Offer a round that the match of the game does not play, and read what comes until the game ends.

    It is offered once a match is open: its line would change the menus that lead there.
    """
    with PaperFrontEnd(Path(table), Path(address)) as bridge:
        bridge.hello()
        print("told", flush=True)
        bridge.socket.settimeout(None)
        while bridge.hear().get("match") is None:
            pass
        bridge.say(type="club", event="Cup", round=1, title="One", game="mini", options=[], challenge="another")
        while bridge.hear()["type"] != "end":
            pass


if __name__ == "__main__":
    if len(sys.argv) > 1:
        be_a_bridge(*sys.argv[1:])
    else:
        print(club_press_cpu_ms(), club_rss_mib())
