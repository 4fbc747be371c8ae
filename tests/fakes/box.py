"""A fake box that refuses what real hardware refuses.

Its time is simulated: waiting returns at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PIL.Image import Image

from companion.box import Box, ColourMode, Format, Sound
from companion.devices.headless import is_new
from companion.devices.simulated_inputs import SimulatedInputs

RETRY_S = 1.0
"""Seconds after a failed ``show`` at which an unplugged panel asks for another."""


def _at_once() -> float:
    return 0.0


class FakeDisplay:
    """A display that can be unplugged; every new frame that it shows is appended to ``frames``.

    *keep* limits how many frames are kept; ``lit`` is the brightness in percent.
    """

    def __init__(
        self,
        size: tuple[int, int] = (128, 64),
        now: Callable[[], float] = _at_once,
        keep: int | None = None,
        mode: ColourMode = ColourMode.MONO,
    ) -> None:
        self.frames: deque[Image] = deque(maxlen=keep)
        self.lit = 100
        self.is_closed = False
        self._format = Format(size, mode)
        self._now = now
        self._is_plugged = True
        self._glass: Image | None = None
        self._retry_at: float | None = None

    @property
    def format(self) -> Format:
        """The format of the frames that the display accepts."""
        return self._format

    @property
    def shown(self) -> Image | None:
        """The frame on the display; None before the first one and after ``unplug``."""
        return self._glass

    def show(self, image: Image) -> None:
        """Show *image*; an unplugged display drops it. Raises ``ValueError`` for another format."""
        self._format.check(image)
        if not self._is_plugged:
            self._retry_at = self._now() + RETRY_S
            return
        self._retry_at = None
        if is_new(image, self._glass):
            self._glass = image.copy()
            self.frames.append(self._glass)

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 is dark. Raises ``ValueError`` outside of this range."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a brightness of 0 to 100 percent, got {percent!r}")
        self.lit = percent

    def retry_at(self) -> float | None:
        """Return when to call ``show`` again; None unless the last ``show`` found the display unplugged."""
        return self._retry_at

    def unplug(self) -> None:
        """Unplug the display: it loses its picture."""
        self._is_plugged = False
        self._glass = None

    def plug_back(self) -> None:
        """Plug the display in again: it works, and shows nothing until the next ``show``."""
        self._is_plugged = True

    def close(self) -> None:
        """Switch the display off."""
        self.lit = 0
        self.is_closed = True


class FakeSpeaker:
    """A speaker that appends every sound it plays to ``sounds``; at loudness 0 it plays none."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.loudness = self.played_at = 100
        self.is_closed = False

    def play(self, sound: Sound, percent: int | None = None) -> None:
        """Record *sound*, unless the loudness is 0."""
        self.played_at = self.loudness if percent is None else percent
        if self.played_at:
            self.sounds.append(sound)

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100; raises ``ValueError`` outside of this range."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a loudness of 0 to 100 percent, got {percent!r}")
        self.loudness = percent

    def close(self) -> None:
        """Mark the speaker as closed."""
        self.is_closed = True


@dataclass(frozen=True, slots=True)
class FakeBox(Box):
    """A box whose parts are typed as fakes, so that tests can call their additional methods."""

    display: FakeDisplay
    inputs: SimulatedInputs
    speaker: FakeSpeaker


def fake_box(
    size: tuple[int, int] = (128, 64),
    *,
    has_roll: bool = True,
    has_release: bool = True,
    keep: int | None = None,
    mode: ColourMode = ColourMode.MONO,
) -> FakeBox:
    """Return a box of fakes that share one simulated clock."""
    inputs = SimulatedInputs(has_roll=has_roll, has_release=has_release)
    return FakeBox(FakeDisplay(size, inputs.now, keep, mode), inputs, FakeSpeaker())
