"""Named inks, and their pixel values on a display: a bit, a shade of grey or a colour of a theme.

Drawing code names an ink; only a palette converts it to a pixel value. On a one-bit display every ink is lit except
the background, the text of titles, dark things and the signs on pegs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from companion.box import ColourMode

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

Pixel = int | Rgb
"""The value of a pixel, as Pillow takes it."""


class Ink(Enum):
    """An ink for everything that is not a peg.

    FOREGROUND: normal text. BACKGROUND: the background, and text on an area of any ink but BAR. DIM: details. ACCENT:
    what is chosen or should be seen first. BAR and BAR_TEXT: titles. LIT and DARK: things that are white or black in
    every theme, such as the modules of a QR code; SHADED and SHADOW: the sides of a white thing that get less light.
    """

    FOREGROUND = auto()
    BACKGROUND = auto()
    DIM = auto()
    ACCENT = auto()
    BAR = auto()
    BAR_TEXT = auto()
    LIT = auto()
    SHADED = auto()
    SHADOW = auto()
    DARK = auto()


@dataclass(frozen=True, slots=True)
class PegInk:
    """The colour of a peg."""

    rgb: Rgb


@dataclass(frozen=True, slots=True)
class SignInk:
    """The ink of a sign on a peg of the colour *rgb*: black or white, whichever has more contrast."""

    rgb: Rgb


AnyInk = Ink | PegInk | SignInk
SIGN_INKS: dict[str, AnyInk] = {}
"""The inks of the characters of ``font.SIGNS`` that have one of their own in a text in the foreground."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
# White light from above: a side of a white thing that faces it, a side that faces it less, and one that faces away.
_SAME_IN_ALL: Mapping[Ink, Rgb] = {
    Ink.LIT: _WHITE,
    Ink.SHADED: (188, 192, 202),
    Ink.SHADOW: (132, 138, 152),
    Ink.DARK: _BLACK,
}
THEMES: Mapping[str, Mapping[Ink, Rgb]] = {
    "dark": {
        **_SAME_IN_ALL,
        Ink.FOREGROUND: _WHITE,
        Ink.BACKGROUND: _BLACK,
        Ink.DIM: (160, 166, 178),
        Ink.ACCENT: (255, 196, 64),
        Ink.BAR: (40, 70, 112),
        Ink.BAR_TEXT: _WHITE,
    },
    "light": {
        **_SAME_IN_ALL,
        Ink.FOREGROUND: (16, 18, 24),
        Ink.BACKGROUND: (248, 248, 244),
        Ink.DIM: (90, 94, 106),
        Ink.ACCENT: (160, 60, 0),
        Ink.BAR: (40, 70, 112),
        Ink.BAR_TEXT: _WHITE,
    },
    "contrast": {
        **_SAME_IN_ALL,
        Ink.FOREGROUND: _WHITE,
        Ink.BACKGROUND: _BLACK,
        Ink.DIM: (208, 208, 208),
        Ink.ACCENT: (255, 232, 0),
        Ink.BAR: _WHITE,
        Ink.BAR_TEXT: _BLACK,
    },
}
"""The colours of each theme, by its name in the settings."""
# The inks that are not lit on a display of one bit; signs on pegs are the others.
_UNLIT = (Ink.BACKGROUND, Ink.BAR_TEXT, Ink.DARK)
_SHADES = 16
# The relative luminance above which black has more contrast than white (WCAG 2.2, contrast ratio).
_BRIGHT = 0.179
# The least contrast of things that must be told apart (WCAG 2.2, 1.4.11).
_SEEN = 3.0


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance of *rgb* as WCAG 2.2 defines it, 0 to 1.

    >>> luminance((0, 0, 0)), luminance((255, 255, 255))
    (0.0, 1.0)
    """
    shares = [value / 255 for value in rgb]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 6)


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two colours as WCAG 2.2 defines it, 1 to 21.

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    darker, brighter = sorted((luminance(one), luminance(other)))
    return round((brighter + 0.05) / (darker + 0.05), 2)


@dataclass(frozen=True, slots=True)
class Palette:
    """The conversion of inks to pixel values of *mode* in one of the ``THEMES``."""

    mode: ColourMode
    theme: str = "dark"

    def pixel(self, ink: AnyInk) -> Pixel:
        """Return the pixel value of *ink*."""
        if self.mode is ColourMode.MONO:
            return 0 if ink in _UNLIT or isinstance(ink, SignInk) else 1
        if self.mode is ColourMode.RGB:
            return _colour(ink, self.theme)
        if isinstance(ink, SignInk):
            ink = SignInk((_grey(ink.rgb),) * 3)
        return _grey(_colour(ink, self.theme))

    @property
    def has_shades(self) -> bool:
        """Whether there is more than lit and dark."""
        return self.mode is not ColourMode.MONO

    def is_faint(self, ink: AnyInk) -> bool:
        """Whether a peg in *ink* cannot be told from the background without an outline."""
        return isinstance(ink, PegInk) and self.has_shades and _is_faint(self.mode, self.theme, ink)


@cache
def _is_faint(mode: ColourMode, theme: str, ink: PegInk) -> bool:
    background = THEMES[theme][Ink.BACKGROUND]
    if mode is ColourMode.GREYS:
        return contrast((_grey(ink.rgb),) * 3, (_grey(background),) * 3) < _SEEN
    return contrast(ink.rgb, background) < _SEEN


def _colour(ink: AnyInk, theme: str) -> Rgb:
    match ink:
        case PegInk(rgb):
            return rgb
        case SignInk(rgb):
            return _BLACK if luminance(rgb) > _BRIGHT else _WHITE
    return THEMES[theme][ink]


def _grey(rgb: Rgb) -> int:
    """Return the nearest of 16 shades, 0 to 255, with the colour weights of Rec. 601."""
    red, green, blue = rgb
    value = (299 * red + 587 * green + 114 * blue) / 1000
    return round(value * (_SHADES - 1) / 255) * 255 // (_SHADES - 1)


MONO = Palette(ColourMode.MONO)
