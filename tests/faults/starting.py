"""A box that is asked to end while it starts.

The arguments: a folder for the state; and the instant, which is the first time that a file, module or database of such
a name is opened, or how many are before it - Python tells that who audits it. What the panel shows is kept in a file
beside the state, "lit" or "dark"; another is made when the box is asked.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from companion.box import Box
from companion.config.settings import Settings

FOLDER, INSTANT = Path(sys.argv[1]), sys.argv[2]
PANEL, ASKED = FOLDER / "panel", FOLDER / "asked"
OPENING = ("open", "import", "sqlite3.connect")
_passed = count()


def listen(event: str, arguments: tuple[object, ...]) -> None:
    """Ask us to end when the instant has come."""
    if event not in OPENING or ASKED.exists():
        return
    # A number may also be part of a name, as of the folder that the state is in.
    if str(next(_passed)) == INSTANT if INSTANT.isdigit() else INSTANT in str(arguments[0]):
        ASKED.touch()
        os.kill(os.getpid(), signal.SIGTERM)


def choose(wishes: object, settings: Settings) -> Box:
    """Open the box of a bonnet on a bus that tells what the panel shows."""
    # As on the Pi, what the box needs is imported when it is opened.
    from companion.devices.pi import BOARDS, open_box
    from tests.fakes.bus import FakeI2CBus
    from tests.fakes.header import FakeHeader, ManualClock
    from tests.fakes.panel import FakePanel

    class Telling(FakeI2CBus):
        def _transfer(self, is_data: bool, values: Sequence[int]) -> None:
            super()._transfer(is_data, values)
            PANEL.write_bytes(b"lit" if self.panel.is_on else b"dark")

    header, board = FakeHeader(ManualClock()), BOARDS["bonnet"]
    bus = Telling(FakePanel(board.screen.driver))
    return open_box(board, bus=bus, pin_factory=lambda: header.factory)


if __name__ == "__main__":
    sys.addaudithook(listen)
    from companion.cli.main import main

    sys.exit(main(["--state", str(FOLDER), "--lang", "en"], choose))
