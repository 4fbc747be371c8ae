"""Displays that store or drop their frames instead of showing them."""

from __future__ import annotations

from PIL.Image import Image

from companion.box import Format


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
