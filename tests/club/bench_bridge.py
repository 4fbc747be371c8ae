"""The bridge: its memory while it is connected, and what it costs the game."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.club.keys import new_key, seal
from companion.club.messages import EventNews, EventRound, RoundKey, Topics, encode
from tests.club.house import Program
from tests.club.mosquitto import PASSWORDS, mosquitto
from tests.support.front_end import PaperFrontEnd
from tools.bench.bench_appliance import exposure
from tools.bench.beside import added_press_ms
from tools.bench.measure import environment

TOPICS = Topics("cup")
UNIT = Path(__file__).parents[2] / "systemd" / "codemaker-club.service"
ROUNDS = 24


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
    return added_press_ms("[club]\non = true\n", _bridge)


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
