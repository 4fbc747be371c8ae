"""Optical model of a simulated tray, with the figures of ``optics.toml``: what the sensors measure of given pegs.

The twin of the firmware measures with this model, and the simulator of the real firmware gets its light levels. It is
not used with a real tray.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import chain

from companion.box.tray import AVERAGED, FULL_SCALE, HOLES, SAMPLES, Light, Lights
from companion.link.waves import CYCLES, LIGHTS, Lamps, RoomLamp, Wave, quietest, sampled, squares

Levels = tuple[float, float, float]
"""The light that the red, green and blue lamps add in one hole, as shares of the converter's scale."""

EMPTY = "empty"
STEPS = 1023
LAMPS = 2
"""How many lamps of a room may flicker."""

STEADY = RoomLamp(Wave.SINE, 100.0, 0.0)


@dataclass(frozen=True, slots=True)
class Optics:
    """The figures of the model: shares of the converter's scale unless ``optics.toml`` says otherwise."""

    signal: float
    illumination: float
    placement: float
    placement_by_lamp: float
    ambient: float
    ambient_by_hole: float
    flicker: float
    flicker_hz: float
    flicker_hz_error: float
    crosstalk: float
    sag: float
    noise: float
    reflectance: dict[str, Levels] = field(hash=False)

    def colour(self, name: str) -> str:
        """Return *name*, or grey for a colour of unknown reflectance."""
        return name if name in self.reflectance else "grey"


def load_optics() -> Optics:
    """Return the model that ships with the package."""
    return Optics(**tomllib.loads(resources.files(__package__).joinpath("optics.toml").read_text("utf-8")))


@dataclass(frozen=True, slots=True)
class Ambient:
    """The light of the room: its level in each hole while all lamps are at their brightest, and the lamps."""

    levels: tuple[float, ...] = (0.0,) * HOLES
    lamps: Lamps = ()


DARK = Ambient()


class Holes:
    """The holes of one tray, each with randomly drawn lamp gains; pegs are placed into them by colour name.

    ``warmth`` is what red, green and blue give now, relative to what they gave at first.
    """

    def __init__(self, optics: Optics, draw: random.Random) -> None:
        self.optics = optics
        self._draw = draw
        self._gains = [self._around_one(optics.illumination, 3) for _ in range(HOLES)]
        self.pegs = [EMPTY] * HOLES
        self.warmth = (1.0, 1.0, 1.0)
        self._rates: dict[Lamps, int] = {}
        self.levels: list[Levels] = [self._levels(hole) for hole in range(HOLES)]

    def _around_one(self, share: float, count: int) -> list[float]:
        return [self._draw.uniform(1 - share, 1 + share) for _ in range(count)]

    def place(self, hole: int, peg: str) -> Levels:
        """Put a peg of the colour *peg* into *hole*, in a random seat, and return the levels there."""
        self.pegs[hole] = self.optics.colour(peg)
        self.levels[hole] = self._levels(hole)
        return self.levels[hole]

    def _levels(self, hole: int) -> Levels:
        peg, optics = self.pegs[hole], self.optics
        seat = self._around_one(0 if peg == EMPTY else optics.placement, 1)[0]
        by_lamp = self._around_one(0 if peg == EMPTY else optics.placement_by_lamp, 3)
        gains, shares = self._gains[hole], optics.reflectance[peg]
        red, green, blue = (optics.signal * g * r * seat * s for g, r, s in zip(gains, shares, by_lamp, strict=True))
        return red, green, blue

    def room(self, ambient: float) -> Ambient:
        """Return a room of about the level *ambient*, with a random phase of its flicker."""
        optics = self.optics
        levels = (ambient * factor for factor in self._around_one(optics.ambient_by_hole, HOLES))
        hz = optics.flicker_hz * self._around_one(optics.flicker_hz_error, 1)[0]
        lamp = RoomLamp(Wave.SINE, hz, optics.flicker, phase=self._draw.random())
        return Ambient(tuple(min(level, optics.ambient) for level in levels), (lamp,))

    def added(self, room: Ambient = DARK) -> tuple[Levels, ...]:
        """Return what each lamp adds in each hole: by its own peg, by those beside it, and by the supply's sag."""
        return tuple(self._added(hole, room.levels[hole]) for hole in range(HOLES))

    def _added(self, hole: int, ambient: float) -> Levels:
        beside = [self.levels[other] for other in (hole - 1, hole + 1) if 0 <= other < HOLES]
        share, sag = self.optics.crosstalk, self.optics.sag
        red, green, blue = (
            warmth * (own + share * sum(levels[lamp] for levels in beside)) * (1 + sag) + ambient * sag
            for lamp, (own, warmth) in enumerate(zip(self.levels[hole], self.warmth, strict=True))
        )
        return red, green, blue

    def measure(self, room: Ambient = DARK) -> Lights:
        """Return what the sensors measure in each hole."""
        lamps = tuple(lamp for lamp in room.lamps if lamp.depth)
        if lamps not in self._rates:
            self._rates = {lamps: quietest(lamps) if lamps else 0}
        dimmed = [self._dimmed(lamps, hole) for hole in range(HOLES)]
        spread = self._spread(room, dimmed) if lamps else self._spread(room, ())
        return tuple(
            self._measure(added, room.levels[hole], dimmed[hole], spread)
            for hole, added in enumerate(self.added(room))
        )

    def _dimmed(self, lamps: Lamps, hole: int) -> list[list[float]]:
        """Return the share of the room's light that is missing in each sample of two readings, by light."""
        if not lamps:
            return [[0.0]] * LIGHTS
        readings = (sampled(lamps, self._rates[lamps], hole, reading) for reading in range(AVERAGED))
        return [list(chain.from_iterable(by_light)) for by_light in zip(*readings, strict=True)]

    def _spread(self, room: Ambient, dimmed: Sequence[Sequence[Sequence[float]]]) -> int:
        noise = 2 * CYCLES * (STEPS**2 * self.optics.noise**2 + 1 / 12)
        swings = ((CYCLES * STEPS * level) ** 2 for level in room.levels)
        found = sum(swing * squares(samples) for swing, samples in zip(swings, dimmed, strict=False)) / HOLES
        # Of two readings, each of 105 differences of which those in a hole share their dark values.
        return max(0, round(noise * self._draw.gauss(1, 0.09) + found))

    def _measure(self, added: Levels, ambient: float, dimmed: Sequence[Sequence[float]], spread: int) -> Light:
        sums, clipped = [], 0
        for level, shares in zip((0.0, *added), dimmed, strict=True):
            total, tops = self._sum([level + ambient * (1 - share) for share in shares])
            sums.append(total)
            clipped += tops
        off, red, green, blue = sums
        return Light(off, red, green, blue, clipped, spread)

    def _sum(self, levels: Sequence[float]) -> tuple[int, int]:
        """Return the sum of the samples under one light, and how many of them are at the top of the scale."""
        if max(levels) + 6 * self.optics.noise < 1 and min(levels) - 6 * self.optics.noise > 0:
            # Nothing is clipped: a sum of Gaussians is Gaussian.
            deviation = math.sqrt(SAMPLES / AVERAGED * (self.optics.noise**2 + 1 / (12 * STEPS**2)))
            return round(STEPS * (SAMPLES * sum(levels) / len(levels) + self._draw.gauss(0, deviation))), 0
        taken = AVERAGED * SAMPLES
        samples = [self._sample(levels[i * len(levels) // taken]) for i in range(taken)]
        return min(round(sum(samples) / AVERAGED), FULL_SCALE), round(samples.count(STEPS) / AVERAGED)

    def _sample(self, level: float) -> int:
        return min(max(round(STEPS * (level + self._draw.gauss(0, self.optics.noise))), 0), STEPS)
