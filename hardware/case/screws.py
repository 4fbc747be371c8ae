"""Screws that cut their own thread: as thick as their thread, and as thick as what is inside of it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from case.builds import Screw
from case.measures import Point
from case.solids import Solid, joined, post

# ISO 724, coarse threads: across the core of a screw of so many millimetres.
CORE = {2.5: 2.013, 3.0: 2.387}
# A thread holds if it is cut so deep, all around, over such a length: assumed, a little more than the screw's width.
DEEP, LONG = 0.1, 3.0


def threads(spots: Iterable[Point], screw: Screw, head: float, foot: float) -> Solid:
    """What is of the screws below *foot*, their heads being at *head*."""
    return _shafts(spots, screw.across, head - screw.long, foot)


def cores(spots: Iterable[Point], screw: Screw, head: float, foot: float) -> Solid:
    """The same without their threads."""
    return _shafts(spots, CORE[screw.across], head - screw.long, foot)


def least_grip(screw: Screw, number: int) -> float:
    """How many cubic millimetres of plastic the threads of so many screws have to be in."""
    return number * LONG * math.pi / 4 * (screw.across**2 - (screw.across - 2 * DEEP) ** 2)


def _shafts(spots: Iterable[Point], across: float, tip: float, foot: float) -> Solid:
    # A screw that is too short has nothing there; the kernel knows no solid of no height.
    return joined(post(*at, min(tip, foot - 0.01), across, max(foot - tip, 0.01)) for at in spots)
