"""A clock for one turn: free time, then a limit that another player may impose.

The clock runs only while it is shown. It wakes the box only when the display changes: once when the free time is
over, and every second while the limit runs.
"""

from __future__ import annotations

import math
from enum import Enum, auto

_SECOND = 1.0
# Floating-point times do not add up exactly; a remaining time up to this counts as zero, in seconds.
_GRAIN = 0.001


class Stage(Enum):
    """The stage of the clock: free time, free time over and no limit imposed, limit running, limit over."""

    FREE = auto()
    OPEN = auto()
    LIMIT = auto()
    UP = auto()


class TurnClock:
    """Counts down *free_s* seconds, and after ``impose`` *limit_s* seconds; all times are on the inputs' clock."""

    def __init__(self, free_s: float, limit_s: float) -> None:
        self._left = free_s
        self._limit_s = limit_s
        self._is_imposed = False
        self._since: float | None = None
        self.has_begun = False

    @property
    def is_running(self) -> bool:
        """Whether the clock runs now."""
        return self._since is not None

    @property
    def ends(self) -> float | None:
        """When the free time or the limit is over, the same time as long as the clock runs; None while paused."""
        return None if self._since is None else self._since + self._left

    @property
    def left(self) -> float:
        """The free time or the limit that was left when the clock was started or paused, in seconds."""
        return self._left

    def run(self, now: float) -> None:
        """Start or continue the clock; no effect on a running clock."""
        self.has_begun = True
        if self._since is None:
            self._since = now

    def pause(self, now: float) -> None:
        """Stop the clock until ``run`` is called."""
        self._left, self._since = self._remaining(now), None

    def stage(self, now: float) -> Stage:
        """Return the stage at *now*."""
        is_over = self._remaining(now) <= _GRAIN
        if self._is_imposed:
            return Stage.UP if is_over else Stage.LIMIT
        return Stage.OPEN if is_over else Stage.FREE

    def impose(self, now: float) -> bool:
        """Start the limit; return False, without effect, during the free time or after an earlier ``impose``."""
        if self.stage(now) is not Stage.OPEN:
            return False
        self._is_imposed, self._left, self._since = True, self._limit_s, now
        return True

    def seconds(self, now: float) -> int:
        """Return the remaining free time or limit in whole seconds, rounded up."""
        return math.ceil(max(0.0, self._remaining(now) - _GRAIN))

    def due(self, now: float) -> float | None:
        """Return when the display changes next, *now* if the limit is over; None while paused or waiting."""
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
