"""The test picture of a board: whether its display is upright and whole, shows its colours, and what its keys do."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from companion.box import Button, ColourMode
from companion.errors import N_
from companion.i18n.translator import Translator, key_labels
from companion.ui.core.canvas import Area
from companion.ui.core.elements import Fields
from companion.ui.core.ink import Ink, PegInk, Rgb, SignInk
from companion.ui.core.pixel_page import LOW, PixelPage

TOP = N_("TOP")
END = N_("Hold BACK: end")
PRIMARIES: tuple[tuple[str, Rgb], ...] = (
    (N_("red"), (255, 0, 0)),
    (N_("green"), (0, 255, 0)),
    (N_("blue"), (0, 0, 255)),
)
SHADES = 16
ROWS = ((Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT), (Button.OK, Button.BACK, Button.ROLL))
ARROW = "\u25b2"


class BoardPicture(NamedTuple):
    """The picture of a board with the keys *there*, of which those that were *pressed* are lit.

    A frame is on the outermost pixels, and a square in the upper left corner.
    """

    there: Set[Button]
    pressed: Set[Button] = frozenset()

    def draw(self, page: PixelPage) -> None:
        """Draw over the whole page."""
        page.frame(page.whole)
        corner = max(5, page.height // 12)
        page.fill(Area(0, 0, corner, corner), Ink.ACCENT)
        page.free = page.whole.inset(2)
        sign = f"{ARROW} {page.translator._(TOP)} {ARROW}"
        page.draw_centred(page.free.y, sign, page.head, ink=Ink.ACCENT)
        page.take_top(page.head.height + 1)
        keys = self._keys(page.translator)
        if page.height < LOW:
            page.draw_wrapped(page.free, " ".join(keys.lines(page.translator)), page.small, centred=True)
            return
        free = page.free
        page.draw_centred(free.bottom - page.hint.height, page.translator._(END), page.hint, ink=Ink.DIM)
        page.free = free._replace(height=free.height - page.hint.height)
        _draw_colours(page)
        keys.draw(page)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the top, the keys and how to end."""
        return [f"{ARROW} {translator._(TOP)}", *self._keys(translator).lines(translator), translator._(END)]

    def _keys(self, translator: Translator) -> Fields:
        labels = key_labels(translator)
        rows = [[button for button in row if button in self.there] for row in ROWS]
        return Fields(tuple(tuple((labels[key], key in self.pressed) for key in row) for row in rows if row))


def _draw_colours(page: PixelPage) -> None:
    """Draw the primary colours with their names, or the shades of a display without colours."""
    mode, free = page.palette.mode, page.free
    if mode is ColourMode.MONO:
        return
    height = free.height * 2 // 5
    if mode is ColourMode.RGB:
        width = free.width // len(PRIMARIES)
        for place, (name, rgb) in enumerate(PRIMARIES):
            area = Area(free.x + place * width, free.y, width, height)
            page.fill(area, PegInk(rgb))
            page.draw_wrapped(area, page.translator._(name), ink=SignInk(rgb), centred=True, middle=True)
    else:
        for shade in range(SHADES):
            left, right = (free.width * edge // SHADES for edge in (shade, shade + 1))
            area = Area(free.x + left, free.y, right - left, height)
            page.fill(area, PegInk((17 * shade, 17 * shade, 17 * shade)))
    page.take_top(height + 2)
