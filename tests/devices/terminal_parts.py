"""What the tests of the terminal share: a page, a window, and what a window shows of a page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.box import Button, PageLine
from companion.devices.terminal.display import Say, TerminalDisplay
from companion.devices.terminal.tty import Tty
from tests.fakes.glass import TerminalEmulator
from tests.fakes.terminal import FakeTerminal

SIZE = (128, 64)
LABELS = {button: f"<{button.name}>" for button in Button}


def page(*words: str) -> tuple[PageLine, ...]:
    """Return a page with a title, a line for each of *words*, the first under the cursor, and a hint."""
    kinds = ["chosen", *["list"] * len(words)]
    rows = [PageLine.of(word, kind) for word, kind in zip(words, kinds, strict=False)]
    return (PageLine.of("Codemaker", "title"), *rows, PageLine.of("OK: go on", "hint"))


def shows(glass: TerminalEmulator, lines: tuple[PageLine, ...]) -> bool:
    """Say whether *lines*, and no other lines but the keys, stand on the glass, one below the other."""
    seen = [line.strip() for line in glass.lines if line.strip() and "Ctrl-C" not in line]
    return seen == [*lines]


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
