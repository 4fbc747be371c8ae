"""The tray's circuit: a Nano, five lit holes that look at the peg, a button, lamps for the answer.

The lights of one colour are switched together, on the low side: five of them take more than a pin gives. Each has its
own resistor, so that none takes another's current. The phototransistors are followers: collector to 5 V, emitter to
the converter and through the load to ground, so that more light is more volts.
"""

from __future__ import annotations

from collections.abc import Callable

from circuit.draft import Draft
from circuit.parts import Kinds
from circuit.pins import Tray

HOLES = range(5)
COLOURS = ("red", "green", "blue")
_LEADS = {"red": "RK", "green": "GK", "blue": "BK"}


def draw(kinds: Kinds, tray: Tray, make: Callable[[Kinds], Draft] = Draft) -> Draft:
    """Draft the tray with the pins that the table gives it."""
    draft = make(kinds)
    _place(draft)
    for number, colour in enumerate(COLOURS, start=1):
        _light(draft, colour, number, tray)
    for hole in HOLES:
        sensor = tray.pins[f"sensor{hole}"].pin
        draft.join(f"SEEN{hole}", f"Q{hole + 1}.E", f"RN4.R{hole + 1}", f"A1.{sensor}", f"TP{hole + 3}.1")
    # A hand at the button may be charged: the wires end in a capacitor, and reach the pin through a resistor.
    draft.join("BUTTON", f"A1.{tray.pins['button'].pin}", "R4.1")
    draft.join("BUTTON_LEAD", "R4.2", "C5.1", "SW1.1", "J1.1")
    _lamps(draft, tray)
    _power(draft)
    for ref in ("A1", "U1", "U2"):
        draft.leave(ref)
    return draft


def _place(draft: Draft) -> None:
    draft.place("nano", "A1")
    draft.place("rgb", *(f"D{hole + 1}" for hole in HOLES))
    draft.place("eye", *(f"Q{hole + 1}" for hole in HOLES))
    draft.place("switch", "Q6", "Q7", "Q8")
    draft.place("base", "R1", "R2", "R3")
    for colour, ref in zip(COLOURS, ("RN1", "RN2", "RN3"), strict=True):
        draft.place(colour, ref)
    draft.place("load", "RN4")
    draft.place("button", "SW1")
    draft.place("plug", "J1")
    draft.place("register", "U1", "U2")
    draft.place("dropper", "RN5", "RN6")
    draft.place("lamp", *(f"D{hole + 6}" for hole in HOLES))
    draft.place("bypass", "C1", "C2", "C4")
    draft.place("guard", "R4")
    draft.place("shield", "C5")
    draft.place("test", *(f"TP{number}" for number in range(1, 8)))
    draft.place("reservoir", "C3")
    draft.place("hole", "H1", "H2", "H3", "H4")


def _light(draft: Draft, colour: str, number: int, tray: Tray) -> None:
    """One colour: pin, base resistor, transistor, and a resistor for each of the five lights."""
    name, transistor = colour.upper(), f"Q{number + 5}"
    draft.join(f"{name}_ON", f"A1.{tray.pins[colour].pin}", f"R{number}.1")
    draft.join(f"{name}_BASE", f"R{number}.2", f"{transistor}.B")
    draft.join(f"{name}_SINK", f"{transistor}.C", f"RN{number}.common")
    for hole in HOLES:
        draft.join(f"{name}{hole}", f"RN{number}.R{hole + 1}", f"D{hole + 1}.{_LEADS[colour]}")


def _lamps(draft: Draft, tray: Tray) -> None:
    """Two registers in a row; the first has the lamps of holes 0 to 3, the second that of hole 4."""
    draft.join("LAMP_DATA", f"A1.{tray.pins['lamp_data'].pin}", "U1.SER")
    draft.join("LAMP_CLOCK", f"A1.{tray.pins['lamp_clock'].pin}", "U1.SRCLK", "U2.SRCLK")
    draft.join("LAMP_LATCH", f"A1.{tray.pins['lamp_latch'].pin}", "U1.RCLK", "U2.RCLK")
    draft.join("LAMP_ON", "U1.QH'", "U2.SER")
    draft.join("LAMP_ECHO", "U2.QH'", f"A1.{tray.pins['lamp_echo'].pin}")
    outputs = [f"{chip}.Q{letter}" for chip in ("U1", "U2") for letter in "ABCDEFGH"]
    for lamp in range(10):
        network, resistor = f"RN{5 + lamp // 5}", lamp % 5 + 1
        draft.join(f"LAMP{lamp}_OUT", outputs[lamp], f"{network}.R{resistor}.1")
        draft.join(f"LAMP{lamp}", f"{network}.R{resistor}.2", f"D{lamp // 2 + 6}.A{lamp % 2 + 1}")


def _power(draft: Draft) -> None:
    lights = [f"D{hole + 1}.A" for hole in HOLES]
    eyes = [f"Q{hole + 1}.C" for hole in HOLES]
    chips = [f"{chip}.{pin}" for chip in ("U1", "U2") for pin in ("VCC", "~{SRCLR}")]
    draft.join("+5V", "A1.+5V", *lights, *eyes, *chips, "C1.1", "C2.1", "C3.1", "C4.1", "TP1.1")
    cathodes = [f"D{hole + 6}.K" for hole in HOLES]
    chips = [f"{chip}.{pin}" for chip in ("U1", "U2") for pin in ("GND", "~{OE}")]
    emitters = ["Q6.E", "Q7.E", "Q8.E"]
    rest = ["RN4.common", "SW1.2", "J1.2", "TP2.1", *(f"C{number}.2" for number in range(1, 6))]
    draft.join("GND", "A1.4", "A1.29", *emitters, *cathodes, *chips, *rest, power=True)
