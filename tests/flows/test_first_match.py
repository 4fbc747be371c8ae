"""The first match of each game says what is hidden, what to find and in how many rows, and what the seal is for."""

from __future__ import annotations

import pytest

from companion.ui.core.text_page import TextPage
from tests.support.flow import CATALOGUE, Flow, start

KEYS = [game.key for game in CATALOGUE]


def begun(key: str, *, explains_games: bool = True) -> Flow:
    """Return a box on which a first match of the game with this *key* has begun."""
    flow = start(explains_games=explains_games)
    flow.press("OK", "DOWN " * KEYS.index(key), "OK OK")
    return flow


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("mastermind", "Ben: find the 4 pegs in 10 rows!"),
        ("ambassador", "Find 5 hidden pegs in at most 12 rows."),
        ("passcode", "Roll a code and play its digits with cards."),
        ("coda", "Guess the numbers that the others hide."),
    ],
)
def test_first_match_says_what_to_find(key: str, said: str) -> None:
    assert said in begun(key).lines


def test_second_round_says_what_the_seal_is_for() -> None:
    flow = begun("mastermind")
    flow.press("OK BACK")
    flow.choose("Give up round")
    flow.press("LEFT OK OK")
    assert flow.lines[2] == "Anna: note the seal: no code can change."
    assert flow.app.over is not None
    page = TextPage(flow.context.translator)
    flow.app.over.draw(page)
    assert page.lines[:2] == ["Anna", "find the code"]
    assert page.lines[3] == "These letters prove that no code is changed."


@pytest.mark.parametrize("key", ["mastermind", "coda"])
def test_second_match_of_a_game_says_it_no_more(key: str) -> None:
    flow = begun(key)
    flow.press("OK BACK")
    flow.choose("End match")
    flow.press("LEFT OK")
    flow.choose("Play", next(game.title("en") for game in CATALOGUE if game.key == key), "Begin")
    assert "Round 1 of 2" in flow.lines[0] if key == "mastermind" else flow.screen == "PointsMenu"
    assert not any("find the 4 pegs" in line for line in flow.lines)
