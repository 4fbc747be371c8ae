"""Keys as words, and other lines, read from a terminal or a pipe."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping

from companion.box import Button, Event, Press, Quit, TypedLine
from companion.devices.script import LineReader
from companion.devices.text.pages import ARROWS, Say, WrittenPages
from companion.errors import N_
from companion.i18n.translator import as_typed

HELP, QUIT = (N_("help"), "?"), (N_("quit"), "/q")
MOST = 99
"""The most presses of a key that one line asks for."""


class TextInputs:
    """Inputs that read whole lines; ``wait`` sleeps until a line has come. Nothing is released here."""

    has_roll = True
    has_release = False

    def __init__(
        self,
        lines: LineReader,
        pages: WrittenPages,
        labels: Mapping[Button, str],
        say: Say,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = clock
        self._lines = lines
        self._pages = pages
        self._events: deque[Event] = deque()
        words = [(button, button.name) for button in Button]
        words += [(button, labels[button]) for button in (Button.OK, Button.BACK, Button.ROLL)]
        arrows = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)
        words += [(button, say(word)) for button, word in zip(arrows, ARROWS.values(), strict=True)]
        self._keys = {as_typed(word): button for button, word in words}
        self._help = {as_typed(word) for text in HELP for word in (text, say(text))}
        self._quit = {as_typed(word) for text in QUIT for word in (text, say(text))}

    def wait(self, until: float | None) -> Event | None:
        """Write the last page, sleep until the next line and return its event; None when *until* comes first."""
        while not self._events:
            self._pages.flush()
            if self._pages.is_gone:
                return Quit()
            try:
                line = self._lines.read(None if until is None else until - self.now())
            except EOFError:
                return Quit()
            if line is not None:
                self._take(line)
            elif not self._events and until is not None and self.now() >= until:
                return None
        return self._events.popleft()

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""
        self._events.append(event)
        self._lines.wake()

    def close(self) -> None:
        """Do nothing: standard input stays open."""

    def _take(self, line: str) -> None:
        key, _, times = as_typed(line).partition(" ")
        if key in self._help:
            self._pages.help()
        elif key in self._quit:
            self._events.append(Quit())
        elif button := self._keys.get(key or as_typed(Button.OK.name)):
            count = int(times) if times.isascii() and times.isdigit() and len(times) <= len(str(MOST)) else 1
            self._events.extend([Press(button, self.now())] * count)
        else:
            self._events.append(TypedLine(line.strip(), self.now()))
