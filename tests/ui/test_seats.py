"""Two players never look alike: their labels, signs and colours differ."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import ColourMode
from companion.i18n.translator import Translator
from companion.ui.core.canvas import mask
from companion.ui.core.ink import THEMES, Ink, Palette, contrast
from companion.ui.core.pixel_page import PixelPage
from companion.ui.games.pegs.drawing import PICTURES, SHAPE_CHARACTERS
from companion.ui.games.shared.digits import PointsLine, abbreviations
from companion.ui.games.shared.seats import SEATS, signed


@given(st.lists(st.text(min_size=1, max_size=14), min_size=1, max_size=6, unique=True))
def test_labels_are_unique_for_any_names(names: list[str]) -> None:
    assert len({*abbreviations(names)}) == len(names)


def test_signs_are_neither_alike_nor_those_of_pegs() -> None:
    pictures = [*PICTURES.values(), *(seat.pixels for seat in SEATS)]
    for side in (7, 9):
        masks = [mask(picture, side).tobytes() for picture in pictures]
        assert len({*masks}) == len(PICTURES) + 6
    assert len({*SHAPE_CHARACTERS.values(), *(seat.character for seat in SEATS)}) == len(PICTURES) + 6


@pytest.mark.parametrize("theme", THEMES)
def test_colours_of_seats_stand_out_from_the_background(theme: str) -> None:
    assert [seat for seat in SEATS if contrast(seat.rgb, THEMES[theme][Ink.BACKGROUND]) < 3] == []


def test_colours_of_seats_differ() -> None:
    distances = [
        sum(abs(a - b) for a, b in zip(one.rgb, other.rgb, strict=True)) for one, other in combinations(SEATS, 2)
    ]
    assert min(distances) >= 90


def test_sign_in_a_text_has_the_colour_of_its_seat() -> None:
    for seat, (_, rgb, _) in enumerate(SEATS):
        page = PixelPage((60, 20), Translator("en"), palette=Palette(ColourMode.RGB))
        page.text(0, 0, signed(seat, "P"))
        assert rgb in {colour for _, colour in page.image.getcolors() or []}


@pytest.mark.parametrize("count", range(2, 7))
def test_points_carry_the_signs_where_names_do_not_fit(count: int) -> None:
    names = tuple(f"Player {number}" for number in range(1, count + 1))
    text = PointsLine(names, (0,) * count).text(Translator("en"), 7 * count)
    assert [seat.character in text for seat in SEATS] == [number < count for number in range(6)]


@pytest.mark.parametrize("room", range(10, 80))
def test_no_label_touches_its_points(room: int) -> None:
    names = tuple(f"Player {number}" for number in range(1, 7))
    assert "P18" not in PointsLine(names, (8, 9, 10, 11, 12, 13)).text(Translator("en"), room)
