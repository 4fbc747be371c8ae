"""Dice and cards on a page."""

from __future__ import annotations

from companion.ui.canvas import Area
from companion.ui.page import Page

# Where the pips of each number lie, in thirds of the face: columns and rows 0, 1, 2.
_CORNERS = ((0, 0), (2, 2), (0, 2), (2, 0))
_PIPS = {
    1: ((1, 1),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (1, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 1)),
    6: (*_CORNERS, (0, 1), (2, 1)),
}


def draw_die(page: Page, area: Area, number: int) -> None:
    """Draw the face of a die with the pips of *number* into the square *area*, lit as a whole."""
    page.invert(area, rounded=True)
    pip = max(2, area.width // 5)
    step = (area.width - 4 - pip) // 2
    for column, row in _PIPS[number]:
        page.disc(area.x + 2 + column * step, area.y + 2 + row * step, pip, ink=0)


def draw_card(page: Page, area: Area, text: str, label: str) -> None:
    """Draw a card with *text* on it, large where there is room, and *label* beneath."""
    card = area._replace(height=area.height - page.small.height)
    page.frame(card)
    big = page.big.height <= card.height - 2 and page.big.measure(text) <= card.width - 2
    face = page.big if big else page.body
    page.centred(card.y + (card.height - face.height + 1) // 2, text, face, area=card.inset(1))
    page.centred(card.bottom, label, page.small, area=area)
