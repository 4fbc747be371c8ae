"""A game for one player, of a family of its own, from its set-up to the statistics."""

from __future__ import annotations

import pytest

from companion.games.contract import CHANCE
from companion.match.catalogue import Catalogue
from companion.match.record import check_record
from companion.match.session import Session
from companion.words import words_of
from tests.support.flow import Flow, start
from tests.support.one_player import FAMILY, MOST, NumberGame, with_game_for, with_number_game
from tests.support.paper import PaperArchive, environment

TO_THE_GAME = "OK UP UP UP OK"
"""Play, and the last game of the list, above those together and the challenges."""


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    return with_number_game(monkeypatch)


def hidden(archive: PaperArchive) -> int:
    secret = archive.sheets[1][1][0].hidden
    assert secret is not None
    return int(secret.reveal().removeprefix("hide "))


def ask(flow: Flow, number: int) -> None:
    """Ask for *number* in a menu whose cursor is on 1."""
    flow.press(*["DOWN"] * (number - 1), "OK")


def test_set_up_has_one_player_and_no_opponent(games: Catalogue) -> None:
    flow = start(catalogue=games)
    flow.press(TO_THE_GAME)
    assert flow.lines[1:3] == ["> Begin: \u25b6", "  Anna: \u2026"]
    assert not any("Against" in line for line in flow.lines)


def test_game_for_more_players_asks_a_single_one_against_whom(games: Catalogue) -> None:
    flow = start(catalogue=games)
    flow.press("OK OK", "DOWN OK UP UP OK BACK")
    assert flow.lines[2:4] == ["> Anna: \u2026", "  Against: the box"]


def test_set_up_of_a_game_for_at_least_three_has_three_players() -> None:
    flow = start(catalogue=with_game_for(3, 4))
    flow.press(TO_THE_GAME)
    assert flow.lines[2] == "  Anna, Ben, Player 1: \u2026"
    assert flow.press("OK OK")[-1] == "GuessScreen"


def test_match_of_one_player_is_played_kept_checked_and_counted(games: Catalogue) -> None:
    archive = PaperArchive()
    flow = start(archive, catalogue=games)
    flow.press(TO_THE_GAME, "OK")
    number = hidden(archive)
    wrong = 1 if number > 1 else MOST
    ask(flow, wrong)
    answer = flow.lines[0]
    assert answer == f"The number is {'higher' if number > wrong else 'lower'} than {wrong}."

    flow.press("BACK")
    assert flow.lines[0].startswith("Pause")
    flow.choose("Undo")
    flow.press("UP OK")
    assert flow.lines[0] == "All saw the answer. Undo all the same?"
    flow.press("UP OK")
    assert flow.lines[0] == "Which number?"
    ask(flow, wrong)

    again = start(archive, catalogue=games)
    assert "Number" in " ".join(again.lines)
    again.press("OK")
    assert again.lines[0] == answer
    ask(again, number)
    assert again.lines[:2] == ["Match over", "  Anna: 2"]
    words, view = words_of(FAMILY), again.context.driver.position.view(None) if again.context.driver else None
    assert words.told(CHANCE, "hide", view, view, ("Anna",)) == []
    session = Session.resume(NumberGame(), 1, environment(archive))
    assert check_record(session.record(), NumberGame()).result == archive.results[1]

    last = start(archive, catalogue=games)
    last.choose("More", "Matches")
    assert last.lines[:2] == ["1. Number", "> Anna: \u2713"]
    last.press("OK")
    assert last.lines[0] == "1. Number"
    last.press("BACK BACK")
    last.choose("Statistics", "Anna")
    # An answer was undone: the round is no best.
    assert last.lines == [
        "Anna",
        "> Newest matches: 1",
        "  Found in a row: 0",
        "  Longest streak: 0",
        "  Hints: 0",
        "  Undone answers: 1",
        "  Number",
        "  Solved: 1",
        "  Not solved: 0",
        "  Rows, average: 2.0",
        "  Never played:",
        *(f"  {game.title('en')}: \u2013" for game in games if game.key != "number" and not game.group),
        "  Luck and skill: \u2026",
    ]
