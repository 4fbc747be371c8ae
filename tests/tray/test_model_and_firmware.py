"""What the benchmarks measure with is what the real firmware measures: the same light gives the same numbers.

The chip runs as fast as it can: two simulated seconds.
"""

from __future__ import annotations

import math
import random

from companion.box.tray import AVERAGED, SAMPLES, Lights
from companion.link.client import lights_of
from companion.link.messages import CurrentReading, GetReading
from companion.link.optics import STEPS, load_optics
from companion.tray.samples import rgb_of
from tests.fakes.room import LitHoles
from tests.support.shown import put
from tests.support.stepped import REST_S, Box

READINGS = 8
PEGS = ("red", "yellow", "ivory", "blue", "empty")
APART_S = 0.42
"""A value is the mean of two readings, each of up to 205 ms: after that there is another."""


def readings_of(holes: LitHoles) -> list[Lights]:
    """Return what the real firmware measures in the light of *holes*, again and again, in a room that flickers."""
    with Box(seed=7) as box:
        for hole, levels in enumerate(holes.levels):
            box.tray.set_light(hole, levels)
        box.tray.room(holes.room(0.4))
        box.run(REST_S)
        readings = []
        for _ in range(READINGS):
            box.run(APART_S)
            reading = box.ask(GetReading())
            assert isinstance(reading, CurrentReading)
            readings.append(lights_of(reading))
    return readings


def test_firmware_measures_what_the_model_says() -> None:
    holes = LitHoles(load_optics(), random.Random(7))
    put(holes, PEGS)
    rows = readings_of(holes)
    noise = holes.optics.noise * STEPS * math.sqrt(2 * SAMPLES / AVERAGED)
    squares = 0.0
    for hole, levels in enumerate(holes.levels):
        seen = [rgb_of(row[hole], holes.optics.noise * STEPS) for row in rows]
        for lamp, level in enumerate(levels):
            values = [rgb[lamp] for rgb in seen]
            mean = sum(values) / READINGS
            squares += sum((value - mean) ** 2 for value in values)
            # Fifteen comparisons: five standard deviations of the mean are never seen by chance.
            assert abs(mean - level * STEPS * SAMPLES) < 5 * noise / math.sqrt(READINGS)
    found = math.sqrt(squares / (15 * (READINGS - 1)))
    # 105 degrees of freedom tell the noise to 7 %.
    assert 0.7 * noise < found < 1.3 * noise
