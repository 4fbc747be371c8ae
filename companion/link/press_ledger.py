"""Which presses of which tray's button the box has had: none twice, and none missed without a word.

A press is known by the tray's serial number, its boot and the count since that boot. A tray whose memory is worn may
give the same three twice; it then says that it is fresh, which no tray is that has answered us since its boot.

The ledger outlives the line and the tray's boots, not the program: a press from before the program met the tray may
have been read by another program, and counts as missed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.link.messages import COUNTS

TRAYS = 8
"""As many trays are remembered, of which a household has one."""

UNKNOWN = 0
"""Presses that were missed: perhaps some, perhaps none. The tray was reset, and what it had counted is gone."""

_AHEAD = COUNTS // 2


@dataclass(frozen=True, slots=True)
class Entry:
    """What came of a snapshot: a new press or not, and how many before it were missed (None: none)."""

    is_new: bool = False
    missed: int | None = None
    is_stale: bool = False


NOTHING_NEW = Entry()


@dataclass(slots=True)
class _Page:
    boot: int
    count: int
    is_met: bool


class PressLedger:
    """Keeps a page for each tray; a tray without a serial number is another one each time."""

    def __init__(self) -> None:
        self._pages: dict[int, _Page] = {}

    def open(self, serial: int, boot: int, count: int, is_fresh: bool = False) -> int | None:
        """Take note that a tray answers; returns ``UNKNOWN`` when it was reset since it last did, else None."""
        page = self._pages.pop(serial, None)
        if serial == 0:
            page = None
        was_reset = page is not None and (page.boot != boot or (is_fresh and page.is_met))
        if was_reset:
            # No other program can have read what it has counted since: we hold its line.
            page = _Page(boot, 0, is_met=True)
        elif page is None or (is_fresh and _ahead(page.count, count) > _AHEAD):
            page = _Page(boot, count, is_met=False)
        self._pages[serial] = page
        while len(self._pages) > TRAYS:
            self._pages.pop(next(iter(self._pages)))
        return UNKNOWN if was_reset else None

    def renumber(self, old: int, new: int) -> None:
        """Take note that a tray has been given another serial number."""
        self._pages[new] = self._pages.pop(old)

    def enter(self, serial: int, count: int, is_taken: bool) -> Entry:
        """Enter a snapshot of the boot that the page is open at, and return what is new about it."""
        page = self._pages[serial]
        ahead = _ahead(page.count, count)
        if ahead > _AHEAD:
            # It was held up on the line.
            return Entry(is_stale=True)
        is_first, was = not page.is_met, page.count
        page.count, page.is_met = count, True
        if ahead == 0:
            return Entry(missed=1) if is_first and count and not is_taken else NOTHING_NEW
        if is_first and was:
            # Whether the press before had been taken is no longer to be known.
            return Entry(is_new=True, missed=UNKNOWN)
        return Entry(is_new=True, missed=ahead - 1 or None)


def _ahead(was: int, count: int) -> int:
    """Return how many presses after *was* the count has come to *count*; one that went back is far ahead."""
    if was == 0 or count == 0:
        return count if was == 0 else COUNTS
    return (count - was) % COUNTS
