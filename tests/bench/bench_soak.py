"""Whether a box that is never switched off takes more and more memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.measure import environment

SOAK = Path(__file__).with_name("soak.py")
UNIT = Path(__file__).parents[2] / "systemd/codemaker.service"
PRESSES = 100_000
# What is written is no question here, and a disk that is waited for a hundred thousand times is slow.
SHM = Path("/dev/shm")  # noqa: S108
PLACE = SHM if os.access(SHM, os.W_OK) else None


def heap_of_service() -> dict[str, str]:
    """Return what the unit tells the C library of its heap."""
    lines = UNIT.read_text("utf-8").splitlines()
    words = [word for line in lines if line.startswith("Environment=MALLOC_") for word in line[12:].split()]
    return dict(word.split("=", 1) for word in words)


def soak_rss_growth_kib() -> float:
    """Return how much more memory a box has in use after a tour, within 100,000 presses, than after its first one."""
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        command = [sys.executable, str(SOAK), folder, str(PRESSES)]
        ran = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=environment() | heap_of_service()
        )
    return growth_kib(ran.stdout)


def growth_kib(printed: str) -> int:
    """Return what is *printed* of the growth: the first line is of a box before any press."""
    _, warm, *later = [int(line.split()[1]) for line in printed.splitlines()]
    return max(later) - warm
