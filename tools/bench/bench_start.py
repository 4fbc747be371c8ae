"""How long the box takes to its first frame, over what the Pi's libraries alone take to be imported."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence

from tools.bench.fake_pi import COMMAND
from tools.bench.measure import cpu_s, ratio, wall_s

LIBRARIES = [sys.executable, "-c", "import gpiozero, luma.oled.device"]


def start_ratio() -> float:
    """Return the ratio of the times on the wall."""
    return _ratio(wall_s)


def start_cpu_ratio() -> float:
    """Return the ratio of the processor times."""
    return _ratio(cpu_s)


def _ratio(time_s: Callable[[Sequence[str]], float]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return ratio([*COMMAND, folder, "once"], LIBRARIES, time_s, pairs=41)


if __name__ == "__main__":
    print(start_ratio(), start_cpu_ratio())
