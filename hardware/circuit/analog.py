"""The tray's analog side in ngspice: lights, transistors, phototransistors, at every corner of their tolerances.

What ngspice reads is made from the netlist: every part stands between the nets that its leads hang on. Left out are
the lamps and their registers, whose currents need no simulation, and the capacitors, since the supply here is ideal.

One run plays the firmware's scan: off, red, green, blue, a slot each, over and over; then each light for so long that
everything has settled. What the converter sees of a hole at its first sample, SETTLE after the light has changed, is
held against that.
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

from circuit import measures, netlist, parts, pins
from circuit.measures import Measures
from circuit.netlist import Netlist, Part
from circuit.parts import Kinds
from circuit.pins import NANO, PinMap
from circuit.places import NETLISTS, ROOT
from circuit.spectra import seen

COLOURS = ("red", "green", "blue")
NANO_NUMBER = {name: number for number, name in enumerate(NANO, start=1)}
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
# ATmega328P, characteristics of the converter: the resistance of an analog input.
_ADC_OHMS = 100e6


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
class Design:
    """All that a deck is made from."""

    circuit: Netlist
    kinds: Kinds
    table: PinMap
    size: Measures
    scan: Timing

    def parts(self, kind: str) -> list[Part]:
        """The parts of a kind, by their numbers: the first light and the first phototransistor are of hole 0."""
        found = [part for part in self.circuit.parts.values() if part.kind == kind]
        return sorted(found, key=lambda part: (len(part.ref), part.ref))

    def node(self, ref: str, number: str) -> str:
        """The node of a lead; one of its own if it hangs on nothing."""
        net = self.circuit.net_of(ref, number)
        if net == "GND":
            return "0"
        return f"open_{ref}_{number}".lower() if net is None else re.sub(r"\W", "p", f"net_{net}").lower()

    def lead(self, part: Part, lead: str) -> str:
        """The node of the lead of *part* that does this."""
        [number] = self.kinds[part.kind].leads[lead]
        return self.node(part.ref, number)

    def pin(self, use: str) -> str:
        """The node of the Nano's pin for *use*."""
        [nano] = self.parts("nano")
        return self.node(nano.ref, str(NANO_NUMBER[self.table.tray.pins[use].pin]))


@dataclass(frozen=True, slots=True)
class Result:
    """What a run found at a hole, in amperes and volts; of the converter's steps, 0 to 1023, by slot."""

    corner: Corner
    hole: int
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


def load() -> Design:
    """The tray as its netlist and its tables are kept."""
    return Design(netlist.load(NETLISTS / "tray.net"), parts.load(), pins.load(), measures.load(), timing())


def corners() -> Iterator[Corner]:
    """Every corner."""
    for supply, *rest in itertools.product(SUPPLIES, *[(-1, 1)] * 4):
        yield Corner(supply, *(int(each) for each in rest))


def _leaned(value: float, lean: int, share: float = RESISTOR_TOLERANCE) -> float:
    return value * (1 + lean * share)


def deck(design: Design, corner: Corner) -> str:
    """The text that ngspice reads."""
    lines = [
        "* the tray at one corner",
        f"VSUPPLY net_p5v 0 {corner.supply}",
        *_models(design.kinds, corner),
        *(line for colour in COLOURS for line in _pin(design, corner, colour)),
        *_resistors(design, corner),
        *(line for part in design.parts("switch") for line in _switch(design, part)),
        *(line for part in design.parts("rgb") for line in _light(design, part)),
        *(line for hole, part in enumerate(design.parts("eye")) for line in _eye(design, part, hole, corner)),
        f".tran 10u {_end(design.scan)} 0 10u",
        *_measures(design),
        ".end",
    ]
    return "\n".join(lines) + "\n"


def _drive_of(corner: Corner) -> str:
    return "weak" if corner.led_resistors > 0 else "strong"


def _models(kinds: Kinds, corner: Corner) -> Iterator[str]:
    figures = kinds["rgb"]
    for colour in COLOURS:
        volts = figures.by_colour("volts")[colour] + corner.led_volts * figures.figure("volts_spread")
        # A diode that has its forward voltage at the data sheet's current: gallium nitride's curve is the softer one.
        soft = 2.0 if colour == "red" else 4.0
        amperes = figures.figure("amperes")
        zero = amperes / math.exp((volts - _SERIES * amperes) / (soft * _THERMAL_VOLTS))
        yield f".model led_{colour} D(IS={zero:.6e} N={soft} RS={_SERIES} CJO=30p)"
    yield f".model npn NPN(BF={_GAIN[_drive_of(corner)]} {_SWITCH})"
    eye = kinds["eye"]
    junctions = f"CJC={eye.figure('base_collector_farad')} CJE={eye.figure('base_emitter_farad')}"
    yield f".model eye NPN(BF={eye.figure('gain')} IS=1e-14 VAF=100 {junctions})"


def _pin(design: Design, corner: Corner, colour: str) -> Iterator[str]:
    yield f"V{colour} {colour}_out 0 PWL({' '.join(_drive(design.scan, corner.supply, colour))})"
    yield f"R{colour}_pin {colour}_out {design.pin(colour)} {_PIN_OHMS[_drive_of(corner)]}"


def _resistors(design: Design, corner: Corner) -> Iterator[str]:
    """A network's resistors go from its common lead, a single one from its first lead to its second."""
    for kind in (*COLOURS, "load", "base"):
        ohms = _leaned(design.kinds[kind].ohms, corner.load if kind == "load" else corner.led_resistors)
        leads = design.kinds[kind].leads
        common, *ends = (*leads.get("common", ()), *leads["end"])
        for part in design.parts(kind):
            for end in ends:
                yield f"R{part.ref}_{end} {design.node(part.ref, common)} {design.node(part.ref, end)} {ohms}"


def _switch(design: Design, part: Part) -> Iterator[str]:
    collector, base, emitter = (design.lead(part, lead) for lead in ("collector", "base", "emitter"))
    yield f"Q{part.ref} {collector} {base} {emitter} npn"


def _light(design: Design, part: Part) -> Iterator[str]:
    for colour in COLOURS:
        yield f"V{part.ref}_{colour} {design.lead(part, 'anode')} {part.ref}_{colour} 0"
        yield f"D{part.ref}_{colour} {part.ref}_{colour} {design.lead(part, colour)} led_{colour}"


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


def _eye(design: Design, part: Part, hole: int, corner: Corner) -> Iterator[str]:
    """A phototransistor over a white peg, in the dark but for the light of its hole."""
    eye, rgb, size = design.kinds["eye"], design.kinds["rgb"], design.size
    light = design.parts("rgb")[hole].ref
    low, high = (float(each) for each in _pair(eye.figures["spread"]))
    response = eye.figure("amperes_per_lux") * (low, 1.0, high)[corner.gain + 1]
    per_candela = response * size.optics.lux_per_candela(size.eye - size.light)
    factors = seen(design.kinds)
    terms = [
        f"{rgb.by_colour('candela')[colour] * factors[colour] / rgb.figure('amperes') * per_candela}"
        f"*I(V{light}_{colour})"
        for colour in COLOURS
    ]
    collector, emitter = design.lead(part, "collector"), design.lead(part, "emitter")
    yield f"B{part.ref} {collector} {part.ref}_base I=({' + '.join(terms)})/{eye.figure('gain') + 1}"
    yield f"Q{part.ref} {collector} {part.ref}_base {emitter} eye"
    yield f"R{part.ref}_adc {design.pin(f'sensor{hole}')} 0 {_ADC_OHMS}"


def _pair(value: object) -> Sequence[float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"expected two numbers, got {value!r}")
    return value


def _measures(design: Design) -> Iterator[str]:
    slots = list(_slots(design.scan))
    last_cycle, long = slots[-2 * len(SLOTS) : -len(SLOTS)], slots[-len(SLOTS) :]
    for hole, light in enumerate(design.parts("rgb")):
        seen = f"v({design.pin(f'sensor{hole}')})"
        for slot, start, _ in last_cycle:
            yield f".meas tran sampled_{slot}{hole} find {seen} at={start + design.scan.settle}"
        for slot, _, end in long:
            yield f".meas tran settled_{slot}{hole} find {seen} at={end - 1e-5}"
            if slot != "off":
                yield f".meas tran light_{slot}{hole} find i(V{light.ref}_{slot}) at={end - 1e-5}"
    for slot, _, end in long[1:]:
        yield f".meas tran pin_{slot} find i(V{slot}) at={end - 1e-5}"


_FOUND = re.compile(r"^(\w+)\s*=\s*([-+.\de]+)", re.MULTILINE)


def run(design: Design, corner: Corner) -> list[Result]:
    """Run one corner, and return what was found at each hole; raises if ngspice does not find all."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tray.cir"
        file.write_text(deck(design, corner), encoding="ascii")
        done = subprocess.run(["ngspice", "-b", str(file)], capture_output=True, text=True, check=False)
    found = {name: float(value) for name, value in _FOUND.findall(done.stdout)}
    try:
        return [_result(found, corner, hole, len(design.parts("rgb"))) for hole in range(len(design.parts("rgb")))]
    except KeyError as missing:
        raise ValueError(
            f"expected {missing} from ngspice, got {done.stdout[-800:]!r} {done.stderr[-800:]!r}"
        ) from None


def _result(found: Mapping[str, float], corner: Corner, hole: int, holes: int) -> Result:
    def steps(kind: str) -> dict[str, float]:
        return {slot: 1023 * found[f"{kind}_{slot}{hole}"] / corner.supply for slot in SLOTS}

    light = {colour: abs(found[f"light_{colour}{hole}"]) for colour in COLOURS}
    all_lights = {colour: sum(abs(found[f"light_{colour}{each}"]) for each in range(holes)) for colour in COLOURS}
    pin = {colour: abs(found[f"pin_{colour}"]) for colour in COLOURS}
    return Result(corner, hole, light, all_lights, pin, steps("settled"), steps("sampled"))
