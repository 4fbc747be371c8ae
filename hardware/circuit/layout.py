"""Where each part of the tray sits on its board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from circuit.measures import Measures


@dataclass(frozen=True, slots=True)
class Place:
    """The place of pin 1, the part's anticlockwise turn in degrees, and the places of its printed name and value.

    These are offsets from pin 1. Without a place the name is where KiCad puts it, and the value is not printed.
    """

    x: float
    y: float
    turned: float = 0.0
    name: tuple[float, float] | None = None
    value: tuple[float, float] | None = None

    def on_board(self, x: float, y: float) -> tuple[float, float]:
        """The place on the board of what is *x* to the right and *y* to the rear of pin 1 of the part, unturned."""
        turn = math.radians(self.turned)
        right = self.x + x * math.cos(turn) - y * math.sin(turn)
        return right, self.y - x * math.sin(turn) - y * math.cos(turn)


# A name that is not printed at all.
UNPRINTED = (math.nan, math.nan)

# Name and value side by side above a network of six or ten, above a resistor, above a capacitor.
_SIX = ((4.35, -2.4), (8.35, -2.4))
_TEN = ((10.0, -2.4), (12.9, -2.4))
_RESISTOR = ((2.2, -2.4), (5.4, -2.4))
_CAPACITOR = ((0.8, -2.2), (4.0, -2.2))

# Parts whose place does not depend on the pitch. The Nano's socket points to the left, over the edge.
_FIXED = {
    "A1": Place(44.0, 9.76, -90.0, (-20.0, 7.6)),
    "RN5": Place(12.0, 4.0, 0.0, *_TEN),
    "RN6": Place(40.0, 4.0, 0.0, *_TEN),
    "U1": Place(55.0, 8.0, 0.0, (3.81, 8.9)),
    "U2": Place(66.0, 8.0, 0.0, (3.81, 8.9)),
    "C1": Place(56.5, 31.0, 0.0, *_CAPACITOR),
    "C2": Place(67.5, 31.0, 0.0, *_CAPACITOR),
    "C3": Place(81.0, 14.0, 0.0, (-0.6, -4.3), (3.0, -4.3)),
    "C4": Place(50.0, 14.0, -90.0, (0.0, -2.2), (0.0, 7.2)),
    "R1": Place(6.0, 31.0, 0.0, *_RESISTOR),
    "Q6": Place(17.0, 31.0, 0.0, (7.4, 0.0)),
    "R2": Place(27.0, 31.0, 0.0, *_RESISTOR),
    "Q7": Place(38.0, 31.0, 0.0, (7.4, 0.0)),
    "R3": Place(6.0, 36.5, 0.0, *_RESISTOR),
    "Q8": Place(17.0, 36.5, 0.0, (7.4, 0.0)),
    "R4": Place(79.0, 27.0, 0.0, *_RESISTOR),
    "RN1": Place(27.0, 36.0, 0.0, *_SIX),
    "RN2": Place(44.0, 36.0, 0.0, *_SIX),
    "RN3": Place(61.0, 36.0, 0.0, *_SIX),
    "RN4": Place(42.0, 61.0, 0.0, *_SIX),
    "TP1": Place(91.0, 14.0, 0.0, UNPRINTED, (0.0, -2.0)),
    "TP2": Place(91.0, 20.0, 0.0, UNPRINTED, (0.0, -2.0)),
    **{f"TP{number}": Place(43.0 + 6.0 * number, 62.5, 0.0, UNPRINTED, (0.0, -2.0)) for number in range(3, 8)},
}


def place(measures: Measures) -> Mapping[str, Place]:
    """Place every part."""
    places = dict(_FIXED)
    places["J1"] = Place(measures.width - 9.0, 37.0)
    places["C5"] = Place(measures.width - 17.0, 34.5, 0.0, *_CAPACITOR)
    x, y = measures.button
    places["SW1"] = Place(x - 3.25, y - 2.25)
    for number, (x, y) in enumerate(measures.screws, start=1):
        places[f"H{number}"] = Place(x, y, 0.0, UNPRINTED)
    for hole in range(measures.holes):
        x, y = measures.hole(hole)
        places[f"D{hole + 1}"] = Place(x - 3.24, y + measures.light, 0.0, (3.24, 1.6))
        places[f"Q{hole + 1}"] = Place(x - 1.27, y + measures.eye, 0.0, (1.27, 1.6))
        places[f"D{hole + 6}"] = Place(x - 2.54, y + measures.lamp, 0.0, (2.54, -2.5))
    return places
