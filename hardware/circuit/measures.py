"""The tray's measures."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from circuit.places import TRAY

Point = tuple[float, float]

# KiCad found the board clean at 12, 15 and 18 mm.
LEAST_PITCH, MOST_PITCH = 12.0, 18.0


@dataclass(frozen=True, slots=True)
class Optics:
    """How light goes from a light by a peg to a phototransistor: assumed."""

    depth: float
    depth_error: float
    open: float
    least_peg: float
    most_peg: float
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
        area = math.pi * (self.open / 2000) ** 2
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

    def spread(self, pitch: float) -> Measures:
        """The same tray for holes *pitch* apart; refuses a pitch that no board was laid for.

        Closer holes gather about the middle. Holes farther apart leave the first where it is, for the plug is on the
        left, and the board grows to the right.
        """
        more = max(0.0, (self.holes - 1) * (pitch - self.pitch))
        (x, y), middle = self.button, self.width / 2
        return replace(
            self,
            pitch=pitch,
            centre=self.centre + more / 2,
            width=self.width + more,
            screws=tuple((left + more if left > middle else left, rear) for left, rear in self.screws),
            button=(x + more, y),
        )

    def heights(self) -> tuple[Measures, ...]:
        """The same tray with pegs that stand as low and as high as they may.

        What comes back depends on nothing else that may vary: the deck leaves the same opening below every peg, and a
        light and its phototransistor are as far apart at every pitch.
        """
        optics = self.optics
        depths = (optics.depth - optics.depth_error, optics.depth, optics.depth + optics.depth_error)
        return tuple(replace(self, optics=replace(optics, depth=depth)) for depth in depths)

    def hole(self, number: int) -> Point:
        """The middle of a hole; 0 is leftmost."""
        return self.centre + (number - self.holes // 2) * self.pitch, self.row


def load(path: Path = TRAY) -> Measures:
    """Read the table."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    board, button = _numbers(table["board"]), _numbers(table["button"])
    own = {name: float(table[name]) for name in ("centre", "row", "light", "eye", "lamp")}
    screws = tuple((float(x), float(y)) for x, y in table["board"]["screws"])
    laid = Measures(
        **own,
        pitch=board["pitch"],
        width=board["width"],
        height=board["height"],
        thickness=board["thickness"],
        screws=screws,
        button=(button["x"], button["y"]),
        usb=float(table["usb"]["y"]),
        optics=Optics(**_numbers(table["optics"])),
        holes=int(table["holes"]),
    )
    return laid.spread(float(table["pitch"]))


def _numbers(table: object) -> dict[str, float]:
    return cast(dict[str, float], cast(Mapping[str, object], table))
