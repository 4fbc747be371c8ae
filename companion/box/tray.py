"""The interface of the tray beside the board, and the events and values that it reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CompanionError

HOLES = 5
"""The number of holes in the tray; games of four pegs use the first four."""

SAMPLES = 64
"""The number of readings of the controller's converter whose sum a value is: eight scans of eight."""

AVERAGED = 2
"""The number of such sums, one after the other, that a value of a settled row is the mean of."""

FULL_SCALE = SAMPLES * 1023
"""The greatest possible value; the converter has ten bits."""


@dataclass(frozen=True, slots=True)
class Light:
    """The sensor values of one hole with the lamps off and with each lamp on, 0 to ``FULL_SCALE``.

    ``clipped`` is the number of samples, of those summed to the four values, that were at the converter's maximum;
    ``spread`` is the variance, from scan to scan, of what a lamp adds to the sum of eight samples, 0 if unknown.
    """

    off: int
    red: int
    green: int
    blue: int
    clipped: int = 0
    spread: int = 0


Lights = tuple[Light, ...]
"""One ``Light`` for each hole, from left to right."""


@dataclass(frozen=True, slots=True)
class TrayFound:
    """A tray answers, for the first time or again; *serial* is its serial number."""

    serial: str
    port: str
    firmware: str
    protocol: int
    board: str = ""
    calibration: int = 0


@dataclass(frozen=True, slots=True)
class TrayLost:
    """The tray no longer answers; *reason* is for programmers."""

    reason: str


@dataclass(frozen=True, slots=True)
class RowCommitted:
    """The button of the tray was pressed once; each press is reported exactly once.

    *is_settled* is false if the pegs were still moving. *dead* names the lamps that give no light, such as ``red``.
    """

    count: int
    # A hidden code may be set in the tray, so its measurements must not reach a log.
    lights: Lights = field(repr=False)
    is_settled: bool = True
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The present content of the tray while it is watched; the fields are those of ``RowCommitted``."""

    # A hidden code may be set in the tray, so its measurements must not reach a log.
    lights: Lights = field(repr=False)
    is_settled: bool = True
    dead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RowMissed:
    """The button was pressed *presses* times and the rows can no longer be read; the player has to press again."""

    presses: int = 1


@dataclass(frozen=True, slots=True)
class TrayTrouble:
    """An error to show the players once, such as firmware that is too old or a port without permission."""

    error: CompanionError


TrayEvent = TrayFound | TrayLost | RowCommitted | RowMissed | Reading | TrayTrouble


class Tray(Protocol):
    """A tray, or a port where one may be plugged in; no method waits for the serial line, and none raises."""

    def start(self, tell: Callable[[TrayEvent], object]) -> None:
        """Begin to look for the tray; *tell* is called with each event, from another thread."""

    def watch(self, is_watched: bool) -> None:
        """Ask for a ``Reading`` at intervals and after a movement, or stop the readings."""

    def show(self, blacks: int, whites: int) -> None:
        """Show the key pegs of an answer on the lamps, if the tray has any, always in order from the left."""

    def remember(self, calibration: int) -> None:
        """Store the number of the calibration in the tray; ``TrayFound`` reports it."""

    def close(self) -> None:
        """Release the port and end the thread."""
