"""How long players thought, from the times of day at which their moves were written."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import fsum

from companion.errors import N_

TIME_OF = N_("Time: {name}")
BREAK_S = 600
"""A longer time before a move is a break: the match was left, or the box was off or had its clock set."""


def seconds_between(since: str, at: str) -> int | None:
    """Return the whole seconds from *since* to *at*, times in UTC as a journal has them.

    None for a time that is missing, for a break, and where the clock of the box was set back.

    >>> seconds_between("2026-01-02T12:00:00Z", "2026-01-02T12:01:30Z")
    90
    """
    try:
        seconds = (datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds()
    # A time with a zone and one without cannot be subtracted.
    except (ValueError, TypeError, OverflowError):
        return None
    return round(seconds) if 0 <= seconds <= BREAK_S else None


def known_sum(seconds: Iterable[float | None]) -> int | None:
    """Return the whole sum of *seconds*; None where one is unknown, or where all are 0, as without a clock."""
    known = [*seconds]
    return round(fsum(each for each in known if each is not None)) or None if None not in known else None


def digits_of(seconds: int) -> str:
    """Return *seconds* as minutes and seconds, with hours where there are any.

    >>> digits_of(71), digits_of(3671)
    ('1:11', '1:01:11')
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
