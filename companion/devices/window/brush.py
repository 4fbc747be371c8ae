"""Drawing of smooth shapes, shadows and text, in a plan's units, onto a picture of the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import ImageChops, ImageDraw, ImageFilter, ImageFont
from PIL.Image import Image, Resampling, composite, linear_gradient, new

from companion.devices.window.plan import HitArea, WindowLayout

Colour = tuple[int, int, int]
Point = tuple[float, float]

FINE = 4
"""The factor by which outlines are drawn larger than the picture and then reduced, for smooth edges."""
LAYOUT = ImageFont.Layout.BASIC
"""Basic, because Raqm is not on all systems: the box looks the same on each of them."""
COARSE = 4
"""The factor by which shadows are blurred coarser than the picture: a sixteenth of the work, with no visible loss."""


class Painter:
    """Draws on ``picture``; all positions and sizes are in units of *layout*'s plan."""

    def __init__(self, picture: Image, layout: WindowLayout, font: Path) -> None:
        self.picture = picture
        self._layout = layout
        self._font = font

    def on_copy(self) -> Painter:
        """Return a painter with a copy of the picture."""
        return Painter(self.picture.copy(), self._layout, self._font)

    def fill_rounded(self, area: HitArea, radius: float, top: Colour, bottom: Colour, strength: float = 1.0) -> None:
        """Fill a rectangle with round corners, with a gradient from the colour *top* to the colour *bottom*."""
        pixels = self._layout.placed(area).rounded()
        self._fill(pixels, self._rounded_mask(pixels, area, radius), top, bottom, strength)

    def disc(self, area: HitArea, top: Colour, bottom: Colour, strength: float = 1.0) -> None:
        """Fill a circle."""
        self.fill_rounded(area, area.width / 2, top, bottom, strength)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill the polygon with the corners *points*."""
        area = HitArea(
            min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)
        )
        pixels = self._layout.placed(area).rounded()
        mask = new("L", _size_of(pixels, FINE))
        ImageDraw.Draw(mask).polygon([self._fine(point, pixels) for point in points], fill=255)
        self._fill(pixels, _reduced(mask, pixels), colour, colour, 1.0)

    def shadow(self, area: HitArea, radius: float, blur: float, strength: float, colour: Colour = (0, 0, 0)) -> None:
        """Draw the shadow of a rounded rectangle, with an edge blurred over *blur* units."""
        wide = self._layout.placed(area.grown(2 * blur)).rounded()
        small = (-(-(wide[2] - wide[0]) // COARSE), -(-(wide[3] - wide[1]) // COARSE))
        mask = new("L", small)
        left, top, right, bottom = self._corners(area, wide, 1 / COARSE)
        ImageDraw.Draw(mask).rounded_rectangle((left, top, right, bottom), radius * self._layout.scale / COARSE, 255)
        mask = mask.filter(ImageFilter.GaussianBlur(blur * self._layout.scale / COARSE / 2))
        mask = mask.resize(_size_of(wide, 1), Resampling.BICUBIC)
        self._fill(wide, mask, colour, colour, strength)

    def inner_shadow(self, area: HitArea, radius: float, blur: float, strength: float) -> None:
        """Draw the shadow inside a hollow rounded rectangle, from its upper edge inwards."""
        pixels = self._layout.placed(area).rounded()
        inside = self._rounded_mask(pixels, area, radius)
        scale = self._layout.scale
        hole = ImageChops.invert(ImageChops.offset(inside, 0, round(blur * scale / 2)))
        ImageDraw.Draw(hole).rectangle((0, 0, hole.width, round(blur * scale / 2)), fill=255)
        soft = hole.filter(ImageFilter.GaussianBlur(blur * scale / 2))
        self._fill(pixels, ImageChops.multiply(soft, inside), (0, 0, 0), (0, 0, 0), strength)

    def text(self, text: str, middle: Point, height: float, width: float, colour: Colour) -> None:
        """Write *text* centred on *middle*, in a smaller font if it would be wider than *width*."""
        font = self._fitting_font(text, height, width)
        x, y = self._layout.placed(HitArea(*middle, *middle)).middle
        ImageDraw.Draw(self.picture).text((x, y), text, font=font, fill=colour, anchor="mm")

    def text_width(self, text: str, height: float) -> float:
        """Return the width of *text* in units."""
        return self._fitting_font(text, height, float("inf")).getlength(text) / self._layout.scale

    def _fitting_font(self, text: str, height: float, width: float) -> ImageFont.FreeTypeFont:
        scale = self._layout.scale
        font = ImageFont.truetype(self._font, max(1.0, height * scale), layout_engine=LAYOUT)
        length = font.getlength(text)
        return (
            font
            if length <= width * scale
            else font.font_variant(size=max(1.0, height * scale * width * scale / length))
        )

    def _rounded_mask(self, pixels: tuple[int, int, int, int], area: HitArea, radius: float) -> Image:
        mask = new("L", _size_of(pixels, FINE))
        left, top, right, bottom = self._corners(area, pixels, FINE)
        draw = ImageDraw.Draw(mask)
        draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * self._layout.scale * FINE, 255)
        return _reduced(mask, pixels)

    def _corners(
        self, area: HitArea, pixels: tuple[int, int, int, int], fine: float
    ) -> tuple[float, float, float, float]:
        placed = self._layout.placed(area).moved(-pixels[0], -pixels[1]).scaled(fine)
        return placed.left, placed.top, placed.right, placed.bottom

    def _fine(self, point: Point, pixels: tuple[int, int, int, int]) -> Point:
        placed = self._layout.placed(HitArea(*point, *point))
        return (placed.left - pixels[0]) * FINE, (placed.top - pixels[1]) * FINE

    def _fill(
        self, pixels: tuple[int, int, int, int], mask: Image, top: Colour, bottom: Colour, strength: float
    ) -> None:
        if strength < 1:
            mask = mask.point([round(value * strength) for value in range(256)])
        self.picture.paste(_shaded(mask.size, top, bottom), pixels[:2], mask)


def _size_of(pixels: tuple[int, int, int, int], fine: int) -> tuple[int, int]:
    return max(1, pixels[2] - pixels[0]) * fine, max(1, pixels[3] - pixels[1]) * fine


def _reduced(mask: Image, pixels: tuple[int, int, int, int]) -> Image:
    return mask.resize(_size_of(pixels, 1), Resampling.BOX)


def _shaded(size: tuple[int, int], top: Colour, bottom: Colour) -> Image:
    """Return a picture with a vertical gradient from one colour to the other."""
    if top == bottom:
        return new("RGB", size, top)
    return composite(new("RGB", size, bottom), new("RGB", size, top), linear_gradient("L").resize(size))
