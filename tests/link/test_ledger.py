"""The account of presses, against one that keeps everything and counts without an end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.link.messages import COUNTS
from companion.link.press_ledger import TRAYS, UNKNOWN, Entry, PressLedger

TRAY, BOOT = 77, 5


def opened(count: int) -> PressLedger:
    """Return a ledger that has met the tray, with everything up to *count* read."""
    ledger = PressLedger()
    ledger.open(TRAY, BOOT, count)
    ledger.enter(TRAY, count, is_taken=True)
    return ledger


def as_counted(press: int) -> int:
    """Return the tray's count at a press, by the presses since its boot: after 65535 comes 1."""
    return (press - 1) % COUNTS + 1 if press else 0


@given(st.integers(0, 3 * COUNTS), st.lists(st.integers(-20, 20), max_size=30))
def test_each_press_is_new_once_and_every_gap_is_told(start: int, steps: list[int]) -> None:
    ledger = opened(as_counted(start))
    newest = start
    for step in steps:
        press = max(newest + step, 1)
        entry = ledger.enter(TRAY, as_counted(press), is_taken=False)
        if press > newest:
            assert entry == Entry(is_new=True, missed=press - newest - 1 or None)
            newest = press
        else:
            assert (entry.is_new, entry.missed) == (False, None)


def test_what_was_held_up_on_the_line_is_known_as_stale() -> None:
    assert opened(7).enter(TRAY, 6, is_taken=False) == Entry(is_stale=True)
    assert opened(7).enter(TRAY, 0, is_taken=True) == Entry(is_stale=True)
    # A count of 0 comes before every press; it does not follow the last count before the counter goes round.
    assert opened(COUNTS - 1).enter(TRAY, 0, is_taken=True) == Entry(is_stale=True)


def test_a_press_from_before_we_met_is_missed_unless_somebody_took_it() -> None:
    for is_taken, missed in ((False, 1), (True, None)):
        ledger = PressLedger()
        ledger.open(TRAY, BOOT, 4)
        assert ledger.enter(TRAY, 4, is_taken) == Entry(missed=missed)
        assert ledger.enter(TRAY, 4, is_taken) == Entry()


def test_a_press_in_the_instant_we_met_is_new_and_the_one_before_uncertain() -> None:
    ledger = PressLedger()
    ledger.open(TRAY, BOOT, 4)
    assert ledger.enter(TRAY, 5, is_taken=False) == Entry(is_new=True, missed=UNKNOWN)


def test_a_snapshot_older_than_the_meeting_is_stale() -> None:
    ledger = PressLedger()
    ledger.open(TRAY, BOOT, 4)
    assert ledger.enter(TRAY, 3, is_taken=False) == Entry(is_stale=True)


def test_a_reset_is_told_and_the_presses_since_are_new() -> None:
    ledger = opened(9)
    assert ledger.open(TRAY, BOOT + 1, 2) == UNKNOWN
    assert ledger.enter(TRAY, 2, is_taken=False) == Entry(is_new=True, missed=1)


def test_the_same_boot_opened_again_goes_on() -> None:
    ledger = opened(9)
    assert ledger.open(TRAY, BOOT, 10) is None
    assert ledger.enter(TRAY, 10, is_taken=False) == Entry(is_new=True)
    assert ledger.enter(TRAY, 10, is_taken=False) == Entry()


def test_two_trays_without_a_number_are_never_taken_for_one() -> None:
    ledger = PressLedger()
    ledger.open(0, BOOT, 3)
    ledger.enter(0, 3, is_taken=True)
    assert ledger.open(0, BOOT, 3) is None
    assert ledger.enter(0, 3, is_taken=False) == Entry(missed=1)


def test_a_tray_that_gets_a_number_keeps_its_page() -> None:
    ledger = PressLedger()
    ledger.open(0, BOOT, 3)
    ledger.enter(0, 3, is_taken=True)
    ledger.renumber(0, TRAY)
    assert ledger.enter(TRAY, 4, is_taken=False) == Entry(is_new=True)


def test_a_ledger_does_not_grow() -> None:
    ledger = PressLedger()
    for serial in range(1, 1000):
        ledger.open(serial, BOOT, 0)
    assert len(ledger._pages) == TRAYS
