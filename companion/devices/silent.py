"""The speaker of a box without sound."""

from __future__ import annotations

from companion.box import Sound


class SilentSpeaker:
    """A ``Speaker`` that makes no sound."""

    def play(self, sound: Sound) -> None:
        """Do nothing."""

    def volume(self, percent: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
