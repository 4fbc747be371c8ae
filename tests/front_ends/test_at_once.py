"""A game in which several seats may move at once: through the socket, the journal and the record."""

from __future__ import annotations

import pytest

from companion.errors import MoveRefused
from companion.front_ends.messages import TableState, match_fields
from companion.front_ends.watch import TableWatch
from companion.match.driver import MatchDriver
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from tests.front_ends.tables import Table
from tests.games.test_conformance import CATALOGUE
from tests.support.at_once import PickGame
from tests.support.front_end import PaperFrontEnd
from tests.support.paper import PaperArchive, environment

THREE = ("Anna", "Ben", "Cleo")


def move(table: Table, front_end: PaperFrontEnd, version: int, text: str, refused: str = "") -> bool:
    """Make a move for the seat that *text* names; return whether it is accepted or, with *refused*, refused so."""
    front_end.say(type="move", id=1, version=version, seat=int(text[0]) - 1, text=text)
    if not refused:
        table.take_call()
    while (said := front_end.hear())["type"] not in ("accepted", "refused"):
        pass
    return bool(said.get("reason", "") == refused)


def test_seats_move_in_any_order_and_none_is_stale_because_another_has_moved(open_table: Table) -> None:
    driver = open_table.open_match(PickGame(), THREE)
    front_end = open_table.front_end()
    match = (state := front_end.hello())["match"]
    assert (match["seats_to_move"], match["to_move"], state["status"]) == ([0, 1, 2], None, "move")
    assert [one["values"]["name"]["name"] for one in match["asked"]] == list(THREE)
    first = state["version"]
    assert move(open_table, front_end, first, "3 picks 1")
    assert move(open_table, front_end, first, "3 picks 2", refused="stale")
    assert move(open_table, front_end, first, "1 picks 1")
    assert sorted(driver.position.seats_to_move) == [1]
    assert move(open_table, front_end, first, "2 picks 2")
    # All have picked: the next round is another turn for everybody.
    assert move(open_table, front_end, first, "2 picks 2", refused="stale")


def test_undo_takes_back_the_newest_move_and_makes_older_versions_stale(open_table: Table) -> None:
    driver = open_table.open_match(PickGame(), THREE)
    front_end = open_table.front_end()
    first = front_end.hello()["version"]
    assert move(open_table, front_end, first, "3 picks 1")
    assert move(open_table, front_end, first, "1 picks 1")
    driver.undo()
    assert sorted(driver.position.seats_to_move) == [0, 1]
    assert move(open_table, front_end, first, "2 picks 2", refused="stale")


def test_match_is_resumed_and_its_record_is_checked() -> None:
    world = environment(PaperArchive())
    driver = MatchDriver(Session.begin(PickGame(), {}, THREE, world))
    for text in ("2 picks 3", "1 picks 3", "3 picks 1", "3 picks 2"):
        driver.submit_text(int(text[0]) - 1, text)
    resumed = Session.resume(PickGame(), 1, world)
    assert resumed.seats_to_move == {0, 1}
    assert [played.seat for played in resumed._line] == [1, 0, 2, 2]
    running = write_record(resumed.record())
    assert "3 picks 2" not in running
    check_record(read_record(running), PickGame())
    for text in ("1 picks 1", "2 picks 1"):
        resumed.play(resumed.read(text))
    whole = write_record(resumed.record())
    assert check_record(read_record(whole), PickGame()).result == "Anna 0, Ben 0, Cleo 2: Cleo wins"


def test_seat_moves_for_itself_alone() -> None:
    driver = MatchDriver(Session.begin(PickGame(), {}, THREE, environment(PaperArchive())))
    assert [*driver.position.moves(1)] == ["2 picks 1", "2 picks 2", "2 picks 3"]
    with pytest.raises(MoveRefused, match="seat 0 or 1 or 2, got one of seat 0"):
        driver.submit_text(0, "2 picks 1")
    driver.submit_text(1, "2 picks 1")
    assert (driver.position.last is not None, driver.position.players) == (True, THREE)


def test_clock_of_a_player_is_told_to_that_player_alone() -> None:
    told: list[TableState] = []
    watch = TableWatch(told.append)
    session = Session.begin(CATALOGUE["mini-together"], {"time": "60"}, THREE[:2], environment(PaperArchive()))
    now = [100.0]
    driver = MatchDriver(session, lambda: now[0])
    driver.advance()
    driver.clocks[1].run()
    watch.look(driver)
    now[0] += 20
    driver.clocks[1].pause()
    watch.look(driver)
    clocks = [(match_fields(told[-1], seat) or {})["clock"] for seat in (None, 0, 1)]
    assert [clock and (clock["is_running"], clock["left_ms"]) for clock in clocks] == [
        None,
        (False, 60_000),
        (False, 40_000),
    ]
