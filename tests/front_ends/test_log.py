"""The log: the moves that everybody saw, the newest first; in Coda no attack but the last one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.front_ends.messages import match_fields
from companion.front_ends.views import LOG_MOST
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.front_ends.tables import Table
from tests.front_ends.test_last import english, told
from tests.games.test_conformance import CATALOGUE


def logged(match: Any) -> list[list[str]]:
    return [[english(match, part) for part in entry["words"]] for entry in match["log"]]


def test_moves_are_listed_newest_first_without_hints_and_without_those_that_were_undone(table: Table) -> None:
    driver = table.open_match(coach="during")
    for text in ("ROYB", "hint 1", "RROO", "GGBB"):
        driver.submit_text(1, text)
    driver.undo()
    front_end = table.front_end()
    match = front_end.hello()["match"]
    assert [(entry["seat"], words[1]) for entry, words in zip(match["log"], logged(match), strict=True)] == [
        (1, "Ben: red, red, orange, orange"),
        (1, "Ben: red, orange, yellow, blue"),
    ]


def test_hidden_code_is_listed_without_its_colours(table: Table) -> None:
    driver = table.open_match(mode="player", first="1")
    seat = driver.position.player_to_move
    assert seat is not None
    driver.submit_text(seat, "code ROYG")
    assert logged(table.front_end().hello()["match"]) == [["Anna has hidden a code"]]


@pytest.mark.parametrize("role", ["dealer", "referee"])
def test_log_of_coda_is_the_last_attack_alone(role: str) -> None:
    match = RandomMatch(CATALOGUE["coda"], {"role": role}, 3)
    lengths = set()
    for _ in match.positions(WHOLE_MOST):
        state = told(match)
        assert [entry["words"] for entry in state["log"]] == ([state["last"]["words"]] if state["last"] else [])
        lengths.add(len(state["log"]))
    assert lengths == {0, 1}


def test_log_of_passcode_has_the_newest_moves_and_no_more() -> None:
    match = RandomMatch(CATALOGUE["passcode"], {"role": "referee"}, 3)
    seen: dict[int, Any] = {}
    most = 0
    for _ in match.positions(200):
        state = told(match)
        if (last := state["last"]) is not None:
            seen = {number: words for number, words in seen.items() if number < last["number"]}
            seen[last["number"]] = last["words"]
        # Where chance moves too, a session looks back at fewer moves of players.
        log = [entry["words"] for entry in state["log"]]
        assert log == [seen[number] for number in sorted(seen, reverse=True)][: len(log)]
        most = max(most, len(log))
    assert 8 < most <= LOG_MOST


def test_sealed_message_has_no_log() -> None:
    match = RandomMatch(CATALOGUE["passcode"], {}, 2)
    list(match.positions(40))
    assert told(match)["log"]
    fields = match_fields(match.told, 0)
    assert fields is not None
    assert json.loads(json.dumps(fields))["log"] is None
