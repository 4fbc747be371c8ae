"""Phones in a game in which several seats may move at once."""

from __future__ import annotations

import pytest

from tests.phones.tables import Table
from tests.phones.test_desk import Line
from tests.support.at_once import PickGame


def test_phones_move_at_once_and_see_only_what_they_have_picked(table: Table) -> None:
    driver = table.open_match(PickGame(), ("Anna", "Ben"))
    line = Line(table)
    phones = [line.admit(seat) for seat in (0, 1)]
    for seat, phone in enumerate(phones):
        told = line.ask(phone, "look")
        assert [one["text"] for one in told["ask"]["choices"]] == [
            f"{seat + 1} picks {number}" for number in (1, 2, 3)
        ]
    # Both have looked at the same position; neither move makes the other one stale.
    before = phones[0].version
    assert line.move(phones[1], "2 picks 3")["state"]["view"]["own"] == 3
    seen = line.ask(phones[0], "look")["state"]["view"]
    assert (seen["picked"], seen["own"], seen["done"]) == ([False, True], None, [])
    phones[0].version = before
    assert line.move(phones[0], "1 picks 1")["refused"] is None
    assert driver.position.view(None).done == ((1, 3),)


def test_phone_hears_of_its_own_move_in_the_answer_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.open_match(PickGame(), ("Anna", "Ben"))
    line = Line(table)
    own, other = (line.admit(seat) for seat in (0, 1))
    # The loop flushes when its calls are done.
    monkeypatch.setattr(table.socket, "flush", lambda: None)
    line.front_end.say(**own.moves("1 picks 2"))
    table.take_call()
    assert line.told(own)["id"] == own.asked
    assert line.told(other)["state"]["view"]["picked"] == [True, False]
