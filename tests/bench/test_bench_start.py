from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.bench.fake_pi import COMMAND
from tests.bench.measure import environment

# What takes long to import and is on no first frame.
BEHIND_IT = {
    "companion.cli.games",
    "companion.app.demo",
    "companion.dice.model",
    "companion.games.pegs",
    "companion.match.session",
    "companion.ui.match",
    "hashlib",
    "luma.oled.device",
    "segno",
}


def test_first_frame_waits_for_nothing_that_it_does_not_show(tmp_path: Path) -> None:
    command = [sys.executable, "-X", "importtime", *COMMAND[1:], str(tmp_path), "once"]
    told = subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True, env=environment()).stderr
    imported = {line.rpartition("|")[2].strip() for line in told.splitlines()}
    assert "companion.ui.home" in imported
    assert imported & BEHIND_IT == set()
