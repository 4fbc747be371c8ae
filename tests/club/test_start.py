"""Before the first frame nothing of a club is imported but what says that there is one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.tools.test_bench_start import PROGRAM
from tools.bench.measure import environment


def test_first_frame_waits_for_no_message_of_a_club(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), "once"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment()).stdout
    has_run = {name for name in told.split() if name.startswith(("companion.club.", "paho", "nacl"))}
    assert has_run <= {f"companion.club.{name}" for name in ("address", "command", "errors", "feature", "switch")}
