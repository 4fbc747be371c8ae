"""The command for the first part of a tray: measure one hole on a breadboard.

``hardware/docs/probe.md`` says how the hole is wired. The firmware is the tray's; the inputs of the other holes are
connected to ground, so that they measure nothing.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TextIO

from companion.box.tray import AVERAGED, SAMPLES, Lights
from companion.cli.tray import FORM, PRESSES, await_tray, numbers_of, usable_rows
from companion.link.optics import EMPTY, STEPS
from companion.link.reader import Hear
from companion.tray.samples import measured_noise, rgb_of

WHITE = "white"
HOLE = 0
LAMPS = ("red", "green", "blue")

TARGET = 0.14
"""What a white peg adds under each lamp with typical parts, as a share of the converter's scale."""

RESISTORS: Mapping[str, int] = MappingProxyType({"red": 180, "green": 220, "blue": 330})
"""The lamps' resistors of the present design, in ohms; a test compares them with ``hardware/parts.toml``."""

LEAST: Mapping[str, int] = MappingProxyType({"red": 180, "green": 120, "blue": 120})
"""The least resistors that keep a lamp of the least forward voltage within 20 mA from 5.25 V, all 5 % resistors."""

E12 = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
SEEN = 5.0
"""What a white peg has to add, in steps, for a hole to count as one: the inputs of the others are grounded."""


def probe(hear: Hear, file: TextIO, out: TextIO) -> int:
    """Measure the first hole without a peg and with a white one, record it to *file* and print the result."""
    found = await_tray(hear, out)
    print(json.dumps({"form": FORM, "tray": found.serial, "firmware": found.firmware, "edition": "probe"}), file=file)
    rows: dict[str, list[Lights]] = {EMPTY: [], WHITE: []}
    for peg, lights in rows.items():
        print("Leave the hole empty." if peg == EMPTY else "Put a white peg into the hole.", file=out)
        print(f"Press the button {PRESSES} times; before each press take the peg out and in again.", file=out)
        for row in usable_rows(hear, PRESSES, out):
            lights.append(row.lights)
            print(json.dumps({"peg": peg, "lights": numbers_of(row.lights)}), file=file, flush=True)
    _report(rows[EMPTY], rows[WHITE], out)
    return 0


def _report(empty: Sequence[Lights], white: Sequence[Lights], out: TextIO) -> None:
    print(f"{'steps of 1023':<16}" + "".join(f"{name:>9}" for name in ("off", *LAMPS)), file=out)
    for name, rows in (("empty", empty), (WHITE, white)):
        lights = [row[HOLE] for row in rows]
        values = (statistics.fmean(getattr(light, lamp) for light in lights) / SAMPLES for lamp in ("off", *LAMPS))
        print(f"{name:<16}" + "".join(f"{value:9.1f}" for value in values), file=out)
    added = above(empty, white, HOLE)
    noise = noise_of([*empty, *white], HOLE)
    of_value = noise * math.sqrt(2 / (SAMPLES * AVERAGED))
    print(f"{'white adds':<16}" + " " * 9 + "".join(f"{value:9.1f}" for value in added), file=out)
    print(f"{'signal to noise':<16}" + " " * 9 + "".join(f"{value / of_value:9.0f}" for value in added), file=out)
    print(f"noise of one sample: {noise:.1f} steps, {100 * noise / STEPS:.2f} % of the scale", file=out)
    for lamp, value in zip(LAMPS, added, strict=True):
        print(f"{lamp}: {_advice(lamp, value)}", file=out)


def _added(rows: Sequence[Lights], hole: int) -> list[float]:
    """Return what each lamp added in *hole*, in steps, as a mean over *rows*."""
    noise = noise_of(rows, hole)
    added = [rgb_of(row[hole], noise) for row in rows]
    return [statistics.fmean(lamp) / SAMPLES for lamp in zip(*added, strict=True)]


def noise_of(rows: Sequence[Lights], hole: int) -> float:
    """Return the noise of one sample, in steps: from the spread of the scans, or of the rows if there is none.

    The spread is 16 times the variance of a sample: a lamp adds the difference of two sums of eight.
    """
    spreads = [row[hole].spread for row in rows]
    if all(spreads):
        return math.sqrt(statistics.fmean(spreads) / 16)
    return measured_noise([(row[hole],) for row in rows])


def suggested(lamp: str, added: float) -> int:
    """Return the resistor, of the series E12, with which *lamp* would add the target instead of *added* steps.

    The current is taken to be in proportion to the resistor's conductance; no resistor is below the least.
    """
    wanted = RESISTORS[lamp] * max(added, 0.001) / (TARGET * STEPS)
    series = [step * power for power in (10, 100, 1000) for step in E12]
    return max(LEAST[lamp], min(series, key=lambda ohms: abs(math.log(ohms / wanted))))


def _advice(lamp: str, added: float) -> str:
    if added < SEEN:
        return "no light comes back: look at its wires, and at the sensor's"
    ohms = suggested(lamp, added)
    if ohms == RESISTORS[lamp]:
        return f"{ohms} ohm is right"
    reached = added * RESISTORS[lamp] / ohms
    dim = "" if reached > TARGET * STEPS / 2 else "; that is still dim: bring the peg nearer"
    return f"{ohms} ohm instead of {RESISTORS[lamp]}{dim}"


def above(empty: Sequence[Lights], white: Sequence[Lights], hole: int) -> list[float]:
    """Return what each lamp adds by a white peg, in steps."""
    return [one - other for one, other in zip(_added(white, hole), _added(empty, hole), strict=True)]
