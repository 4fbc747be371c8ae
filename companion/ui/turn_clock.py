"""A clock for one turn: free time, and then a limit that somebody has to impose.

It runs only while it is shown, and wakes the box only when there is something new to be seen: once when the free time
is over, and every second while the limit runs.
"""

from __future__ import annotations

import math
from enum import Enum, auto

_SECOND = 1.0
# Times do not add up exactly; what is shorter than this is no time.
_GRAIN = 0.001


class Stage(Enum):
    """What the clock does: count free time, wait for somebody to impose the limit, count it down, or nothing."""

    FREE = auto()
    OPEN = auto()
    LIMIT = auto()
    UP = auto()


class TurnClock:
    """Counts *free_s* seconds, and after ``impose`` *limit_s* more; all times are on the inputs' clock."""

    def __init__(self, free_s: float, limit_s: float) -> None:
        self._left = free_s
        self._limit_s = limit_s
        self._is_imposed = False
        self._since: float | None = None

    def run(self, now: float) -> None:
        """Go on from where it was; a clock that runs is not disturbed."""
        if self._since is None:
            self._since = now

    def pause(self, now: float) -> None:
        """Stand still until it is run again."""
        self._left, self._since = self._remaining(now), None

    def stage(self, now: float) -> Stage:
        """Return what the clock does."""
        is_over = self._remaining(now) <= _GRAIN
        if self._is_imposed:
            return Stage.UP if is_over else Stage.LIMIT
        return Stage.OPEN if is_over else Stage.FREE

    def impose(self, now: float) -> bool:
        """Begin the limit; False, and nothing happens, while the free time runs or when it has been done."""
        if self.stage(now) is not Stage.OPEN:
            return False
        self._is_imposed, self._left, self._since = True, self._limit_s, now
        return True

    def seconds(self, now: float) -> int:
        """Return what is left of the free time or of the limit, in whole seconds."""
        return math.ceil(max(0.0, self._remaining(now) - _GRAIN))

    def due(self, now: float) -> float | None:
        """Return when there is something new to be seen, at once when the limit is over; None while it waits."""
        stage = self.stage(now)
        if self._since is None or stage is Stage.OPEN:
            return None
        if stage is Stage.UP:
            return now
        left = self._remaining(now)
        if stage is Stage.FREE:
            return now + left
        return now + left - (self.seconds(now) - _SECOND)

    def _remaining(self, now: float) -> float:
        return self._left if self._since is None else self._left - (now - self._since)
