"""The light of the room in a simulated tray: its lamps flicker, and a reading has what is left of that.

The tray that is drawn in the window stands in the dark. ``firmware/sim/light.c`` has the same waveforms, and
``firmware/core/scan.c`` the scan; tests compare them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from companion.box.tray import AVERAGED, HOLES, Lights
from companion.link.optics import STEPS, Holes, Levels, Optics
from companion.tray.colours import CYCLES

LIGHTS = 4
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
        return self.lights([turns])[0]

    def lights(self, turns: Iterable[float]) -> list[float]:
        """Return ``light`` at each of *turns*; of a reading there are thousands."""
        match self.wave:
            case Wave.SINE:
                return [0.5 + 0.5 * math.sin(math.tau * (turn % 1.0)) for turn in turns]
            case Wave.RECTIFIED:
                return [math.sin(math.pi * (turn % 1.0)) for turn in turns]
        return [1.0 if turn % 1.0 < self.duty else 0.0 for turn in turns]


Lamps = tuple[RoomLamp, ...]


SLOTS = tuple(
    tuple(cycle * LIGHTS + ORDERS[cycle // CYCLES].index(light) for cycle in range(SCANS * CYCLES))
    for light in range(LIGHTS)
)
"""The slots of a reading in which each light is sampled."""


def missing(lamps: Lamps, times_s: Sequence[float]) -> list[float]:
    """Return the share of the room's light that is missing at each of those times."""
    shares = [0.0] * len(times_s)
    for lamp in lamps:
        lights = lamp.lights(lamp.hz * at_s + lamp.phase for at_s in times_s)
        shares = [share + lamp.depth * (1 - light) for share, light in zip(shares, lights, strict=True)]
    return shares


def sampled(lamps: Lamps, rate: int, hole: int, reading: int = 0) -> list[list[float]]:
    """Return the share that is missing in each sample of a reading: by light, scan after scan.

    *reading* counts readings that follow each other.
    """
    slot_s = TICKS[rate] / 8e6
    start_s = (reading * SCANS * CYCLES * LIGHTS + 0.5) * slot_s + hole * HOLE_S
    return [missing(lamps, [start_s + slot * slot_s for slot in slots]) for slots in SLOTS]


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


LAMPS = 2
"""How many lamps of a room may flicker."""

STEADY = RoomLamp(Wave.SINE, 100.0, 0.0)


@dataclass(frozen=True, slots=True)
class Ambient:
    """The light of the room: its level in each hole while all lamps are at their brightest, and the lamps."""

    levels: tuple[float, ...] = (0.0,) * HOLES
    lamps: Lamps = ()


DARK = Ambient()


class LitHoles(Holes):
    """The holes of a tray in a room: its light comes to the sensors too, and makes the supply's sag larger."""

    def __init__(self, optics: Optics, draw: random.Random) -> None:
        super().__init__(optics, draw)
        self._rates: dict[Lamps, int] = {}

    def room(self, ambient: float) -> Ambient:
        """Return a room of about the level *ambient*, with a random phase of its flicker."""
        optics = self.optics
        levels = (ambient * factor for factor in self._around_one(optics.ambient_by_hole, HOLES))
        hz = optics.flicker_hz * self._around_one(optics.flicker_hz_error, 1)[0]
        lamp = RoomLamp(Wave.SINE, hz, optics.flicker, phase=self._draw.random())
        return Ambient(tuple(min(level, optics.ambient) for level in levels), (lamp,))

    def added(self, room: Ambient = DARK) -> tuple[Levels, ...]:
        """Return what each lamp adds in each hole; the sag makes something of the room's light of it."""
        return tuple(self._lit(levels, ambient) for levels, ambient in zip(super().added(), room.levels, strict=True))

    def _lit(self, levels: Levels, ambient: float) -> Levels:
        red, green, blue = (level + ambient * self.optics.sag for level in levels)
        return red, green, blue

    def measure(self, room: Ambient = DARK) -> Lights:
        """Return what the sensors measure in each hole."""
        lamps = tuple(lamp for lamp in room.lamps if lamp.depth)
        if lamps not in self._rates:
            self._rates = {lamps: quietest(lamps) if lamps else 0}
        dimmed = [self._dimmed(lamps, hole) for hole in range(HOLES)]
        swings = [(CYCLES * STEPS * level) ** 2 for level in room.levels] if lamps else []
        found = sum(swing * squares(samples) for swing, samples in zip(swings, dimmed, strict=False)) / HOLES
        spread = self.spread(found)
        return tuple(
            self.measured(
                [
                    [level + room.levels[hole] * (1 - share) for share in shares]
                    for level, shares in zip((0.0, *added), dimmed[hole], strict=True)
                ],
                spread,
            )
            for hole, added in enumerate(self.added(room))
        )

    def _dimmed(self, lamps: Lamps, hole: int) -> list[list[float]]:
        """Return the share of the room's light that is missing in each sample of two readings, by light."""
        if not lamps:
            return [[0.0]] * LIGHTS
        readings = (sampled(lamps, self._rates[lamps], hole, reading) for reading in range(AVERAGED))
        return [list(chain.from_iterable(by_light)) for by_light in zip(*readings, strict=True)]
