"""SIGTERM at any moment of the start and of play: the box ends by itself, and finishes what is being written.

How long that takes is a benchmark, ``stop_s``: on a busy machine it says nothing here.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.support.match_lines import CODE, GUESS, HEADING, opened
from tools.bench.bench_match import KEYS, keys_of
from tools.bench.fake_pi import COMMAND
from tools.bench.measure import environment
from tools.bench.signalled import SYNCS, signalled

# The box is asked to end as it waits for the disk for this time: first when a match has begun, then anywhere after the
# start.
SYNCS_AT_END = (12, *Random(6).sample(range(3, 9), 2))


class Manager:
    """systemd's end of the socket."""

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)
        self._socket.settimeout(30)

    def hear(self, word: str) -> None:
        """Listen until *word* is said."""
        while word not in self._socket.recv(4096).decode().splitlines():
            pass

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()


def live(folder: Path, manager: Manager, sync: int) -> None:
    """Play until the box waits for the disk for the *sync*-th time, ask it to end, and wait until it has done so."""
    command = [*COMMAND, str(folder), "rest", *(key.name for key in keys_of(KEYS))]
    environment_ = environment() | {"NOTIFY_SOCKET": manager.address}
    asked = signalled(signal.SIGTERM, sync, SYNCS)
    ended = subprocess.run([*asked, *command], stdout=subprocess.DEVNULL, env=environment_, timeout=60, check=False)
    manager.hear("READY=1")
    manager.hear("STOPPING=1")
    assert ended.returncode == 0


STARTING = Path(__file__).with_name("starting.py")
# What is opened when: the libraries of a Pi, the panel, what systemd is told with, the journal, and, after the first
# frame, the games.
STAGES = ("gpiozero", "panel", "companion.app.systemd", "journal.db.lock", "journal.db", "companion.ui.games.pegs")
INSTANTS = Random(7).sample(range(550), 4)


def started(folder: Path, instant: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Start a box that is asked to end at *instant*, and let it end."""
    folder.mkdir(exist_ok=True)
    path = ":".join(filter(None, sys.path))
    command = [sys.executable, str(STARTING), str(folder), instant]
    environment_ = {"PYTHONPATH": path} | more
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=environment_)


@pytest.mark.parametrize("instant", [*STAGES, *map(str, INSTANTS)])
def test_box_that_is_asked_to_end_while_it_starts_leaves_nothing_lit_or_torn(instant: str, tmp_path: Path) -> None:
    with closing(opened(tmp_path / "journal.db")) as journal:
        journal.append(journal.begin(HEADING), [CODE, GUESS], None)
    with closing(Manager(tmp_path / "notify")) as manager:
        ended = started(tmp_path, instant, NOTIFY_SOCKET=manager.address).returncode
    panel = tmp_path / "panel"
    # Before there is a panel the system may end the box as it likes.
    assert ended in ({0} if panel.exists() else {0, -signal.SIGTERM})
    assert not panel.exists() or panel.read_text("ascii") == "dark"
    with closing(opened(tmp_path / "journal.db")) as journal:
        assert list(journal.check()) == []
        assert journal.read(1)[1] == (CODE, GUESS)


def test_box_ends_in_order_with_a_sound_journal(tmp_path: Path) -> None:
    with closing(Manager(tmp_path / "notify")) as manager:
        for sync in SYNCS_AT_END:
            live(tmp_path, manager, sync)
    with closing(opened(tmp_path / "journal.db")) as journal:
        assert len(list(journal.matches())) == 1
        assert list(journal.check()) == []
