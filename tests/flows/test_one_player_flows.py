"""A game for one player, from its set-up to the statistics."""

from __future__ import annotations

from companion.match.record import check_record
from companion.match.session import Session
from tests.support.flow import Flow, entering, start
from tests.support.one_player import with_game_for
from tests.support.paper import PaperArchive, environment

GAMES = with_game_for(1, 1)
TO_THE_GAME = "OK UP OK"
"""Play, and the last game of the list."""


def begun(archive: PaperArchive) -> Flow:
    flow = start(archive, catalogue=GAMES)
    flow.press(TO_THE_GAME, "OK OK")
    return flow


def test_set_up_has_one_player_and_no_opponent() -> None:
    flow = start(catalogue=GAMES)
    flow.press(TO_THE_GAME)
    assert flow.lines[1:3] == ["> Begin: \u25b6", "  Anna: \u2026"]
    assert not any("Against" in line for line in flow.lines)


def test_game_for_more_players_asks_a_single_one_against_whom() -> None:
    flow = start(catalogue=GAMES)
    flow.press("OK OK", "DOWN OK UP UP OK BACK")
    assert flow.lines[2:4] == ["> Anna: \u2026", "  Against: the box"]


def test_set_up_of_a_game_for_at_least_three_has_three_players() -> None:
    flow = start(catalogue=with_game_for(3, 4))
    flow.press(TO_THE_GAME)
    assert flow.lines[2] == "  Anna, Ben, Player 1: \u2026"
    assert flow.press("OK OK")[-1] == "GuessScreen"


def test_match_of_one_player_is_played_kept_checked_and_counted() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    secret = archive.sheets[1][1][0].hidden
    assert secret is not None
    assert flow.press(entering(secret.reveal().removeprefix("code ")), "OK", "OK")[-2:] == ["RevealScreen", "Menu"]
    assert flow.lines[:2] == ["Match over", "  Anna: 1 row"]
    session = Session.resume(GAMES["alone"], 1, environment(archive))
    assert check_record(session.record(), GAMES["alone"]).result == archive.results[1]

    again = start(archive, catalogue=GAMES)
    again.choose("More", "Matches")
    assert again.lines == ["Matches", "> 1. Mini: \u2713"]
    again.press("OK")
    assert again.lines[0] == "1. Mini"
    again.press("BACK BACK DOWN OK OK")
    assert again.lines[:5] == [
        "Anna",
        "> Newest matches: 1",
        "  Codes found: 1/1",
        "  Rows, average: 1.0",
        "  Fewest rows: 1",
    ]
