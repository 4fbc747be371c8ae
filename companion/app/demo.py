"""The demonstration: inputs that press by themselves the buttons that a player would press."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button, Event, Inputs, Press, Quit
from companion.ui.menu import Menu
from companion.ui.screen import Screen


class DemoInputs:
    """Inputs that press a button by themselves every *pause_s* seconds; a real press ends the demonstration.

    *choose* returns the button to press on a screen.
    """

    def __init__(self, inputs: Inputs, pause_s: float, choose: Callable[[Screen], Button]) -> None:
        self.has_roll = inputs.has_roll
        self.has_release = False
        self._inputs = inputs
        self._pause_s = pause_s
        self._choose = choose
        self._at = inputs.now() + pause_s
        self.look: Callable[[], Screen] | None = None

    def now(self) -> float:
        """Return the seconds on the clock of the real inputs."""
        return self._inputs.now()

    def wait(self, until: float | None) -> Event | None:
        """Wait for the next simulated press, an event of the real inputs, or *until*; a real press is ``Quit``."""
        event = self._inputs.wait(self._at if until is None else min(until, self._at))
        if isinstance(event, Press):
            return Quit()
        if event is not None or self.now() < self._at:
            return event
        self._at = self.now() + self._pause_s
        return self._press()

    def _press(self) -> Event:
        screen = self.look() if self.look is not None else None
        if isinstance(screen, Menu):
            return Quit()
        return Press(Button.OK if screen is None else self._choose(screen), self.now())

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*."""
        self._inputs.post(event)

    def close(self) -> None:
        """Close the real inputs."""
        self._inputs.close()
