"""The picture of a single die: a six-sided one in perspective with its pips, the others from above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.games.die import Attitude
from companion.ui.canvas import Area, Canvas, Point
from companion.ui.ink import Ink

# The view: yaw turns the die so that its eastern side is visible, pitch is the elevation of the eye.
YAW, PITCH = math.radians(34), math.radians(46)
# The distance of the eye from the middle of the die, in half edges.
DISTANCE = 7.0
# The side of the area in half edges: the die is at most 3.42 wide and high at every yaw. MIDDLE is the vertical
# position of the die's centre, as a share of the height; seen from above, more of the die is below its centre.
REACH = 3.5
MIDDLE = 0.48
PIP_RADIUS = 0.2
_ROUND: Final = tuple((math.cos(turn * math.pi / 6), math.sin(turn * math.pi / 6)) for turn in range(12))

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.55, -0.55), (0, 0), (0.55, 0.55)),
    4: ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),
    5: ((-0.55, -0.55), (0.55, -0.55), (0, 0), (-0.55, 0.55), (0.55, 0.55)),
    6: ((-0.5, -0.6), (-0.5, 0), (-0.5, 0.6), (0.5, -0.6), (0.5, 0), (0.5, 0.6)),
}
"""The positions of the pips on each face, which reaches from -1 to 1 in both directions."""


class _Space(NamedTuple):
    """A direction or a point: x to the east, y to the north, z up."""

    x: float
    y: float
    z: float


class _Face(NamedTuple):
    """A face of the cube: its centre and two directions along it."""

    middle: _Space
    across: _Space
    along: _Space

    def at(self, place: Point) -> _Space:
        """Return the point in space of *place* on the face."""
        u, v = place
        return _Space(*(m + u * a + v * b for m, a, b in zip(*self, strict=True)))


_EAST, _NORTH, _UP = _Space(1, 0, 0), _Space(0, 1, 0), _Space(0, 0, 1)
_TOP_FACE = _Face(_UP, _EAST, _NORTH)
_SOUTH_FACE = _Face(_Space(0, -1, 0), _EAST, _UP)
_EAST_FACE = _Face(_EAST, _NORTH, _UP)


class _View(NamedTuple):
    """A perspective view of a die, drawn into *area*."""

    area: Area
    yaw: float

    def seen(self, place: _Space) -> Point:
        """Return the point on the display for *place*."""
        x = place.x * math.cos(self.yaw) + place.y * math.sin(self.yaw)
        y = place.y * math.cos(self.yaw) - place.x * math.sin(self.yaw)
        nearness = place.z * math.sin(PITCH) - y * math.cos(PITCH)
        height = place.z * math.cos(PITCH) + y * math.sin(PITCH)
        scale = min(self.area.width, self.area.height) / REACH * DISTANCE / (DISTANCE - nearness)
        middle_x, middle_y = self.area.x + self.area.width / 2, self.area.y + self.area.height * MIDDLE
        return middle_x + x * scale, middle_y - height * scale


def draw_cube(canvas: Canvas, area: Area, lying: Attitude, yaw: float = YAW) -> None:
    """Draw a six-sided die: its lit top, and the south and east sides in two shades, or as outlines without shades."""
    view, has_shades = _View(area, yaw), canvas.palette.has_shades
    for face, number, shade in ((_SOUTH_FACE, lying.south, Ink.SHADED), (_EAST_FACE, lying.east, Ink.SHADOW)):
        if has_shades:
            canvas.polygon(_seen_face(view, face), shade)
        canvas.outline(_seen_face(view, face), Ink.DARK if has_shades else Ink.LIT)
        _draw_pips(canvas, view, face, number, Ink.DARK if has_shades else Ink.LIT)
    canvas.polygon(_seen_face(view, _TOP_FACE), Ink.LIT)
    canvas.outline(_seen_face(view, _TOP_FACE), Ink.DARK if has_shades else Ink.LIT)
    _draw_pips(canvas, view, _TOP_FACE, lying.top, Ink.DARK)


def _seen_face(view: _View, face: _Face) -> list[Point]:
    return [view.seen(face.at(corner)) for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _draw_pips(canvas: Canvas, view: _View, face: _Face, number: int, ink: Ink) -> None:
    for u, v in PIPS[number]:
        rim = [(u + PIP_RADIUS * x, v + PIP_RADIUS * y) for x, y in _ROUND]
        canvas.polygon([view.seen(face.at(place)) for place in rim], ink)


def draw_flat_pips(canvas: Canvas, area: Area, number: int) -> None:
    """Draw the top of a six-sided die from above: a lit square with dark pips."""
    draw_tile(canvas, area)
    half = area.width / 2
    diameter = max(2, round(area.width * PIP_RADIUS))
    for u, v in PIPS[number]:
        x, y = area.x + half * (1 + 0.95 * u), area.y + half * (1 + 0.95 * v)
        canvas.disc(round(x - diameter / 2), round(y - diameter / 2), diameter, ink=Ink.DARK)


def draw_tile(canvas: Canvas, area: Area) -> None:
    """Draw a lit square with round corners, and with an edge that is seen on a light background too."""
    if canvas.palette.has_shades:
        canvas.fill(area, Ink.SHADOW, rounded=True)
        area = area.inset(1)
    canvas.fill(area, Ink.LIT, rounded=True)


def _ring(corners: int, radius: float, first_turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular polygon, clockwise from the top, turned by *first_turn* corners."""
    angles = [2 * math.pi * (corner + first_turn) / corners for corner in range(corners)]
    return tuple((radius * math.sin(angle), -radius * math.cos(angle)) for angle in angles)


class Solid(NamedTuple):
    """A die seen from above, in coordinates -1 to 1: its outline, the top face, and the edges between them."""

    outline: tuple[Point, ...]
    top: tuple[Point, ...]
    edges: tuple[tuple[Point, Point], ...]


def _joined(outline: Sequence[Point], top: Sequence[Point], pairs: Sequence[tuple[int, int]]) -> Solid:
    return Solid(tuple(outline), tuple(top), tuple((outline[out], top[inner]) for out, inner in pairs))


_HEXAGON, _DECAGON = _ring(6, 1.0), _ring(10, 1.0)
_KITE: Final[tuple[Point, ...]] = ((0, -1), (0.6, 0.25), (0, 0.5), (-0.6, 0.25))
_BELLY: Final[tuple[Point, ...]] = ((0, -1), (0.95, -0.15), (0.95, 0.2), (0, 1), (-0.95, 0.2), (-0.95, -0.15))

SOLIDS: Final[dict[int, Solid]] = {
    4: _joined(_ring(3, 1.0), _ring(3, 1.0), ()),
    8: _joined(_HEXAGON, (_HEXAGON[0], _HEXAGON[2], _HEXAGON[4]), ()),
    10: _joined(_BELLY, _KITE, ((2, 1), (3, 2), (4, 3))),
    12: _joined(_DECAGON, _ring(5, 0.62), ((0, 0), (2, 1), (4, 2), (6, 3), (8, 4))),
    20: _joined(_HEXAGON, _ring(3, 0.62), ((0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (5, 0))),
}
"""The dice that are not cubes, by their number of sides."""


def draw_solid(canvas: Canvas, area: Area, sides: int, turn: float = 0.0) -> None:
    """Draw a die of *sides* from above, turned clockwise by *turn* radians."""
    solid = SOLIDS[sides]
    radius = (min(area.width, area.height) - 2) / 2

    def at(place: Point) -> Point:
        x, y = place
        turned = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        return area.x + area.width / 2 + radius * turned[0], area.y + area.height / 2 + radius * turned[1]

    outline, top = ([at(corner) for corner in points] for points in (solid.outline, solid.top))
    ink = Ink.LIT
    if canvas.palette.has_shades:
        canvas.polygon(outline, Ink.SHADED)
        canvas.polygon(top, Ink.LIT)
        ink = Ink.DARK
    canvas.outline(outline, ink)
    canvas.outline(top, ink)
    for start, end in solid.edges:
        canvas.line(at(start), at(end), ink)


def draw_coin(canvas: Canvas, area: Area, share: float) -> None:
    """Draw a coin in the air; *share* is the visible share of its width, 1 for the whole coin."""
    radius = (min(area.width, area.height) - 2) / 2
    x, y = area.x + area.width / 2, area.y + area.height / 2
    rim = [(x + max(1.0, radius * share) * u, y + radius * v) for u, v in _ROUND]
    canvas.polygon(rim, Ink.ACCENT)
