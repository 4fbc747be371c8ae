"""SIGTERM at any moment of play: the line being written is finished, and goodbye is said within two seconds."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path
from random import Random

from bench_match import KEYS, keys_of
from fake_pi import COMMAND
from match_lines import opened
from measure import environment

LIVES = 4
# The keys of a whole match take ten seconds; so long is played at most.
LONGEST_S = 0.6
GOODBYE_S = 2.0


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
        """Listen no more."""
        self._socket.close()


def lived_s(folder: Path, manager: Manager, after_s: float) -> float:
    """Play for *after_s* from the first frame on, ask to end, and return how long that took."""
    command = [*COMMAND, str(folder), "rest", *(key.name for key in keys_of(KEYS))]
    environment_ = environment() | {"NOTIFY_SOCKET": manager.address}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment_) as box:
        manager.hear("READY=1")
        try:
            box.wait(after_s)
        except subprocess.TimeoutExpired:
            box.send_signal(signal.SIGTERM)
        before = time.monotonic()
        manager.hear("STOPPING=1")
        box.wait(30)
    assert box.returncode == 0
    return time.monotonic() - before


def test_box_ends_within_two_seconds_with_a_sound_journal(tmp_path: Path) -> None:
    random = Random(6)
    with closing(Manager(tmp_path / "notify")) as manager:
        took_s = [lived_s(tmp_path, manager, random.uniform(0, LONGEST_S)) for _ in range(LIVES)]
    assert max(took_s) < GOODBYE_S
    with closing(opened(tmp_path / "journal.db")) as journal:
        assert len(journal.matches()) == 1
        journal.check()
