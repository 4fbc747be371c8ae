"""Record of the button presses received from each tray, so that none counts twice and missed ones are reported.

A press is identified by the tray's serial number, its boot and the count since that boot. A tray whose memory is worn
may give the same three twice. It then reports that it is fresh, which a tray that has answered requests since its boot
never does.

The ledger outlives the line and the tray's boots, but not the program. A press from before the program met the tray
may have been read by another program, and counts as missed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.link.messages import COUNTS

TRAYS = 8
"""The number of trays that are remembered; a household has one."""

UNKNOWN = 0
"""An unknown number of missed presses, perhaps none: the tray was reset, and its count is lost."""

_AHEAD = COUNTS // 2


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of entering a snapshot: whether its press is new, and how many before it were missed (None: none)."""

    is_new: bool = False
    missed: int | None = None
    is_stale: bool = False


@dataclass(slots=True)
class _Page:
    boot: int
    count: int
    is_met: bool


class PressLedger:
    """Keeps a page for each tray; a tray without a serial number counts as a new one each time."""

    def __init__(self) -> None:
        self._pages: dict[int, _Page] = {}

    def open(self, serial: int, boot: int, count: int, is_fresh: bool = False) -> int | None:
        """Note that a tray answers; return ``UNKNOWN`` if it was reset since it last answered, else None."""
        page = self._pages.pop(serial, None)
        if serial == 0:
            page = None
        was_reset = page is not None and (page.boot != boot or (is_fresh and page.is_met))
        if was_reset:
            # No other program can have read the presses since the reset, because this one holds the line.
            page = _Page(boot, 0, is_met=True)
        elif page is None or (is_fresh and _ahead(page.count, count) > _AHEAD):
            page = _Page(boot, count, is_met=False)
        self._pages[serial] = page
        while len(self._pages) > TRAYS:
            self._pages.pop(next(iter(self._pages)))
        return UNKNOWN if was_reset else None

    def renumber(self, old: int, new: int) -> None:
        """Note that a tray has been given another serial number."""
        self._pages[new] = self._pages.pop(old)

    def enter(self, serial: int, count: int, is_taken: bool) -> Entry:
        """Enter a snapshot from the boot noted by ``open``, and return what is new about it."""
        page = self._pages[serial]
        ahead = _ahead(page.count, count)
        if ahead > _AHEAD:
            # The snapshot was delayed on the line.
            return Entry(is_stale=True)
        is_first, was = not page.is_met, page.count
        page.count, page.is_met = count, True
        if ahead == 0:
            return Entry(missed=1) if is_first and count and not is_taken else Entry()
        if is_first and was:
            # Whether the previous press had been acknowledged can no longer be known.
            return Entry(is_new=True, missed=UNKNOWN)
        return Entry(is_new=True, missed=ahead - 1 or None)


def _ahead(was: int, count: int) -> int:
    """Return the number of presses from *was* to *count*; for a count that went back it is larger than ``_AHEAD``."""
    if was == 0 or count == 0:
        return count if was == 0 else COUNTS
    return (count - was) % COUNTS
