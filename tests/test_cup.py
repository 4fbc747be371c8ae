from __future__ import annotations

import logging

import pytest
from paper import NOON, PaperArchive

from companion.archive import ThrowsDamaged
from companion.cup import Cup
from companion.dice import Coin, Dice, Start, Throw
from companion.errors import JournalFailed


def cup(ledger: PaperArchive) -> Cup:
    return Cup(ledger, lambda outcomes: outcomes - 1, lambda: NOON)


def test_throw_is_in_the_ledger_when_it_is_known() -> None:
    ledger = PaperArchive()
    thrown = cup(ledger).throw()
    assert (ledger.thrown, thrown.at) == ([thrown], NOON)


def test_first_thing_thrown_is_one_six_sided_die() -> None:
    assert cup(PaperArchive()).cast == Dice(1, 6)


def test_what_was_thrown_last_is_thrown_again_after_the_power_was_out() -> None:
    ledger = PaperArchive()
    first = cup(ledger)
    first.cast = Dice(2, 20)
    first.throw()
    assert cup(ledger).cast == Dice(2, 20)


def test_who_starts_is_not_asked_again_after_the_power_was_out() -> None:
    ledger = PaperArchive()
    first = cup(ledger)
    first.cast = Start(2, ("Ada", "Zoé"))
    first.throw()
    assert cup(ledger).cast == Dice(1, 6)


def test_throw_that_cannot_be_saved_holds_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    ledger = PaperArchive()
    ledger.break_pencil()
    shaken = cup(ledger)
    thrown = shaken.throw()
    assert (ledger.thrown, shaken.last(5)) == ([], (thrown,))


def test_trouble_is_told_once_for_all_throws_that_wait(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    ledger = PaperArchive()
    ledger.break_pencil()
    shaken = cup(ledger)
    shaken.throw()
    trouble = shaken.take_trouble()
    shaken.throw()
    assert isinstance(trouble, JournalFailed)
    assert trouble.sentence == "Throws are not being saved: check the card."
    assert shaken.take_trouble() is None


def test_waiting_throws_reach_the_ledger_with_the_next_in_their_order(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    ledger = PaperArchive()
    shaken = cup(ledger)
    ledger.break_pencil()
    first = shaken.throw()
    ledger.sharpen_pencil()
    shaken.cast = Coin()
    second = shaken.throw()
    assert ledger.thrown == [first, second]
    assert shaken.last(5) == (second, first)


def test_last_throws_are_those_that_wait_and_then_those_of_the_ledger(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    ledger = PaperArchive()
    shaken = cup(ledger)
    first = shaken.throw()
    shaken.cast = Dice(2, 8)
    second = shaken.throw()
    ledger.break_pencil()
    shaken.cast = Coin()
    third = shaken.throw()
    assert (shaken.last(2), shaken.last(3)) == ((third, second), (third, second, first))


def test_damaged_throw_is_left_out_and_told() -> None:
    sound = Throw(Dice(2, 6), (3, 5))

    class Damaged(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[Throw, ...]:
            raise ThrowsDamaged("expected throw 2 as it was written", (sound,))

    damaged = cup(Damaged())
    assert damaged.last(5) == (sound,)
    trouble = damaged.take_trouble()
    assert trouble is not None
    assert trouble.sentence == "Some throws are damaged. They are kept, but not shown."


def test_ledger_that_cannot_be_read_has_no_throws() -> None:
    class Torn(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[()]:
            raise JournalFailed("expected a page, got a hole")

    torn = cup(Torn())
    assert (torn.last(5), torn.cast) == ((), Dice(1, 6))
