"""The flicker of lamps in the room, and what is left of it in a reading of the tray.

``firmware/sim/light.c`` has the same waveforms, and ``firmware/core/scan.c`` the scan; tests compare them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.box.tray import HOLES

LIGHTS = 4
CYCLES = 8
SCANS = 8
HOLE_S = 52e-6
"""The time from hole to hole, in seconds: a conversion takes 13 cycles of the converter's clock of 250 kHz."""

ORDERS = (
    (0, 2, 3, 1),
    (2, 1, 3, 0),
    (1, 0, 2, 3),
    (2, 3, 1, 0),
    (3, 1, 0, 2),
    (0, 2, 1, 3),
    (3, 0, 2, 1),
    (1, 3, 0, 2),
)
"""The order of off, red, green and blue in each scan of a reading; ``firmware/protocol.toml`` has its reasons."""

TICKS = (5000, 5200, 5400, 5600, 5800, 6000, 6200, 6400)
"""Half the length of a slot at each rate, in sixteenths of a microsecond."""


class Wave(Enum):
    """How the light of a lamp changes within a period."""

    SINE = "sine"
    RECTIFIED = "rectified"
    CHOPPED = "chopped"


@dataclass(frozen=True, slots=True)
class RoomLamp:
    """A lamp that flickers; *depth* is the share of the room's light that is missing while it is dark.

    *duty* is the share of the period for which a chopped lamp is lit, *phase* is counted in turns.
    """

    wave: Wave
    hz: float
    depth: float
    duty: float = 0.5
    phase: float = 0.0

    def light(self, turns: float) -> float:
        """Return how bright it is, 0 to 1, that many turns after it began."""
        turn = turns % 1.0
        match self.wave:
            case Wave.SINE:
                return 0.5 + 0.5 * math.sin(math.tau * turn)
            case Wave.RECTIFIED:
                return math.sin(math.pi * turn)
        return 1.0 if turn < self.duty else 0.0


Lamps = tuple[RoomLamp, ...]


def missing(lamps: Lamps, at_s: float) -> float:
    """Return the share of the room's light that is missing at that time."""
    return sum(lamp.depth * (1 - lamp.light(lamp.hz * at_s + lamp.phase)) for lamp in lamps)


def sampled(lamps: Lamps, rate: int, hole: int, reading: int = 0) -> list[list[float]]:
    """Return the share that is missing in each sample of a reading: by light, scan after scan.

    *reading* counts readings that follow each other.
    """
    slot_s = TICKS[rate] / 8e6
    start_s = (reading * SCANS * CYCLES * LIGHTS + 0.5) * slot_s + hole * HOLE_S
    samples: list[list[float]] = [[] for _ in range(LIGHTS)]
    for cycle in range(SCANS * CYCLES):
        for place, light in enumerate(ORDERS[cycle // CYCLES]):
            samples[light].append(missing(lamps, start_s + (cycle * LIGHTS + place) * slot_s))
    return samples


def squares(samples: Sequence[Sequence[float]]) -> float:
    """Return the variance, from scan to scan, of the mean of what a light adds."""
    total = 0.0
    dark = _means(samples[0])
    for light in samples[1:]:
        added = [lit - off for lit, off in zip(_means(light), dark, strict=True)]
        mean = sum(added) / len(added)
        total += sum((one - mean) ** 2 for one in added) / (len(added) - 1)
    return total / (len(samples) - 1)


def _means(samples: Sequence[float]) -> list[float]:
    return [sum(samples[at : at + CYCLES]) / CYCLES for at in range(0, len(samples), CYCLES)]


def quietest(lamps: Lamps) -> int:
    """Return the rate at which the scans of a reading differ least, which is the one that the firmware settles on."""
    return min(
        range(len(TICKS)), key=lambda rate: sum(squares(sampled(lamps, rate, hole)) for hole in range(0, HOLES, 2))
    )
