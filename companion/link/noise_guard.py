"""Limits on unreadable and unrequested data, beyond which a line is rejected because its device is no tray."""

from __future__ import annotations

GARBAGE_MOST = 4096
"""The most bytes without a valid frame: seventy of the longest frames, damaged one after the other."""
FLOOD_MOST = 100
"""The most unrequested frames per second: there are at most seven readings, while watching, and ten snapshots."""

STRANGE_BYTES = 256
"""The most bytes before the first valid frame: a printer's greeting is as long, a boot loader sends nothing."""
STRANGE_MOST = 8
"""The number of damaged frames, before the first valid one, at which a line is rejected: one per ``Identify``."""


class NoiseGuard:
    """Counts unreadable bytes and unrequested frames; ``verdict`` returns why the line must be rejected."""

    def __init__(self) -> None:
        self._is_understood = False
        self._garbage = 0
        self._unasked = 0
        self._second = float("-inf")

    @property
    def has_noise(self) -> bool:
        """Whether bytes arrived after the last valid frame, if there was any."""
        return self._garbage > 0

    def bytes(self, count: int) -> None:
        """Count bytes that arrived."""
        self._garbage += count

    def frame(self, is_asked: bool, now: float) -> None:
        """Count a valid frame, which *is_asked* if it answers a request."""
        self._is_understood = True
        self._garbage = 0
        if now - self._second >= 1:
            self._second, self._unasked = now, 0
        self._unasked += not is_asked

    def verdict(self, faults: int) -> str | None:
        """Return why the line is to be rejected, given its number of *faults* so far; None if it is not."""
        if self._unasked > FLOOD_MOST:
            return "it floods the line"
        if self._is_understood:
            return "it sends nothing that can be read" if self._garbage > GARBAGE_MOST else None
        if self._garbage > STRANGE_BYTES or faults >= STRANGE_MOST:
            return "it answers otherwise than a tray"
        return None
