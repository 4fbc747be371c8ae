"""How many messages of front ends are taken, so that a flood of them costs the game and other users little."""

from __future__ import annotations

from collections.abc import Callable

BURST_MOST = 64
"""How many messages of a user are taken at once."""
A_SECOND = 16
"""How many messages of a user are taken each second in the long run."""
PAUSE_S = 1.0
"""How long none is read when the only user has sent too many: they wait in the kernel."""
DROPPED_MOST = 16
"""How many messages are dropped at once, more than wait in the kernel; then none is read for ``DROPPED_PAUSE_S``."""
DROPPED_PAUSE_S = 0.1
USERS_MOST = 16
KNOWN_S = 60.0
"""How long a user is remembered after a message."""


class Bucket:
    """Allows *burst* at once and *rate* a second in the long run, without a timer.

    ``left`` is how many are left, and ``since`` when one was counted last.
    """

    __slots__ = ("_burst", "_rate", "left", "since")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self.left = float(burst)
        self.since = now

    def take(self, now: float) -> bool:
        """Count one; return whether it is allowed."""
        self.left = min(self._burst, self.left + (now - self.since) * self._rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Allowance:
    """Counts the messages of each user; the kernel says which user sent one.

    While there is one user, messages beyond its allowance are left in the kernel. Where there are several, those of
    the user who sent too many are read and dropped: they would keep the messages of the others from being read.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._users: dict[int, Bucket] = {}
        self._dropped = 0
        self._pause_until: float | None = None

    def take(self, user: int) -> bool:
        """Count a message of *user*; return whether to take it. Then ``pause_s`` says whether to read another."""
        now = self._now()
        bucket = self._users.pop(user, None) or Bucket(A_SECOND, BURST_MOST, now)
        self._users = {other: known for other, known in self._users.items() if now - known.since < KNOWN_S}
        is_taken = len(self._users) < USERS_MOST and bucket.take(now)
        if len(self._users) < USERS_MOST:
            self._users[user] = bucket
        self._dropped += not is_taken
        if len(self._users) == 1 and bucket.left < 1:
            self._pause_until = now + PAUSE_S
        elif self._dropped == DROPPED_MOST:
            self._dropped = 0
            self._pause_until = now + DROPPED_PAUSE_S
        return is_taken

    def pause_s(self) -> float | None:
        """Return the seconds until messages may be read again; None where they may be read now."""
        if self._pause_until is None:
            return None
        left = self._pause_until - self._now()
        if left <= 0:
            self._pause_until = None
            return None
        return left
