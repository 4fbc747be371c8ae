"""A fake box with the verbs of the physical world; it refuses what a real one refuses.

Its time is simulated: waiting takes none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PIL.Image import Image

from companion.box import Box, ColourMode, Format, Sound
from companion.devices.frames import is_new
from companion.devices.simulated_inputs import SimulatedInputs

RETRY_S = 1.0
"""How long after a failed ``show`` an unplugged panel is worth another."""


def _at_once() -> float:
    return 0.0


class FakeDisplay:
    """A panel that can be unplugged; every new frame that reaches its glass is kept in ``frames``.

    ``keep`` limits how many are kept; ``lit`` is the brightness in percent.
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
        """The format of the frames that its glass takes."""
        return self._format

    @property
    def shown(self) -> Image | None:
        """The frame on the glass; None before the first, and since the plug was pulled."""
        return self._glass

    def show(self, image: Image) -> None:
        """Put *image* on the glass; an unplugged panel takes nothing in."""
        self._format.check(image)
        if not self._is_plugged:
            self._retry_at = self._now() + RETRY_S
            return
        self._retry_at = None
        if is_new(image, self._glass):
            self._glass = image.copy()
            self.frames.append(self._glass)

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 is dark."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a brightness of 0 to 100 percent, got {percent!r}")
        self.lit = percent

    def retry_at(self) -> float | None:
        """When another ``show`` is worth it; None while the panel is plugged or has not been missed yet."""
        return self._retry_at

    def unplug(self) -> None:
        """Pull the panel's plug: it loses its picture."""
        self._is_plugged = False
        self._glass = None

    def plug_back(self) -> None:
        """Put the plug back: the panel works, and shows nothing until the next ``show``."""
        self._is_plugged = True

    def close(self) -> None:
        """Go dark."""
        self.lit = 0
        self.is_closed = True


class FakeSpeaker:
    """A speaker that keeps every sound it made in ``sounds``; switched off it makes none."""

    def __init__(self) -> None:
        self.sounds: list[Sound] = []
        self.loudness = 100
        self.is_closed = False

    def play(self, sound: Sound) -> None:
        """Make *sound*."""
        if self.loudness:
            self.sounds.append(sound)

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a loudness of 0 to 100 percent, got {percent!r}")
        self.loudness = percent

    def close(self) -> None:
        """Fall silent."""
        self.is_closed = True


@dataclass(frozen=True, slots=True)
class FakeBox(Box):
    """A box whose parts are known to be fakes, so that a test may use their verbs."""

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
    """Return a box of fakes on one simulated clock."""
    inputs = SimulatedInputs(has_roll=has_roll, has_release=has_release)
    return FakeBox(FakeDisplay(size, inputs.now, keep, mode), inputs, FakeSpeaker())
