"""What a printed part is, and what is put into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from case.solids import Solid


@dataclass(frozen=True, slots=True)
class Bridge:
    """A ceiling that hangs in the air between two walls while it is printed, and may.

    Its region in the assembled position: from x, y, z to x, y, z; *span* is the shorter way across.
    """

    name: str
    span: float
    least: tuple[float, float, float]
    most: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Part:
    """A printed part: its place when all is put together, and its position on the printer."""

    name: str
    solid: Solid
    bridges: tuple[Bridge, ...] = ()
    # The side on the printer's bed is then its top.
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """Two things that must keep so far apart. What is meant to touch keeps 0, and must not overlap."""

    one: str
    other: str
    least: float


@dataclass(frozen=True, slots=True)
class Grip:
    """Two things that must share at least *least* cubic millimetres."""

    one: str
    other: str
    least: float


@dataclass(frozen=True, slots=True)
class Assembly:
    """Printed parts, the things they are for as rough shapes, how far they keep apart, and which hold each other."""

    name: str
    parts: tuple[Part, ...]
    things: Mapping[str, Solid]
    fits: tuple[Fit, ...] = field(default=())
    grips: tuple[Grip, ...] = field(default=())

    def solid(self, name: str) -> Solid:
        """A part or a thing by its name."""
        printed = {part.name: part.solid for part in self.parts}
        return printed[name] if name in printed else self.things[name]
