"""The tray's analog side in ngspice: lights, transistors, phototransistors, at every corner of their tolerances.

One run plays the firmware's scan: off, red, green, blue, a slot each, over and over; then each light for so long that
everything has settled. What a hole's first sample sees, SETTLE after the light has changed, is held against that.
"""

from __future__ import annotations

import itertools
import math
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from circuit.measures import Measures
from circuit.parts import Kinds
from circuit.places import ROOT
from circuit.spectra import seen

COLOURS = ("red", "green", "blue")
SLOTS = ("off", *COLOURS)
_CYCLES = 3
_LONG = 5e-3
# ATmega328P, electrical characteristics: 4.2 V left at 20 mA from 5 V, so at most 40 ohm; the typical curve has 25.
_PIN_OHMS = {"weak": 40.0, "strong": 20.0}
# onsemi 2N3904: a current gain of 60 to 300 over the currents used here.
_SWITCH = "IS=6.734f VAF=74 BR=0.74 RC=1 RB=10 CJC=3.6p CJE=4.5p TF=300p TR=240n"
_GAIN = {"weak": 60.0, "strong": 300.0}
_SERIES = 8.0
_THERMAL_VOLTS = 0.025852


@dataclass(frozen=True, slots=True)
class Timing:
    """The firmware's scan, in seconds: from a light's change to the first sample, and from light to light."""

    settle: float
    slot: float


@dataclass(frozen=True, slots=True)
class Corner:
    """One set of tolerances: the supply in volts, the rest as -1, 0 or 1 for least, usual or most."""

    supply: float
    led_resistors: int
    load: int
    led_volts: int
    gain: int

    @property
    def name(self) -> str:
        """How the table of results calls it."""
        rest = (self.led_resistors, self.load, self.led_volts, self.gain)
        return f"{self.supply:.2f} V, " + "".join("-0+"[each + 1] for each in rest)


TYPICAL = Corner(supply=5.0, led_resistors=0, load=0, led_volts=0, gain=0)


# USB gives a device 4.5 to 5.25 V (4.40 at the far end of a hub, which this tray does without).
SUPPLIES = (4.5, 5.25)
RESISTOR_TOLERANCE = 0.05


@dataclass(frozen=True, slots=True)
class Result:
    """What a run found, in amperes and volts; of the converter's steps, 0 to 1023, by slot."""

    corner: Corner
    light: Mapping[str, float]
    all_lights: Mapping[str, float]
    pin: Mapping[str, float]
    settled: Mapping[str, float]
    sampled: Mapping[str, float]


def timing(header: Path = ROOT / "firmware" / "core" / "scan.h") -> Timing:
    """The firmware's own figures."""
    text = header.read_text(encoding="utf-8")
    settle = re.search(r"^#define SETTLE_US ([\d.]+)$", text, re.MULTILINE)
    slots = re.search(r"^#define SLOTS_PER_S (\d+)U$", text, re.MULTILINE)
    if settle is None or slots is None:
        raise ValueError(f"expected SETTLE_US and SLOTS_PER_S, got neither or one, in {header}")
    return Timing(float(settle[1]) * 1e-6, 1 / float(slots[1]))


def corners() -> Iterator[Corner]:
    """Every corner."""
    for supply, *rest in itertools.product(SUPPLIES, *[(-1, 1)] * 4):
        yield Corner(supply, *(int(each) for each in rest))


def _leaned(value: float, lean: int, share: float = RESISTOR_TOLERANCE) -> float:
    return value * (1 + lean * share)


def deck(kinds: Kinds, size: Measures, scan: Timing, corner: Corner) -> str:
    """The text that ngspice reads."""
    lines = [
        "* the tray at one corner",
        f"VCC vcc 0 {corner.supply}",
        *(line for colour in COLOURS for line in _light(kinds, scan, corner, colour)),
        *_eye(kinds, size, corner),
        f".tran 10u {_end(scan)} 0 10u",
        *_measures(scan),
        ".end",
    ]
    return "\n".join(lines) + "\n"


def _light(kinds: Kinds, scan: Timing, corner: Corner, colour: str) -> Iterator[str]:
    drive = "weak" if corner.led_resistors > 0 else "strong"
    figures = kinds["rgb"]
    volts = figures.by_colour("volts")[colour] + corner.led_volts * figures.figure("volts_spread")
    # A diode that has its forward voltage at the data sheet's current: gallium nitride's curve is the softer one.
    soft = 2.0 if colour == "red" else 4.0
    amperes = figures.figure("amperes")
    zero = amperes / math.exp((volts - _SERIES * amperes) / (soft * _THERMAL_VOLTS))
    yield f".model led_{colour} D(IS={zero:.6e} N={soft} RS={_SERIES} CJO=30p)"
    yield f".model npn_{colour} NPN(BF={_GAIN[drive]} {_SWITCH})"
    yield f"V{colour} {colour}_out 0 PWL({' '.join(_drive(scan, corner.supply, colour))})"
    yield f"R{colour}_pin {colour}_out {colour}_pin {_PIN_OHMS[drive]}"
    yield f"R{colour}_base {colour}_pin {colour}_base {_leaned(kinds['base'].ohms, corner.led_resistors)}"
    yield f"Q{colour} {colour}_sink {colour}_base 0 npn_{colour}"
    yield f"V{colour}_all {colour}_common {colour}_sink 0"
    for hole in range(5):
        yield f"V{colour}{hole} vcc {colour}_anode{hole} 0"
        yield f"D{colour}{hole} {colour}_anode{hole} {colour}_cathode{hole} led_{colour}"
        ohms = _leaned(kinds[colour].ohms, corner.led_resistors)
        yield f"R{colour}{hole} {colour}_cathode{hole} {colour}_common {ohms}"


def _slots(scan: Timing) -> Iterator[tuple[str, float, float]]:
    """What is lit, from when to when."""
    start = 0.0
    for slot, length in [*itertools.product(SLOTS * _CYCLES, [scan.slot]), *itertools.product(SLOTS, [_LONG])]:
        yield slot, start, start + length
        start += length


def _end(scan: Timing) -> float:
    return max(end for _, _, end in _slots(scan))


def _drive(scan: Timing, high: float, colour: str) -> Iterator[str]:
    level = 0.0
    yield "0 0"
    for slot, start, _ in _slots(scan):
        wanted = high if slot == colour else 0.0
        if wanted != level:
            yield f"{start} {level} {start + 1e-7} {wanted}"
        level = wanted


def _eye(kinds: Kinds, size: Measures, corner: Corner) -> Iterator[str]:
    """A phototransistor over a white peg, in the dark but for the lights."""
    eye, rgb = kinds["eye"], kinds["rgb"]
    low, high = (float(each) for each in _pair(eye.figures["spread"]))
    response = eye.figure("amperes_per_lux") * (low, 1.0, high)[corner.gain + 1]
    per_candela = response * size.optics.lux_per_candela(size.eye - size.light)
    factors = seen(kinds)
    terms = [
        f"{rgb.by_colour('candela')[colour] * factors[colour] / rgb.figure('amperes') * per_candela}*I(V{colour}0)"
        for colour in COLOURS
    ]
    gain = eye.figure("gain")
    junctions = f"CJC={eye.figure('base_collector_farad')} CJE={eye.figure('base_emitter_farad')}"
    yield f".model eye NPN(BF={gain} IS=1e-14 VAF=100 {junctions})"
    yield f"Bseen vcc eye_base I=({' + '.join(terms)})/{gain + 1}"
    yield "Qeye vcc eye_base seen eye"
    yield f"Rload seen 0 {_leaned(kinds['load'].ohms, corner.load)}"


def _pair(value: object) -> Sequence[float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"expected two numbers, got {value!r}")
    return value


def _measures(scan: Timing) -> Iterator[str]:
    slots = list(_slots(scan))
    last_cycle, long = slots[-2 * len(SLOTS) : -len(SLOTS)], slots[-len(SLOTS) :]
    for slot, start, _ in last_cycle:
        yield f".meas tran sampled_{slot} find v(seen) at={start + scan.settle}"
    for slot, _, end in long:
        yield f".meas tran settled_{slot} find v(seen) at={end - 1e-5}"
        if slot != "off":
            yield f".meas tran light_{slot} find i(V{slot}0) at={end - 1e-5}"
            yield f".meas tran all_{slot} find i(V{slot}_all) at={end - 1e-5}"
            yield f".meas tran pin_{slot} find i(V{slot}) at={end - 1e-5}"


_FOUND = re.compile(r"^(\w+)\s*=\s*([-+.\de]+)", re.MULTILINE)


def run(kinds: Kinds, size: Measures, scan: Timing, corner: Corner) -> Result:
    """Run one corner; raises if ngspice does not find all that it is asked for."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tray.cir"
        file.write_text(deck(kinds, size, scan, corner), encoding="ascii")
        done = subprocess.run(["ngspice", "-b", str(file)], capture_output=True, text=True, check=False)
    found = {name: float(value) for name, value in _FOUND.findall(done.stdout)}
    try:
        return _result(found, corner)
    except KeyError as missing:
        raise ValueError(
            f"expected {missing} from ngspice, got {done.stdout[-800:]!r} {done.stderr[-800:]!r}"
        ) from None


def _result(found: Mapping[str, float], corner: Corner) -> Result:
    def steps(kind: str) -> dict[str, float]:
        return {slot: 1023 * found[f"{kind}_{slot}"] / corner.supply for slot in SLOTS}

    def amperes(kind: str) -> dict[str, float]:
        return {colour: abs(found[f"{kind}_{colour}"]) for colour in COLOURS}

    return Result(corner, amperes("light"), amperes("all"), amperes("pin"), steps("settled"), steps("sampled"))
