"""The game within tmux, as over SSH: another terminal between ours and the player's."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.fakes.terminal import PATIENCE_S
from tests.support.tools import need

ROOT = Path(__file__).parents[2]


class Tmux:
    """A tmux of its own with one window; its control mode says when something changed in it."""

    def __init__(self, folder: Path, script: str) -> None:
        need("tmux", by="apt-get install tmux")
        self._tmux = ["tmux", "-S", str(folder / "socket"), "-f", os.devnull]
        self._heard = b""
        self._control = subprocess.Popen(
            # Several words: tmux runs them by itself. A single one goes to the account's shell, which may be nologin.
            [*self._tmux, "-C", "new-session", "-x", "80", "-y", "24", "sh", "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
        )

    def tell(self, *words: str) -> str:
        # At the start no one can be told: then nothing is seen.
        return subprocess.run([*self._tmux, *words], check=False, capture_output=True, text=True).stdout

    def until(self, is_so: Callable[[str], bool]) -> str:
        """Return what the window shows once it *is_so*."""
        deadline = monotonic() + PATIENCE_S
        while not is_so(seen := self.tell("capture-pane", "-p")):
            if not self._listen(deadline):
                raise TimeoutError(f"expected another picture within {PATIENCE_S} s, got\n{seen}\n{self._heard!r}")
        return seen

    def _listen(self, deadline: float) -> bool:
        """Wait until tmux says that something changed, or the deadline."""
        assert self._control.stdout is not None
        heard, _, _ = select.select([self._control.stdout], [], [], max(0.0, deadline - monotonic()))
        if not heard:
            return False
        self._heard = os.read(self._control.stdout.fileno(), 65536)
        return bool(self._heard)

    def close(self) -> None:
        self.tell("kill-server")
        self._control.communicate(timeout=PATIENCE_S)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    game = f"{sys.executable} -m companion --device terminal --state {tmp_path}"
    tmux = Tmux(tmp_path, f"cd {ROOT}; echo READY; {game}; echo $? OVER; cat")
    yield tmux
    tmux.close()


def test_game_is_played_and_left_within_tmux(tmux: Tmux) -> None:
    home = tmux.until(lambda seen: "Ctrl-C" in seen and "READY" not in seen)
    tmux.tell("send-keys", "Down")
    tmux.until(lambda seen: "Ctrl-C" in seen and seen != home)
    tmux.tell("resize-window", "-x", "20", "-y", "5")
    tmux.until(lambda seen: "English" in seen and "Ctrl-C" not in seen)
    # The shell around the game must not hear it.
    tmux.tell("send-keys", "C-c")
    tmux.until(lambda seen: "READY" in seen and "0 OVER" in seen)
