"""Lines that were shown after a start on a full card are on it once it has room; and the tally can tell."""

from __future__ import annotations

import pytest

from tests.faults.full_card import Life, Tally, lines_shown, lives, lost, start_often
from tests.faults.scripted import ALL_KEYS, GOES_ON

NEVER = 9999


def test_instants_lie_in_the_match_and_a_line_is_shown_between_them() -> None:
    for life in lives(200, seed=2):
        assert life.room < life.end < len(ALL_KEYS)
        assert any(life.room < key <= life.end for key in GOES_ON.values())


def test_lines_are_shown_from_the_key_on_that_follows_them() -> None:
    assert [lines_shown(GOES_ON[2] + step) for step in (-1, 0)] == [1, 2]


def test_start_on_a_full_card_loses_no_line() -> None:
    total = start_often(6, seed=3)
    assert total.lost == 0
    assert total.shown > 6


def test_card_that_gets_no_room_loses_every_line() -> None:
    assert lost(Life(0, NEVER, GOES_ON[5])) == Tally(5, 5)


def test_box_that_does_not_reach_the_instant_is_told() -> None:
    with pytest.raises(RuntimeError, match=f"expected the box to die at key {NEVER}, got status 0"):
        lost(Life(0, 0, NEVER))
