"""Whether a box that is never switched off takes more and more memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import environment

SOAK = Path(__file__).with_name("soak.py")
# The monkey's tour through all games and options is over by then.
WARM_UP, PRESSES = 45_000, 100_000
# What is written is no question here, and a disk that is waited for a hundred thousand times is slow.
SHM = Path("/dev/shm")  # noqa: S108
PLACE = SHM if os.access(SHM, os.W_OK) else None


def soak_rss_growth_kib() -> float:
    """Return how much more memory a box has in use 100,000 presses after its warm-up."""
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        command = [sys.executable, str(SOAK), folder, *map(str, (WARM_UP, PRESSES, PRESSES))]
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment())
    _, warm, after = map(int, ran.stdout.split())
    return after - warm
