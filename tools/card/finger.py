"""Plays by itself on the box: run on the emulated Pi instead of the command, whose program it starts.

Edges on the pins do not reach an emulated Pi, so presses come from here, each when the one before has been handled;
everything else is the program itself: its journal, its panel, its service. Arguments: seconds between two presses, the
buttons in one word with commas, and then the options of the program.
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import replace

# Where the package has its modules.
sys.path.insert(0, "/usr/share/codemaker")

from companion.app import startup

# Before the other modules, as the command does it: they are imported when they are used.
startup.prepare()

from companion.app.launch_options import LaunchOptions  # noqa: E402
from companion.app.select_device import open_selected_box  # noqa: E402
from companion.box import Box, Button, Event, Inputs, Press  # noqa: E402
from companion.cli.main import main  # noqa: E402
from companion.config.settings import Settings  # noqa: E402


class PressedInputs:
    """Inputs on which the buttons of *presses* are pressed, one every *pause_s* seconds."""

    def __init__(self, inputs: Inputs, pause_s: float, presses: deque[Button]) -> None:
        self.has_roll = inputs.has_roll
        self.has_release = False
        self._inputs = inputs
        self._pause_s = pause_s
        self._presses = presses
        self._at = inputs.now() + pause_s

    def now(self) -> float:
        """Return the seconds on the clock of the real inputs."""
        return self._inputs.now()

    def wait(self, until: float | None) -> Event | None:
        """Wait for the next press, an event of the real inputs, or *until*."""
        if not self._presses:
            return self._inputs.wait(until)
        event = self._inputs.wait(self._at if until is None else min(until, self._at))
        if event is not None or self.now() < self._at:
            return event
        self._at = self.now() + self._pause_s
        return Press(self._presses.popleft(), self.now())

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*."""
        self._inputs.post(event)

    def close(self) -> None:
        """Close the real inputs."""
        self._inputs.close()


def _open(wishes: LaunchOptions, settings: Settings) -> Box:
    box = open_selected_box(wishes, settings)
    presses = deque(Button[name] for name in sys.argv[2].split(","))
    return replace(box, inputs=PressedInputs(box.inputs, float(sys.argv[1]), presses))


if __name__ == "__main__":
    sys.exit(main(sys.argv[3:], _open))
