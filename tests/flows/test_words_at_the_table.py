"""What the players read at the end of a round and in the pause menu."""

from __future__ import annotations

import re

import pytest

from companion.i18n.translator import Translator
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.paper import PaperArchive, environment

BEGIN = "OK OK OK OK"
"""New match, the first game, Begin, and on from the seal to the first row."""


def words(flow: Flow) -> str:
    """Return the text of the screen."""
    page = TextPage(Translator("en"))
    flow.app.top.draw(page)
    return "\n".join(page.lines)


def at_pause(line: str) -> Flow:
    """Return a box in its first round with the cursor on *line* of the pause menu."""
    flow = start()
    flow.press(BEGIN, "BACK")
    for _ in range(12):
        if f"> {line}" in words(flow):
            return flow
        flow.press("DOWN")
    raise LookupError(f"expected a line {line!r} in the pause menu, got {words(flow)}")


def test_score_names_who_broke_the_code_in_how_many_rows() -> None:
    flow = start()
    flow.press(BEGIN)
    flow.press(entering(flow.code()), "OK")
    assert "Ben needed 1 row, 1 in all" in words(flow)


def test_final_scores_are_the_rows_that_each_player_needed() -> None:
    flow = start()
    flow.press(BEGIN, "BACK DOWN DOWN DOWN OK LEFT OK")
    assert "Ben: 10 rows + 1 unsolved, 11 in all" in words(flow)
    flow.press("OK OK")
    flow.press(entering(flow.code()), "OK OK")
    assert words(flow).splitlines()[:3] == ["Anna wins!", "Anna: 1 row " + 4 * "\U0001f7e9", "Ben: 11 rows"]
    flow.press("OK")
    assert "Anna: 1 row\n  Ben: 11 rows" in words(flow)


@pytest.mark.parametrize(
    ("key", "options", "title"),
    [
        ("mastermind", {}, "Fewest rows win"),
        ("mastermind", {"mode": "player"}, "Most points win"),
        ("coda", {"rounds": "3"}, "Most points win"),
        ("coda", {"rounds": "1"}, "The last one wins"),
        ("passcode", {}, "Level 6 wins"),
    ],
)
def test_score_sheet_says_who_wins(key: str, options: dict[str, str], title: str) -> None:
    session = Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), environment(PaperArchive()))
    match = Match(start().context, MatchDriver(session), GAME_SCREENS[session.game.family])
    page = TextPage(Translator("en"))
    match.face.sheet(match).draw(page)
    assert page.lines[0] == title


def test_result_is_shared_as_squares_at_the_end_of_a_match() -> None:
    flow = start()
    flow.press(BEGIN, "BACK DOWN DOWN DOWN OK LEFT OK", "OK OK")
    flow.press(entering(flow.code()), "OK OK")
    flow.press("UP")
    *squares, line = words(flow).splitlines()
    assert squares == ["Codemaker Mastermind 1/10", 4 * "\U0001f7e9"]
    assert re.fullmatch("[A-Z2-7]{5}-[A-Z2-7]{5}-[A-Z2-7]{3}", line)
    # The name of the player is in it where that is wanted.
    flow.press("DOWN")
    assert words(flow).splitlines()[0] == "Codemaker Mastermind, Anna 1/10"
    flow.press("UP")
    assert words(flow).splitlines()[0] == "Codemaker Mastermind 1/10"
    assert flow.press("OK OK OK")[-1] == "Menu"


@pytest.mark.parametrize("line", ["Give up round", "End match"])
def test_no_returns_to_the_menu_where_the_question_was_asked(line: str) -> None:
    flow = at_pause(line)
    before = words(flow)
    assert flow.press("OK")[-1] == "Question"
    flow.press("RIGHT OK")
    assert words(flow) == before


def test_giving_up_says_what_it_costs() -> None:
    flow = at_pause("Give up round")
    flow.press("OK")
    assert "Give up? It counts as 11 rows." in words(flow)


def test_pause_menu_has_no_line_called_pause() -> None:
    flow = at_pause("End match")
    assert "Pause" not in "\n".join(words(flow).splitlines()[1:])
