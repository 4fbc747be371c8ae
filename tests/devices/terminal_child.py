"""A program in a terminal: it writes a line for every event, notes the event in a file, and ends as its keys say.

ROLL ends it with an exception, Ctrl-D or the end of the terminal as usual; OK writes to standard error.
With the word ``careless`` it does not close what it has opened.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

from companion.box import Box, Button, Press, Quit, Typed
from companion.devices.terminal import open_terminal
from tests.devices.terminal_parts import LABELS, SIZE, page


def play(box: Box, notes: Path) -> None:
    """Show and listen until the end."""
    count = 0
    while True:
        if box.writer is not None:
            box.writer.write(page(*(f"event {number}" for number in range(count))), is_private=False)
        event = box.inputs.wait(None)
        count += 1
        with notes.open("a", encoding="utf-8") as file:
            file.write(type(event).__name__ + "\n")
        if isinstance(event, Quit):
            return
        if isinstance(event, Press | Typed):
            heed(event.button)


def heed(button: Button | None) -> None:
    """Do what the key of *button* is for."""
    if button is Button.OK:
        print("a word aside", file=sys.stderr)
    if button is Button.ROLL:
        raise RuntimeError("expected no dice")


if __name__ == "__main__":
    the_box = open_terminal(SIZE, LABELS, str)
    if "careless" in sys.argv:
        play(the_box, Path(sys.argv[1]))
    else:
        with closing(the_box):
            play(the_box, Path(sys.argv[1]))
