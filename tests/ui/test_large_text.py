"""*Large text* makes nothing smaller: every word, peg, disc and numeral of every screen, on every size of display."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest
from PIL.Image import Image

from companion.games.pegs.edition import Edition
from companion.i18n.translator import Translator, Verbatim, languages
from companion.ui.core.canvas import Canvas, Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.font import Font
from companion.ui.core.ink import AnyInk, Ink, Pixel
from companion.ui.core.pixel_page import PixelPage, style_for
from companion.ui.games.pegs import drawing
from tests.ui.gallery import SHOTS, AnyShot, Stand, fill

Sizes = dict[str, int]
"""The smallest height in pixels of everything of one kind; each word is a kind of its own."""


class Ruler:
    """Notes the height of what is drawn while it is installed."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._drawn: dict[str, list[int]] = defaultdict(list)
        write, disc, numeral = Font.draw, Canvas.disc, PixelPage.numeral

        def noted_write(font: Font, image: Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
            for word in text.split():
                self._drawn[word].append(font.height)
            return write(font, image, x, y, text, ink)

        def noted_disc(
            page: Canvas, x: int, y: int, diameter: int, filled: bool = True, ink: AnyInk = Ink.FOREGROUND
        ) -> None:
            self._drawn["disc"].append(diameter)
            disc(page, x, y, diameter, filled, ink)

        def noted_numeral(page: PixelPage, x: int, y: int, digit: str, height: int) -> None:
            self._drawn["numeral"].append(height)
            numeral(page, x, y, digit, height)

        patch.setattr(Font, "draw", noted_write)
        patch.setattr(Canvas, "disc", noted_disc)
        patch.setattr(PixelPage, "numeral", noted_numeral)
        self._note_pegs(patch)

    def _note_pegs(self, patch: pytest.MonkeyPatch) -> None:
        peg = drawing.draw_peg

        def noted_peg(
            page: PixelPage, edition: Edition, style: str, x: int, y: int, side: int, colour: int | None
        ) -> None:
            self._drawn["peg"].append(side)
            peg(page, edition, style, x, y, side, colour)

        patch.setattr(drawing, "draw_peg", noted_peg)

    def measured(self, shot: AnyShot, stand: Stand) -> Sizes:
        """Return what *shot* shows on *stand*."""
        screen, page = fill(shot, stand, stand.page)
        self._drawn.clear()
        screen.draw(stand.page(page.translator))
        return {kind: min(heights) for kind, heights in self._drawn.items()}


@pytest.fixture
def ruler() -> Iterator[Ruler]:
    with pytest.MonkeyPatch.context() as patch:
        yield Ruler(patch)


def smaller(normal: Sizes, large: Sizes) -> dict[str, tuple[int, int]]:
    """Return what is smaller in *large*, with both heights; words that only one of them shows are left out."""
    both = {kind: (normal[kind], large[kind]) for kind in normal.keys() & large.keys()}
    return {kind: heights for kind, heights in both.items() if heights[1] < heights[0]}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128), (128, 128), (240, 240)], ids=str)
def test_large_text_makes_nothing_smaller(size: Size, language: str, ruler: Ruler) -> None:
    normal, large = Stand(language, size), Stand(language, size, large_text=True)
    found = {shot.name: smaller(ruler.measured(shot, normal), ruler.measured(shot, large)) for shot in SHOTS}
    assert {name: kinds for name, kinds in found.items() if kinds} == {}


def test_ruler_measures_words_pegs_discs_and_numerals(ruler: Ruler) -> None:
    shots = {shot.name: shot for shot in SHOTS}
    assert ruler.measured(shots["guess"], Stand("en")) == {
        "peg": 11,
        **dict.fromkeys(["\u2691", "C", "sets", "green", "3", "4", "5", "R", "O", "Y", "G", "B", "P", "\u2713"], 10),
        "disc": 4,
    }
    assert ruler.measured(shots["kept-keys"], Stand("en"))["numeral"] == 22


def test_smaller_element_is_found() -> None:
    assert smaller({"peg": 11, "OK": 10, "row": 10}, {"peg": 14, "OK": 8, "list": 13}) == {"OK": (10, 8)}


def test_titles_and_hints_take_no_more_room_with_large_text() -> None:
    pages = [DisplayPage((240, 240), Translator("en"), style_for((240, 240), large)) for large in (False, True)]
    for page in pages:
        page.title(Verbatim("Anna"), "red")
        page.hints("OK: go on")
    assert pages[0].free == pages[1].free


@pytest.mark.parametrize("size", [(128, 64), (256, 128), (240, 240), (320, 240)], ids=str)
def test_large_text_is_larger(size: Size) -> None:
    normal, large = (DisplayPage(size, Translator("en"), style_for(size, large)).body for large in (False, True))
    assert (normal.width, normal.height) < (large.width, large.height)


@pytest.mark.parametrize("size", [(128, 64), (128, 128), (256, 128), (240, 240), (320, 240)], ids=str)
def test_text_that_does_not_fit_is_tried_in_smaller_and_smaller_fonts(size: Size) -> None:
    for large in (False, True):
        page = DisplayPage(size, Translator("en"), style_for(size, large))
        for face in (page.big, page.head, page.body, page.hint):
            widths = [tried.width for tried in page.sizes(face)]
            assert widths == sorted(widths, reverse=True)
