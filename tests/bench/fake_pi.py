"""The whole program on a Pi that is not there: bus and pins are fakes, everything else is what the Pi runs.

python fake_pi.py FOLDER once              ends as soon as the first frame has been handed over
python fake_pi.py FOLDER rest [KEY ...]    presses the keys, prints "resting" and waits for a signal
"""

from __future__ import annotations

import os
import sys
import time

from companion.box import Box, Button, Event
from companion.cli import main
from companion.devices.pi import BOARDS, open_box
from companion.settings import Settings
from companion.wiring import Wishes


def choose(wishes: Wishes, settings: Settings) -> Box:
    """Open the box of a bonnet on a fake bus and fake pins."""
    # As on the Pi, gpiozero and luma are imported when the box is opened.
    from finger import FingeredInputs

    from companion.devices.pi.bus import FakeI2CBus
    from companion.devices.pi.fake_header import FakeHeader
    from companion.devices.pi.fake_panel import FakePanel

    board = BOARDS["bonnet"]
    header = FakeHeader(time.monotonic)
    bus = FakeI2CBus(FakePanel(board.screen.driver))
    box = open_box(board, bus=bus, pin_factory=header.factory)
    keys = [Button[name] for name in sys.argv[3:]]
    inputs = FingeredInputs(box.inputs, header, keys, time.sleep, at_rest)
    return Box(box.display, inputs, box.speaker, box.missing)


def at_rest() -> Event | None:
    """Tell that there is nothing left to do, or end."""
    if sys.argv[2] == "once":
        # Not Quit: what is closed and written after the first frame is no part of the start.
        os._exit(0)
    print("resting", flush=True)
    return None


if __name__ == "__main__":
    sys.exit(main(["--state", sys.argv[1], "--lang", "en"], choose))
