"""Whose turn it is, over the whole display, so that it is seen from across the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.i18n.translator import Text, Translator
from companion.ui.core.canvas import PICTURE, Area, mask
from companion.ui.core.font import Font, font
from companion.ui.core.ink import PegInk
from companion.ui.core.page import Page
from companion.ui.core.pixel_page import LARGEST, LOW, Face, PixelPage, first_fitting
from companion.ui.core.screen import Overlay
from companion.ui.games.shared.seats import SEATS

FACES = (*LARGEST, *map(Face, ("14x28B", "10x20", "8x13B", "7x13B", "6x10", "5x8")))
"""The fonts of the name, the tallest first."""
LINES, TALL_LINES = 2, 3
"""The most lines of the verb and of the news, and of those on a tall page."""
GAP = 3


class TurnSign(NamedTuple):
    """The sign of the player at *seat*, as large as there is room, the *name*, and a *verb* that says what to do.

    The *news* are below, in a small font, as many of them as have room. Without a name, the sign is alone: there no
    reading is needed.
    """

    seat: int
    name: str = ""
    verb: Text = ""
    news: Sequence[Text] = ()

    def draw(self, page: PixelPage) -> None:
        """Draw the sign at the left, or on a tall page above the words."""
        area = page.whole.inset(GAP, 0)
        if not self.name:
            self._draw_sign(page, area, min(area.width, area.height) - 2 * GAP)
            return
        if page.height < LOW:
            area = self._draw_left(page, area)
            area = _draw_below(page, area, [self.verb], page.small)
        else:
            area = _draw_below(page, area, self.news, page.small if page.is_tall else font("5x8"))
            area = _draw_below(page, area, [self.verb], page.lead)
            area = self._draw_above(page, area) if page.is_tall else self._draw_left(page, area)
        face = first_fitting(FACES, [self.name], area) or page.small
        name = page.fit(self.name, area.width, face)
        page.draw_centred(area.y + (area.height - face.height) // 2, name, face, area=area)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the words, or the sign where it is alone."""
        if not self.name:
            return [SEATS[self.seat].character]
        return [self.name, *(translator.say(text) for text in (self.verb, *self.news))]

    def _draw_left(self, page: PixelPage, area: Area) -> Area:
        """Draw the sign at the left of *area*, over a third of it, and return the rest."""
        most = min(area.height, area.width // 3)
        side = self._draw_sign(page, area._replace(width=most), most)
        return Area(area.x + side + GAP, area.y, area.width - side - GAP, area.height)

    def _draw_above(self, page: PixelPage, area: Area) -> Area:
        """Draw the sign over two thirds of *area*, and return the rest."""
        height = area.height * 2 // 3
        self._draw_sign(page, area._replace(height=height), min(height - GAP, area.width))
        return area._replace(y=area.y + height, height=area.height - height)

    def _draw_sign(self, page: PixelPage, area: Area, most: int) -> int:
        """Draw the sign in the middle of *area*, at most *most* pixels high, and return its height."""
        seat = SEATS[self.seat]
        # Whole multiples of the picture's pixels keep it regular.
        side = most - most % PICTURE
        x, y = area.x + max(0, area.width - side) // 2, area.y + (area.height - side) // 2
        page.stamp(mask(seat.pixels, side), x, y, PegInk(seat.rgb))
        return side


def _draw_below(page: PixelPage, area: Area, texts: Sequence[Text], face: Font) -> Area:
    """Draw the first of *texts*, as many as fit, at the lower edge of *area*, and return the rest."""
    most = TALL_LINES if page.is_tall else LINES
    room = area._replace(height=most * face.height)
    said = [page.translator.say(text) for text in texts]
    while said and not page.lay_out(room, "\n".join(said), face)[2]:
        said.pop()
    if not said:
        return area
    face, lines, _ = page.lay_out(room, "\n".join(said), face)
    height = min(len(lines), most) * face.height
    rest = area._replace(height=area.height - height)
    page.draw_wrapped(area._replace(y=rest.bottom, height=height), "\n".join(said), face, centred=True)
    return rest


class TurnOverlay(Overlay):
    """Says whose turn it is until the first press, which counts for the screen below."""

    sound = None
    is_in_lines = False

    def __init__(self, sign: TurnSign) -> None:
        self.sign = sign

    def draw(self, page: Page) -> None:
        page.add(self.sign)
