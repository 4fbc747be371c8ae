"""Calibration samples: measurements of pegs of a known colour in a known hole of a tray."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.box.tray import AVERAGED, HOLES, SAMPLES, Light

Rgb = tuple[float, float, float]

NOISE = 0.01 * 1023
"""The noise of one sample, in steps of the converter, that is assumed before the tray's own has been measured."""

NOISE_LIMITS = (2.0, 30.0)
"""The limits of the noise of one sample, in steps: measured values are clamped to them.

Below the first limit a measurement is not trusted; above the second the tray is broken.
"""

KEPT = 4
"""How many samples of one colour in one hole are kept: the newest, so that the calibration follows an ageing tray."""


@dataclass(frozen=True, slots=True)
class ColourSample:
    """A peg of the edition's colour number *colour* in *hole*; *rgb* is what each lamp added to the dark value.

    The number after the last colour is an empty hole, as in a code.
    """

    hole: int
    colour: int
    rgb: Rgb


@dataclass(frozen=True, slots=True)
class Calibration:
    """All samples of one edition's pegs in one tray; ``noise`` is the noise of one sample, in steps."""

    colours: int
    samples: tuple[ColourSample, ...] = ()
    noise: float = NOISE

    @property
    def missing(self) -> tuple[int, ...]:
        """The colours without a sample; the empty hole, as the last, is missing unless sampled in every hole."""
        shown = {sample.colour for sample in self.samples}
        empty = {sample.hole for sample in self.samples if sample.colour == self.colours}
        colours = tuple(colour for colour in range(self.colours) if colour not in shown)
        return colours if len(empty) == HOLES else (*colours, self.colours)

    def having(self, samples: Iterable[ColourSample]) -> Calibration:
        """Return a copy with *samples* added; of each colour in each hole only the newest ``KEPT`` are kept."""
        kept: list[ColourSample] = []
        count: dict[tuple[int, int], int] = {}
        for sample in reversed((*self.samples, *samples)):
            key = sample.hole, sample.colour
            count[key] = count.get(key, 0) + 1
            if count[key] <= KEPT:
                kept.append(sample)
        return replace(self, samples=tuple(reversed(kept)))

    def without(self, colour: int) -> Calibration:
        """Return a copy without the samples of *colour*, which is to be calibrated again."""
        return replace(self, samples=tuple(sample for sample in self.samples if sample.colour != colour))


def rgb_of(light: Light, noise: float) -> Rgb:
    """Return what each lamp added to the dark value, in the units of ``Light``."""
    dark = true_sum(light.off, noise)
    red, green, blue = (true_sum(lit, noise) - dark for lit in (light.red, light.green, light.blue))
    return red, green, blue


def true_sum(measured: float, noise: float) -> float:
    """Return an estimate of the noise-free sum, where samples below zero were clipped; *noise* is in steps per sample.

    Near zero only the upper half of the noise is measured: the mean m of max(0, x), x normal around u with
    deviation s, is u F(u/s) + s f(u/s), where F and f are the standard normal distribution and its density.
    """
    mean = measured / SAMPLES / noise
    if mean > 3:
        return measured
    guess = max(mean - 0.4, 0.0)
    for _ in range(6):
        below = 0.5 * math.erfc(-guess / math.sqrt(2))
        density = math.exp(-guess * guess / 2) / math.sqrt(math.tau)
        guess = max(0.0, guess - (guess * below + density - mean) / below)
    return guess * noise * SAMPLES


def measured_noise(lights: Sequence[Sequence[Light]]) -> float:
    """Return the noise of one sample, in steps, from several readings of an untouched tray.

    Only the difference between red and green is used. It varies by noise alone, not with the room's light.
    """
    squares, count = 0.0, 0
    for hole in zip(*lights, strict=True):
        steps = [light.red - light.green for light in hole]
        mean = sum(steps) / len(steps)
        squares += sum((step - mean) ** 2 for step in steps)
        count += len(steps) - 1
    # Each value is the difference of two means of AVERAGED sums of SAMPLES equally noisy samples.
    found = math.sqrt(squares / max(1, count) / (2 * SAMPLES / AVERAGED))
    return min(max(found, NOISE_LIMITS[0]), NOISE_LIMITS[1])
