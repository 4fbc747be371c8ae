"""The list of matches on the box: who played, who won and by how much, when, and the filters of a long list."""

from __future__ import annotations

import pytest

from companion.match.archive import MatchHeader
from companion.match.result import scores_in
from companion.ui.home.history import FILTERED_FROM
from tests.support.flow import Flow, start
from tests.support.match_lines import GUESS
from tests.support.paper import NOON, PaperArchive


def listed(*matches: tuple[str, tuple[str, ...], str | None], begun: str = NOON) -> Flow:
    """Return the box with its list of *matches*: the game, the players and the result of each."""
    archive = PaperArchive()
    for key, players, result in matches:
        archive.append(archive.begin(MatchHeader(key, (), players, begun)), [GUESS], result)
    flow = start(archive)
    if flow.screen == "Question":
        # The match that is open is offered first.
        flow.press("BACK")
    flow.choose("More", "Matches")
    return flow


@pytest.mark.parametrize(
    ("players", "result", "line"),
    [
        (("Anna", "Ben"), "Anna 4, Ben 13: Ben wins", "> Ben, Anna: 13:4"),
        (("Anna", "Ben"), "Anna 4, Ben 4: Anna and Ben share the win", "> Anna, Ben: 4:4"),
        (("Anna", "Ben"), "Anna 0, Ben 0: no winner", "> Anna, Ben: 0:0"),
        (("Anna", "Ben", "Zoe"), "Anna 1, Ben 3, Zoe 2: Ben wins", "> Ben, Zoe, Anna: 3:2"),
        (("Anna", "Ben", "Zoe"), "Anna 9, Ben 3, Zoe 4: Ben wins", "> Ben, Zoe, Anna: 3:4"),
        (("Anna",), "Anna 5: Anna wins", "> Anna: \u2713"),
        (("Anna",), "Anna 9: no winner", "> Anna: \u2013"),
        (("Anna", "Ben"), "", "> Anna, Ben: given up"),
        (("Anna", "Ben"), None, "> Anna, Ben: open"),
        (("Anna", "Ben"), "a result of another program", "> Anna, Ben: \u2713"),
    ],
)
def test_line_of_a_match_has_the_winner_first_and_the_scores(
    players: tuple[str, ...], result: str | None, line: str
) -> None:
    assert listed(("coda", players, result)).lines == ["1. Coda", line, "2026-01-02"]


def test_title_and_day_are_those_of_the_match_under_the_cursor() -> None:
    flow = listed(("mini", ("Anna",), ""), ("coda", ("Ben", "Zoe"), ""))
    assert (flow.lines[0], flow.lines[-1]) == ("2. Coda", "2026-01-02")
    flow.press("DOWN")
    assert flow.lines[0] == "1. Mini"


def test_day_of_a_clock_that_was_not_set_is_not_shown() -> None:
    assert listed(("mini", ("Anna",), ""), begun="1970-01-01T00:00:05Z").lines[-1] == "clock not set"


def long_list() -> Flow:
    games = ("mini", "coda", "mastermind")
    people = (("Anna", "Ben"), ("ben", "Zoe"))
    return listed(*((games[place % 3], people[place % 2], "") for place in range(FILTERED_FROM)))


def lines_of(flow: Flow) -> list[str]:
    return [line[2:] for line in flow.lines[1:] if line.endswith(": given up")]


def test_short_list_has_no_filters() -> None:
    flow = listed(*[("mini", ("Anna",), "")] * (FILTERED_FROM - 1))
    assert len(lines_of(flow)) == FILTERED_FROM - 1
    assert "Game: all" not in " ".join(flow.lines)


def test_long_list_begins_at_the_newest_match_below_the_filters() -> None:
    flow = long_list()
    assert flow.lines[:4] == ["10. Mini", "  Game: all", "  Player: all", "> ben, Zoe: given up"]


def test_list_of_one_game_and_one_player_has_their_matches() -> None:
    flow = long_list()
    flow.choose("Game")
    assert flow.lines == ["Game", "> all: \u2713", "  Mini", "  Mastermind", "  Coda"]
    flow.choose("Coda")
    assert lines_of(flow) == ["ben, Zoe: given up", "Anna, Ben: given up", "ben, Zoe: given up"]
    flow.choose("Player", "Zoe")
    assert flow.lines == ["Matches", "  Game: Coda", "> Player: Zoe", *["  ben, Zoe: given up"] * 2]
    flow.choose("Game", "all")
    assert lines_of(flow) == ["ben, Zoe: given up"] * (FILTERED_FROM // 2)
    flow.choose("Player", "all")
    assert len(lines_of(flow)) == FILTERED_FROM


def test_ways_to_write_a_name_are_one_player_of_the_filter() -> None:
    flow = long_list()
    flow.choose("Player")
    assert flow.lines == ["Player", "> all: \u2713", "  Anna", "  Zoe", "  ben"]
    flow.choose("ben")
    assert len(lines_of(flow)) == FILTERED_FROM


def test_filter_of_matches_that_cannot_be_read_says_so() -> None:
    flow = long_list()
    flow.archive.smudge(3)
    flow.choose("Game")
    assert flow.banner == "The matches cannot be read: check the card."


def test_scores_of_another_text_are_none() -> None:
    assert scores_in("Anna 4, Ben x: Ben wins", ("Anna", "Ben")) == ()
