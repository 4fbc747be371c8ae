"""The streak of the code of the day: on how many days in a row it was played at this box."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import islice

from companion.match.archive import MatchSummary

MATCHES_MOST = 500
"""The most matches that are looked at, the newest first."""


def challenge_of(match: MatchSummary) -> str | None:
    """Return the line or the day whose code *match* has, None where its code is drawn."""
    return dict(match.header.options).get("challenge")


def day_of(match: MatchSummary) -> str | None:
    """Return the day whose code *match* has, if it was begun on that day, else None."""
    begun = match.header.begun[:10]
    return begun if challenge_of(match) == begun else None


def day_streak(matches: Iterable[MatchSummary], today: str) -> int:
    """Return on how many days in a row, up to *today* or the day before, a code of the day was played to its end."""
    days = set[str]()
    for match in islice(matches, MATCHES_MOST):
        if match.header.begun[:10] < _back(today, len(days) + 1):
            break
        if match.result and (day := day_of(match)):
            days.add(day)
    first = 0 if today in days else 1
    count = 0
    while _back(today, first + count) in days:
        count += 1
    return count


def _back(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days)).isoformat()
