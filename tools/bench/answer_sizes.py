"""What screens draw, by size: the figures of ``answer_arcmin``, of the gallery's test of it, and ``texts_cut``."""

from __future__ import annotations

from itertools import product

from companion.box import ColourMode
from companion.i18n.translator import Translator, languages
from companion.ui.core.canvas import Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import AnyInk, Ink, Palette
from companion.ui.core.pixel_page import style_for
from tests.support.panels import PANELS
from tests.ui.gallery import SHOTS, Stand, draw, fill, stands_of

ANSWERS = tuple(shot for shot in SHOTS if shot.name.startswith("answer"))


class MeasuredPage(DisplayPage):
    """A page that keeps the numerals and their heights, and of the discs and texts."""

    def __init__(self, size: Size, translator: Translator, large_text: bool) -> None:
        super().__init__(size, translator, style_for(size, large_text), Palette(ColourMode.MONO))
        self.numerals: list[int] = []
        self.others: list[int] = []
        self.said: list[str] = []
        # The numbers of blacks and whites, 0 for one that is not drawn.
        self.counts = [0, 0]
        # A ring is a disc with a dark disc in it.
        self._is_ring = False
        # The pixel rows directly above and below a numeral that are not dark.
        self.touching: list[tuple[int, int, int, int]] = []

    def numeral(self, x: int, y: int, digit: str, height: int) -> None:
        self.numerals.append(height)
        self.counts[self._is_ring] = int(digit)
        edges = [(x, y + row, x + self.numeral_width(digit, height), y + row + 1) for row in (-1, height)]
        self.touching += [edge for edge in edges if 0 <= edge[1] < self.height and self.image.crop(edge).getbbox()]
        super().numeral(x, y, digit, height)

    def disc(self, x: int, y: int, diameter: int, filled: bool = True, ink: AnyInk = Ink.FOREGROUND) -> None:
        self.others.append(diameter)
        self._is_ring = ink is Ink.BACKGROUND
        super().disc(x, y, diameter, filled, ink)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        face: Font | None = None,
        *,
        ink: AnyInk = Ink.FOREGROUND,
        room: int | None = None,
    ) -> int:
        self.others.append((face or self.body).height)
        self.said.append(text)
        return super().text(x, y, text, face, ink=ink, room=room)


def answer_pages(size: Size, large_text: bool) -> list[MeasuredPage]:
    """Return the answer pages of the gallery on a display of *size*."""
    stand = Stand("en", size, large_text)
    return [fill(shot, stand, lambda words: MeasuredPage(size, words, large_text))[1] for shot in ANSWERS]


def numeral_height(size: Size, large_text: bool = False) -> int:
    """Return the height of the smallest numeral of an answer on a display of *size*, in pixels."""
    return min(height for page in answer_pages(size, large_text) for height in page.numerals)


def answer_arcmin() -> float:
    """Return how large the numeral of an answer is seen from 2 m, in minutes of arc, on the worst panel.

    Panels that are smaller than that themselves do not count.
    """
    return min(panel.arcmin(numeral_height(panel.size)) for panel in PANELS if panel.can_be_read)


def texts_cut() -> float:
    """Return the number of texts that are cut on all screens, in all languages and at all sizes."""
    stands = [stand for language in languages() for stand in stands_of(language)]
    return sum(len(draw(shot, stand).cut) for shot, stand in product(SHOTS, stands))
