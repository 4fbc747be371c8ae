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


class Allowance:
    """Counts the messages of each user; the kernel says which user sent one.

    While there is one user, messages beyond its allowance are left in the kernel. Where there are several, those of
    the user who sent too many are read and dropped: they would keep the messages of the others from being read.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        # For each user how many messages may still be taken, and when the last one came.
        self._users: dict[int, tuple[float, float]] = {}
        self._dropped = 0
        self._pause_until: float | None = None

    def take(self, user: int) -> bool:
        """Count a message of *user*; return whether to take it. Then ``pause_s`` says whether to read another."""
        now = self._now()
        left, since = self._users.pop(user, (BURST_MOST, now))
        left = min(BURST_MOST, left + (now - since) * A_SECOND)
        self._users = {other: known for other, known in self._users.items() if now - known[1] < KNOWN_S}
        is_taken = left >= 1 and len(self._users) < USERS_MOST
        if len(self._users) < USERS_MOST:
            self._users[user] = left - is_taken, now
        self._dropped += not is_taken
        if len(self._users) == 1 and left < 2:
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
