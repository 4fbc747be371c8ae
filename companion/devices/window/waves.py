"""Tunes as sound waves: bell-like tones with a soft beginning and end, synthesised without any sound file."""

from __future__ import annotations

import math
from array import array

from companion.devices.tune import Tune

RATE = 22050
"""Samples per second: more than twice the highest partial of the highest note."""
PEAK = 20000
"""The amplitude, of 32767, with headroom so that the sum of the partials is not clipped."""
PARTIALS = ((1, 0.8), (2, 0.2), (3, 0.08))
# Fading in and out avoids the click of a wave that is cut off.
ATTACK_S = 0.002
RELEASE_S = 0.004
DECAY_S = 0.22


def wave(tune: Tune) -> array[int]:
    """Return *tune* as signed 16-bit samples, one channel.

    >>> len(wave(((440, 100), (0, 100)))) == RATE // 5
    True
    """
    samples = array("h")
    for hertz, length_ms in tune:
        samples.extend(_note(hertz, RATE * length_ms // 1000))
    return samples


def _note(hertz: int, count: int) -> array[int]:
    return array("h", [round(PEAK * _loudness(at, count) * _tone(hertz * at / RATE)) for at in range(count)])


def _tone(turns: float) -> float:
    return sum(share * math.sin(math.tau * partial * turns) for partial, share in PARTIALS)


def _loudness(at: int, count: int) -> float:
    since, left = at / RATE, (count - at) / RATE
    return min(1.0, since / ATTACK_S) * min(1.0, left / RELEASE_S) * math.exp(-since / DECAY_S)
