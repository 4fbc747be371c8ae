"""The whole program on a Pi that is not there: bus and pins are fakes, everything else is what the Pi runs.

The arguments of the process: a folder for its state, then ``once`` to end as soon as the first frame has been handed
over, or ``rest`` and keys to press them, print "resting" and wait for a signal.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from companion.__main__ import main

# As the installed command: a few words that import a module which has been compiled.
COMMAND = [sys.executable, "-c", "import sys; from tools.bench import fake_pi; sys.exit(fake_pi.run())"]

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.app.launch_options import LaunchOptions
    from companion.box import Box, Display, Event
    from companion.config.settings import Settings
    from companion.devices.pi import Board
    from tests.fakes.header import FakeHeader


def choose(wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the box of the board in the settings on a fake bus and fake pins; ``auto`` is a bonnet."""
    # As on the Pi, luma is imported when the box is opened, and dataclasses when the table of lazy modules is set.
    from dataclasses import replace

    from companion.app.select_device import reader_of
    from companion.box import Button
    from companion.devices.pi import BOARDS

    # As on the Pi, a tray is looked for, and none is there.
    board = BOARDS.get(settings.board, BOARDS["bonnet"])
    box = replace(_opened(board), tray=lambda: reader_of(settings))
    if sys.argv[2] == "once":
        return replace(box, display=ShownOnce(box.display))
    from tools.bench.finger import FingeredInputs, pins_of

    keys = [Button[name] for name in sys.argv[3:]]
    return replace(box, inputs=FingeredInputs(box.inputs, header(), keys, time.sleep, at_rest, pins_of(board)))


def _opened(board: Board) -> Box:
    from companion.devices.pi import open_box
    from companion.devices.pi.boards import Interface

    if board.screen.interface is Interface.SPI:
        from tests.fakes.boards import FakeBoard

        return FakeBoard(board, header()).open(time.monotonic)
    # Without gpiozero and the chips of other boards, which a Pi with this panel does not import for its first frame.
    from tests.fakes.bus import FakeI2CBus
    from tests.fakes.panel import FakePanel

    return open_box(board, bus=FakeI2CBus(FakePanel(board.screen.driver)), pin_factory=lambda: header().factory)


@cache
def header() -> FakeHeader:
    """Return the fake pins; as on the Pi, gpiozero is imported when the buttons are opened."""
    from tests.fakes.header import FakeHeader

    return FakeHeader(time.monotonic)


class ShownOnce:
    """*display*, at whose first frame the program ends: what is read or closed after it is no part of the start."""

    def __init__(self, display: Display) -> None:
        self.format = display.format
        self.light = display.light
        self.retry_at = display.retry_at
        self.close = display.close
        self._display = display

    def show(self, image: Image) -> None:
        """Bring *image* onto the display, and end."""
        self._display.show(image)
        os._exit(0)


def at_rest() -> Event | None:
    """Tell that there is nothing left to do, and wait."""
    print("resting", flush=True)
    return None


def import_program() -> Callable[[], int]:
    """Import the command line as the installed command does, and return a function that plays."""
    from companion.cli.main import main as command_line

    return lambda: command_line(["--state", sys.argv[1], "--lang", "en"], choose)


def run() -> int:
    """Play."""
    return main(import_program)
