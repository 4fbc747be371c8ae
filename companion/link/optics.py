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

from companion.box.tray import AVERAGED, FULL_SCALE, HOLES, SAMPLES, Light, Lights
from companion.tray.colours import CYCLES

Levels = tuple[float, float, float]
"""The light that the red, green and blue lamps add in one hole, as shares of the converter's scale."""

EMPTY = "empty"
STEPS = 1023


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
        self.levels: list[Levels] = [self._levels(hole) for hole in range(HOLES)]

    def _around_one(self, share: float, count: int) -> list[float]:
        return [self._draw.uniform(1 - share, 1 + share) for _ in range(count)]

    def place(self, hole: int, peg: str) -> Levels:
        """Put a peg of the colour *peg* into *hole*, in a random seat, and return the levels there."""
        self.pegs[hole] = peg
        self.levels[hole] = self._levels(hole)
        return self.levels[hole]

    def _levels(self, hole: int) -> Levels:
        peg, optics = self.pegs[hole], self.optics
        seat = self._around_one(0 if peg == EMPTY else optics.placement, 1)[0]
        by_lamp = self._around_one(0 if peg == EMPTY else optics.placement_by_lamp, 3)
        gains, shares = self._gains[hole], optics.reflectance[optics.colour(peg)]
        red, green, blue = (optics.signal * g * r * seat * s for g, r, s in zip(gains, shares, by_lamp, strict=True))
        return red, green, blue

    def added(self) -> tuple[Levels, ...]:
        """Return what each lamp adds in each hole: by its own peg, by those beside it, and by the supply's sag."""
        return tuple(map(self._added, range(HOLES)))

    def _added(self, hole: int) -> Levels:
        beside = [self.levels[other] for other in (hole - 1, hole + 1) if 0 <= other < HOLES]
        red, green, blue = (
            warmth * (own + self.optics.crosstalk * sum(levels[lamp] for levels in beside)) * (1 + self.optics.sag)
            for lamp, (own, warmth) in enumerate(zip(self.levels[hole], self.warmth, strict=True))
        )
        return red, green, blue

    def measure(self) -> Lights:
        """Return what the sensors measure in each hole; no light of the room comes in."""
        spread = self.spread()
        return tuple(self.measured([(level,) for level in (0.0, *added)], spread) for added in self.added())

    def spread(self, flicker: float = 0.0) -> int:
        """Return how much the scans of a reading differ: by the noise, and by the *flicker* of the room."""
        noise = 2 * CYCLES * (STEPS**2 * self.optics.noise**2 + 1 / 12)
        # Of two readings, each of 105 differences of which those in a hole share their dark values.
        return max(0, round(noise * self._draw.gauss(1, 0.09) + flicker))

    def measured(self, lights: Sequence[Sequence[float]], spread: int) -> Light:
        """Return what a sensor measures of the levels in its samples: without a lamp, and under each of the three."""
        (off, red, green, blue), tops = zip(*map(self._sum, lights), strict=True)
        return Light(off, red, green, blue, sum(tops), spread)

    def _sum(self, levels: Sequence[float]) -> tuple[int, int]:
        """Return the sum of the samples under one light, and how many of them are at the top of the scale."""
        if max(levels) + 6 * self.optics.noise < 1 and min(levels) - 6 * self.optics.noise > 0:
            # Nothing is clipped: a sum of Gaussians is Gaussian.
            deviation = math.sqrt(SAMPLES / AVERAGED * (self.optics.noise**2 + 1 / (12 * STEPS**2)))
            return round(STEPS * (SAMPLES * sum(levels) / len(levels) + self._draw.gauss(0, deviation))), 0
        taken, count, gauss, noise = AVERAGED * SAMPLES, len(levels), self._draw.gauss, self.optics.noise
        found = (round(STEPS * (levels[i * count // taken] + gauss(0, noise))) for i in range(taken))
        samples = [0 if step < 0 else STEPS if step > STEPS else step for step in found]
        return min(round(sum(samples) / AVERAGED), FULL_SCALE), round(samples.count(STEPS) / AVERAGED)
