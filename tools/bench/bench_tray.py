"""What the tray reads wrongly, and what it asks about, of simulated pegs: ``docs/tray.md`` has the model."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import cache

from companion.box.tray import HOLES
from companion.link.optics import EMPTY, load_optics
from companion.tray.colours import PegClassifier
from companion.tray.samples import Calibration
from tests.fakes.room import Ambient, LitHoles
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.live import bed_of, live
from tests.support.shown import AMBASSADOR
from tests.support.stepped import built
from tools.bench.flicker import LIMITS, Count, Trays, calibrated, kept, read_row

WARMER = (0.88, 0.96, 0.98)
"""What the lights give at 15 degrees more: red ones lose about 0.8 % a degree, the others about 0.2 %: assumed."""

TRAYS = 20
ROWS = 1000
HOLE = len(AMBASSADOR)


class Harder(Enum):
    """What is worse than the model."""

    NOT = "not"
    HALF_LIGHT = "half the light"
    DOUBLE_NOISE = "twice the noise"
    DOUBLE_PLACEMENT = "pegs that sit twice as badly"
    SIXTY_HZ = "lamps on mains of 60 Hz"
    CROSSTALK = "5 % of a peg's light in the holes beside it"
    BRIGHT_HOLE = "empty holes that reflect 15 %"
    SAG = "a supply that falls by 1 % while a lamp is lit"
    WARM = "a tray 15 degrees warmer than when it was calibrated"
    HEIGHTS = "pegs that stand so unevenly that their light varies by 30 %"
    DESK_LAMP = "a desk lamp: the room's light is 70 to 110 % of the scale"
    ONE_PEG = "a calibration of one peg a colour"


MODEL = load_optics()
LIGHT = {
    Harder.HALF_LIGHT: replace(MODEL, signal=MODEL.signal / 2),
    Harder.DOUBLE_NOISE: replace(MODEL, noise=2 * MODEL.noise),
    Harder.DOUBLE_PLACEMENT: replace(
        MODEL, placement=2 * MODEL.placement, placement_by_lamp=2 * MODEL.placement_by_lamp
    ),
    Harder.SIXTY_HZ: replace(MODEL, flicker_hz=120.0),
    Harder.CROSSTALK: replace(MODEL, crosstalk=0.05),
    Harder.BRIGHT_HOLE: replace(MODEL, reflectance={**MODEL.reflectance, EMPTY: (0.15, 0.15, 0.15)}),
    Harder.SAG: replace(MODEL, sag=0.01),
    Harder.HEIGHTS: replace(MODEL, placement=0.3),
}


@cache
def counted(harder: Harder = Harder.NOT, rows: int = ROWS) -> Count:
    """Read random rows in each of 20 trays, all calibrated beforehand, each row in another light.

    The firmware's core measures, on this machine.
    """
    count, draw = Count(), random.Random(20)
    optics = LIGHT.get(harder, MODEL)
    for tray in range(TRAYS):
        holes, readings, full = calibrated(tray, optics)
        reader = PegClassifier(_one_peg(full, draw) if harder is Harder.ONE_PEG else full)
        holes.warmth = WARMER if harder is Harder.WARM else holes.warmth
        with readings:
            for _ in range(rows):
                readings.room(_room(harder, holes, draw), for_ms=0)
                read_row(count, holes, readings, reader, draw)
    return count


def _room(harder: Harder, holes: LitHoles, draw: random.Random) -> Ambient:
    if harder is not Harder.DESK_LAMP:
        return holes.room(draw.uniform(0, holes.optics.ambient))
    return replace(holes.room(0.5), levels=(draw.uniform(0.7, 1.1),) * HOLES)


def _one_peg(full: Calibration, draw: random.Random) -> Calibration:
    places = [draw.randrange(HOLES) for _ in AMBASSADOR]
    return replace(full, samples=tuple(s for s in full.samples if s.colour == HOLE or places[s.colour] == s.hole))


@cache
def flickered(kind: str) -> Count:
    """Read 10,000 random rows in each kind of the worst light that was found."""
    total, draw = Count(), random.Random(7)
    rooms = kept(kind)
    trays = Trays(TRAYS)
    for number, room in enumerate(rooms):
        rows = (number + 1) * TRAYS * ROWS // 2 // len(rooms) - total.rows
        total.add(trays.count(room, LIMITS[kind], rows, draw))
    trays.close()
    return total


def tray_errors_flicker() -> float:
    """Return how many of 20,000 rows in the worst light that was found were read wrongly and accepted."""
    return sum(flickered(kind).wrong for kind in LIMITS)


def tray_asked_flicker() -> float:
    """Return the share of pegs, in percent, asked about in the 10,000 of these rows that are read in a usual room."""
    return flickered("usual").asked_percent


def tray_asked_any_flicker() -> float:
    """Return the share of pegs, in percent, asked about in the others."""
    return flickered("any").asked_percent


def tray_errors() -> float:
    """Return how many of 20,000 rows had a peg that was read wrongly and accepted without asking."""
    return counted().wrong


def tray_asked() -> float:
    """Return the share of pegs that were asked about in the same rows, in percent."""
    return counted().asked_percent


def asked_when(harder: Harder) -> Callable[[], float]:
    """Return what measures the share that is asked about, in percent, of 2,000 rows under what is *harder*."""

    def measure() -> float:
        return counted(harder, ROWS // 10).asked_percent

    return measure


def tray_errors_harder() -> float:
    """Return how many rows, 2,000 in each of the harder circumstances, were read wrongly and accepted."""
    return sum(counted(harder, ROWS // 10).wrong for harder in Harder if harder is not Harder.NOT)


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
