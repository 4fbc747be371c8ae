"""Displays that store or drop their frames, and speakers without sound or whose sound comes later."""

from __future__ import annotations

from PIL.Image import Image

from companion.box import Format, Sound, Speaker


def is_new(image: Image, shown: Image | None) -> bool:
    """Return whether *image* differs from the frame that is *shown*."""
    return shown is None or image.tobytes() != shown.tobytes()


class FrameSink:
    """A ``Display`` that passes every changed frame to ``_keep``, which drops it; subclasses override ``_keep``."""

    def __init__(self, display: Format) -> None:
        self.format = display
        self._shown: Image | None = None

    def show(self, image: Image) -> None:
        """Pass *image* on if it differs from the last one; raises ``ValueError`` if its format is wrong."""
        self.format.check(image)
        if is_new(image, self._shown):
            self._shown = image.copy()
            self._keep(image)

    def _keep(self, image: Image) -> None:
        """Handle a new frame; the default drops it."""

    def light(self, percent: int) -> None:
        """Do nothing."""

    def retry_at(self) -> float | None:
        """Return None: this display cannot be disconnected."""
        return None

    def close(self) -> None:
        """Do nothing."""


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
        self._speaker.play(sound, percent)

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100, also of the speaker that comes later."""
        self._percent = percent
        self._speaker.volume(percent)

    def close(self) -> None:
        """Stop playing."""
        self._speaker.close()
