"""A tray that is not there: a twin of the firmware with five holes, a button and a plug.

It is made of verbs of the outside world, of bytes, and of a time that is passed in; nothing in it waits.
"""

from __future__ import annotations

from companion.box import Lights
from companion.link.messages import OLDEST, PROTOCOL, Cause
from companion.link.optics import DARK, EMPTY, Holes
from companion.link.twin_core import BLANK, Core, TwinMemory

OPEN_S = 0.03
"""How long the button's contact must have been open until it can count again."""


class Twin:
    """A tray on a line; ``pass_time`` turns its clock on, and what it says is to be taken.

    *bed* is the light in it, *speech* the newest and the oldest protocol that it speaks.
    """

    def __init__(
        self,
        bed: Holes,
        *,
        now: float = 0.0,
        memory: TwinMemory = BLANK,
        speech: tuple[int, int] = (PROTOCOL, OLDEST),
        has_lamps: bool = True,
    ) -> None:
        self._bed = bed
        self._room = DARK
        self._is_down = False
        self._is_powered = False
        self._open_since = float("-inf")
        self._core = Core(
            self._measure, lambda: self._is_down, now=now, memory=memory, speech=speech, has_lamps=has_lamps
        )
        self.power_up()

    # The outside world.

    @property
    def memory(self) -> TwinMemory:
        """What it keeps without power."""
        return self._core.memory

    @property
    def lamps(self) -> int:
        """What its lamps show, two bits each."""
        return self._core.lamps

    @property
    def pegs(self) -> tuple[str, ...]:
        """What lies in the holes."""
        return tuple(self._bed.pegs)

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of that colour into a hole."""
        self._bed.place(hole, peg)
        self._core.move()

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self.place(hole, EMPTY)

    def ambient(self, level: float) -> None:
        """Let the light of the room be of about *level*, a share of the converter's scale."""
        self._room = self._bed.room(level)
        self._core.move()

    def press(self) -> None:
        """Put a finger on the button."""
        if self._is_down:
            raise ValueError(f"expected a button that is up, at {self.now} s")
        self._is_down = True
        if self._is_powered and self.now - self._open_since >= OPEN_S:
            self._core.contact(is_closed=True)

    def release(self) -> None:
        """Take the finger off the button."""
        if not self._is_down:
            raise ValueError(f"expected a button that is down, at {self.now} s")
        self._is_down = False
        self._open_since = self.now
        self._core.contact(is_closed=False)

    def reset(self, cause: Cause = Cause.EXTERNAL) -> None:
        """Reset the controller: it forgets all but its memory, and a write under way is torn."""
        if self._is_powered:
            self._core.boot(cause)

    def wear_out(self) -> None:
        """Let the memory keep no number of a boot from now on: the next boot's comes again and again."""
        self._core.is_worn = True

    def cut_power(self) -> None:
        """Pull the plug."""
        self._is_powered = False
        self._core.power_down()

    def power_up(self) -> None:
        """Put the plug back."""
        self._is_powered = True
        self._core.boot(Cause.POWER_ON)

    # The line and the clock.

    @property
    def now(self) -> float:
        """The twin's clock, in seconds."""
        return self._core.now

    @property
    def due(self) -> float | None:
        """When there is something to do next; None while nothing is."""
        return self._core.due

    def pass_time(self, until: float) -> None:
        """Let the clock go on to *until*."""
        self._core.pass_time(until)

    def hear(self, arrived: bytes) -> None:
        """Take bytes from the box."""
        if self._is_powered:
            self._core.hear(arrived)

    def take(self) -> bytes:
        """Return what was said since the last call."""
        said, self._core.said = self._core.said, b""
        return said

    def _measure(self) -> Lights:
        return self._bed.measure(self._room)
