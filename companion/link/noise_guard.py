"""How much nonsense a line may bring before it is turned away: what floods us or answers otherwise is no tray."""

from __future__ import annotations

GARBAGE_MOST = 4096
"""Bytes without one sound frame among them: seventy of the longest frames, damaged one after the other."""
FLOOD_MOST = 100
"""Unasked frames in a second: a watching box gets seven readings, a button makes ten snapshots at most."""

STRANGE_BYTES = 256
"""Of garbage, before anything was understood: a printer's greeting is as long, a boot loader says nothing."""
STRANGE_MOST = 8
"""Of stretches that were no frame, before anything was understood: as many as there are calls."""


class NoiseGuard:
    """Counts what was not understood, and what was not asked for; ``verdict`` says when it is enough."""

    def __init__(self) -> None:
        self._is_understood = False
        self._garbage = 0
        self._unasked = 0
        self._second = float("-inf")

    def bytes(self, count: int) -> None:
        """Take note of bytes that came in."""
        self._garbage += count

    def frame(self, is_asked: bool, now: float) -> None:
        """Take note of a frame that was understood."""
        self._is_understood = True
        self._garbage = 0
        if now - self._second >= 1:
            self._second, self._unasked = now, 0
        self._unasked += not is_asked

    def verdict(self, faults: int) -> str | None:
        """Return why the line is to be turned away, after as many *faults*; None while it is not."""
        if self._unasked > FLOOD_MOST:
            return "it floods the line"
        if self._is_understood:
            return "it sends nothing that can be read" if self._garbage > GARBAGE_MOST else None
        if self._garbage > STRANGE_BYTES or faults >= STRANGE_MOST:
            return "it answers otherwise than a tray"
        return None
