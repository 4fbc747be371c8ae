"""What the phototransistor sees of a light whose brightness is given in candela.

Candelas and lux are weighted with the sensitivity of the eye. The phototransistor's is wider, and its current is
given for a lamp of illuminant A, of which it sees much that the eye does not. So a lux of green light gives less
current than a lux of that lamp, and a lux of blue light gives more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from circuit.parts import Kinds

# CIE 018:2019, the eye's sensitivity V in daylight, every 20 nm from 380 nm.
_EYE_FROM, _EYE_STEP = 380, 20
_EYE = (
    *(0.000039, 0.000396, 0.004, 0.023, 0.06, 0.139, 0.323, 0.71, 0.954, 0.995, 0.87, 0.631),
    *(0.381, 0.175, 0.061, 0.017, 0.004102, 0.001047, 0.000249, 0.00006),
)
_RANGE = range(380, 1101)
"""In nanometres: beyond it neither sees anything of a lamp."""

Spectrum = Callable[[int], float]


def _eye(nm: int) -> float:
    """The eye's sensitivity, interpolated by its logarithm."""
    place, rest = divmod(nm - _EYE_FROM, _EYE_STEP)
    if not 0 <= place < len(_EYE) - 1:
        return 0.0
    return math.exp((1 - rest / _EYE_STEP) * math.log(_EYE[place]) + rest / _EYE_STEP * math.log(_EYE[place + 1]))


def _illuminant_a(nm: int) -> float:
    """CIE standard illuminant A: a black body of 2848 K, with the constant 1.435e7 nm K."""
    return math.pow(nm, -5) / math.expm1(1.435e7 / (nm * 2848))


def _seen_per_lumen(spectrum: Spectrum, sensor: Spectrum) -> float:
    return sum(sensor(nm) * spectrum(nm) for nm in _RANGE) / sum(_eye(nm) * spectrum(nm) for nm in _RANGE)


def _sensor(kinds: Kinds) -> Spectrum:
    """The phototransistor's sensitivity: 1 at its peak, a half at its two limits, and a bell on either side."""
    figures = kinds["eye"]
    peak, low, high = (figures.figure(name) for name in ("peak_nm", "low_nm", "high_nm"))

    def sensitivity(nm: int) -> float:
        return float(2 ** -(((nm - peak) / ((low if nm < peak else high) - peak)) ** 2))

    return sensitivity


def _light(kinds: Kinds, colour: str) -> Spectrum:
    """A light's spectrum: a bell of the given width at half its height."""
    figures = kinds["rgb"]
    peak, width = figures.by_colour("nm")[colour], figures.by_colour("width_nm")[colour]
    return lambda nm: float(2 ** -((2 * (nm - peak) / width) ** 2))


def seen(kinds: Kinds) -> Mapping[str, float]:
    """The current that a lux of each colour gives, relative to a lux of illuminant A."""
    sensor = _sensor(kinds)
    lamp = _seen_per_lumen(_illuminant_a, sensor)
    colours = kinds["rgb"].by_colour("nm")
    return {colour: _seen_per_lumen(_light(kinds, colour), sensor) / lamp for colour in colours}
