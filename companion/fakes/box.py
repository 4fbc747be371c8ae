"""A box that is not there: it has the outside world's verbs, and refuses what metal refuses.

The tests and the headless player use the same one. Its time is simulated: waiting takes none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PIL.Image import Image

from companion.box import Box, Button, ColourMode, Event, Format, Press, Quit, Release, Sound

PRESS_S = 0.05
"""How long a finger stays on a button, and how long it is away between two presses."""

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


def is_new(image: Image, shown: Image | None) -> bool:
    """Say whether *image* differs from the frame that is *shown*."""
    return shown is None or image.tobytes() != shown.tobytes()


@dataclass(frozen=True, slots=True)
class _Due:
    at: float
    event: Event


class FakeInputs:
    """Buttons under a finger that was told beforehand what to do, and a clock that the finger drives.

    The verbs (``press``, ``hold``, ``release``, ``pass_time``, ``close_window``) are carried out one after
    another, as ``wait`` comes to them. A script that ran out ends with ``Quit``: at once when ``wait`` has
    nothing else to wait for, else after ``linger_s`` more seconds, so that a screen with a running clock ends.
    """

    def __init__(self, *, has_roll: bool = True, has_release: bool = True, linger_s: float = 3600.0) -> None:
        self.is_closed = False
        self._has_roll = has_roll
        self._has_release = has_release
        self._linger_s = linger_s
        self._clock = 0.0
        self._told_until = 0.0
        self._script: deque[_Due] = deque()
        self._posted: deque[Event] = deque()
        self._down: set[Button] = set()

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button."""
        return self._has_roll

    @property
    def has_release(self) -> bool:
        """Whether releases are seen."""
        return self._has_release

    def now(self) -> float:
        """Seconds of simulated time."""
        return self._clock

    def wait(self, until: float | None) -> Event | None:
        """Pass to the next event, or to *until*, without taking any time."""
        if self._posted:
            return self._posted.popleft()
        if self._script and (until is None or self._script[0].at <= until):
            due = self._script.popleft()
            self._clock = max(self._clock, due.at)
            return due.event
        if until is None or (not self._script and until > self._told_until + self._linger_s):
            self._clock = max(self._clock, self._told_until)
            return Quit()
        self._clock = max(self._clock, until)
        return None

    def post(self, event: Event) -> None:
        """Hand *event* to the next ``wait``."""
        self._posted.append(event)

    def press(self, *buttons: Button, for_s: float = PRESS_S) -> None:
        """Press and release each of *buttons* in turn, each *for_s* seconds."""
        for button in buttons:
            self.hold(button)
            self.pass_time(for_s)
            self.release(button)
            self.pass_time(PRESS_S)

    def hold(self, button: Button) -> None:
        """Put a finger on *button* and leave it there."""
        if button is Button.ROLL and not self._has_roll:
            raise ValueError(f"expected a button of this board, got {button!r}")
        if button in self._down:
            raise ValueError(f"expected a button that is up, got {button!r}, at {self._told_until} s")
        self._down.add(button)
        self._catch_up()
        self._tell(Press(button, self._told_until))

    def release(self, button: Button) -> None:
        """Take the finger off *button*."""
        if button not in self._down:
            raise ValueError(f"expected a button that is down, got {button!r}, at {self._told_until} s")
        self._catch_up()
        self._down.remove(button)
        if self._has_release:
            self._tell(Release(button, self._told_until))

    def pass_time(self, seconds: float) -> None:
        """Do nothing for *seconds*."""
        if seconds < 0:
            raise ValueError(f"expected time to go on, got {seconds!r} s")
        self._told_until += seconds

    def close_window(self) -> None:
        """Close the window, or ask the program to end in any other way."""
        self._tell(Quit())

    def close(self) -> None:
        """Let go of the buttons."""
        self.is_closed = True

    def _catch_up(self) -> None:
        """A finger that is told late moves now, not in the past."""
        self._told_until = max(self._told_until, self._clock)

    def _tell(self, event: Event) -> None:
        self._script.append(_Due(self._told_until, event))


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
    inputs: FakeInputs
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
    inputs = FakeInputs(has_roll=has_roll, has_release=has_release)
    return FakeBox(FakeDisplay(size, inputs.now, keep, mode), inputs, FakeSpeaker())
