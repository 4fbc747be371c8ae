"""The account that boxes are held to must find what is wrong."""

from __future__ import annotations

from companion.box.tray import Light, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost
from companion.link.press_ledger import UNKNOWN
from tests.link.reckoning import Account, reckon
from tests.support.world import mark_of

FOUND = TrayFound("1", "line", "1.0.0", 1)


def row(mark: int) -> RowCommitted:
    return RowCommitted(mark, tuple(Light(100 * hole, mark & 0xFF, mark >> 8, mark) for hole in range(5)))


def of(*news: TrayEvent, presses: int = 4, starts: tuple[int, ...] = ()) -> Account:
    return reckon(range(presses), [FOUND, *news], mark_of, starts)


def test_everything_read_once_is_a_clean_account() -> None:
    assert of(row(0), row(1), row(2), row(3)) == Account(read=4)


def test_a_press_that_was_not_read_is_lost_unless_it_was_told() -> None:
    assert of(row(0), row(2), row(3)) == Account(read=3, lost=(1,))
    assert of(row(0), RowMissed(1), row(2), row(3)) == Account(read=3)
    assert of(row(0), RowMissed(1), row(3)) == Account(read=2, lost=(1, 2))


def test_the_last_presses_are_lost_too() -> None:
    assert of(row(0), row(1)) == Account(read=2, lost=(2, 3))
    assert of(row(0), row(1), TrayLost("gone")) == Account(read=2)


def test_a_reset_or_a_new_start_covers_its_gap_alone() -> None:
    assert of(row(0), RowMissed(UNKNOWN), row(2)) == Account(read=2, lost=(3,))
    assert of(row(0), row(2), starts=(2,)) == Account(read=2, lost=(3,))
    assert of(row(0), row(1), starts=(3,)) == Account(read=2)


def test_a_press_read_twice_or_late_or_never_made_is_found() -> None:
    assert of(row(0), row(1), row(1), row(2), row(3)).doubled == (1,)
    assert of(row(0), row(2), row(1), row(3)).doubled == (1,)
    assert of(row(0), row(1), row(2), row(3), row(9)).doubled == (9,)


def test_a_miss_that_did_not_happen_is_counted() -> None:
    assert of(row(0), RowMissed(1), row(1), row(2), row(3)) == Account(read=4, said_in_vain=1)
