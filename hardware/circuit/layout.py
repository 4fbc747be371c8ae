"""Where each part of the tray sits on its board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from circuit.measures import Measures


@dataclass(frozen=True, slots=True)
class Place:
    """The place of pin 1, the part's anticlockwise turn in degrees, and the place of its printed name from there."""

    x: float
    y: float
    turned: float = 0.0
    name: tuple[float, float] | None = None


# A name that is not printed at all.
UNPRINTED = (math.nan, math.nan)

# Parts whose place does not depend on the pitch. The Nano's socket points to the left, over the edge.
_FIXED = {
    "A1": Place(44.0, 9.76, -90.0, (-20.0, 7.6)),
    "RN5": Place(12.0, 4.0),
    "RN6": Place(40.0, 4.0),
    "U1": Place(55.0, 8.0, 0.0, (3.81, 8.9)),
    "U2": Place(66.0, 8.0, 0.0, (3.81, 8.9)),
    "C1": Place(56.5, 31.0),
    "C2": Place(67.5, 31.0),
    "C3": Place(81.0, 14.0),
    "R1": Place(6.0, 31.0),
    "Q6": Place(17.0, 31.0, 0.0, (7.4, 0.0)),
    "R2": Place(27.0, 31.0),
    "Q7": Place(38.0, 31.0, 0.0, (7.4, 0.0)),
    "R3": Place(6.0, 36.5),
    "Q8": Place(17.0, 36.5, 0.0, (7.4, 0.0)),
    "RN1": Place(27.0, 36.0),
    "RN2": Place(44.0, 36.0),
    "RN3": Place(61.0, 36.0),
    "RN4": Place(42.0, 61.0),
}


def place(measures: Measures) -> Mapping[str, Place]:
    """Place every part."""
    places = dict(_FIXED)
    places["J1"] = Place(measures.width - 9.0, 37.0)
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
