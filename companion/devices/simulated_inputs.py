"""Buttons on simulated time: waiting takes none."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.box import Button, Event, Press, Quit, Release

PRESS_S = 0.05
"""How long a finger stays on a button, and how long it is away between two presses."""


@dataclass(frozen=True, slots=True)
class _Due:
    at: float
    event: Event


class SimulatedInputs:
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
        self._read_ahead(until)
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

    def _is_told(self, until: float | None) -> bool:
        """Return whether the finger was told what it does up to *until*, or up to its next move."""
        return bool(self._script) if until is None else until <= self._told_until or self._has_move(until)

    def _has_move(self, until: float) -> bool:
        return bool(self._script) and self._script[0].at <= until

    def _read_ahead(self, until: float | None) -> None:
        """Carry out what the finger is told only now; here it was told everything before."""

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
