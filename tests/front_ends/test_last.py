"""The last move, as everybody at the table may know it: an attack stays until the next one of its round."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.front_ends.messages import state_message
from companion.games.contract import CHANCE
from companion.match.driver import MatchDriver
from companion.match.session import Session
from tests.front_ends.random_matches import RandomMatch
from tests.front_ends.tables import Table
from tests.games.test_conformance import CATALOGUE


def last(match: RandomMatch) -> Any:
    return core(told(match)["last"])


def core(last: Any) -> Any:
    """Return the fields of the last move without its number and its words."""
    return last and {name: value for name, value in last.items() if name not in ("number", "words")}


def words(match: Any) -> list[str]:
    return [english(match, each) for each in match["last"]["words"]]


def english(match: Any, part: Any) -> str:
    """Return a phrase as a reader of docs/table-socket.md makes its English words."""
    match part:
        case {"text": str(text)}:
            made = {name: english(match, value) for name, value in part.get("values", {}).items()}
            return str(part["plural"] if part.get("count", 1) != 1 else text).format(count=part.get("count"), **made)
        case {"name": name}:
            return str(name)
        case {"colour": letter}:
            return next(str(one["name"]) for one in match["view"]["edition"]["colours"] if one["letter"] == letter)
        case list():
            return ", ".join(english(match, one) for one in part)
    return str(part)


def told(match: RandomMatch) -> Any:
    return json.loads(state_message(match.told, "b", may_move=False))["match"]


@pytest.mark.parametrize("role", ["dealer", "referee"])
def test_attack_and_its_answer_stay_until_the_next_one_of_the_round(role: str) -> None:
    match = RandomMatch(CATALOGUE["coda"], {"role": role}, 3)
    expected: Any = None
    of_round, seen = 0, set()
    while match.driver.position.player_to_move is not None:
        before = told(match)["view"]
        match.move()
        after, event = told(match)["view"], match.driver.submitted
        assert event is not None
        if event.text.startswith(("attack", "hit", "miss")):
            is_over = len(after["done"]) > len(before["done"])
            outcome = "right" if is_over or after["round"]["hits"] > before["round"]["hits"] else "wrong"
            expected = {"seat": event.seat, "text": event.text, "outcome": outcome}
            of_round = before["round"]["number"]
            seen.add(outcome)
        elif event.seat != CHANCE and before["round"]["number"] > of_round:
            expected = None
        assert last(match) == expected
        if expected is not None:
            verdict = {"right": "Right.", "wrong": "Wrong."}[expected["outcome"]]
            # With real panels an attack is judged by the move after it.
            assert words(told(match))[0] == verdict
    assert seen == {"right", "wrong"}


def test_row_is_told_with_its_answer_and_is_gone_after_an_undo(table: Table) -> None:
    driver = table.open_match(coach="during")
    front_end = table.front_end()
    assert front_end.hello()["match"]["last"] is None
    driver.submit_text(1, "ROYB")
    row = front_end.hear()["match"]
    keys = row["view"]["round"]["rows"][0]
    answer = f"black {keys['black']} white {keys['white']}"
    assert core(row["last"]) == {"seat": 1, "text": "ROYB", "outcome": answer}
    assert words(row) == [
        f"{keys['black']} black, {keys['white']} white",
        "Ben: red, orange, yellow, blue",
    ]
    assert english(row, row["asked"]) == "Ben sets row 2."
    # A hint is no move that others talk about.
    driver.submit_text(1, "hint 1")
    assert front_end.hear()["match"]["last"] == row["last"]
    driver.undo()
    driver.undo()
    front_end.hear()
    assert front_end.hear()["match"]["last"] is None


def test_hidden_code_is_told_without_its_colours_and_the_answer_of_a_player_as_one(table: Table) -> None:
    driver = table.open_match(mode="player", first="1")
    front_end = table.front_end()
    seat = front_end.hello()["match"]["to_move"]
    driver.submit_text(seat, "code ROYG")
    state = front_end.hear()["match"]
    assert core(state["last"]) == {"seat": seat, "text": "code", "outcome": None}
    assert words(state) == ["Anna has hidden a code"]


def test_last_move_is_known_after_a_start_of_the_box() -> None:
    match = RandomMatch(CATALOGUE["passcode"], {}, 2)
    while last(match) is None:
        match.move()
    before = last(match)
    number = match.driver.session.number
    assert number is not None
    match.driver = MatchDriver(Session.resume(match.driver.session.game, number, match.world))
    match.watch.look(match.driver)
    assert last(match) == before
