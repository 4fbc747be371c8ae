"""How many messages of front ends are read, so that a flood of them costs the game little."""

from __future__ import annotations

from collections.abc import Callable

BURST_MOST = 64
"""How many messages of front ends are read at once; then the thread reads none for ``PAUSE_S``."""
PAUSE_S = 1.0
AFTER_A_PAUSE = 16
"""How many messages are read after a pause: what all front ends together may send each second."""


class Allowance:
    """Counts the messages that may still be read; it reads the clock only when a burst is used up."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left = BURST_MOST
        self._since = now()
        self._pause_until: float | None = None

    def take(self) -> bool:
        """Count a message; return whether another one may be read now."""
        self._left -= 1
        if self._left == 0:
            now = self._now()
            # What was earned since the last count: a front end that sends seldom never has to wait.
            self._left = min(BURST_MOST, int((now - self._since) / PAUSE_S * AFTER_A_PAUSE))
            self._since = now
            if self._left == 0:
                self._pause_until = now + PAUSE_S
        return self._left > 0

    def pause_s(self) -> float | None:
        """Return the seconds until messages may be read again; None where they may be read now."""
        if self._pause_until is None:
            return None
        left = self._pause_until - self._now()
        if left <= 0:
            self._pause_until, self._left, self._since = None, AFTER_A_PAUSE, self._now()
            return None
        return left
