"""What the tray's analog side has to keep to, and by how much it does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from circuit.analog import COLOURS, RESISTOR_TOLERANCE, SLOTS, SUPPLIES, Result
from circuit.parts import Kinds
from circuit.places import ROOT

# ATmega328P, absolute maximum ratings: 40 mA a pin, 200 mA through VCC or GND; its tables are given for 20 mA a pin.
PIN_AMPERES = 0.020
CHIP_AMPERES = 0.200
# What a chip of this kind and a USB adapter take themselves, with room to spare: assumed.
NANO_AMPERES = 0.040
# USB 2.0: what a device may take once it was asked who it is.
USB_AMPERES = 0.500
# A quarter watt resistor, or one of a network of six pins (Bourns 4600X: 0.2 W), at half of what it can stand.
RESISTOR_WATTS = 0.100
FULL_SCALE = 1023


def _least_white() -> float:
    """What a white peg adds in the simulated tray, with which the reader is tried, as a share of the scale."""
    optics = tomllib.loads((ROOT / "companion" / "link" / "optics.toml").read_text(encoding="utf-8"))
    return float(optics["signal"]) * min(float(share) for share in optics["reflectance"]["white"])


# With typical parts as much, and half where the tray is dimmest: the reader is tried with half the light too
# (tray_errors_harder). The converter's top fifth is left to the light of the room.
TYPICAL_STEPS = (_least_white() * FULL_SCALE, 0.8 * FULL_SCALE)
WHITE_STEPS = (TYPICAL_STEPS[0] / 2, TYPICAL_STEPS[1])
# Half of what the reader of colours takes for a phototransistor's noise, which is 1 % of full scale.
SETTLED_STEPS = 0.005 * FULL_SCALE


@dataclass(frozen=True, slots=True)
class Finding:
    """A figure, the limits it has to be within, and where it was furthest out."""

    what: str
    unit: str
    least: float
    most: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether the figure is within its limits everywhere."""
        return self.low >= self.least and self.high <= self.most

    def __str__(self) -> str:
        verdict = "ok" if self.holds else "BROKEN"
        between = f"{self.low:.4g} to {self.high:.4g} {self.unit}"
        return f"{verdict:7}{self.what}: {between} (allowed {self.least:.4g} to {self.most:.4g})"


def findings(kinds: Kinds, results: Sequence[Result]) -> Iterator[Finding]:
    """Everything that is held to a limit."""
    yield from _lights(kinds, results)
    yield from _lamps(kinds)
    most_lights = max(each for result in results for each in result.all_lights.values())
    lamps = 10 * _lamp_amperes(kinds)
    total = 1000 * (most_lights + lamps + NANO_AMPERES)
    yield Finding("from USB, everything on", "mA", 0, 1000 * USB_AMPERES, total, total)
    for colour in COLOURS:
        yield _span(f"white peg under {colour}", "steps", WHITE_STEPS, (result.settled[colour] for result in results))
    for slot in SLOTS:
        errors = (result.sampled[slot] - result.settled[slot] for result in results)
        yield _span(f"not yet settled: {slot}", "steps", (-SETTLED_STEPS, SETTLED_STEPS), errors)


def typical(results: Sequence[Result]) -> Iterator[Finding]:
    """What typical parts are held to."""
    for colour in COLOURS:
        steps = (result.settled[colour] for result in results)
        yield _span(f"white peg under {colour}, typical parts", "steps", TYPICAL_STEPS, steps)


def _lights(kinds: Kinds, results: Sequence[Result]) -> Iterator[Finding]:
    for colour in COLOURS:
        most = 1000 * kinds["rgb"].figure("amperes")
        yield _span(f"one {colour} light", "mA", (0.5, most), (1000 * result.light[colour] for result in results))
        most = 1000 * kinds["switch"].figure("most_amperes")
        yield _span(f"five {colour} lights", "mA", (0, most), (1000 * result.all_lights[colour] for result in results))
        yield _span(f"pin for {colour}", "mA", (0, 1000 * PIN_AMPERES), (1000 * r.pin[colour] for r in results))
        ohms = kinds[colour].ohms
        watts = (1000 * result.light[colour] ** 2 * ohms * (1 + RESISTOR_TOLERANCE) for result in results)
        yield _span(f"a resistor for {colour}", "mW", (0, 1000 * RESISTOR_WATTS), watts)
    pins = (1000 * sum(result.pin.values()) for result in results)
    yield _span("all pins, were all lit at once", "mA", (0, 1000 * CHIP_AMPERES), pins)


def _lamps(kinds: Kinds) -> Iterator[Finding]:
    register, one = kinds["register"], 1000 * _lamp_amperes(kinds)
    lamp, dimmest = kinds["lamp"], 1000 * _least_lamp_amperes(kinds)
    between = 1000 * lamp.figure("least_amperes"), 1000 * register.figure("most_amperes_output")
    yield Finding("one lamp", "mA", *between, dimmest, one)
    yield Finding("eight lamps of a register", "mA", 0, 1000 * register.figure("most_amperes"), 8 * one, 8 * one)


def _lamp_amperes(kinds: Kinds) -> float:
    volts = max(SUPPLIES) - kinds["lamp"].figure("volts")
    return volts / (kinds["dropper"].ohms * (1 - RESISTOR_TOLERANCE))


def _least_lamp_amperes(kinds: Kinds) -> float:
    volts = min(SUPPLIES) - kinds["lamp"].figure("most_volts")
    ohms = kinds["dropper"].ohms * (1 + RESISTOR_TOLERANCE) + kinds["register"].figure("ohms_output")
    return volts / ohms


def _span(what: str, unit: str, limits: tuple[float, float], values: Iterable[float]) -> Finding:
    found = list(values)
    return Finding(what, unit, *limits, min(found), max(found))
