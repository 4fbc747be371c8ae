"""The ports of a box: display, inputs, speaker and tray, and the values that pass between them and the program.

The user interface and the drivers import this module and do not import each other. A box may be a Raspberry Pi with an
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


HOLES = 5
"""Games of four pegs use the first four."""

SAMPLES = 64
"""How many readings of the controller's converter are summed up in a value: eight scans of eight."""

FULL_SCALE = SAMPLES * 1023
"""The greatest value there is; the converter has ten bits."""


@dataclass(frozen=True, slots=True)
class Light:
    """What the sensor of one hole measured with the lamps off and under each of them, 0 to ``FULL_SCALE``.

    ``clipped`` of the samples behind the four values stood at the top of the converter.
    """

    off: int
    red: int
    green: int
    blue: int
    clipped: int = 0


Lights = tuple[Light, ...]
"""One for each hole, from left to right."""


@dataclass(frozen=True, slots=True)
class TrayFound:
    """A tray answers, the first time or again; *serial* is its own number."""

    serial: str
    port: str
    firmware: str
    protocol: int
    board: str = ""
    calibration: int = 0


@dataclass(frozen=True, slots=True)
class TrayLost:
    """The tray does not answer any more; *reason* is for programmers."""

    reason: str


@dataclass(frozen=True, slots=True)
class RowCommitted:
    """The button of the tray was pressed, once; told exactly once.

    Not *settled*: the pegs were still being moved. *dead* names the lamps that give no light, ``red`` for one.
    """

    count: int
    # A hidden code may be set in the tray: what is measured of it goes into no log.
    lights: Lights = field(repr=False)
    is_settled: bool = True
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies in the tray now, while it is watched; the fields are those of ``RowCommitted``."""

    # A hidden code may be set in the tray: what is measured of it goes into no log.
    lights: Lights = field(repr=False)
    is_settled: bool = True
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowMissed:
    """The button was pressed *presses* times and the rows cannot be read any more: the player presses again."""

    presses: int = 1


@dataclass(frozen=True, slots=True)
class TrayTrouble:
    """Something to be told at the table, once: a tray with firmware that is too old, a port that is not allowed."""

    error: CompanionError


TrayEvent = TrayFound | TrayLost | RowCommitted | RowMissed | Reading | TrayTrouble


@dataclass(frozen=True, slots=True)
class FromTray:
    """The tray beside the board has something to tell; ``taken`` is called when it has been heard."""

    news: TrayEvent
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


class Tray(Protocol):
    """A tray, or the place where one may be plugged in; nothing here waits for the line, nor raises."""

    def start(self, tell: Callable[[TrayEvent], object]) -> None:
        """Begin to look for the tray; *tell* gets the news, from another thread."""
        ...

    def watch(self, is_watched: bool) -> None:
        """Ask for a ``Reading`` now and then, and when something has moved, or for no more of them."""
        ...

    def show(self, blacks: int, whites: int) -> None:
        """Show the key pegs of an answer with the lamps, where there are some, from the left and in no other order."""
        ...

    def remember(self, calibration: int) -> None:
        """Have the tray keep the number of its calibration; it comes back with ``TrayFound``."""
        ...

    def close(self) -> None:
        """Let go of the port, and end the thread."""
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
