"""The model of the light in a tray, at its edge: light that no sensor can measure."""

from __future__ import annotations

import random

from companion.box.tray import FULL_SCALE, HOLES, SAMPLES
from companion.link.optics import load_optics
from tests.fakes.room import Ambient, LitHoles


def test_every_sample_of_a_glaring_room_is_at_the_top_of_the_scale() -> None:
    glaring = Ambient((2.0,) * HOLES)
    for light in LitHoles(load_optics(), random.Random(1)).measure(glaring):
        assert (light.off, light.red, light.green, light.blue) == (FULL_SCALE,) * 4
        assert light.clipped == 4 * SAMPLES
