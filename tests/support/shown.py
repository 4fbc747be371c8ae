"""A simulated tray that has been shown its pegs, and what it may be told apart from."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.box.tray import HOLES, Lights
from companion.link.optics import EMPTY, Optics, load_optics
from companion.tray.colours import PegClassifier
from companion.tray.samples import Calibration, ColourSample, measured_noise, rgb_of
from tests.fakes.room import LitHoles

AMBASSADOR = ("red", "orange", "yellow", "green", "blue", "purple", "turquoise", "ivory")
LOOKS = 4


def fresh_bed(seed: int, optics: Optics | None = None) -> LitHoles:
    """Return another tray for each *seed*."""
    return LitHoles(optics or load_optics(), random.Random(seed))


def put(holes: LitHoles, pegs: Sequence[str]) -> None:
    """Take every peg out and put *pegs* in, from the left."""
    for hole in range(HOLES):
        holes.place(hole, pegs[hole] if hole < len(pegs) else EMPTY)


def samples_of(lights: Lights, noise: float, colour: int, holes: Sequence[int] = range(HOLES)) -> list[ColourSample]:
    """Return what was seen of *colour* in *holes*."""
    return [ColourSample(hole, colour, rgb_of(lights[hole], noise)) for hole in holes]


def shown(
    holes: LitHoles,
    ambient: float = 0.3,
    names: Sequence[str] = AMBASSADOR,
    measure: Callable[[], Lights] | None = None,
) -> Calibration:
    """Return the calibration of *holes* after it was shown nothing, and then each colour in every hole."""
    room = holes.room(ambient)
    measure = measure or (lambda: holes.measure(room))
    put(holes, [])
    empty = [measure() for _ in range(LOOKS)]
    calibration = Calibration(len(names), noise=measured_noise(empty))
    for lights in empty:
        calibration = calibration.having(samples_of(lights, calibration.noise, len(names)))
    for colour, name in enumerate(names):
        put(holes, [name] * HOLES)
        calibration = calibration.having(samples_of(measure(), calibration.noise, colour))
    return calibration


def reader_of(holes: LitHoles, names: Sequence[str] = AMBASSADOR) -> PegClassifier:
    """Return a reader of *holes* that was calibrated in a room of the usual light."""
    return PegClassifier(shown(holes, names=names))
