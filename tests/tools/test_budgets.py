"""Texts that are longer than in English have room."""

from __future__ import annotations

import pytest

from tests.ui.gallery import SHOTS, Stand, draw
from tools.budgets import grown

# The screens of the ten elements with the least room: two keys in the footer, long titles, the row of the box, the
# right places, the rows of a code that was not found, the cards side by side and alone, and the private look of Coda.
TIGHTEST = {
    "box-row-first": "Set this row: 1296 codes could be it",
    "lesson-black": "the right place",
    "reveal-given-up": "6 rows + 1 unsolved",
    "passcode-hand-six": "old card, new card",
    "passcode-draw-look": "your card",
    "coda-look": "Others look away!",
    "coda-place": "two keys",
    "private": "a long title",
}


@pytest.mark.parametrize("large_text", [False, True])
@pytest.mark.parametrize("name", TIGHTEST)
def test_tightest_elements_have_room_for_texts_that_are_longer_by_two_fifths(name: str, large_text: bool) -> None:
    shot = next(shot for shot in SHOTS if shot.name == name)
    with grown("", 0.0, others=0.4):
        assert not draw(shot, Stand("en", (128, 64), large_text)).cut
