"""Numbers as large as a field allows, short names, and the points of all players in one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area
from companion.ui.core.font import font
from companion.ui.core.ink import AnyInk, Ink
from companion.ui.core.page import Page, Rows
from companion.ui.core.pixel_page import NUMERAL, PixelPage
from companion.ui.core.text_page import with_value
from companion.ui.games.shared.seats import signed

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
    """Return a mask of *text*, digits, a question mark or a dash, *height* pixels high."""
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
    """Draw *text*, digits, a question mark or a dash, in the middle of *area*."""
    mask = number_mask(text, height)
    page.stamp(mask, area.x + (area.width - mask.width + 1) // 2, area.y + (area.height - height + 1) // 2, ink)


def abbreviations(names: Sequence[str]) -> list[str]:
    """Return the initial of each of *names* with the number at its end; if two are the same, with the last letter or
    the number of the seat.

    >>> abbreviations(["Anna", "Ben"]), abbreviations(["Player 1", "Box 1"]), abbreviations(["Ana", "Anna"])
    (['A', 'B'], ['P1', 'B1'], ['A1', 'A2'])
    """
    first = [name[:1].upper() + name[len(name.rstrip("0123456789")) :] for name in names]
    both = [name[:1].upper() + name[-1:] for name in names]
    numbered = [f"{letter}{number}" for number, letter in enumerate(first, 1)]
    return next(short for short in (first, both, numbered) if len({*short}) == len(names))


def labels(names: Sequence[str], most: int) -> Sequence[str]:
    """Return *names* if each has at most *most* letters, else their abbreviations, so that no two look alike.

    The sign of each player is before the abbreviation if there is room for it.

    >>> labels(["Player 1", "Player 2"], 8), labels(["Player 1", "Player 2"], 3)
    (['Player 1', 'Player 2'], ['P1', 'P2'])
    """
    if max(map(len, names)) <= most:
        return names
    short = abbreviations(names)
    signs = [signed(seat, name) for seat, name in enumerate(short)]
    return signs if max(map(len, signs)) <= most else short


@dataclass(frozen=True, slots=True)
class PointsLine:
    """The points of all players at the lower edge; a small display has no room for them.

    They are left out where a list of ``rest`` lines would not fit above them.
    """

    names: tuple[str, ...]
    scores: tuple[int, ...]
    rest: int = 0

    def draw(self, page: PixelPage) -> None:
        """Draw the line and remove it from the free area."""
        if not has_table_room(page):
            return
        face, free = page.small, page.free
        y = free.bottom - face.height - 1
        if list_height(page, self.rest) > y - 2 - free.y:
            return
        page.draw_centred(y, self.text(page.translator, (free.width - 2 * page.margin) // face.width), face)
        page.free = free._replace(height=y - 2 - free.y)

    def text(self, translator: Translator, most: int) -> str:
        """Return the points with their unit and the longest names for which *most* characters are enough."""
        short = [signed(seat, name) for seat, name in enumerate(abbreviations(self.names))]
        signs = [signed(seat, "").strip() for seat in range(len(short))]
        # A label right before a number would read as a longer number: "P1" and 8 as "P18".
        shapes = [(self.names, " ", "  "), (short, " ", "  "), (short, " ", " "), (signs, "", " ")]
        texts = [
            between.join(f"{name}{glue}{score}" for name, score in zip(names, self.scores, strict=True))
            for names, glue, between in shapes
        ]
        texts[:0] = [with_value(translator, translator._("Points"), text) for text in texts]
        return next((text for text in texts if len(text) <= most), "-".join(map(str, self.scores)))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the points of all players."""
        pairs = zip(self.names, self.scores, strict=True)
        return [", ".join(f"{name} {points_words(translator, score)}" for name, score in pairs)]


def points_words(translator: Translator, points: int) -> str:
    """Return the words for a number of points."""
    return translator.ngettext("{points} point", "{points} points", points).format(points=points)
