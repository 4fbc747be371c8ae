"""Ctrl-C while the program starts."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("interrupted.py")
INTERRUPTED = 130


def started(instant: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = ":".join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, str(PROGRAM), str(instant), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": path, "HOME": "/nonexistent"},
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("instant", [0, 7, 60, 150, 300])
def test_ctrl_c_while_modules_are_imported_ends_with_130_and_no_word(instant: int) -> None:
    ended = started(instant, "games")
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize("instant", [0, 100, 250, 400, 550])
def test_ctrl_c_while_a_game_starts_ends_with_no_word(instant: int, tmp_path: Path) -> None:
    ended = started(instant, "--state", str(tmp_path), "--device", "headless", "--keys", "")
    assert ended.stderr == ""
    # Once the first frame is shown, Ctrl-C is how one leaves.
    assert ended.returncode in (INTERRUPTED, 0)
