"""The streak of the code of the day: on how many days in a row it was played at this box."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from companion.errors import N_
from companion.match.archive import MatchSummary

MATCHES_MOST = 500
"""The most matches that are looked at, the newest first."""


FIRST_DAY = "2026-01-01"
"""The day before which no program of this project was made: a clock that says an earlier one was never set."""


UNSET = N_("clock not set")
"""What stands for a time that a clock cannot have had."""


def is_likely(stamp: str, now: str) -> bool:
    """Whether the clock was right that said *stamp* earlier than *now*, if that of now is."""
    return stamp[:10] >= FIRST_DAY and (stamp <= now or now[:10] < FIRST_DAY)


def day_at(stamp: str) -> str:
    """Return the day of *stamp*, a time in UTC, in the time zone of the box."""
    try:
        return datetime.fromisoformat(stamp).astimezone().date().isoformat()
    # In the years 1 and 9999, the time may be outside the calendar.
    except (ValueError, OverflowError):
        return stamp[:10]


def stamps_from(day: date, now: Callable[[], float]) -> Callable[[], str]:
    """Return a function of the time in UTC, as in a journal, by the clock *now*, in seconds, from noon of *day* on."""
    noon, begun = datetime.combine(day, time(12)).astimezone(UTC), now()
    return lambda: (noon + timedelta(seconds=now() - begun)).strftime("%Y-%m-%dT%H:%M:%SZ")


def challenge_of(match: MatchSummary) -> str | None:
    """Return the line or the day whose code *match* has, None where its code is drawn."""
    return dict(match.header.options).get("challenge")


def day_of(match: MatchSummary) -> str | None:
    """Return the day whose code *match* has, if it was begun on that day, here or in UTC, else None."""
    begun, challenge = match.header.begun, challenge_of(match)
    # Earlier versions counted the days of UTC.
    return challenge if challenge and challenge in (begun[:10], day_at(begun)) else None


def day_streak(matches: Iterable[MatchSummary], today: str) -> int:
    """Return on how many days in a row, up to *today* or the day before, a code of the day was played to its end."""
    # All of them: one begun while the clock was wrong has a date out of order.
    days = {day_of(match) for match in islice(matches, MATCHES_MOST) if match.result}
    first = 0 if today in days else 1
    count = 0
    while _back(today, first + count) in days:
        count += 1
    return count


def _back(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days)).isoformat()
