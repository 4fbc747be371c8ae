"""Players and finished matches that are changed on the box: renamed, merged, deleted, corrected, each asked twice."""

from __future__ import annotations

import pytest

from companion.match.archive import Change, ChangeKind, MatchHeader
from companion.match.session import Session
from companion.ui.home.people import corrections_menu
from companion.ui.home.setup import known_names
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.match_lines import GUESS
from tests.support.paper import NOON, PaperArchive, environment

TWICE = ("LEFT OK", "LEFT OK")


def box(*matches: tuple[str, ...], names: tuple[str, ...] = ("Anna", "Ben", "Cleo")) -> Flow:
    """Return the box after matches of these players, the first of whom won."""
    archive = PaperArchive()
    for players in matches:
        told = ", ".join(f"{name} {10 - seat}" for seat, name in enumerate(players))
        header = MatchHeader("coda", (), players, NOON)
        archive.append(archive.begin(header), [GUESS], f"{told}: {players[0]} wins")
    return start(archive, names=names)


def played(*matches: tuple[str, ...]) -> Flow:
    """Return the box after finished matches of Mini, in which the first player finds the first code in one row."""
    archive = PaperArchive()
    for players in matches:
        options = {"mode": "player", "first": "1", "games": "2"}
        session = Session.begin(CATALOGUE["mini"], options, players, environment(archive))
        for text in ("code ROYG", "RRRR", "ROYG", "code ROYG", "ROYG"):
            session.play(session.read(text))
    return start(archive, names=("Anna", "Ben", "Cleo"))


def results(flow: Flow) -> list[str | None]:
    return [match.result for match in flow.archive.matches()]


def test_players_are_those_of_the_matches_without_the_box() -> None:
    flow = box(("Anna", "Box 1"), ("Cleo", "Ben"))
    flow.choose("More", "Players")
    assert flow.lines == ["Players", "> Cleo: \u2026", "  Ben: \u2026", "  Anna: \u2026"]


def test_typed_name_is_asked_twice_and_followed_by_the_set_up() -> None:
    flow = box(("Anna", "Ben"))
    flow.choose("More", "Players", "Anna", "Another name")
    flow.top.type("Bella")
    flow.press("OK")
    assert flow.lines[0] == "Call Anna Bella?"
    flow.press("LEFT OK")
    assert flow.lines[0] == "Are you sure? It cannot be undone."
    assert results(flow) == ["Anna 10, Ben 9: Anna wins"]
    assert flow.press("LEFT OK")[-1] == "Menu"
    assert results(flow) == ["Bella 10, Ben 9: Bella wins"]
    assert flow.context.chosen.names == ("Bella", "Ben", "Cleo")


@pytest.mark.parametrize("answers", [("OK",), ("LEFT OK", "OK")])
def test_one_no_changes_nothing(answers: tuple[str, ...]) -> None:
    flow = box(("Anna", "Ben"))
    flow.choose("More", "Players", "Anna", "Delete")
    flow.press(*answers)
    assert flow.archive.changed == []


def test_name_that_the_box_gives_is_refused_where_it_is_typed() -> None:
    flow = box(("Anna", "Ben"))
    flow.choose("More", "Players", "Anna", "Another name")
    flow.top.type("Player 1")
    flow.press("OK", *TWICE)
    assert flow.banner == "The box gives this name itself."
    assert flow.archive.changed == []


def test_players_who_are_one_are_merged() -> None:
    flow = box(("Anna", "Ben"), ("Cleo", "Ben"))
    flow.choose("More", "Players", "Cleo", "Is the same as", "Anna")
    assert flow.lines[0] == "Are Cleo and Anna one player?"
    flow.press(*TWICE)
    assert results(flow) == ["Anna 10, Ben 9: Anna wins"] * 2


def test_players_of_one_match_are_two() -> None:
    flow = box(("Anna", "Ben"))
    flow.choose("More", "Players", "Anna", "Is the same as", "Ben")
    flow.press(*TWICE)
    assert flow.banner == "They are two: both played in match 1."


def test_deleted_player_is_in_no_list_and_no_statistics() -> None:
    flow = box(("Anna", "Ben"), ("Anna", "Cleo"))
    flow.choose("More", "Players", "Anna", "Delete")
    flow.press(*TWICE)
    assert results(flow) == ["Player 1 10, Cleo 9: Player 1 wins", "Player 1 10, Ben 9: Player 1 wins"]
    flow.choose("More", "Statistics")
    assert flow.lines == ["Statistics", "> Ben: \u2026", "  Cleo: \u2026"]
    assert flow.context.chosen.names == ("Ben", "Cleo")


def test_winner_is_corrected() -> None:
    flow = played(("Anna", "Ben"))
    assert results(flow) == ["Anna 2, Ben 1: Anna wins"]
    flow.choose("More", "Matches", "Anna, Ben", "Correct", "Who won", "Ben")
    assert flow.lines[0] == "The winner is Ben?"
    flow.press(*TWICE)
    assert results(flow) == ["Anna 2, Ben 1: Ben wins"]
    flow.choose("More", "Matches")
    assert flow.lines[1] == "> Ben, Anna: 1:2"


def test_player_of_a_match_is_corrected_and_the_box_is_not_offered() -> None:
    flow = box(("Anna", "Box 1"))
    flow.app._stack.append(corrections_menu(flow.context, flow.archive.summary(1)))
    assert flow.lines == ["Correct", "> Who won: \u2026", "  Anna: \u2026", "  Delete: \u2026"]
    flow.choose("Anna", "Cleo")
    assert flow.lines[0] == "Not Anna played but Cleo?"
    flow.press(*TWICE)
    assert results(flow) == ["Cleo 10, Box 1 9: Cleo wins"]


def test_deleted_match_is_not_in_the_list() -> None:
    flow = played(("Anna", "Ben"), ("Cleo", "Ben"))
    flow.choose("More", "Matches", "Cleo, Ben", "Correct", "Delete")
    flow.press(*TWICE)
    flow.choose("More", "Matches")
    assert flow.lines == ["1. Mini", "> Anna, Ben: 2:1", "2026-01-02"]


def test_change_that_cannot_be_saved_is_told() -> None:
    flow = box(("Anna", "Ben"))
    flow.archive.break_pencil()
    flow.choose("More", "Players", "Anna", "Delete")
    flow.press(*TWICE)
    assert flow.banner
    assert flow.context.chosen.names == ("Anna", "Ben", "Cleo")


def test_set_up_follows_a_change_that_a_power_cut_kept_from_the_settings() -> None:
    flow = box(("Anna", "Ben"))
    flow.archive.change([Change(ChangeKind.NAME, 1, "Anna", "Bella")])
    assert known_names(flow.context) == ["Bella", "Ben", "Cleo"]
    assert flow.context.chosen.names == ("Bella", "Ben", "Cleo")
