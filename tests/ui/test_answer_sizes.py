"""The answer page is for the whole table: it can be read from 2 m."""

from __future__ import annotations

import pytest

from companion.ui.core.canvas import Size
from companion.ui.core.font import font
from companion.ui.core.pixel_page import NUMERAL
from tests.support.panels import PANELS, READABLE_ARCMIN, Panel
from tests.ui.gallery import COLOUR, SIZES
from tools.bench.answer_sizes import answer_pages, numeral_height

every_size = pytest.mark.parametrize("size", [*SIZES, COLOUR[0].size, (320, 240), (128, 128)], ids=str)
in_both_texts = pytest.mark.parametrize("large_text", [False, True])


@every_size
@in_both_texts
def test_numerals_of_an_answer_have_32_pixels(size: Size, large_text: bool) -> None:
    assert numeral_height(size, large_text) >= 32


@every_size
@in_both_texts
def test_nothing_on_the_answer_page_is_larger_than_its_numerals(size: Size, large_text: bool) -> None:
    for page in answer_pages(size, large_text):
        assert max(page.others) <= min(page.numerals)


@every_size
def test_numerals_are_apart_from_what_is_above_and_below(size: Size) -> None:
    assert [page.touching for page in answer_pages(size, large_text=False) if page.touching] == []


@every_size
def test_large_text_draws_no_smaller_numerals(size: Size) -> None:
    assert numeral_height(size, large_text=True) >= numeral_height(size)


@pytest.mark.parametrize("panel", PANELS, ids=str)
def test_answer_can_be_read_from_two_metres(panel: Panel) -> None:
    height = numeral_height(panel.size)
    if panel.can_be_read:
        assert panel.arcmin(height) >= READABLE_ARCMIN
    else:
        assert height == panel.size[1]


@pytest.mark.parametrize("digit", "0123456789")
@pytest.mark.parametrize("height", [25, 32, 42, 90])
def test_numeral_is_as_high_as_it_says(digit: str, height: int) -> None:
    assert font(*NUMERAL).enlarged(digit, height).getbbox()[1::2] == (0, height)  # type: ignore[index]


@in_both_texts
def test_key_pegs_are_named_where_no_title_has_room(large_text: bool) -> None:
    said = [" ".join(page.said) for page in answer_pages((128, 32), large_text)]
    assert {"red white", "white", "black", "black white"} == set(said)
