"""The tray's measures."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from circuit.places import TRAY

Point = tuple[float, float]

# Between these a way was found for every track; at 9 none was, and 16 leaves a track's end hanging.
LEAST_PITCH, MOST_PITCH = 12.0, 15.0


@dataclass(frozen=True, slots=True)
class Optics:
    """How light goes from a light by a peg to a phototransistor: assumed."""

    depth: float
    face: float
    white: float
    light_aside: float
    eye_aside: float

    def lux_per_candela(self, apart: float) -> float:
        """What falls on the phototransistor from a white peg for each candela of a light *apart* millimetres from it.

        Twice the inverse square law: to the face, which is then a lamp that shines evenly (Lambert's law).
        """
        metres = math.hypot(self.depth, apart / 2) / 1000
        slant = self.depth / math.hypot(self.depth, apart / 2)
        on_face = self.light_aside * slant / metres**2
        area = math.pi * (self.face / 2000) ** 2
        return self.eye_aside * on_face * self.white / math.pi * area * slant / metres**2


@dataclass(frozen=True, slots=True)
class Measures:
    """Where things are on the board, in millimetres from its rear left corner."""

    pitch: float
    centre: float
    row: float
    light: float
    eye: float
    lamp: float
    width: float
    height: float
    thickness: float
    screws: tuple[Point, ...]
    button: Point
    usb: float
    optics: Optics
    holes: int = 5

    def __post_init__(self) -> None:
        if not LEAST_PITCH <= self.pitch <= MOST_PITCH:
            raise ValueError(f"expected a pitch of {LEAST_PITCH} to {MOST_PITCH} mm, got {self.pitch!r}")

    def hole(self, number: int) -> Point:
        """The middle of a hole; 0 is leftmost."""
        return self.centre + (number - self.holes // 2) * self.pitch, self.row


def load(path: Path = TRAY) -> Measures:
    """Read the table."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    board, button = _numbers(table["board"]), _numbers(table["button"])
    own = {name: float(table[name]) for name in ("pitch", "centre", "row", "light", "eye", "lamp")}
    screws = tuple((float(x), float(y)) for x, y in table["board"]["screws"])
    return Measures(
        **own,
        width=board["width"],
        height=board["height"],
        thickness=board["thickness"],
        screws=screws,
        button=(button["x"], button["y"]),
        usb=float(table["usb"]["y"]),
        optics=Optics(**_numbers(table["optics"])),
        holes=int(table["holes"]),
    )


def _numbers(table: object) -> dict[str, float]:
    return cast(dict[str, float], cast(Mapping[str, object], table))
