"""What the tray reads wrongly, and what it asks about, of simulated pegs: ``docs/tray.md`` has the model."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from companion.box.tray import HOLES
from companion.link.optics import EMPTY, Holes, load_optics
from companion.link.simulator import SimulatedTray
from companion.tray.colours import PegClassifier
from tests.support.live import bed_of, live
from tests.support.shown import AMBASSADOR, fresh_bed, put, reader_of, shown
from tests.support.stepped import built

TRAYS = 20
ROWS = 1000
PEGS = (*AMBASSADOR, EMPTY)
HOLE = len(AMBASSADOR)


class Harder(Enum):
    """What is worse than the model."""

    NOT = "not"
    HALF_LIGHT = "half the light"
    DOUBLE_NOISE = "twice the noise"
    DOUBLE_PLACEMENT = "pegs that sit twice as badly"
    SIXTY_HZ = "lamps on mains of 60 Hz"
    ONE_PEG = "a calibration of one peg a colour"


MODEL = load_optics()
LIGHT = {
    Harder.HALF_LIGHT: replace(MODEL, signal=MODEL.signal / 2),
    Harder.DOUBLE_NOISE: replace(MODEL, noise=2 * MODEL.noise),
    Harder.DOUBLE_PLACEMENT: replace(
        MODEL, placement=2 * MODEL.placement, placement_by_lamp=2 * MODEL.placement_by_lamp
    ),
    Harder.SIXTY_HZ: replace(MODEL, flicker_hz=120.0),
}


@dataclass
class Count:
    """What became of the rows and pegs of all trays."""

    wrong_rows: int = 0
    asked: int = 0
    pegs: int = 0


@cache
def counted(harder: Harder = Harder.NOT, rows: int = ROWS) -> Count:
    """Read random rows in each of 20 trays, all calibrated beforehand, each row in another light."""
    count, draw = Count(), random.Random(20)
    optics = LIGHT.get(harder, MODEL)
    for tray in range(TRAYS):
        holes = fresh_bed(1000 + tray, optics)
        _read_rows(count, holes, _reader(holes, harder, draw), draw, rows)
    return count


def _reader(holes: Holes, harder: Harder, draw: random.Random) -> PegClassifier:
    if harder is not Harder.ONE_PEG:
        return reader_of(holes)
    full = shown(holes)
    places = [draw.randrange(HOLES) for _ in AMBASSADOR]
    return PegClassifier(
        replace(full, samples=tuple(s for s in full.samples if s.colour == HOLE or places[s.colour] == s.hole))
    )


def _read_rows(count: Count, holes: Holes, reader: PegClassifier, draw: random.Random, rows: int) -> None:
    for _ in range(rows):
        pegs = [draw.randrange(len(PEGS)) for _ in range(HOLES)]
        put(holes, [PEGS[peg] for peg in pegs])
        seen = reader.row(holes.measure(holes.room(draw.uniform(0, holes.optics.ambient))))
        asked = sum(not peg.is_sure for peg in seen)
        is_wrong = any(peg.is_sure and peg.colour != was for was, peg in zip(pegs, seen, strict=True))
        count.wrong_rows += is_wrong
        count.asked += asked
        count.pegs += HOLES


def tray_errors() -> float:
    """Return how many of 20,000 rows had a peg that was read wrongly and accepted without asking."""
    return counted().wrong_rows


def tray_asked() -> float:
    """Return the share of pegs that were asked about in the same rows, in percent."""
    return 100 * counted().asked / counted().pegs


def asked_when(harder: Harder) -> Callable[[], float]:
    """Return what measures the share that is asked about, in percent, of 2,000 rows under what is *harder*."""

    def measure() -> float:
        count = counted(harder, ROWS // 10)
        return 100 * count.asked / count.pegs

    return measure


def tray_errors_harder() -> float:
    """Return how many of 2,000 rows under each of the harder circumstances were read wrongly and accepted."""
    return sum(counted(harder, ROWS // 10).wrong_rows for harder in Harder if harder is not Harder.NOT)


PRESSES = 31
REST_S = 0.6
"""After pegs were moved it takes two readings of 160 ms until they count as settled."""

BETWEEN_S = 0.1
"""A contact that closes sooner is taken for a bounce."""

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


def tray_button_ms() -> float:
    """Return how long it takes from a press of the tray's button until the row is displayed; the median of 31.

    The real firmware runs on a simulated chip in real time; the display is a fake, which takes no time of its own.
    """
    built("sim")
    draw = random.Random(31)
    times = []
    with SimulatedTray(holes=bed_of(3)) as hands, live(hands, bed_of(3)) as table:
        for _ in range(PRESSES):
            table.set_row(draw.choices(COLOURS, k=4))
            time.sleep(REST_S)
            times.append(table.commit())
            time.sleep(BETWEEN_S)
    return 1000 * statistics.median(times)
