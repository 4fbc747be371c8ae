"""Displays whose frames are kept or dropped instead of being lit."""

from __future__ import annotations

from PIL.Image import Image

from companion.box import Format


def is_new(image: Image, shown: Image | None) -> bool:
    """Return whether *image* differs from the frame that is *shown*."""
    return shown is None or image.tobytes() != shown.tobytes()


class FrameSink:
    """Fulfils ``Display``: every new frame of *display*'s format goes to ``_keep``, which drops it here."""

    def __init__(self, display: Format) -> None:
        self.format = display
        self._shown: Image | None = None

    def show(self, image: Image) -> None:
        """Keep *image* if it differs from the last one; raises ``ValueError`` for one of another format."""
        self.format.check(image)
        if is_new(image, self._shown):
            self._shown = image.copy()
            self._keep(image)

    def _keep(self, image: Image) -> None:
        """Take a new frame."""

    def light(self, percent: int) -> None:
        """Do nothing."""

    def retry_at(self) -> float | None:
        """Return None: there is no plug to pull."""
        return None

    def close(self) -> None:
        """Do nothing."""
