"""Moves that front ends ask for: made where the settings allow it, else refused with a reason and no effect."""

from __future__ import annotations

import pytest

from companion.box import Call
from tests.front_ends.tables import Table, refused
from tests.support.front_end import PATIENCE_S


def test_front_end_that_may_only_watch_cannot_move(table: Table) -> None:
    front_end = table.front_end()
    table.open_match()
    state = front_end.hello()
    front_end.move(state, "ROYB", id=7)
    assert refused(front_end.hear()) == (7, "watch-only")
    assert table.events.empty()


def test_move_is_made_and_answered_after_it_is_told(open_table: Table) -> None:
    front_end = open_table.front_end()
    driver = open_table.open_match()
    state = front_end.hello()
    assert state["may_move"] is True
    front_end.move(state, "ROYB", id=7)
    open_table.take_call()
    assert len(driver.session.view().now.rows) == 1
    assert front_end.hear()["version"] == state["version"] + 1
    assert front_end.hear() == {"type": "accepted", "id": 7, "version": state["version"] + 1}


@pytest.mark.parametrize(
    ("text", "seat", "version", "reason"),
    [("ROYB", 0, None, "turn"), ("ROYB", 5, None, "turn"), ("ROYB", None, 0, "stale"), ("ROYB", None, 2, "stale")],
)
def test_move_out_of_turn_or_out_of_date_never_reaches_the_loop(
    open_table: Table, text: str, seat: int | None, version: int | None, reason: str
) -> None:
    front_end = open_table.front_end()
    open_table.open_match()
    front_end.move(front_end.hello(), text, seat, 3, version)
    assert refused(front_end.hear()) == (3, reason)
    assert open_table.events.empty()


@pytest.mark.parametrize(
    ("text", "reason"), [("RO-B", "rules"), ("go", "rules"), ("?", "unreadable"), ("", "unreadable")]
)
def test_move_that_the_rules_refuse_changes_nothing(open_table: Table, text: str, reason: str) -> None:
    front_end = open_table.front_end()
    driver = open_table.open_match()
    front_end.move(front_end.hello(), text)
    open_table.take_call()
    assert refused(front_end.hear()) == (1, reason)
    assert driver.version == 1


def test_move_that_was_overtaken_on_its_way_to_the_loop_is_stale(open_table: Table) -> None:
    front_end = open_table.front_end()
    driver = open_table.open_match()
    front_end.move(front_end.hello(), "ROYB")
    call = open_table.events.get(timeout=PATIENCE_S)
    driver.submit_text(1, "BYOR")
    assert isinstance(call, Call)
    call.run()
    assert front_end.hear()["version"] == 2
    assert refused(front_end.hear()) == (1, "stale")
    assert len(driver.session.view().now.rows) == 1


def test_seat_with_a_hand_moves_on_the_box_only(open_table: Table) -> None:
    front_end = open_table.front_end()
    driver = open_table.open_match("coda", deal="chance")
    version = driver.version
    front_end.move(front_end.hello(), "draw dark")
    open_table.take_call()
    assert refused(front_end.hear()) == (1, "private")
    assert driver.version == version


def test_no_move_is_made_while_no_match_is_open(open_table: Table) -> None:
    front_end = open_table.front_end()
    front_end.move(front_end.hello(), "ROYB", seat=0)
    assert refused(front_end.hear()) == (1, "turn")


def test_moves_beyond_those_that_may_wait_are_refused(open_table: Table) -> None:
    front_end = open_table.front_end()
    open_table.open_match()
    state = front_end.hello()
    for count in range(30):
        front_end.move(state, "ROYB", id=count)
    assert refused(front_end.hear())[1] == "busy"


def test_front_end_that_is_gone_before_its_answer_does_no_harm(open_table: Table) -> None:
    front_end, other = open_table.front_end(), open_table.front_end()
    driver = open_table.open_match()
    front_end.move(front_end.hello(), "ROYB")
    other.hello()
    call = open_table.events.get(timeout=PATIENCE_S)
    front_end.say(type="bye")
    front_end.close()
    other.hello()
    assert isinstance(call, Call)
    call.run()
    assert other.hear()["version"] == 2
    assert driver.version == 2
    assert other.hello()["version"] == 2
