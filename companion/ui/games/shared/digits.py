"""Numbers as large as a field allows, and short names, for the tables of the games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from companion.ui.canvas import Area
from companion.ui.font import font
from companion.ui.ink import AnyInk, Ink
from companion.ui.page import Page, Rows
from companion.ui.pixel_page import NUMERAL, PixelPage

DASH = "\u2013"
# A display needs this many pixel rows for a table, and must not be a wide strip: there, one row uses the room better.
LEAST_HEIGHT = 112
SMALL_SHEETS = ("6x10", "5x8")
LEAST_SCALED = 10
"""The least height of digits that are scaled; lower ones are those of the small sheets, the first that fits."""
AIR = 3
"""The least space between the lines of a list on a roomy page."""
# Numbers of more sizes than a table shows at a time; a mask has some hundred bytes.
_KEPT = 128


def draw_rows(page: PixelPage, rows: Rows, at: int | None = None) -> None:
    """Draw a list on a page that is too small for a table."""
    if isinstance(page, Page):
        page.rows(rows, at)


def list_height(page: PixelPage, lines: int) -> int:
    """Return the height of a list with this number of *lines*."""
    return lines * (page.body.height + (AIR if page.is_roomy else 0))


def has_table_room(page: PixelPage) -> bool:
    """Whether a display has room for what all players have, one below the other."""
    return page.is_roomy or (page.height >= LEAST_HEIGHT and 3 * page.height >= 2 * page.width)


@lru_cache(_KEPT)
def number_mask(text: str, height: int) -> Image.Image:
    """Return a mask of *text*, digits or a dash, *height* pixels high."""
    if text == DASH:
        mask = Image.new("1", (height * 2 // 3, height))
        bar = max(2, height // 6)
        mask.paste(255, (0, (height - bar) // 2, mask.width, (height + bar) // 2))
        return mask
    digits = [_digit(digit, height) for digit in text]
    gap = max(1, height // 8)
    mask = Image.new("1", (sum(digit.width + gap for digit in digits) - gap, height))
    x = 0
    for digit in digits:
        mask.paste(digit, (x, 0))
        x += digit.width + gap
    return mask


def _digit(digit: str, height: int) -> Image.Image:
    """Return a mask of *digit*: below the size of the sheets, pixels of a sheet are clearer than scaled ones."""
    for sheet in SMALL_SHEETS if height < LEAST_SCALED else ():
        glyph = font(sheet).cropped(digit)
        if glyph.height <= height:
            mask = Image.new("1", (glyph.width, height))
            mask.paste(glyph, (0, (height - glyph.height + 1) // 2))
            return mask
    return font(*NUMERAL).enlarged(digit, height)


def number_height(area: Area, widest: str = "10") -> int:
    """Return the greatest height at which *widest* fits into *area*."""
    fitting = (tried for tried in range(area.height, 1, -1) if number_mask(widest, tried).width <= area.width)
    return next(fitting, 0)


def draw_number(page: PixelPage, area: Area, text: str, height: int, ink: AnyInk = Ink.FOREGROUND) -> None:
    """Draw *text*, digits or a dash, in the middle of *area*."""
    mask = number_mask(text, height)
    page.stamp(mask, area.x + (area.width - mask.width + 1) // 2, area.y + (area.height - height + 1) // 2, ink)


def abbreviations(names: Sequence[str]) -> list[str]:
    """Return the initials of *names*, with the last letter or else the number of the seat if two would be the same.

    >>> abbreviations(["Anna", "Ben"]), abbreviations(["Player 1", "Player 2"]), abbreviations(["Ana", "Anna"])
    (['A', 'B'], ['P1', 'P2'], ['A1', 'A2'])
    """
    first = [name[:1].upper() for name in names]
    both = [name[:1].upper() + name[-1:] for name in names]
    numbered = [f"{letter}{number}" for number, letter in enumerate(first, 1)]
    return next(short for short in (first, both, numbered) if len({*short}) == len(names))
