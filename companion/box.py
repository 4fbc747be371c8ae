"""What a box is made of: a display, inputs and a speaker, and the values that pass between them and the program.

The UI and the device drivers do not see one another; both see this page. A box may be a Raspberry Pi with an
OLED, a window, a terminal or a fake: the program cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from companion.errors import CompanionError

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.tray.news import News, Tray


class Button(Enum):
    """The logical buttons; everything is playable with UP, DOWN, OK and BACK alone."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    OK = auto()
    BACK = auto()
    ROLL = auto()


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down; ``at`` is the inputs' clock in seconds."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class Release:
    """A button came up; ``at`` is the inputs' clock in seconds."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class Redraw:
    """The device lost what it showed (a resize, a panel plugged back): send the frame again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, the keys of a script ran out, or the system asks the program to end."""


def _nobody() -> None:
    """Nobody waits for it."""


@dataclass(frozen=True, slots=True)
class FromTray:
    """The tray beside the board has something to tell; ``taken`` is called when it has been heard."""

    news: News
    taken: Callable[[], None] = field(default=_nobody, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """Another thread, such as a front end's, wants *run* done in the loop; ``taken`` is called when it was done."""

    run: Callable[[], object]
    taken: Callable[[], None] = field(default=_nobody, compare=False)


Event = Press | Release | Redraw | Quit | FromTray | Call


class Cue(Enum):
    """A short sound with one meaning."""

    PRESS = auto()
    REFUSED = auto()
    SOLVED = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class Answered:
    """The sound of an answered row: first the blacks, then the whites, told apart by ear."""

    blacks: int
    whites: int


Sound = Cue | Answered


class ColourMode(Enum):
    """What a pixel of a display can be; the values are Pillow's modes."""

    MONO = "1"
    """Dark or lit."""
    GREYS = "L"
    """One of 16 shades, sent as 0, 17 ... 255."""
    RGB = "RGB"


@dataclass(frozen=True, slots=True)
class Format:
    """What a display shows: width and height in pixels, and what a pixel can be."""

    size: tuple[int, int]
    mode: ColourMode = ColourMode.MONO

    def check(self, image: Image) -> None:
        """Refuse, with ``ValueError``, an image of another size or mode."""
        if (image.mode, image.size) != (self.mode.value, self.size):
            raise ValueError(
                f"expected an image of mode {self.mode.value!r} and {self.size}, got {image.mode!r} and {image.size}"
            )


class Display(Protocol):
    """Shows images of its own format; a panel that is missing is never an exception here."""

    @property
    def format(self) -> Format:
        """The format of the images that ``show`` takes."""
        ...

    def show(self, image: Image) -> None:
        """Bring *image*, of ``format``, onto the display; returns when it has been handed over."""
        ...

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 switches the display off and keeps its picture."""
        ...

    def retry_at(self) -> float | None:
        """When, on the inputs' clock, a missing panel is worth another ``show``; None while all is well."""
        ...

    def close(self) -> None:
        """Leave the display as it should be found: dark, or the terminal restored."""
        ...


class Inputs(Protocol):
    """Where events come from, and the clock that all times are on."""

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button; without one a long OK rolls."""
        ...

    @property
    def has_release(self) -> bool:
        """Whether releases are seen; a terminal sees none, so nothing there can be held."""
        ...

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        ...

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""
        ...

    def close(self) -> None:
        """Let go of the buttons."""
        ...


class Speaker(Protocol):
    """Plays cues without holding anybody up; a missing speaker is silent."""

    def play(self, sound: Sound) -> None:
        """Start *sound*; a sound still playing is cut short."""
        ...

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100."""
        ...

    def close(self) -> None:
        """Fall silent."""
        ...


@dataclass(frozen=True, slots=True)
class Box:
    """The parts wired together, and what was found missing while wiring, to be said once."""

    display: Display
    inputs: Inputs
    speaker: Speaker
    missing: tuple[CompanionError, ...] = ()
    tray: Callable[[], Tray] | None = None
    """Makes the tray beside the box, once the first frame is seen."""

    def close(self) -> None:
        """Close every part, whatever happens to the others."""
        parts: list[Callable[[], None]] = [self.speaker.close, self.display.close, self.inputs.close]
        failures = []
        for close in parts:
            try:
                close()
            except OSError as failure:
                failures.append(failure)
        if failures:
            raise failures[0]
