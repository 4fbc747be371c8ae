"""The twin of the tray: a simulation of the firmware with five holes, a button and a plug.

It has methods for the actions of a person at the tray and for the bytes on the line. Time is passed in; no method
waits.
"""

from __future__ import annotations

from companion.box.tray import Lights
from companion.link.messages import OLDEST, PROTOCOL, BoardKind, Cause
from companion.link.optics import DARK, EMPTY, Holes
from companion.link.twin_core import BLANK, Core, TwinMemory

OPEN_S = 0.03
"""How long the button's contact must have been open until it can count as pressed again, in seconds."""


class Twin:
    """A simulated tray on a line; ``pass_time`` advances its clock, and ``take`` returns the bytes it has sent.

    *holes* simulates the light in its holes, *versions* is the newest and the oldest protocol that it speaks.
    """

    def __init__(
        self,
        holes: Holes,
        *,
        now: float = 0.0,
        memory: TwinMemory = BLANK,
        versions: tuple[int, int] = (PROTOCOL, OLDEST),
        has_lamps: bool = True,
        board: BoardKind = BoardKind.OTHER,
    ) -> None:
        self._holes = holes
        self._room = DARK
        self._is_down = False
        self._is_powered = False
        self._open_since = float("-inf")
        self._core = Core(
            self._measure,
            lambda: self._is_down,
            now=now,
            memory=memory,
            versions=versions,
            has_lamps=has_lamps,
            board=board,
        )
        self.power_up()

    # The person at the tray, and the hardware

    @property
    def memory(self) -> TwinMemory:
        """The non-volatile memory."""
        return self._core.memory

    @property
    def lamps(self) -> int:
        """The state of the lamps, two bits each."""
        return self._core.lamps

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, ``empty`` for none."""
        return tuple(self._holes.pegs)

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into a hole."""
        self._holes.place(hole, peg)
        self._core.move()

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self.place(hole, EMPTY)

    def ambient(self, level: float) -> None:
        """Set the light of the room to about *level*, a share of the converter's scale."""
        self._room = self._holes.room(level)
        self._core.move()

    def press(self) -> None:
        """Press the button and keep it down; raises ``ValueError`` if it is down already."""
        if self._is_down:
            raise ValueError(f"expected a button that is up, at {self.now} s")
        self._is_down = True
        if self._is_powered and self.now - self._open_since >= OPEN_S:
            self._core.contact(is_closed=True)

    def release(self) -> None:
        """Release the button; raises ``ValueError`` if it is not down."""
        if not self._is_down:
            raise ValueError(f"expected a button that is down, at {self.now} s")
        self._is_down = False
        self._open_since = self.now
        self._core.contact(is_closed=False)

    def reset(self, cause: Cause = Cause.EXTERNAL) -> None:
        """Reset the controller: it loses everything but its memory, and a write in progress is lost."""
        if self._is_powered:
            self._core.boot(cause)

    def wear_out(self) -> None:
        """Wear out the memory: it no longer stores the number of a boot, so every later boot has the same number."""
        self._core.is_worn = True

    def cut_power(self) -> None:
        """Cut the tray's power."""
        self._is_powered = False
        self._core.power_down()

    def power_up(self) -> None:
        """Restore the tray's power, which boots it."""
        self._is_powered = True
        self._core.boot(Cause.POWER_ON)

    # The line and the clock

    @property
    def now(self) -> float:
        """The twin's clock, in seconds."""
        return self._core.now

    @property
    def due(self) -> float | None:
        """When the next event is due; None if there is none."""
        return self._core.due

    def pass_time(self, until: float) -> None:
        """Advance the clock to *until* and process the events that are due."""
        self._core.pass_time(until)

    def hear(self, arrived: bytes) -> None:
        """Process bytes from the box; ignored without power."""
        if self._is_powered:
            self._core.hear(arrived)

    def take(self) -> bytes:
        """Return the bytes sent since the last call."""
        said, self._core.said = self._core.said, b""
        return said

    def _measure(self) -> Lights:
        return self._holes.measure(self._room)
