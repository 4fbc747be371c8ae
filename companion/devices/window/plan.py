"""Geometry of the drawn box, in units that are scaled to pixels by the window's size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil, floor, hypot

from companion.box import Button
from companion.box.tray import HOLES

LIT_WIDTH = 640
"""The width of a display's lit area in units: a whole number of units for each of 128 pixels."""
LIT_HEIGHT = 480
"""The greatest height of a display's lit area in units."""

TABLE = 40
"""The width of the strip of table around the box."""
PADDING = 50
GLASS_MARGIN = 32
GUTTER = 46
COLUMN = 280
CONTENT_HEIGHT = 450
STRIP = 66
"""The height left under the glass for the name and the speaker."""

TRAY_WIDTH, TRAY_HEIGHT = 620, 96
HOLE_RADIUS, HOLE_PITCH = 30, 82
LAMP_RADIUS = 5
PEG_RADIUS, PEG_PITCH = 24, 72

PAD_RADIUS = 118
PAD_RIM = 10
OK_RADIUS = 44
KEY_WIDTH, KEY_HEIGHT = 126, 76
CAPTION = 46

MINIMUM_SCALE = 0.6
"""The scale below which the captions of the keys can no longer be read."""

# Whole pixels are sharper, but the box must not be much smaller than its window. With this limit, a size between three
# and four window pixels per display pixel is always rounded down to three; between two and three it is not always.
SMALLEST_SNAP = 0.74


@dataclass(frozen=True, slots=True)
class HitArea:
    """A rectangle, given by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The centre, x and y."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> HitArea:
        """Return the area with *by* more on every side."""
        return HitArea(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> HitArea:
        """Return the area *x* further right and *y* further down."""
        return HitArea(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def scaled(self, by: float) -> HitArea:
        """Return the area with all coordinates multiplied by *by*."""
        return HitArea(self.left * by, self.top * by, self.right * by, self.bottom * by)

    def rounded(self) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom, rounded outwards to whole pixels."""
        return floor(self.left), floor(self.top), ceil(self.right), ceil(self.bottom)

    def holds(self, x: float, y: float) -> bool:
        """Return whether the point is in the area."""
        return self.left <= x < self.right and self.top <= y < self.bottom


class TrayPart(Enum):
    """The parts of a tray that can be clicked."""

    HOLE = auto()
    PEG = auto()
    BUTTON = auto()
    PLUG = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the tray; holes and spare pegs are counted from the left, from 0."""

    kind: TrayPart
    number: int = 0


def disc(x: float, y: float, radius: float) -> HitArea:
    """Return the area of the circle around (*x*, *y*)."""
    return HitArea(x - radius, y - radius, x + radius, y + radius)


@dataclass(frozen=True, slots=True)
class TrayPlan:
    """The tray in front of the box, and the spare pegs in front of the tray."""

    case: HitArea
    holes: tuple[HitArea, ...]
    lamps: tuple[HitArea, ...]
    pegs: tuple[HitArea, ...]
    button: HitArea
    plug: HitArea

    def part_at(self, x: float, y: float) -> Part | None:
        """Return the part at a point in units; None if there is none."""
        kinds = {
            TrayPart.BUTTON: (self.button,),
            TrayPart.PLUG: (self.plug,),
            TrayPart.HOLE: self.holes,
            TrayPart.PEG: self.pegs,
        }
        parts = ((Part(kind, number), area) for kind, areas in kinds.items() for number, area in enumerate(areas))
        return next((part for part, area in parts if area.holds(x, y)), None)

    @property
    def whole(self) -> HitArea:
        """The area that contains everything whose look can change."""
        left, right = (self.plug.left - 30, *(peg.left for peg in self.pegs)), (peg.right for peg in self.pegs)
        return HitArea(min(left), self.case.top, max(self.case.right, *right), self.pegs[-1].bottom).grown(36)


@dataclass(frozen=True, slots=True)
class Plan:
    """The box in units, with the origin at the table's upper left corner, and the tray if there is one."""

    size: tuple[float, float]
    case: HitArea
    glass: HitArea
    lit: HitArea
    pad: tuple[float, float]
    keys: Mapping[Button, HitArea]
    pad_caption: HitArea
    strip: HitArea
    tray: TrayPlan | None = None

    def button_at(self, x: float, y: float) -> Button | None:
        """Return the button at a point in units; None if there is none."""
        for button, area in self.keys.items():
            if area.holds(x, y):
                return button
        right, down = x - self.pad[0], y - self.pad[1]
        distance = hypot(right, down)
        if distance > PAD_RADIUS:
            return None
        return Button.OK if distance <= OK_RADIUS else _direction(right, down)

    def area_of(self, button: Button) -> HitArea:
        """Return the area whose look changes when *button* is pressed."""
        key = self.keys.get(button)
        if key is not None:
            return key.grown(8)
        return disc(*self.pad, PAD_RADIUS + PAD_RIM)


def _direction(right: float, down: float) -> Button:
    if abs(right) > abs(down):
        return Button.RIGHT if right > 0 else Button.LEFT
    return Button.DOWN if down > 0 else Button.UP


def plan(size: tuple[int, int], pegs: int = 0) -> Plan:
    """Lay out the box around a display of *size* pixels; if *pegs* is not 0, add a tray and that many spare pegs."""
    lit_width, lit_height = _lit_size(size)
    glass = HitArea(0, 0, lit_width + 2 * GLASS_MARGIN, lit_height + 2 * GLASS_MARGIN)
    height = max(CONTENT_HEIGHT, glass.height + STRIP)
    top = TABLE + PADDING
    glass = glass.moved(top, top + (height - STRIP - glass.height) / 2)
    column = HitArea(glass.right + GUTTER, top, glass.right + GUTTER + COLUMN, top + height)
    case = HitArea(TABLE, TABLE, column.right + PADDING - 8, column.bottom + PADDING - 8)
    x, _ = column.middle
    pad_top = column.top + (height - CONTENT_HEIGHT) / 2
    key_top = pad_top + CONTENT_HEIGHT - CAPTION - KEY_HEIGHT + 8
    back = HitArea(x - 14 - KEY_WIDTH, key_top, x - 14, key_top + KEY_HEIGHT)
    tray = _tray(case, pegs) if pegs else None
    return Plan(
        size=(case.right + TABLE, (case if tray is None else tray.pegs[-1]).bottom + TABLE),
        case=case,
        glass=glass,
        lit=glass.grown(-GLASS_MARGIN),
        pad=(x, pad_top + PAD_RADIUS),
        keys={Button.BACK: back, Button.ROLL: back.moved(28 + KEY_WIDTH, 0)},
        pad_caption=HitArea(column.left, pad_top + 2 * PAD_RADIUS + PAD_RIM, column.right, key_top),
        strip=HitArea(glass.left, column.bottom - STRIP, glass.right, case.bottom),
        tray=tray,
    )


def _tray(box: HitArea, pegs: int) -> TrayPlan:
    """Lay out a tray and *pegs* spare pegs in front of *box*, in rows that are no wider than the box."""
    middle, _ = box.middle
    case = HitArea(
        middle - TRAY_WIDTH / 2, box.bottom + TABLE, middle + TRAY_WIDTH / 2, box.bottom + TABLE + TRAY_HEIGHT
    )
    _, y = case.middle
    holes = tuple(disc(case.left + 70 + place * HOLE_PITCH, y, HOLE_RADIUS) for place in range(HOLES))
    ready = case.bottom + 22 + PEG_RADIUS
    rows = ceil(pegs * PEG_PITCH / box.width)
    across = ceil(pegs / rows)
    first = middle - (across - 1) * PEG_PITCH / 2
    return TrayPlan(
        case=case,
        holes=holes,
        lamps=tuple(disc(hole.middle[0], case.top + 9, LAMP_RADIUS) for hole in holes),
        pegs=tuple(
            disc(first + place % across * PEG_PITCH, ready + place // across * PEG_PITCH, PEG_RADIUS)
            for place in range(pegs)
        ),
        button=disc(case.right - 70, y, 34),
        plug=HitArea(case.left - 96, y - 24, case.left - 26, y + 24),
    )


def _lit_size(size: tuple[int, int]) -> tuple[float, float]:
    pitch = min(LIT_WIDTH / size[0], LIT_HEIGHT / size[1])
    whole = max(1, int(pitch))
    return size[0] * whole, size[1] * whole


@dataclass(frozen=True, slots=True)
class WindowLayout:
    """A plan in a window: the size of a unit in pixels, the plan's origin, and the position of the display.

    ``pitch`` is the size of a display pixel in window pixels, and ``lit`` is the area of the whole display.
    """

    plan: Plan
    window: tuple[int, int]
    scale: float
    origin: tuple[float, float]
    pitch: float
    lit: tuple[int, int, int, int]

    def placed(self, area: HitArea) -> HitArea:
        """Return *area*, given in units of the plan, in pixels of the window."""
        return area.scaled(self.scale).moved(*self.origin)

    def button_at(self, x: int, y: int) -> Button | None:
        """Return the button at a pixel of the window; None if there is none."""
        left, top = self.origin
        return self.plan.button_at((x - left) / self.scale, (y - top) / self.scale)

    def display_pixel_at(self, x: int, y: int) -> tuple[int, int] | None:
        """Return the pixel of the display at a pixel of the window; None beside the display."""
        left, top, right, bottom = self.lit
        is_inside = left <= x < right and top <= y < bottom
        return (int((x - left) / self.pitch), int((y - top) / self.pitch)) if is_inside else None

    def part_at(self, x: int, y: int) -> Part | None:
        """Return the part of the tray at a pixel of the window; None if there is none."""
        left, top = self.origin
        tray = self.plan.tray
        return None if tray is None else tray.part_at((x - left) / self.scale, (y - top) / self.scale)


def lay_out(of: Plan, size: tuple[int, int], window: tuple[int, int]) -> WindowLayout:
    """Fit the plan of a box with a display of *size* pixels into *window*, keeping its proportions."""
    scale = _scale(of, of.lit.width / size[0], window)
    origin = ((window[0] - of.size[0] * scale) / 2, (window[1] - of.size[1] * scale) / 2)
    x, y = of.lit.scaled(scale).moved(*origin).middle
    pitch = scale * of.lit.width / size[0]
    width, height = round(size[0] * pitch), round(size[1] * pitch)
    left, top = round(x - width / 2), round(y - height / 2)
    return WindowLayout(of, window, scale, origin, pitch, (left, top, left + width, top + height))


def _scale(of: Plan, pitch: float, window: tuple[int, int]) -> float:
    """Return the size of a unit in pixels: *pitch* becomes a whole number of pixels if that fills the window well."""
    scale = min(window[0] / of.size[0], window[1] / of.size[1])
    # To reach the next whole pixel, half of the table around the box may be cut off.
    widest = min(window[0] / (of.size[0] - TABLE), window[1] / (of.size[1] - TABLE))
    snapped = floor(widest * pitch) / pitch
    return snapped if _is_near(snapped, scale) else scale


def _is_near(snapped: float, scale: float) -> bool:
    """Return whether the box may be drawn at the scale *snapped*, which has whole pixels, instead of *scale*."""
    return snapped >= SMALLEST_SNAP * scale and (snapped >= MINIMUM_SCALE or scale < MINIMUM_SCALE)


def minimum(of: Plan, size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the smallest window in which everything can be read."""
    scale = max(MINIMUM_SCALE, size[0] / of.lit.width)
    return ceil(of.size[0] * scale), ceil(of.size[1] * scale)


def first_size(of: Plan, size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the window's initial size: whole pixels if they fill it well, leaving part of the *desktop* free."""
    whole = of.lit.width / size[0]
    room = min(desktop[0] * 0.94 / of.size[0], desktop[1] * 0.86 / of.size[1], max(1.0, desktop[0] * 0.7 / of.size[0]))
    snapped = floor(room * whole) / whole
    scale = snapped if _is_near(snapped, room) else room
    smallest = minimum(of, size)
    return max(ceil(of.size[0] * scale), smallest[0]), max(ceil(of.size[1] * scale), smallest[1])
