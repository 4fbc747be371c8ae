"""Drawing on an image: rectangles, frames, lines, polygons and discs, each in a named ink."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageChops

from companion.ui.core.ink import MONO, AnyInk, Ink, Palette

Size = tuple[int, int]
Point = tuple[float, float]
"""A point in pixel coordinates, where pixel 3 reaches from 3.0 to 4.0."""

# A lookup table that turns an image into a mask of all pixels that are not black.
_OPAQUE = [0] + [255] * 255
# The shortest side of a peg that has room for an outline.
_OUTLINED = 5


PICTURE = 9
"""The sides of a picture of pixels, in its own pixels."""


@cache
def mask(pixels: str, side: int) -> Image.Image:
    """Return the picture with the lines *pixels* as a square 1-bit mask with sides of *side* pixels."""
    picture = Image.new("1", (PICTURE, PICTURE))
    picture.putdata([255 * (pixel == "#") for pixel in "".join(pixels.split())])
    # Where long texts have left no room, Pillow refuses a picture without pixels.
    side = max(side, 1)
    return picture if side == PICTURE else picture.resize((side, side), Image.Resampling.NEAREST)


class Area(NamedTuple):
    """A rectangle of pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first x to the right of the area."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first y below the area."""
        return self.y + self.height

    def holds(self, x: int, y: int) -> bool:
        """Return whether the pixel *x*, *y* is in the area."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, across: int, down: int | None = None) -> Area:
        """Return the area inside a margin of *across* pixels left and right, and of *down* above and below."""
        down = across if down is None else down
        return Area(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)


class Canvas:
    """An image with drawing methods; shapes may reach beyond its edges.

    Pillow's ImageDraw would also load FreeType, which takes 3 ms at every start, only to draw a few rectangles.
    """

    def __init__(self, size: Size, palette: Palette = MONO) -> None:
        self.palette = palette
        self.image = Image.new(palette.mode.value, size, palette.pixel(Ink.BACKGROUND))

    @property
    def width(self) -> int:
        """The width of the image in pixels."""
        return self.image.width

    @property
    def height(self) -> int:
        """The height of the image in pixels."""
        return self.image.height

    @property
    def whole(self) -> Area:
        """The area of the whole image."""
        return Area(0, 0, self.image.width, self.image.height)

    @property
    def is_squarish(self) -> bool:
        """Whether there is more room below a picture than beside it."""
        return 2 * self.width < 3 * self.height

    def fill(self, area: Area, ink: AnyInk = Ink.FOREGROUND, *, rounded: bool = False) -> None:
        """Draw all pixels of *area* in *ink*; *rounded* leaves the corners dark.

        A peg that cannot be told from the background gets an outline, here and in all other shapes.
        """
        if self.palette.is_faint(ink) and min(area.width, area.height) >= _OUTLINED:
            self._fill(area, Ink.DIM, rounded)
            area = area.inset(1)
        self._fill(area, ink, rounded)

    def _fill(self, area: Area, ink: AnyInk, rounded: bool) -> None:
        is_round = rounded and self.palette.has_shades
        pixel, body = self.palette.pixel(ink), area
        for row, cut in enumerate(_corner(min(area.width, area.height) // 6) if is_round else ()):
            for y in (area.y + row, area.bottom - 1 - row):
                self.image.paste(pixel, (area.x + cut, y, area.right - cut, y + 1))
            body = area.inset(0, row + 1)
        self.image.paste(pixel, (body.x, body.y, body.right, body.bottom))
        for x in (area.x, area.right - 1) if rounded and not is_round else ():
            for y in (area.y, area.bottom - 1):
                self.image.paste(self.palette.pixel(Ink.BACKGROUND), (x, y, x + 1, y + 1))

    def fill_behind(self, area: Area, ink: AnyInk, *, rounded: bool = False) -> None:
        """Fill *area* in *ink*; what was drawn there before gets the colour of the background."""
        box = (area.x, area.y, area.right, area.bottom)
        background, before = self.palette.pixel(Ink.BACKGROUND), self.image.crop(box)
        if background not in (0, (0, 0, 0)):
            before = ImageChops.difference(before, Image.new(before.mode, before.size, background))
        drawn = before.convert("L").point(_OPAQUE)
        self.fill(area, ink, rounded=rounded)
        self.image.paste(background, box, drawn)

    def stamp(self, mask: Image.Image, x: int, y: int, ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw the lit pixels of *mask* in *ink*, with the upper left corner at *x*, *y*."""
        if self.palette.is_faint(ink):
            for across, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                self.image.paste(self.palette.pixel(Ink.DIM), (x + across, y + down), mask)
        self.image.paste(self.palette.pixel(ink), (x, y), mask)

    def frame(self, area: Area, ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw the outline of *area*, one pixel wide."""
        self.fill(Area(area.x, area.y, area.width, 1), ink)
        self.fill(Area(area.x, area.bottom - 1, area.width, 1), ink)
        self.fill(Area(area.x, area.y, 1, area.height), ink)
        self.fill(Area(area.right - 1, area.y, 1, area.height), ink)

    def draw_dotted_line(self, y: int) -> None:
        """Draw a dotted line across the page."""
        self.image.paste(self.palette.pixel(Ink.DIM), (0, y), _dots(self.width))

    def bar(self, area: Area, share: float) -> None:
        """Draw a frame of which *share*, 0 to 1, is filled from the left."""
        self.frame(area)
        inner = area.inset(2)
        self.fill(inner._replace(width=round(inner.width * min(1.0, max(0.0, share)))), Ink.ACCENT)

    def disc(self, x: int, y: int, diameter: int, filled: bool = True, ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw a disc, or a ring one pixel wide, in the square with the upper left corner *x*, *y*."""
        if self.palette.is_faint(ink) and diameter >= _OUTLINED:
            self.disc(x, y, diameter, ink=Ink.DIM)
            x, y, diameter = x + 1, y + 1, diameter - 2
        pixel = self.palette.pixel(ink)
        for row, (start, stop) in enumerate(_disc_rows(diameter)):
            self.image.paste(pixel, (x + start, y + row, x + stop, y + row + 1))
        if not filled and diameter > 2:
            self.disc(x + 1, y + 1, diameter - 2, ink=Ink.BACKGROUND)

    def polygon(self, points: Sequence[Point], ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw all pixels whose centres are inside the polygon with the corners *points*."""
        pixel = self.palette.pixel(ink)
        highest, lowest = min(y for _, y in points), max(y for _, y in points)
        for row in range(max(0, math.floor(highest)), min(self.height, math.ceil(lowest))):
            crossings = sorted(_crossings(points, row + 0.5))
            for start, stop in zip(crossings[::2], crossings[1::2], strict=False):
                left, right = math.ceil(start - 0.5), math.ceil(stop - 0.5)
                if left < right:
                    self.image.paste(pixel, (left, row, right, row + 1))
        if self.palette.is_faint(ink):
            self.outline(points, Ink.DIM)

    def line(self, start: Point, end: Point, ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw a line, one pixel wide, between the pixels of *start* and *end*; their order has no effect."""
        # Two faces with a common edge draw it in opposite directions; different rounding would leave gaps.
        start, end = min(start, end), max(start, end)
        (x, y), across, down = start, end[0] - start[0], end[1] - start[1]
        steps, pixel = max(1, math.ceil(max(abs(across), abs(down)))), self.palette.pixel(ink)
        for step in range(steps + 1):
            left, top = math.floor(x + step / steps * across), math.floor(y + step / steps * down)
            self.image.paste(pixel, (left, top, left + 1, top + 1))

    def outline(self, points: Sequence[Point], ink: AnyInk = Ink.FOREGROUND) -> None:
        """Draw the lines from each of *points* to the next, and from the last to the first."""
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            self.line(start, end, ink)


def _crossings(points: Sequence[Point], y: float) -> Iterator[float]:
    """Yield the x where each edge of a polygon crosses the horizontal line at *y*."""
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)


@cache
def _corner(radius: int) -> tuple[int, ...]:
    """Return how many pixels a round corner leaves out in each row, from the edge; *radius* is limited to 1 to 6."""
    radius = max(1, min(6, radius))
    reaches = (radius - 0.5 - row for row in range(radius))
    return tuple(round(radius - (radius**2 - reach**2) ** 0.5) or int(not row) for row, reach in enumerate(reaches))


@cache
def _dots(width: int) -> Image.Image:
    """Return a mask of every second pixel of a line."""
    mask = Image.new("1", (width, 1))
    for x in range(0, width, 2):
        mask.putpixel((x, 0), 1)
    return mask


def _disc_rows(diameter: int) -> Iterator[tuple[int, int]]:
    for row in range(diameter):
        above = row - (diameter - 1) / 2
        half = (max(0.0, (diameter / 2) ** 2 - above**2)) ** 0.5
        start = round((diameter - 1) / 2 - half + 0.5)
        yield start, diameter - start
