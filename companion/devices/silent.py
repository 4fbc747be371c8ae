"""The speakers of a box without sound, and of one whose sound comes later."""

from __future__ import annotations

from companion.box import Sound, Speaker


class SilentSpeaker:
    """A ``Speaker`` that makes no sound."""

    def play(self, sound: Sound, percent: int | None = None) -> None:
        """Do nothing."""

    def volume(self, percent: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class LateSpeaker:
    """A ``Speaker`` that is silent until ``use`` replaces it."""

    def __init__(self) -> None:
        self._speaker: Speaker = SilentSpeaker()
        self._percent: int | None = None

    def use(self, speaker: Speaker) -> None:
        """Play on *speaker* from now on, at the loudness set last."""
        self._speaker = speaker
        if self._percent is not None:
            speaker.volume(self._percent)

    def play(self, sound: Sound, percent: int | None = None) -> None:
        """Start *sound* if there is a speaker."""
        self._speaker.play(sound)

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100, also of the speaker that comes later."""
        self._percent = percent
        self._speaker.volume(percent)

    def close(self) -> None:
        """Stop playing."""
        self._speaker.close()
