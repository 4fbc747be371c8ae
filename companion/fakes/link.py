"""A tray that is not there: pegs are put in and taken out, its button is pressed, its plug is pulled.

There is no line: what it measures is told at once. Its time does not pass by itself. The twin and the simulator have
the same verbs and a line besides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.box import HOLES, Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost
from companion.link.optics import DARK, EMPTY, Holes, Optics, load_optics


class FakeTray:
    """A tray with the holes of a ``Holes``; ``lamps`` are the blacks and whites it was told to show."""

    def __init__(self, seed: int = 1, serial: str = "4f3a001c", optics: Optics | None = None) -> None:
        self.serial = serial
        self.lamps = (0, 0)
        self.calibration = 0
        self.is_watched = False
        self.is_closed = False
        self.dead: tuple[str, ...] = ()
        self.bed = Holes(optics or load_optics(), random.Random(seed))  # noqa: S311 - nothing secret is drawn
        self.room = DARK
        self._tell: Callable[[TrayEvent], object] | None = None
        self._is_plugged = True
        self._count = 0

    # What the box does

    def start(self, tell: Callable[[TrayEvent], object]) -> None:
        """Be found, if it is plugged in."""
        self._tell = tell
        if self._is_plugged:
            self._found()

    def watch(self, is_watched: bool) -> None:
        """Take note; the readings come with ``pass_time``."""
        self.is_watched = is_watched

    def show(self, blacks: int, whites: int) -> None:
        """Light the lamps."""
        self.lamps = (blacks, whites)

    def remember(self, calibration: int) -> None:
        """Keep the number, for the next time it is found."""
        self.calibration = calibration

    def close(self) -> None:
        """Let go."""
        self._tell = None
        self.is_closed = True

    # What hands do

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into *hole*, in which there is none."""
        if self.bed.pegs[hole] != EMPTY:
            raise ValueError(f"expected hole {hole} to be empty, got {self.bed.pegs[hole]!r} in it")
        self.bed.place(hole, peg)

    def remove(self, hole: int) -> None:
        """Take the peg out of *hole*."""
        if self.bed.pegs[hole] == EMPTY:
            raise ValueError(f"expected a peg in hole {hole}, got none")
        self.bed.place(hole, EMPTY)

    def set_row(self, pegs: Sequence[str]) -> None:
        """Take every peg out, and put *pegs* in from the left."""
        for hole in range(HOLES):
            if self.bed.pegs[hole] != EMPTY:
                self.remove(hole)
        for hole, peg in enumerate(pegs):
            if peg != EMPTY:
                self.place(hole, peg)

    def press(self, is_settled: bool = True) -> None:
        """Press the button; not *settled*, with a hand still at the pegs."""
        self._count += 1
        self._say(RowCommitted(self._count, self.bed.measure(self.room), is_settled, self.dead))

    def lose_a_press(self) -> None:
        """Press the button while nobody listens."""
        self._count += 1
        self._say(RowMissed())

    def pass_time(self, readings: int = 1) -> None:
        """Lie there until so many readings have been told, if it is watched."""
        for _ in range(readings):
            if self.is_watched:
                self._say(Reading(self.bed.measure(self.room), dead=self.dead))

    def light_up(self, ambient: float) -> None:
        """Change the light of the room; 0.8 is the brightest in which the tray has to work."""
        self.room = self.bed.room(ambient)

    def unplug(self) -> None:
        """Pull the plug."""
        self._say(TrayLost("unplugged"))
        self._is_plugged = False

    def plug_back(self) -> None:
        """Put the plug back; a tray that has lost its power does not know any more that it was watched."""
        self._is_plugged = True
        self._found()

    def _found(self) -> None:
        self._say(TrayFound(self.serial, "/dev/fake", "1.0.0", 1, calibration=self.calibration))

    def _say(self, news: TrayEvent) -> None:
        if self._tell is not None and self._is_plugged:
            self._tell(news)
