"""What a tray has to tell, and what it can be asked: the values between the line and the screens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CompanionError

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


News = TrayFound | TrayLost | RowCommitted | RowMissed | Reading | TrayTrouble


class Tray(Protocol):
    """A tray, or the place where one may be plugged in; nothing here waits for the line, nor raises."""

    def start(self, tell: Callable[[News], object]) -> None:
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
