"""What the tests of the terminal share: a picture, a window, and what a window shows of a picture."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from PIL import Image

from companion.box import Button
from companion.devices.terminal.display import Say, TerminalDisplay
from companion.devices.terminal.tty import Tty
from companion.devices.textframe import HALF_BLOCKS, CellMode, lines
from tests.fakes.glass import TerminalEmulator
from tests.fakes.terminal import FakeTerminal

SIZE = (128, 64)
LABELS = {button: f"<{button.name}>" for button in Button}


def picture(*pixels: tuple[int, int]) -> Image.Image:
    """Return a frame that is lit at *pixels*, and at its corners so that its place is known."""
    image = Image.new("1", SIZE)
    for place in (*pixels, (0, 0), (SIZE[0] - 1, 0), (0, SIZE[1] - 1), (SIZE[0] - 1, SIZE[1] - 1)):
        image.putpixel(place, 1)
    return image


def shows(
    glass: TerminalEmulator, image: Image.Image, grain: CellMode = CellMode.HALVES, halves: str = HALF_BLOCKS
) -> bool:
    """Say whether *image* stands on the glass, line below line."""
    rows = lines(image, grain, halves)
    seen = [line.ljust(glass.columns) for line in glass.lines]
    column = max((line.find(rows[0]) for line in seen), default=-1)
    found = [line[column : column + len(rows[0])] for line in seen]
    return column >= 0 and any(
        tuple(found[top : top + len(rows)]) == rows for top in range(len(found) - len(rows) + 1)
    )


@contextmanager
def window(columns: int = 140, lines: int = 40) -> Iterator[FakeTerminal]:
    """Lend a window; it must have understood everything that was sent to it."""
    terminal = FakeTerminal(columns, lines)
    try:
        yield terminal
        if terminal.glass.faults:
            raise AssertionError("; ".join(terminal.glass.faults))
    finally:
        terminal.close()


@contextmanager
def opened(terminal: FakeTerminal, kind: str = "xterm-256color", encoding: str = "utf-8") -> Iterator[Tty]:
    """Lend the terminal as the program has it."""
    tty = Tty(terminal.keyboard, os.fdopen(os.dup(terminal.keyboard), "w", encoding=encoding), kind)
    try:
        yield tty
    finally:
        tty.close()


@contextmanager
def display_on(
    terminal: FakeTerminal,
    kind: str = "xterm-256color",
    encoding: str = "utf-8",
    say: Say = str,
    labels: Mapping[Button, str] = LABELS,
) -> Iterator[TerminalDisplay]:
    """Lend a display in *terminal*."""
    with opened(terminal, kind, encoding) as tty:
        yield TerminalDisplay(tty, SIZE, labels, say)
