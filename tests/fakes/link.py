"""A fake tray: pegs are put in and taken out, its button is pressed, its plug is pulled.

There is no serial line: measurements are reported at once, and time does not pass by itself. The twin and the
simulator have the same methods, and also a line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.box.tray import HOLES, Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost
from companion.link.optics import EMPTY, Optics, load_optics
from tests.fakes.room import DARK, LitHoles


class FakeTray:
    """A ``Tray`` with the light of ``LitHoles``; ``lamps`` are the blacks and whites of the last ``show``."""

    def __init__(self, seed: int = 1, serial: str = "4f3a001c", optics: Optics | None = None) -> None:
        self.serial = serial
        self.lamps = (0, 0)
        self.calibration = 0
        self.is_watched = False
        self.is_closed = False
        self.dead: tuple[str, ...] = ()
        self.holes = LitHoles(optics or load_optics(), random.Random(seed))
        self.room = DARK
        self._tell: Callable[[TrayEvent], object] | None = None
        self._is_plugged = True
        self._count = 0

    # Called by the box

    def start(self, tell: Callable[[TrayEvent], object]) -> None:
        """Report ``TrayFound`` to *tell*, if the tray is plugged in."""
        self._tell = tell
        if self._is_plugged:
            self._found()

    def watch(self, is_watched: bool) -> None:
        """Turn readings on or off; ``pass_time`` reports them."""
        self.is_watched = is_watched

    def show(self, blacks: int, whites: int) -> None:
        """Store the answer that the lamps show."""
        self.lamps = (blacks, whites)

    def remember(self, calibration: int) -> None:
        """Store the calibration number, which the next ``TrayFound`` reports."""
        self.calibration = calibration

    def close(self) -> None:
        """Stop reporting events."""
        self._tell = None
        self.is_closed = True

    # Called by the test, as a person at the tray

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into *hole*; raises ``ValueError`` if there is one already."""
        if self.holes.pegs[hole] != EMPTY:
            raise ValueError(f"expected hole {hole} to be empty, got {self.holes.pegs[hole]!r} in it")
        self.holes.place(hole, peg)

    def remove(self, hole: int) -> None:
        """Take the peg out of *hole*; raises ``ValueError`` if there is none."""
        if self.holes.pegs[hole] == EMPTY:
            raise ValueError(f"expected a peg in hole {hole}, got none")
        self.holes.place(hole, EMPTY)

    def set_row(self, pegs: Sequence[str]) -> None:
        """Take out every peg and put *pegs* in from the left; ``empty`` leaves a hole empty."""
        for hole in range(HOLES):
            if self.holes.pegs[hole] != EMPTY:
                self.remove(hole)
        for hole, peg in enumerate(pegs):
            if peg != EMPTY:
                self.place(hole, peg)

    def press(self, is_settled: bool = True) -> None:
        """Press the button; *is_settled* is false if the pegs are still moving."""
        self._count += 1
        self._say(RowCommitted(self._count, self.holes.measure(self.room), is_settled, self.dead))

    def lose_a_press(self) -> None:
        """Press the button while the box does not receive the row; the box is told that a row was missed."""
        self._count += 1
        self._say(RowMissed())

    def pass_time(self, readings: int = 1) -> None:
        """Report that many *readings*, if the tray is watched."""
        for _ in range(readings):
            if self.is_watched:
                self._say(Reading(self.holes.measure(self.room), dead=self.dead))

    def light_up(self, ambient: float) -> None:
        """Set the light of the room; 0.8 is the brightest in which the tray has to work."""
        self.room = self.holes.room(ambient)

    def unplug(self) -> None:
        """Pull the tray's plug; ``TrayLost`` is reported."""
        self._say(TrayLost("unplugged"))
        self._is_plugged = False

    def plug_back(self) -> None:
        """Plug the tray in again; ``TrayFound`` is reported."""
        self._is_plugged = True
        self._found()

    def _found(self) -> None:
        self._say(TrayFound(self.serial, "/dev/fake", "1.0.0", 1, calibration=self.calibration))

    def _say(self, news: TrayEvent) -> None:
        if self._tell is not None and self._is_plugged:
            self._tell(news)
