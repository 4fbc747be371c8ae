"""Named inks, and their pixel values on a display: a bit, a shade of grey or a colour.

Drawing code names an ink; only a palette converts it to a pixel value. On a one-bit display every ink is lit except
the background and the signs on pegs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.box import ColourMode

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

Pixel = int | Rgb
"""The value of a pixel, as Pillow takes it."""


class Ink(Enum):
    """An ink for everything that is not a peg: normal text, the background, dim details, and accents."""

    FOREGROUND = auto()
    BACKGROUND = auto()
    DIM = auto()
    ACCENT = auto()


@dataclass(frozen=True, slots=True)
class PegInk:
    """The colour of a peg."""

    rgb: Rgb


@dataclass(frozen=True, slots=True)
class SignInk:
    """The ink of a sign on a peg of the colour *rgb*: black or white, whichever has more contrast."""

    rgb: Rgb


AnyInk = Ink | PegInk | SignInk

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_COLOURS: dict[AnyInk, Rgb] = {
    Ink.FOREGROUND: _WHITE,
    Ink.BACKGROUND: _BLACK,
    Ink.DIM: (160, 166, 178),
    Ink.ACCENT: (255, 196, 64),
}
_SHADES = 16
# The relative luminance above which black has more contrast than white (WCAG 2.2, contrast ratio).
_BRIGHT = 0.179


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance of *rgb* as WCAG 2.2 defines it, 0 to 1.

    >>> luminance((0, 0, 0)), luminance((255, 255, 255))
    (0.0, 1.0)
    """
    shares = [value / 255 for value in rgb]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 6)


@dataclass(frozen=True, slots=True)
class Palette:
    """The conversion of inks to pixel values of *mode*."""

    mode: ColourMode

    def pixel(self, ink: AnyInk) -> Pixel:
        """Return the pixel value of *ink*."""
        if self.mode is ColourMode.MONO:
            return 0 if ink is Ink.BACKGROUND or isinstance(ink, SignInk) else 1
        rgb = _colour(ink)
        return rgb if self.mode is ColourMode.RGB else _grey(rgb)


def _colour(ink: AnyInk) -> Rgb:
    match ink:
        case PegInk(rgb):
            return rgb
        case SignInk(rgb):
            return _BLACK if luminance(rgb) > _BRIGHT else _WHITE
    return _COLOURS[ink]


def _grey(rgb: Rgb) -> int:
    """Return the nearest of 16 shades, 0 to 255, with the colour weights of Rec. 601."""
    red, green, blue = rgb
    value = (299 * red + 587 * green + 114 * blue) / 1000
    return round(value * (_SHADES - 1) / 255) * 255 // (_SHADES - 1)


MONO = Palette(ColourMode.MONO)
