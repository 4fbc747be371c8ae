"""Somebody who presses only OK gets on: to an answered row, to the end of a match, past every page."""

from __future__ import annotations

import pytest

from companion.ui.games.pegs.entry import RowEntry
from tests.support.flow import CATALOGUE, start

MOST = 1500


@pytest.mark.parametrize("key", ["mastermind", "brainiac", "super", "junior"])
def test_ok_alone_leads_from_home_to_the_end_of_a_first_match(key: str) -> None:
    flow = start(names=())
    flow.press("OK", "DOWN " * [game.key for game in CATALOGUE.games].index(key))
    for _ in range(MOST):
        flow.press("OK")
        if flow.archive.sheets and flow.view().outcome is not None:
            return
    pytest.fail(f"expected the end of a match after {MOST} presses, got {flow.lines}")


def test_ok_alone_leads_from_an_added_player_into_the_match() -> None:
    flow = start()
    flow.choose("Play", "Mastermind", "Anna, Ben", "Add a player")
    flow.press("OK OK OK")
    assert flow.archive.sheets[1][0].players == ("Anna", "Ben", "Player 1")


@pytest.mark.parametrize(("repeats", "row"), [(True, (2, 0, 0)), (False, (2, 0, 1))])
def test_ok_sets_the_first_colour_that_may_be_set(repeats: bool, row: tuple[int, ...]) -> None:
    entry = RowEntry(3, 6)
    for colour in (2, None, None):
        if colour is None:
            entry.begin(repeats=repeats)
            entry.forward()
        else:
            entry.put(colour)
    assert entry.row == row
