"""The commands for a tray: list trays, record one, and test how well pegs are read from a recording.

A recording is a text file of JSON lines; ``docs/tray.md`` describes it. It holds what a real tray measured of pegs
whose colours are known, so that the model in ``companion/link/optics.toml`` can be compared with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.box.tray import FULL_SCALE, HOLES, Light, Lights, RowCommitted, TrayFound, TrayLost
from companion.config.rules import is_whole
from companion.config.untrusted import brief, is_plain, read_object, visible
from companion.errors import CalibrationFailed, TextUnreadable
from companion.games.pegs.edition import Edition
from companion.link.discovery import LinkStatus
from companion.link.reader import Hear
from companion.tray.calibration_store import EMPTY, CalibrationStore
from companion.tray.colours import PegClassifier
from companion.tray.samples import NOISE, Calibration, ColourSample, rgb_of

FORM = 1
CLIPPED_MOST = 0xFF
"""The largest count of clipped samples: the protocol has one byte for it."""

SPREAD_MOST = 0xFFFF
"""The largest spread: the protocol has two bytes for it."""

LOOK_S = 3.0
"""How long to wait for a tray to be found: the ports are tried one after another."""

PRESSES = 4
"""How often each colour is recorded: once for the calibration, three times to be read."""


def list_trays(hear: Hear, status: Callable[[], LinkStatus], calibrations: CalibrationStore, out: TextIO) -> int:
    """Print the tray that answers, the findings at other ports, and the calibrations; return 1 if no tray answers."""
    found = hear(LOOK_S)
    if isinstance(found, TrayFound):
        print(f"{found.serial}  {found.port}  firmware {found.firmware}, protocol {found.protocol}", file=out)
    else:
        print("no tray answers", file=out)
    for port, finding in status().findings.items():
        print(f"{port}: {finding}", file=out)
    for serial in calibrations.serials():
        print(f"{serial} was shown the pegs of: {visible(_calibrated_editions(calibrations, serial))}", file=out)
    return 0 if isinstance(found, TrayFound) else 1


def _calibrated_editions(calibrations: CalibrationStore, serial: str) -> str:
    try:
        return ", ".join(calibrations.editions(serial))
    except CalibrationFailed as failed:
        return str(failed)


# Recording


def record(edition: Edition, hear: Hear, file: TextIO, out: TextIO) -> int:
    """Record to *file* an empty tray and each colour of *edition*; instructions for the user go to *out*."""
    found = await_tray(hear, out)
    head = {"form": FORM, "tray": found.serial, "firmware": found.firmware, "edition": edition.key}
    print(json.dumps(head), file=file, flush=True)
    for peg in (EMPTY, *(colour.name.english for colour in edition.colours)):
        print("Take all pegs out." if peg == EMPTY else f"Put {peg} pegs into all holes.", file=out)
        print(f"Press the tray's button {PRESSES} times; before each press take the pegs out and in again.", file=out)
        for row in usable_rows(hear, PRESSES, out):
            print(json.dumps({"peg": peg, "lights": numbers_of(row.lights)}), file=file, flush=True)
    print("Done.", file=out)
    return 0


def await_tray(hear: Hear, out: TextIO) -> TrayFound:
    """Return the tray once it answers, and say on *out* that it does not yet."""
    news = hear(LOOK_S)
    if news is None:
        print("No tray answers yet: plug it in.", file=out)
    while not isinstance(news, TrayFound):
        news = hear(None)
    return news


def usable_rows(hear: Hear, count: int, out: TextIO) -> Iterator[RowCommitted]:
    """Yield *count* usable rows, and print why other rows are not usable."""
    while count:
        match hear(None):
            case RowCommitted(is_settled=False):
                print("  pegs were moving: press again", file=out)
            case RowCommitted(dead=dead) if dead:
                print(f"  no light from {', '.join(dead)}: look at the tray's wires", file=out)
            case RowCommitted() as row:
                count -= 1
                print(f"  {row.count}", file=out)
                yield row
            case TrayLost():
                print("  the tray is gone: plug it in again", file=out)


def numbers_of(lights: Lights) -> list[list[int]]:
    """Return *lights* as they are recorded."""
    return [[light.off, light.red, light.green, light.blue, light.clipped, light.spread] for light in lights]


# Judging


@dataclass(frozen=True, slots=True)
class Recorded:
    """One line of a recording: the peg that was in all holes, and what was measured."""

    peg: str
    lights: Lights


def read_recording(lines: Iterable[str]) -> tuple[Recorded, ...]:
    """Return the lines of a recording; raises ``TextUnreadable``, which names the line, if one cannot be read."""
    recorded = []
    for number, line in enumerate(lines, 1):
        try:
            values = read_object(line.encode())
            if number == 1 and values["form"] != FORM:
                raise TextUnreadable(f"expected a recording of form {FORM}, got {brief(values['form'])}")
            if number > 1:
                recorded.append(_parse_recorded(values))
        except (ValueError, TypeError, KeyError) as wrong:
            raise TextUnreadable(f"expected a line of a recording, got {wrong}, in line {number}") from wrong
    return tuple(recorded)


def _parse_recorded(values: dict[str, object]) -> Recorded:
    peg, lights = values["peg"], values["lights"]
    if not isinstance(peg, str) or not is_plain(peg) or not isinstance(lights, list) or len(lights) != HOLES:
        raise ValueError(f"expected the name of a peg and {HOLES} holes")
    if not all(map(_is_light, lights)):
        raise ValueError(f"expected in each hole four sums up to {FULL_SCALE}, a count and a spread")
    return Recorded(peg, tuple(Light(*light) for light in lights))


def _is_light(values: object) -> bool:
    limits = (FULL_SCALE,) * 4 + (CLIPPED_MOST, SPREAD_MOST)
    # The first recordings have no spread.
    if not isinstance(values, list) or len(values) not in (len(limits) - 1, len(limits)):
        return False
    return all(is_whole(value, range(most + 1)) for value, most in zip(values, limits, strict=False))


def judge(recording: Sequence[Recorded], out: TextIO) -> int:
    """Calibrate with the first press of each peg, read the others, and print the result; return 1 if one is wrong.

    Raises ``TextUnreadable`` if the recording lacks the empty tray or has no colour.
    """
    colours = list(dict.fromkeys(row.peg for row in recording if row.peg != EMPTY))
    firsts = {row.peg: row for row in reversed(recording)}
    if EMPTY not in firsts or not colours:
        raise TextUnreadable("expected a recording of an empty tray and of at least one colour, got none")
    names = (*colours, EMPTY)
    shown = Calibration(len(colours))
    for number, name in enumerate(names):
        lights = firsts[name].lights
        shown = shown.having(ColourSample(hole, number, rgb_of(light, NOISE)) for hole, light in enumerate(lights))
    reader, wrong = PegClassifier(shown), 0
    for number, name in enumerate(names):
        rows = [row for row in recording if row.peg == name and row is not firsts[name]]
        seen = [peg for row in rows for peg in reader.row(row.lights)]
        asked = sum(not peg.is_sure for peg in seen)
        mistaken = sum(peg.is_sure and peg.colour != number for peg in seen)
        wrong += mistaken
        print(f"{name:<12} {len(seen):>4} pegs  {asked:>3} asked about  {mistaken:>3} wrong", file=out)
    for one, other in reader.alike():
        print(f"{names[one]} and {names[other]} look alike", file=out)
    return 1 if wrong else 0


def recording_to(path: Path) -> TextIO:
    """Open *path* for a new recording; raises ``TextUnreadable`` if it exists or cannot be written."""
    try:
        return path.open("x", encoding="utf-8")
    except OSError as failure:
        raise TextUnreadable(f"expected a new file to record into, got {failure}") from failure
