"""*Large text* makes nothing smaller: every word, peg, disc and numeral of every screen, on every size of display."""

from __future__ import annotations

import pytest

from companion.i18n.translator import Translator, Verbatim, languages
from companion.ui.core.canvas import Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.pixel_page import style_for
from tests.ui.findings import Sizes, found
from tests.ui.gallery import SHOTS, Stand


def smaller(normal: Sizes, large: Sizes) -> dict[str, tuple[int, int]]:
    """Return what is smaller in *large*, with both heights; words that only one of them shows are left out."""
    both = {kind: (normal[kind], large[kind]) for kind in normal.keys() & large.keys()}
    return {kind: heights for kind, heights in both.items() if heights[1] < heights[0]}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128), (128, 128), (240, 240)], ids=str)
def test_large_text_makes_nothing_smaller(size: Size, language: str) -> None:
    stands = Stand(language, size), Stand(language, size, large_text=True)
    kinds = {shot.name: smaller(*(found(shot, stand).sizes for stand in stands)) for shot in SHOTS}
    assert {name: heights for name, heights in kinds.items() if heights} == {}


def test_words_pegs_discs_and_numerals_are_measured() -> None:
    shots = {shot.name: shot for shot in SHOTS}
    assert found(shots["guess"], Stand("en")).sizes == {
        "peg": 11,
        **dict.fromkeys(["\u2691", "C", "sets", "green", "3", "4", "5", "R", "O", "Y", "G", "B", "P", "\u2713"], 10),
        "disc": 4,
    }
    assert found(shots["kept-keys"], Stand("en")).sizes["numeral"] == 22


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
