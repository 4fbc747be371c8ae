"""The interfaces of a box (display, inputs and speaker) and the events and values that they exchange.

The interface of the tray is in ``tray``: the first frame needs none.

The user interface and the drivers import this module and do not import each other. A box may be a Raspberry Pi with an
OLED, a window, a terminal or a fake; the program does not depend on which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from companion.errors import CompanionError

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.box.tray import Tray, TrayEvent


class Button(Enum):
    """The logical buttons; UP, DOWN, OK and BACK alone are enough to play."""

    UP = auto()
    DOWN = auto()
    LEFT = auto()
    RIGHT = auto()
    OK = auto()
    BACK = auto()
    ROLL = auto()


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down; ``at`` is the time on the inputs' clock in seconds."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class Release:
    """A button came up; ``at`` is the time on the inputs' clock in seconds."""

    button: Button
    at: float


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line was typed on a box without a picture; ``at`` is the time on the inputs' clock in seconds."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Typed:
    """A key of a keyboard typed *text*; on screens that take no text it is a press of *button*, if it has one."""

    text: str
    button: Button | None
    at: float


@dataclass(frozen=True, slots=True)
class Clicked:
    """A click on the pixel *x*, *y* of the display; ``at`` is the time on the inputs' clock in seconds."""

    x: int
    y: int
    at: float


@dataclass(frozen=True, slots=True)
class Redraw:
    """The display lost its picture (a window was resized, a panel was reconnected): send the frame again."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The window was closed, a script has no keys left, or the system asks the program to end."""


def _do_nothing() -> None:
    """Do nothing: the default acknowledgement."""


@dataclass(frozen=True, slots=True)
class FromTray:
    """An event of the tray beside the board; ``taken`` is called when the event has been handled."""

    news: TrayEvent
    taken: Callable[[], None] = field(default=_do_nothing, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A request of another thread, such as a front end's, to call *run* in the loop; ``taken`` is called after it."""

    run: Callable[[], object]
    taken: Callable[[], None] = field(default=_do_nothing, compare=False)


Event = Press | Typed | TypedLine | Clicked | Release | Redraw | Quit | FromTray | Call


class Cue(Enum):
    """A short sound with one meaning."""

    PRESS = auto()
    REFUSED = auto()
    SOLVED = auto()
    LOST = auto()
    HURRY = auto()


BLACK_S, WHITE_S, PAUSE_S, LONG_PAUSE_S = 0.12, 0.06, 0.06, 0.16
"""Seconds of the notes of an answer, of the pause between two of a colour, and of the pause between the colours."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The sound of an answered row: first the blacks, then the whites, with different sounds."""

    blacks: int
    whites: int

    def starts_s(self) -> tuple[float, ...]:
        """Return when the note of each key peg starts, in seconds from the start of the sound.

        >>> [f"{at:.2f}" for at in Answered(2, 2).starts_s()]
        ['0.00', '0.18', '0.46', '0.58']
        """
        blacks = [place * (BLACK_S + PAUSE_S) for place in range(self.blacks)]
        first = blacks[-1] + BLACK_S + LONG_PAUSE_S if blacks else 0.0
        return (*blacks, *(first + place * (WHITE_S + PAUSE_S) for place in range(self.whites)))


Sound = Cue | Answered


class ColourMode(Enum):
    """The values that a pixel of a display can have; the enum values are Pillow's modes."""

    MONO = "1"
    """Dark or lit."""
    GREYS = "L"
    """One of 16 shades, sent as 0, 17, ... 255."""
    RGB = "RGB"


@dataclass(frozen=True, slots=True)
class Format:
    """The image format of a display: width and height in pixels, and the colour mode."""

    size: tuple[int, int]
    mode: ColourMode = ColourMode.MONO

    def check(self, image: Image) -> None:
        """Raise ``ValueError`` for an image of another size or mode."""
        if (image.mode, image.size) != (self.mode.value, self.size):
            raise ValueError(
                f"expected an image of mode {self.mode.value!r} and {self.size}, got {image.mode!r} and {image.size}"
            )


class Display(Protocol):
    """Shows images of its own format; no method raises because a panel is missing."""

    @property
    def format(self) -> Format:
        """The format of the images that ``show`` takes."""

    def show(self, image: Image) -> None:
        """Show *image*, which is of ``format``; returns when the image has been handed over."""

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 switches the display off and keeps its picture."""

    def retry_at(self) -> float | None:
        """Return when to call ``show`` again for a missing panel, on the inputs' clock; None while the panel works."""

    def close(self) -> None:
        """Leave the display dark, or the terminal restored."""


class PageLine(str):
    """A line of a page: what it is, such as ``title``, ``hint`` or ``chosen``, and the colours of words in it."""

    kind: str = ""
    tints: Mapping[str, tuple[int, int, int]] = {}

    @classmethod
    def of(cls, text: str, kind: str, tints: Mapping[str, tuple[int, int, int]] | None = None) -> PageLine:
        """Return *text* as a line of this *kind*."""
        line = cls(text)
        line.kind, line.tints = kind, tints or {}
        return line


class PageWriter(Protocol):
    """Writes pages as lines of text, in the place of the display's pictures.

    ``is_screen`` says that a page replaces the one before, and that keys are pressed and no lines are typed.
    """

    is_screen: bool

    def write(self, lines: Sequence[str], *, is_private: bool) -> None:
        """Write the *lines* of a page; only one player may read those of a page that *is_private*."""


class Inputs(Protocol):
    """The source of events, and the clock that all times refer to."""

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button; without one a long press of OK rolls."""

    @property
    def has_release(self) -> bool:
        """Whether releases are reported; a terminal reports none, so no button can be held there."""

    def now(self) -> float:
        """Return the seconds of a clock that never goes back."""

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; return None when the clock reaches *until* first."""

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""

    def close(self) -> None:
        """Release the buttons."""


class WrappedInputs:
    """Inputs that are *inputs* in every respect; a subclass changes what it is for."""

    def __init__(self, inputs: Inputs) -> None:
        self.has_release = inputs.has_release
        self.now = inputs.now
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button; some inputs know only once they are open."""
        return self._inputs.has_roll


class Speaker(Protocol):
    """Plays sounds without blocking the caller; a missing speaker is silent."""

    def play(self, sound: Sound, percent: int | None = None) -> None:
        """Start *sound* as loud as ``volume`` says, or as *percent*; a sound that is still playing is cut short."""

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100."""

    def close(self) -> None:
        """Stop playing."""


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """The boards that a box may be, of which a player has to tell which it is."""

    names: Mapping[Button, str]
    """The board by the button that its key for UP is taken for now."""
    key: str
    """What is printed beside UP on the board without a joystick."""
    connect: Callable[[str], None]
    """Takes the keys for those of the board with this name from now on; call it while none is down."""


@dataclass(frozen=True, slots=True)
class Box:
    """The parts of a box, and the errors about missing parts, which are shown to the players once."""

    display: Display
    inputs: Inputs
    speaker: Speaker
    missing: tuple[CompanionError, ...] = ()
    tray: Callable[[], Tray] | None = None
    """Makes the tray beside the box; called after the first frame is shown."""
    open_rest: Callable[[], tuple[CompanionError, ...]] = tuple
    """Opens the parts that the first frame does not need, and returns the errors of those that are missing; called
    once, after the first frame is shown."""
    choice: BoardChoice | None = None
    """Which board this may be, if that is not known."""
    writer: PageWriter | None = None
    """Gets every page as text; the display then gets no pictures."""
    dims: bool = True
    """Whether the display gets darker when the box is left alone: pixels of an OLED wear, those of a window do not."""

    def close(self) -> None:
        """Close every part, even if another one fails; the first ``OSError`` is raised afterwards."""
        parts: list[Callable[[], None]] = [self.speaker.close, self.display.close, self.inputs.close]
        failures = []
        for close in parts:
            try:
                close()
            except OSError as failure:
                failures.append(failure)
        if failures:
            raise failures[0]
