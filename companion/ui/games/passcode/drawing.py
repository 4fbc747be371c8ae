"""The page elements of Passcode: a die and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.ink import Ink
from companion.ui.pixel_page import PixelPage
from companion.ui.text_page import with_value

LEAST_DIE = 14
"""The smallest side, in pixels, at which the pips of a die are distinct."""
DIE_SHARE = 0.45
"""The greatest side of a die, in heights of the display: it has room for it below large text, too."""

# The positions of the pips of each number, in thirds of the face: column and row 0, 1 or 2.
_CORNERS = ((0, 0), (2, 2), (0, 2), (2, 0))
_PIPS = {
    1: ((1, 1),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (1, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 1)),
    6: (*_CORNERS, (0, 1), (2, 1)),
}


@dataclass(frozen=True, slots=True)
class DieFace:
    """A die that shows ``number``, at the right under a list of ``rows`` lines."""

    number: int
    rows: int

    def draw(self, page: PixelPage) -> None:
        """Draw the die if there is room for its pips."""
        top = page.free.y + self.rows * page.body.height + 3
        side = min(page.free.bottom - top - 1, int(DIE_SHARE * page.height))
        if side < LEAST_DIE:
            return
        area = Area(page.width - side - 2, top, side, side)
        page.fill(area, rounded=True)
        pip = max(2, side // 5)
        step = (side - 4 - pip) // 2
        for column, row in _PIPS[self.number]:
            page.disc(area.x + 2 + column * step, area.y + 2 + row * step, pip, ink=Ink.BACKGROUND)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the number on the die, as text."""
        return [f"d6: {self.number}"]


@dataclass(frozen=True, slots=True)
class Cards:
    """At most two cards side by side, each as the text on it and its label."""

    cards: tuple[tuple[str, str], ...]

    def draw(self, page: PixelPage) -> None:
        """Draw the cards, the first on the left, a single one in the middle."""
        half = page.width // 2
        left = (2 - len(self.cards)) * half // 2
        for place, (text, label) in enumerate(self.cards):
            area = Area(left + place * half + 2, page.free.y + 2, half - 4, page.free.height - 2)
            _draw_card(page, area, text, label)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each card."""
        return [with_value(translator, label, text) for text, label in self.cards]


def _draw_card(page: PixelPage, area: Area, text: str, label: str) -> None:
    """Draw a card with *text* on it, large if there is room, and *label* beneath."""
    card = area._replace(height=area.height - page.small.height)
    page.frame(card)
    big = page.big.height <= card.height - 2 and page.big.measure(text) <= card.width - 2
    face = page.big if big else page.body
    page.centred(card.y + (card.height - face.height + 1) // 2, text, face, area=card.inset(1))
    page.centred(card.bottom, label, page.small, area=area)
