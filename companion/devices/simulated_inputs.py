"""Buttons on simulated time: waiting returns at once."""

from __future__ import annotations

from collections import deque

from companion.box import Button, Event, Press, Quit, Release

PRESS_S = 0.05
"""Seconds that a button is down during a press, and up between two presses."""


class SimulatedInputs:
    """Buttons that replay presses scheduled beforehand, and a simulated clock that the schedule drives.

    The actions (``press``, ``hold``, ``release``, ``pass_time``, ``close_window``) are queued and take effect one
    after another as ``wait`` reaches them. When the queue is empty, ``wait`` returns ``Quit``: at once if it was
    called without a time limit, else after ``linger_s`` more seconds, so that a screen with a running clock ends.
    """

    def __init__(self, *, has_roll: bool = True, has_release: bool = True, linger_s: float = 3600.0) -> None:
        self.is_closed = False
        self.has_roll = has_roll
        self.has_release = has_release
        self._linger_s = linger_s
        self._clock = 0.0
        self._told_until = 0.0
        self._script: deque[tuple[float, Event]] = deque()
        self._posted: deque[Event] = deque()
        self._down: set[Button] = set()

    def now(self) -> float:
        """Return the simulated time in seconds."""
        return self._clock

    def wait(self, until: float | None) -> Event | None:
        """Advance the simulated time to the next event and return it; None when *until* comes first."""
        self._read_ahead(until)
        if self._posted:
            return self._posted.popleft()
        if self._script and (until is None or self._script[0][0] <= until):
            at, event = self._script.popleft()
            self._clock = max(self._clock, at)
            return event
        if until is None or (not self._script and until > self._told_until + self._linger_s):
            self._clock = max(self._clock, self._told_until)
            return Quit()
        self._clock = max(self._clock, until)
        return None

    def _is_told(self, until: float | None) -> bool:
        """Return whether the schedule covers the time up to *until*, or up to its next event."""
        if self._script and (until is None or self._script[0][0] <= until):
            return True
        return until is not None and until <= self._told_until

    def _read_ahead(self, until: float | None) -> None:
        """Schedule the actions up to *until* that are read lazily; there are none in this class."""

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
        """Press *button* and keep it down; raises ``ValueError`` if it is already down or missing on this board."""
        if button is Button.ROLL and not self.has_roll:
            raise ValueError(f"expected a button of this board, got {button!r}")
        if button in self._down:
            raise ValueError(f"expected a button that is up, got {button!r}, at {self._told_until} s")
        self._down.add(button)
        self._catch_up()
        self._tell(Press(button, self._told_until))

    def release(self, button: Button) -> None:
        """Release *button*; raises ``ValueError`` if it is not down."""
        if button not in self._down:
            raise ValueError(f"expected a button that is down, got {button!r}, at {self._told_until} s")
        self._catch_up()
        self._down.remove(button)
        if self.has_release:
            self._tell(Release(button, self._told_until))

    def pass_time(self, seconds: float) -> None:
        """Do nothing for *seconds*; raises ``ValueError`` if *seconds* is negative."""
        if seconds < 0:
            raise ValueError(f"expected time to go on, got {seconds!r} s")
        self._told_until += seconds

    def close_window(self) -> None:
        """Schedule a ``Quit``, as closing the window would."""
        self._tell(Quit())

    def close(self) -> None:
        """Mark the buttons as closed."""
        self.is_closed = True

    def _catch_up(self) -> None:
        """Move the schedule forward to the present, so that no event is scheduled in the past."""
        self._told_until = max(self._told_until, self._clock)

    def _tell(self, event: Event) -> None:
        self._script.append((self._told_until, event))
