from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.bench.bench_journal import write_many
from tools.bench.measure import environment

# What takes long to import and is on no first frame.
BEHIND_IT = {
    "companion.cli.games",
    "companion.app.demo",
    "companion.app.host",
    "companion.dice.model",
    "companion.games.pegs",
    "companion.link.reader",
    "companion.match.session",
    "companion.ui.dice",
    "companion.ui.games.shared.screens",
    "companion.ui.games.shared.match",
    "companion.ui.home.setup",
    "gpiozero",
    "hashlib",
    "inspect",
    "pickle",
    "segno",
}


PROGRAM = """
import os, sys
from companion.app import startup
from tools.bench import fake_pi

def tell(status, leave=os._exit):
    print(*filter(startup.has_run, [*sys.modules]), flush=True)
    leave(status)

os._exit = tell
fake_pi.run()
"""


@pytest.mark.parametrize(("matches", "needed"), [(0, set()), (1, {"hashlib"})])
def test_first_frame_waits_for_nothing_that_it_does_not_show(tmp_path: Path, matches: int, needed: set[str]) -> None:
    # The newest match is checked before it is shown.
    write_many(tmp_path / "journal.db", matches)
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), "once"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment()).stdout
    has_run = set(told.split())
    assert "companion.ui.home.home" in has_run
    assert has_run & BEHIND_IT == needed
