"""The hand-wired box: a Pi, an I2C display, seven keys to ground, a piezo.

Everything on the Pi's side runs from its 3.3 V: no 5 V comes near a GPIO. The keys need no resistors, since the
program switches on those in the Pi.
"""

from __future__ import annotations

from circuit.draft import Draft
from circuit.parts import Kinds
from circuit.pins import KEYS, PinMap


def draw(kinds: Kinds, pins: PinMap) -> Draft:
    """Draft the box with the pins of the board called "custom"."""
    draft = Draft(kinds)
    draft.place("pi", "J1")
    draft.place("panel", "DS1")
    draft.place("button", *(f"SW{number + 1}" for number in range(len(KEYS))))
    draft.place("beeper", "BZ1")
    draft.place("beeper-resistor", "R1")
    _wire(draft, pins)
    draft.leave("J1")
    return draft


def _wire(draft: Draft, pins: PinMap) -> None:
    board = pins.boards["custom"]
    for number, key in enumerate(KEYS, start=1):
        draft.join(key.upper(), _on_header(pins, board.keys[key][0]), f"SW{number}.1")
    if board.buzzer is not None:
        draft.join("BUZZER", _on_header(pins, board.buzzer), "R1.1")
    draft.join("PIEZO", "R1.2", "BZ1.1")
    bus = pins.buses[board.panel.bus]
    draft.join("SCL", _on_header(pins, bus["SCL"]), "DS1.3")
    draft.join("SDA", _on_header(pins, bus["SDA"]), "DS1.4")
    grounds = [f"J1.{place}" for place, name in enumerate(pins.header, start=1) if name == "GND"]
    supply = [f"J1.{place}" for place, name in enumerate(pins.header, start=1) if name == "3V3"]
    draft.join("+3V3", *supply, "DS1.2", power=True)
    draft.join("GND", *grounds, "DS1.1", "BZ1.2", *(f"SW{number + 1}.2" for number in range(len(KEYS))), power=True)


def _on_header(pins: PinMap, bcm: int) -> str:
    return f"J1.{pins.number(bcm)}"
