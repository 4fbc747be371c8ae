"""Optical model of a simulated tray, with the figures of ``optics.toml``: what the sensors measure of given pegs.

The twin of the firmware measures with this model, and the simulator of the real firmware gets its light levels. It is
not used with a real tray.
"""

from __future__ import annotations

import math
import random
import tomllib
from dataclasses import dataclass, field
from importlib import resources

from companion.box.tray import FULL_SCALE, HOLES, SAMPLES, Light, Lights

Levels = tuple[float, float, float]
"""The light that the red, green and blue lamps add in one hole, as shares of the converter's scale."""

EMPTY = "empty"
STEPS = 1023
# The firmware's sampling times, as specified in firmware/PROTOCOL.md.
CYCLE_S = 0.0025
LAMP_S = CYCLE_S / 4
HOLE_S = 0.00006


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
    """The light of the room: one level for each hole, and their common flicker."""

    levels: tuple[float, ...] = (0.0,) * HOLES
    flicker: float = 0.0
    hz: float = 100.0
    phase: float = 0.0


DARK = Ambient()


class Holes:
    """The holes of one tray, each with randomly drawn lamp gains; pegs are placed into them by colour name."""

    def __init__(self, optics: Optics, draw: random.Random) -> None:
        self.optics = optics
        self._draw = draw
        self._gains = [self._around_one(optics.illumination, 3) for _ in range(HOLES)]
        self.pegs = [EMPTY] * HOLES
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
        return Ambient(
            tuple(min(level, optics.ambient) for level in levels), optics.flicker, hz, self._draw.uniform(0, 7)
        )

    def measure(self, room: Ambient = DARK) -> Lights:
        """Return what the sensors measure in each hole."""
        return tuple(self._measure(hole, room) for hole in range(HOLES))

    def _measure(self, hole: int, room: Ambient) -> Light:
        sums, clipped = [], 0
        for lamp, level in enumerate((0.0, *self.levels[hole])):
            phase = room.phase + math.tau * room.hz * (lamp * LAMP_S + hole * HOLE_S)
            total, tops = self._sum(level, room, room.levels[hole], phase)
            sums.append(total)
            clipped += tops
        off, red, green, blue = sums
        return Light(off, red, green, blue, clipped)

    def _sum(self, lamp: float, room: Ambient, ambient: float, phase: float) -> tuple[int, int]:
        """Return the sum of the samples under one lamp, and how many of them are at the top of the scale."""
        level, swing = lamp + ambient, ambient * room.flicker
        step = math.tau * room.hz * CYCLE_S
        if level + swing + 6 * self.optics.noise < 1 and level - swing - 6 * self.optics.noise > 0:
            # Nothing is clipped: a sum of Gaussians is Gaussian, and evenly spaced sines have a closed-form sum.
            sines = math.sin(SAMPLES * step / 2) / math.sin(step / 2) * math.sin(phase + (SAMPLES - 1) * step / 2)
            noise = self._draw.gauss(0, math.sqrt(SAMPLES * (self.optics.noise**2 + 1 / (12 * STEPS**2))))
            return round(STEPS * (SAMPLES * level + swing * sines + noise)), 0
        samples = [self._sample(level + swing * math.sin(phase + i * step)) for i in range(SAMPLES)]
        return min(sum(samples), FULL_SCALE), samples.count(STEPS)

    def _sample(self, level: float) -> int:
        return min(max(round(STEPS * (level + self._draw.gauss(0, self.optics.noise))), 0), STEPS)
