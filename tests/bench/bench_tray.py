"""What the tray reads wrongly, and what it asks about, of simulated pegs: ``docs/tray.md`` has the model."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass
from functools import cache

from live import bed_of, live
from shown import AMBASSADOR, fresh_bed, put, reader_of
from stepped import built

from companion.link.optics import EMPTY
from companion.link.simulator import SimulatedTray
from companion.tray.news import HOLES

TRAYS = 20
ROWS = 1000
PEGS = (*AMBASSADOR, EMPTY)


@dataclass
class Count:
    """What became of the rows and pegs of all trays."""

    wrong_rows: int = 0
    asked: int = 0
    pegs: int = 0


@cache
def counted() -> Count:
    """Read 1,000 random rows in each of 20 trays, all calibrated beforehand, each row in another light."""
    count, draw = Count(), random.Random(20)
    for tray in range(TRAYS):
        _read_rows(count, tray, draw)
    return count


def _read_rows(count: Count, tray: int, draw: random.Random) -> None:
    bed = fresh_bed(1000 + tray)
    reader = reader_of(bed)
    for _ in range(ROWS):
        pegs = [draw.randrange(len(PEGS)) for _ in range(HOLES)]
        put(bed, [PEGS[peg] for peg in pegs])
        seen = reader.row(bed.measure(bed.room(draw.uniform(0, bed.optics.ambient))))
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
    with SimulatedTray(bed=bed_of(3)) as hands, live(hands, bed_of(3)) as table:
        for _ in range(PRESSES):
            table.set_row(draw.choices(COLOURS, k=4))
            time.sleep(REST_S)
            times.append(table.commit())
            time.sleep(BETWEEN_S)
    return 1000 * statistics.median(times)
