"""``make play`` in a terminal, and what it prints when the game has been left."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.terminal import PATIENCE_S, FakeTerminal
from tests.support.tools import need

ROOT = Path(__file__).parents[2]
NEXT = "To type its commands by name: . {}/bin/activate"
PLAYS = f"exec {sys.executable} -m companion --device terminal --state {{}}"
WAITS = "trap 'exit 0' INT; echo WAITING; while :; do read -r line; done"
"""A game that a signal ends, as one in a window."""


@pytest.fixture
def terminal() -> Iterator[FakeTerminal]:
    terminal = FakeTerminal()
    yield terminal
    terminal.close()


def make_play(terminal: FakeTerminal, venv: Path, game: str) -> subprocess.Popen[bytes]:
    """Start ``make play`` with everything installed in *venv*, whose command ``codemaker`` is the script *game*."""
    need("make", by="apt-get install make")
    command = venv / "bin/codemaker"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\n{game}\n", "utf-8")
    command.chmod(0o755)
    (venv / ".can-play").touch()
    # Nothing is looked for and nothing is installed.
    words = ["make", "--no-print-directory", "-C", str(ROOT), "-o", "need-play", f"VENV={venv}", "play"]
    return terminal.run(words, {"PYTHONPATH": str(ROOT)})


def test_ctrl_c_in_the_terminal_ends_make_play_with_how_to_go_on(terminal: FakeTerminal, tmp_path: Path) -> None:
    make = make_play(terminal, tmp_path, PLAYS.format(tmp_path))
    terminal.until(lambda glass: "Ctrl-C" in glass.text)
    terminal.type("\x03")
    assert make.wait(PATIENCE_S) == 0
    terminal.until(lambda glass: NEXT.format(tmp_path) in glass.text.replace("\n", ""))
    assert "***" not in terminal.glass.text


def test_ctrl_c_beside_a_window_ends_make_play_with_how_to_go_on(terminal: FakeTerminal, tmp_path: Path) -> None:
    make = make_play(terminal, tmp_path, WAITS)
    terminal.until(lambda glass: "WAITING" in glass.text)
    terminal.type("\x03")
    # make has heard the signal as well.
    assert make.wait(PATIENCE_S) == -signal.SIGINT
    terminal.until(lambda glass: NEXT.format(tmp_path) in glass.text.replace("\n", ""))
    assert "***" not in terminal.glass.text


@pytest.mark.parametrize("status", [1, 2, 130])
def test_game_that_fails_ends_make_play_with_its_status(terminal: FakeTerminal, tmp_path: Path, status: int) -> None:
    make = make_play(terminal, tmp_path, f"exit {status}")
    assert make.wait(PATIENCE_S) == 2
    terminal.until(lambda glass: f"play] Error {status}" in glass.text)
    assert "activate" not in terminal.glass.text


def test_without_anything_to_play_on_the_demonstration_is_printed(terminal: FakeTerminal, tmp_path: Path) -> None:
    make = make_play(terminal, tmp_path, "[ $# -eq 1 ] || exit 3; echo DEMONSTRATION of $1")
    assert make.wait(PATIENCE_S) == 0
    terminal.until(lambda glass: NEXT.format(tmp_path) in glass.text.replace("\n", ""))
    assert "DEMONSTRATION of demo\n\nTo play yourself: make play" in terminal.glass.text
