"""The game in a terminal: how often it wakes without input, and what a key costs on the line."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.fakes.terminal import FakeTerminal
from tools.bench.bench_rest import context_switches
from tools.bench.measure import environment

REST_S = 30.0
# Home, the menu of a match, its rules, and back: as many lines change as in play.
WALK = ("j", "j", "\r", "j", "j", "\x7f", "k", "k")


@contextmanager
def game(columns: int = 140, lines: int = 40) -> Iterator[tuple[FakeTerminal, int]]:
    """Lend a terminal with the game at its first menu, and the game's process."""
    terminal = FakeTerminal(columns, lines)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "--device", "terminal", "--state", folder]
        with terminal.run(command, {**environment(), "TERM": "xterm-256color"}) as process:
            try:
                terminal.until(lambda glass: "Ctrl-C" in glass.text)
                yield terminal, process.pid
            finally:
                process.terminate()
    terminal.close()


def terminal_wakeups_per_min() -> float:
    """Return how often an idle game wakes in a minute."""
    with game() as (_, pid):
        time.sleep(1.0)
        before = context_switches(pid)
        time.sleep(REST_S)
        return (context_switches(pid) - before) * 60 / REST_S


def terminal_chars_per_press(columns: int = 140, lines: int = 40) -> float:
    """Return how many characters a key sends to the terminal on average; a whole picture takes some 5,000."""
    with game(columns, lines) as (terminal, _):
        before = terminal.glass.sent
        for key in WALK:
            seen = terminal.glass.lines
            terminal.type(key)
            terminal.until(lambda glass, seen=seen: glass.lines != seen)  # type: ignore[misc]
        return (terminal.settle().sent - before) / len(WALK)


if __name__ == "__main__":
    print("wake-ups per minute:", terminal_wakeups_per_min())
    print(
        "characters per press:",
        terminal_chars_per_press(),
        "in half blocks,",
        terminal_chars_per_press(80, 24),
        "in braille",
    )
