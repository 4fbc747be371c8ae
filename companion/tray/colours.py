"""Classification of pegs from measured light; if a reading is uncertain, the player is asked.

The model: lamp l adds ``base[h][l]`` in an empty hole h, and a peg of colour c adds ``p * gain[h][l] * tint[c][l]`` to
it; p is near 1 and depends on how the peg sits. Gains and tints are fitted to the samples of a calibration. A peg is
then given the colour with the least distance, measured in standard deviations of everything that may vary. The
reading is sure if that distance is small and the distance of every other colour is far greater.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from companion.box.tray import AVERAGED, FULL_SCALE, HOLES, SAMPLES, Light, Lights
from companion.tray.samples import Calibration, ColourSample, Rgb, rgb_of

LAMPS = range(3)
CYCLES = 8
"""The number of samples of a scan for each hole and light."""

GAIN_SPREAD = 0.12
"""The prior standard deviation of the gains over holes: +-20 %, evenly, is 0.115."""

SEAT_SPREAD = 0.06
"""The standard deviation of p: +-10 %, evenly, is 0.058."""

LAMP_SPREAD = 0.025
"""The standard deviation of each lamp's own variation with the seat of a peg."""

LEFT_OVER = 0.6 * SAMPLES
"""The error that no part of the model explains: 0.6 steps of the converter, as a sum of samples."""

ROUNDS = 25
FAR = 30.0
"""The squared distance above which a peg matches no colour; with three degrees of freedom, 16 is one in a thousand."""

CLEAR = 25.0
"""The least difference to the next colour's squared distance; 25 is odds of e to the 12.5, 270,000 to 1."""

QUIET = 1.4
"""The spread, relative to what the noise alone gives, up to which it may be chance: its standard deviation is 0.1."""

FLICKER = 2.0
"""The variance that the flicker of a lamp leaves in a reading, relative to that of scans that differ by chance.

The orders of the lights differ from scan to scan, so that flicker of no frequency is alike in all of them. What it
leaves has at most about three times the variance that independent errors of that spread would leave, and half as much
as a rule (``tests/tray/test_flicker.py``).
"""

GLARE = 0.97 * FULL_SCALE
"""The sum above which the scale has no room left for the light that the lamps add."""

CLIPPED = 8
"""The number of a hole's 256 samples at the top of the scale that distort its values as much as the noise does."""


class Uncertainty(Enum):
    """Why the player is asked about a peg."""

    NONE = auto()
    BETWEEN = auto()
    STRANGE = auto()
    GLARE = auto()


@dataclass(frozen=True, slots=True)
class PegReading:
    """The reading of a hole: a colour's number, or the number after the last for an empty hole, with any doubt.

    ``odds`` is the difference between the two least squared distances, ``seat`` the model's p.
    """

    colour: int
    doubt: Uncertainty = Uncertainty.NONE
    odds: float = math.inf
    seat: float = 1.0

    @property
    def is_sure(self) -> bool:
        """Whether the player need not be asked."""
        return self.doubt is Uncertainty.NONE


@dataclass(frozen=True, slots=True)
class _Look:
    """The distribution of one colour in one hole: its mean and the Cholesky root of its covariance, row by row.

    The root's diagonal is stored inverted; ``spread`` is the logarithm of the covariance's determinant.
    """

    mean: Rgb
    root: tuple[float, float, float, float, float, float]
    spread: float

    def distance(self, rgb: Rgb) -> float:
        """Return the squared distance of *rgb*, in standard deviations."""
        a, b, c = (value - mean for value, mean in zip(rgb, self.mean, strict=True))
        l00, l10, l11, l20, l21, l22 = self.root
        x = a * l00
        y = (b - l10 * x) * l11
        z = (c - l20 * x - l21 * y) * l22
        return x * x + y * y + z * z


def _look(mean: Rgb, cover: Sequence[Sequence[float]]) -> _Look:
    """Return the distribution with the given mean and covariance."""
    l00 = 1 / math.sqrt(cover[0][0])
    l10, l20 = cover[1][0] * l00, cover[2][0] * l00
    l11 = 1 / math.sqrt(cover[1][1] - l10 * l10)
    l21 = (cover[2][1] - l20 * l10) * l11
    l22 = 1 / math.sqrt(cover[2][2] - l20 * l20 - l21 * l21)
    return _Look(mean, (l00, l10, l11, l20, l21, l22), -2 * math.log(l00 * l11 * l22))


def _fitted(
    lit: Iterable[tuple[int, int, float, float]], count: int, prior: float, variance: Callable[[float], float]
) -> tuple[list[list[float]], list[list[float]]]:
    """Return *count* factors of each lamp and their weights, by least squares; *prior* is the weight of a factor of 1.

    Each of *lit* has the number of a factor, a lamp, what the factor multiplies, and the product, whose variance is
    that of what the factor multiplies.
    """
    weights = [[prior] * 3 for _ in range(count)]
    sums = [[prior] * 3 for _ in range(count)]
    for number, lamp, known, product in lit:
        weights[number][lamp] += known * known / variance(known)
        sums[number][lamp] += known * product / variance(known)
    return [[s / w for s, w in zip(*pair, strict=True)] for pair in zip(sums, weights, strict=True)], weights


class PegClassifier:
    """Reads the pegs of one edition in one tray; raises ``ValueError`` for a calibration that lacks a colour."""

    def __init__(self, calibration: Calibration) -> None:
        if calibration.missing:
            raise ValueError(f"expected samples of every colour, got none of {calibration.missing!r}")
        self.calibration = calibration
        self._noise = calibration.noise
        self._variance = SAMPLES / AVERAGED * (calibration.noise**2 + 1 / 12)
        self._fit()
        self._looks = [self._looks_of(hole, 0.0) for hole in range(HOLES)]

    def _looks_of(self, hole: int, flicker: float) -> list[_Look]:
        return [self._look(hole, colour, flicker) for colour in range(self.calibration.colours + 1)]

    def _fit(self) -> None:
        """Fit base, gains and tints by alternating least squares, with priors on gains and seats."""
        colours = self.calibration.colours
        self._base = [self._empty(hole) for hole in range(HOLES)]
        pegs = [sample for sample in self.calibration.samples if sample.colour < colours]
        added = [[sample.rgb[lamp] - self._base[sample.hole][lamp] for lamp in LAMPS] for sample in pegs]
        seats = [1.0] * len(pegs)
        self._gains = [[1.0] * 3 for _ in range(HOLES)]
        self._tints = [[1.0] * 3 for _ in range(colours)]
        for _ in range(ROUNDS):
            parts = [(*part, lamp) for part in zip(pegs, added, seats, strict=True) for lamp in LAMPS]
            lit = [(peg.colour, lamp, seat * self._gains[peg.hole][lamp], rgb[lamp]) for peg, rgb, seat, lamp in parts]
            self._tints, weights = _fitted(lit, colours, 0.0, lambda _: 1.0)
            self._tint_variances = [[2 * self._variance / weight for weight in row] for row in weights]
            lit = [(peg.hole, lamp, seat * self._tints[peg.colour][lamp], rgb[lamp]) for peg, rgb, seat, lamp in parts]
            self._gains, weights = _fitted(lit, HOLES, 1 / GAIN_SPREAD**2, self._spread)
            self._gain_variances = [[1 / weight for weight in row] for row in weights]
            seats = [self._seat(sample.hole, sample.colour, rgb) for sample, rgb in zip(pegs, added, strict=True)]

    def _empty(self, hole: int) -> list[float]:
        empty = self.calibration.colours
        samples = [sample.rgb for sample in self.calibration.samples if (sample.hole, sample.colour) == (hole, empty)]
        return [sum(rgb[lamp] for rgb in samples) / len(samples) for lamp in LAMPS]

    def _spread(self, expected: float) -> float:
        """Return the variance of what a lamp adds in one seat of a peg, of which *expected* is expected."""
        return 2 * self._variance + (LAMP_SPREAD * expected) ** 2

    def _seat(self, hole: int, colour: int, added: Sequence[float]) -> float:
        """Return p: the light of a peg of *colour* as it sits, relative to the average."""
        weight = total = 1 / SEAT_SPREAD**2
        for lamp in LAMPS:
            expected = self._gains[hole][lamp] * self._tints[colour][lamp]
            variance = self._spread(expected)
            weight += expected * expected / variance
            total += expected * added[lamp] / variance
        return total / weight

    def _look(self, hole: int, colour: int, flicker: float) -> _Look:
        base = self._base[hole]
        shared, own = self._variance + flicker, self._variance + flicker + LEFT_OVER**2
        if colour == self.calibration.colours:
            cover = [[shared + own * (row == column) for column in LAMPS] for row in LAMPS]
            return _look((base[0], base[1], base[2]), cover)
        gains, tints = self._gains[hole], self._tints[colour]
        peg = [gain * tint for gain, tint in zip(gains, tints, strict=True)]
        own_of = [
            own
            + self._gain_variances[hole][lamp] * tints[lamp] ** 2
            + self._tint_variances[colour][lamp] * gains[lamp] ** 2
            + (LAMP_SPREAD * peg[lamp]) ** 2
            for lamp in LAMPS
        ]
        cover = [
            [
                shared + SEAT_SPREAD**2 * peg[row] * peg[column] + (own_of[row] if row == column else 0.0)
                for column in LAMPS
            ]
            for row in LAMPS
        ]
        return _look((base[0] + peg[0], base[1] + peg[1], base[2] + peg[2]), cover)

    def distance_of(self, sample: ColourSample) -> float:
        """Return the squared distance of *sample* from its colour, in standard deviations."""
        return self._looks[sample.hole][sample.colour].distance(sample.rgb)

    def alike(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of colours that are, in most holes, too close to be told apart without asking."""
        colours = range(self.calibration.colours + 1)
        return tuple((one, other) for one in colours for other in colours[one + 1 :] if self._is_alike(one, other))

    def _is_alike(self, one: int, other: int) -> bool:
        near = 0
        for looks in self._looks:
            apart = looks[one].distance(looks[other].mean), looks[other].distance(looks[one].mean)
            near += min(apart) < CLEAR + 2 * math.sqrt(CLEAR)
        return near > HOLES // 2

    def row(self, lights: Lights) -> tuple[PegReading, ...]:
        """Return the reading of each hole."""
        return tuple(self.peg(hole, light) for hole, light in enumerate(lights))

    def peg(self, hole: int, light: Light) -> PegReading:
        """Return the reading of *hole*."""
        rgb = rgb_of(light, self._noise)
        flicker = self._flicker(light)
        looks = self._looks_of(hole, flicker) if flicker else self._looks[hole]
        nearness = sorted((look.distance(rgb) + look.spread, colour) for colour, look in enumerate(looks))
        (first, colour), (second, _) = nearness[:2]
        seat = 1.0
        if colour < self.calibration.colours:
            seat = self._seat(hole, colour, [rgb[lamp] - self._base[hole][lamp] for lamp in LAMPS])
        return PegReading(
            colour, self._doubt(light, first - looks[colour].spread, second - first), second - first, seat
        )

    def _flicker(self, light: Light) -> float:
        """Return the variance that flicker has left in each value, 0 where noise explains the spread."""
        # In a scan a lamp adds the difference of two sums of CYCLES samples.
        noise = 2 * CYCLES * (self._noise**2 + 1 / 12)
        if light.spread < QUIET * noise:
            return 0.0
        return FLICKER * (light.spread - noise) * (SAMPLES / CYCLES) / AVERAGED / 2

    def _doubt(self, light: Light, distance: float, odds: float) -> Uncertainty:
        if light.clipped >= CLIPPED or max(light.off, light.red, light.green, light.blue) > GLARE:
            return Uncertainty.GLARE
        if distance > FAR:
            return Uncertainty.STRANGE
        return Uncertainty.NONE if odds >= CLEAR else Uncertainty.BETWEEN
