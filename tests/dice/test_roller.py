from __future__ import annotations

from companion.dice.model import Dice, DiceRoll, Own, Start
from companion.dice.roller import DiceRoller
from companion.errors import JournalFailed
from tests.support.paper import NOON, PaperArchive


def dice_roller(ledger: PaperArchive) -> DiceRoller:
    return DiceRoller(ledger, lambda outcomes: outcomes - 1, lambda: NOON)


def test_throw_is_in_the_ledger_when_it_is_known() -> None:
    ledger = PaperArchive()
    thrown = dice_roller(ledger).throw()
    assert (ledger.thrown, thrown.at) == ([thrown], NOON)


def test_first_thing_thrown_is_one_six_sided_die() -> None:
    assert dice_roller(PaperArchive()).cast == Dice(1, 6)


def test_what_was_thrown_last_is_thrown_again_after_the_power_was_out() -> None:
    ledger = PaperArchive()
    first = dice_roller(ledger)
    first.cast = Dice(2, 20)
    first.throw()
    assert dice_roller(ledger).cast == Dice(2, 20)


def test_who_starts_is_not_asked_again_after_the_power_was_out() -> None:
    ledger = PaperArchive()
    first = dice_roller(ledger)
    first.cast = Start(2, ("Ada", "Zoé"))
    first.throw()
    assert dice_roller(ledger).cast == Dice(1, 6)


def test_last_throws_are_the_newest_first() -> None:
    shaken = dice_roller(PaperArchive())
    first, second = shaken.throw(), shaken.throw()
    assert (shaken.last(1), shaken.last(5)) == ((second,), (second, first))


def test_throws_of_own_dice_are_neither_repeated_nor_listed() -> None:
    ledger = PaperArchive()
    first = dice_roller(ledger)
    first.cast = Dice(2, 20)
    first.throw()
    ledger.enter([DiceRoll(Own("Red die"), (side,)) for side in (1, 2, 3)] * 20)
    again = dice_roller(ledger)
    assert (again.cast, [thrown.cast for thrown in again.last(5)]) == (Dice(2, 20), [Dice(2, 20)])


def test_ledger_that_cannot_be_read_has_no_throws() -> None:
    class Torn(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[()]:
            raise JournalFailed("expected a page, got a hole")

    torn = dice_roller(Torn())
    assert (torn.last(5), torn.cast) == ((), Dice(1, 6))
