"""Screws that cut their own thread: solids of the thread's outer diameter and of its core."""

from __future__ import annotations

import math
from collections.abc import Iterable

from case.builds import Screw
from case.measures import Point
from case.solids import Solid, joined, post

# The core diameter of a coarse thread by its outer diameter (ISO 724).
CORE = {2.5: 2.013, 3.0: 2.387}
# A thread holds if it is cut this deep all around over this length. Assumed: a little longer than the screw is wide.
DEEP, LONG = 0.1, 3.0


def threads(spots: Iterable[Point], screw: Screw, head: float, foot: float) -> Solid:
    """Return the part below *foot* of screws whose heads are at *head*."""
    return _shafts(spots, screw.across, head - screw.long, foot)


def cores(spots: Iterable[Point], screw: Screw, head: float, foot: float) -> Solid:
    """Return the same part of the screws' cores."""
    return _shafts(spots, CORE[screw.across], head - screw.long, foot)


def least_grip(screw: Screw, number: int) -> float:
    """Return the least volume of plastic, in cubic millimetres, that the threads of *number* screws must cut into."""
    return number * LONG * math.pi / 4 * (screw.across**2 - (screw.across - 2 * DEEP) ** 2)


def _shafts(spots: Iterable[Point], across: float, tip: float, foot: float) -> Solid:
    # A screw that is too short has nothing there; the kernel knows no solid of no height.
    return joined(post(*at, min(tip, foot - 0.01), across, max(foot - tip, 0.01)) for at in spots)
