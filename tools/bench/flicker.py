"""A search for the lamps under which the tray reads worst, and the worst that were found.

``python -m tools.bench.flicker 600`` searches for ten minutes, starting from the lamps of ``flicker.toml``, and writes
the worst back. The real firmware's core measures, in the light of ``firmware/sim/light.c``.
"""

from __future__ import annotations

import random
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.box.tray import HOLES
from companion.link.optics import EMPTY, Optics
from companion.tray.colours import PegClassifier
from companion.tray.samples import Calibration, rgb_of
from tests.fakes.room import Ambient, Lamps, LitHoles, RoomLamp, Wave
from tests.support.readings import LOOKED_MS, Readings
from tests.support.shown import AMBASSADOR, fresh_bed, put, shown

KEPT = Path(__file__).with_name("flicker.toml")
PEGS = (*AMBASSADOR, EMPTY)
TRAYS = 4
LEAST = 8
"""How many lamps of each kind are kept."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What lamps a search may try: the room's light, and how much of it a lamp takes away when it is dark.

    One of *lit_ms* is drawn: how long the lamps have been on before the next pegs are put in.
    """

    ambient: tuple[float, float]
    chopped: float
    rounded: float
    hz: tuple[float, float] = (90.0, 2500.0)
    lit_ms: tuple[float, ...] = (LOOKED_MS,)


USUAL = Limits((0.3, 0.6), 0.1, 0.2)
"""A lit room: a chopped lamp takes away up to a tenth of its light, a lamp that is not chopped up to a fifth."""
ANY = Limits((0.02, 0.88), 1.0, 1.0, lit_ms=(50.0, 500.0, LOOKED_MS))
"""Anything that fits the converter's scale."""

LIMITS = {"usual": USUAL, "any": ANY}


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its light in every hole as a share of the scale, and its lamps, whose phases are drawn."""

    level: float
    lamps: Lamps

    def light(self, draw: random.Random) -> Ambient:
        """Return the room with other phases."""
        return Ambient((self.level,) * HOLES, tuple(replace(lamp, phase=draw.random()) for lamp in self.lamps))


@dataclass
class Count:
    """What became of rows: *surprise* is the sum of the squared distances of pegs from their own colours."""

    rows: int = 0
    wrong: int = 0
    asked: int = 0
    surprise: float = 0.0

    def add(self, other: Count) -> None:
        """Add the rows of *other*."""
        self.rows += other.rows
        self.wrong += other.wrong
        self.asked += other.asked
        self.surprise += other.surprise

    @property
    def asked_percent(self) -> float:
        """The share of pegs that were asked about."""
        return 100 * self.asked / (HOLES * self.rows)


class Trays:
    """Several trays that were shown their pegs, each with a firmware of its own."""

    def __init__(self, trays: int = TRAYS) -> None:
        made = (calibrated(number) for number in range(trays))
        self._trays = [(holes, readings, PegClassifier(shown)) for holes, readings, shown in made]

    def close(self) -> None:
        """End the programs."""
        for _, readings, _ in self._trays:
            readings.close()

    def count(self, room: Room, limits: Limits, rows: int, draw: random.Random, rows_in_a_row: int = 5) -> Count:
        """Read random rows under the lamps of *room*, a few at each phase."""
        count = Count()
        while count.rows < rows:
            holes, readings, reader = self._trays[draw.randrange(len(self._trays))]
            readings.room(room.light(draw), draw.choice(limits.lit_ms))
            for _ in range(min(rows_in_a_row, rows - count.rows)):
                read_row(count, holes, readings, reader, draw)
        return count


def calibrated(number: int, optics: Optics | None = None) -> tuple[LitHoles, Readings, Calibration]:
    """Return the holes of a tray, its firmware, and its calibration."""
    holes = fresh_bed(1000 + number, optics)
    readings = Readings(holes, number)
    room = holes.room(0.3)
    readings.room(room)
    return holes, readings, shown(holes, measure=lambda: readings.press().lights)


def read_row(count: Count, holes: LitHoles, readings: Readings, reader: PegClassifier, draw: random.Random) -> None:
    """Put random pegs in, press the button, and count what became of them."""
    pegs = [draw.randrange(len(PEGS)) for _ in range(HOLES)]
    put(holes, [PEGS[peg] for peg in pegs])
    frozen = readings.press()
    count.rows += 1
    if not frozen.is_steady:
        count.asked += HOLES
        return
    seen = reader.row(frozen.lights)
    count.asked += sum(not peg.is_sure for peg in seen)
    count.wrong += any(peg.is_sure and peg.colour != was for was, peg in zip(pegs, seen, strict=True))
    noise = reader.calibration.noise
    for hole, (was, light) in enumerate(zip(pegs, frozen.lights, strict=True)):
        count.surprise += reader._look(hole, was, reader._flicker(light)).distance(rgb_of(light, noise)) / HOLES


# The search


def drawn(limits: Limits, draw: random.Random) -> Room:
    """Return a room within *limits*: one lamp, or two that share what may be taken away."""
    share = draw.uniform(0.2, 0.8) if draw.random() < 0.3 else 1.0
    lamps = [_lamp(limits, draw, share)]
    if share < 1:
        lamps.append(_lamp(limits, draw, 1 - share))
    return Room(draw.uniform(*limits.ambient), tuple(lamps))


def _lamp(limits: Limits, draw: random.Random, share: float) -> RoomLamp:
    wave = draw.choice((Wave.CHOPPED, Wave.CHOPPED, Wave.RECTIFIED, Wave.SINE))
    low, high = limits.hz
    mains = draw.choice((100.0, 120.0)) * (1 + draw.uniform(-0.004, 0.004))
    hz = mains if draw.random() < 0.4 or wave is not Wave.CHOPPED else low * (high / low) ** draw.random()
    most = limits.chopped if wave is Wave.CHOPPED else limits.rounded
    return RoomLamp(wave, hz, share * most * draw.uniform(0.3, 1) ** 0.5, draw.uniform(0.1, 0.9))


def changed(room: Room, limits: Limits, draw: random.Random) -> Room:
    """Return a room a little different from *room*."""
    scale = 10 ** draw.uniform(-4, -0.5)

    def near(value: float, low: float, high: float) -> float:
        return min(max(value + draw.gauss(0, scale) * (high - low), low), high)

    lamps = tuple(
        replace(
            lamp,
            hz=min(max(lamp.hz * (1 + draw.gauss(0, scale)), limits.hz[0]), limits.hz[1])
            if lamp.wave is Wave.CHOPPED
            else lamp.hz * (1 + draw.gauss(0, 0.001)),
            duty=near(lamp.duty, 0.1, 0.9),
            depth=near(
                lamp.depth,
                0.0,
                (limits.chopped if lamp.wave is Wave.CHOPPED else limits.rounded)
                * (1 if len(room.lamps) == 1 else 0.5),
            ),
        )
        for lamp in room.lamps
    )
    return Room(near(room.level, *limits.ambient), lamps)


def searched(
    trays: Trays, limits: Limits, worth: Callable[[Count], float], start: Sequence[Room], seconds: float
) -> list[Room]:
    """Return the worst rooms that were found, the worst first, all unlike each other."""
    draw = random.Random(time.time_ns())
    end = time.monotonic() + seconds
    rows = 40
    pool = [(worth(trays.count(room, limits, 4 * rows, draw)), room) for room in start]
    while time.monotonic() < end:
        parent = draw.choice(pool[:LEAST])[1] if len(pool) >= LEAST and draw.random() < 0.7 else None
        room = changed(parent, limits, draw) if parent else drawn(limits, draw)
        found = worth(trays.count(room, limits, rows, draw))
        if len(pool) < LEAST or found > pool[-1][0]:
            # Found by chance, perhaps: it has to be as bad a second time.
            pool.append((worth(trays.count(room, limits, 4 * rows, draw)), room))
            pool = _worst(pool)
    return [room for _, room in pool]


def _worst(pool: Sequence[tuple[float, Room]]) -> list[tuple[float, Room]]:
    kept: list[tuple[float, Room]] = []
    for found, room in sorted(pool, key=lambda entry: -entry[0]):
        if not any(_is_alike(room, other) for _, other in kept):
            kept.append((found, room))
    return kept[:LEAST]


def _is_alike(one: Room, other: Room) -> bool:
    if [lamp.wave for lamp in one.lamps] != [lamp.wave for lamp in other.lamps]:
        return False
    pairs = zip(one.lamps, other.lamps, strict=True)
    return all(abs(a.hz / b.hz - 1) < 0.02 and abs(a.duty - b.duty) < 0.1 for a, b in pairs)


# The lamps that are kept


def kept(kind: str) -> tuple[Room, ...]:
    """Return the worst lamps of that kind, ``usual`` or ``any``."""
    table = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}

    def lamp(one: dict[str, Any]) -> RoomLamp:
        return RoomLamp(Wave(one["wave"]), one["hz"], one["depth"], one["duty"])

    return tuple(Room(entry["level"], tuple(map(lamp, entry["lamps"]))) for entry in table.get(kind, ()))


def _text(kind: str, rooms: Sequence[Room]) -> Iterator[str]:
    for room in rooms:
        yield f"[[{kind}]]\nlevel = {room.level:.4f}\nlamps = ["
        for lamp in room.lamps:
            figures = f"hz = {lamp.hz:.3f}, depth = {lamp.depth:.4f}, duty = {lamp.duty:.4f}"
            yield f'    {{ wave = "{lamp.wave.value}", {figures} }},'
        yield "]\n"


HEAD = """\
# The lamps under which the tray reads worst, found by python -m tools.bench.flicker: in a usual room, those under
# which most pegs are asked about; in any room, those that leave the greatest errors, compared with those expected.
# level is the room's light while all lamps are at their brightest, as a share of the converter's scale; depth is the
# share of it that is missing while the lamp is dark. Phases are drawn.
"""


def _badness(count: Count) -> float:
    return (1000 * count.wrong + count.surprise) / count.rows


def main(seconds: float) -> None:
    """Search for that long, and keep the worst."""
    trays = Trays()
    usual = searched(trays, USUAL, lambda count: count.asked_percent, kept("usual"), seconds / 2)
    anywhere = searched(trays, ANY, _badness, kept("any"), seconds / 2)
    trays.close()
    KEPT.write_text("\n".join([HEAD, *_text("usual", usual), *_text("any", anywhere)]), "utf-8")


if __name__ == "__main__":
    main(float(sys.argv[1]))
