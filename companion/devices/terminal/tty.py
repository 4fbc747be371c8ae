"""The terminal itself, taken over for the play and given back on every way out."""

from __future__ import annotations

import atexit
import codecs
import errno
import os
import select
import signal
import termios
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, TextIO

import blessed

from companion.devices.terminal.aside import StderrBuffer

SIZE_UNKNOWN = (80, 24)
"""Columns and lines of a terminal that says 0 x 0, as serial lines do."""

DEADLY = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Keyboard:
    """Characters of a terminal, as they come; ``is_gone`` once it has hung up."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.is_gone = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._arrived: deque[str] = deque()

    def has_arrived(self, timeout: float | None) -> bool:
        """Say whether a character is there, or comes within *timeout* seconds."""
        if not self._arrived and not self.is_gone and select.select([self.descriptor], [], [], timeout)[0]:
            self._arrived.extend(self._decoder.decode(self._read()))
        return bool(self._arrived)

    def take(self) -> str:
        """Return the next character that has arrived."""
        return self._arrived.popleft()

    def _read(self) -> bytes:
        try:
            read = os.read(self.descriptor, 1024)
        except OSError:
            read = b""
        self.is_gone = not read
        return read


class _Blessed(blessed.Terminal):
    """What blessed knows of terminals and keys, without its own reading.

    On standard output it would ask the terminal at the start what it can do, and wait up to ten seconds for one
    that does not answer.
    """

    def __init__(self, kind: str, stream: TextIO, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        with _without("NO_COLOR"):
            super().__init__(kind, stream)

    def kbhit(self, timeout: float | None = None) -> bool:
        """Say whether a character can be read within *timeout*."""
        return self._keyboard.has_arrived(timeout)

    def getch(self, decode_latin1: bool = False) -> str:
        """Return the next character."""
        return self._keyboard.take()


@contextmanager
def _without(name: str) -> Iterator[None]:
    # It asks for no colours; blessed would leave out the movements of the cursor as well.
    kept = os.environ.pop(name, None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ[name] = kept


class Tty:
    """A terminal that is taken over by ``enter`` and given back by ``leave``, as often as need be."""

    def __init__(self, keyboard: int, screen: TextIO, kind: str) -> None:
        self.keyboard = Keyboard(keyboard)
        self.blessed = _Blessed(kind, screen, self.keyboard)
        self.is_stale = False
        self.encoding = screen.encoding or "utf-8"
        self._screen = screen.fileno()
        self._aside = StderrBuffer()
        self._modes: list[Any] | None = None
        self._handlers: dict[signal.Signals, Any] = {}
        atexit.register(self.leave)
        for number in DEADLY:
            self._handlers[number] = signal.signal(number, self._die)

    @property
    def is_entered(self) -> bool:
        """Whether the terminal is ours at the moment."""
        return self._modes is not None

    def size(self) -> tuple[int, int]:
        """Return columns and lines."""
        try:
            size = os.get_terminal_size(self._screen)
        except OSError:
            return SIZE_UNKNOWN
        return (size.columns, size.lines) if size.columns and size.lines else SIZE_UNKNOWN

    def can_write(self, text: str) -> bool:
        """Say whether the terminal's encoding has every character of *text*."""
        return text.encode(self.encoding, "ignore").decode(self.encoding) == text

    def write(self, text: str) -> None:
        """Send *text*; a terminal that has hung up swallows it, and the keyboard will tell."""
        rest = text.encode(self.encoding, "replace")
        with suppress(OSError):
            while rest:
                rest = rest[self._send(rest) :]

    def _send(self, data: bytes) -> int:
        try:
            return os.write(self._screen, data)
        except BlockingIOError:
            # Another program on this terminal has set it so, for all of us.
            select.select([], [self._screen], [])
            return 0

    def enter(self) -> None:
        """Take the terminal over, to be drawn anew; one that has hung up is left alone, and the keyboard will tell."""
        with suppress(termios.error):
            # A job in the background is stopped here, before it has written anything.
            modes = retry_eintr(termios.tcgetattr, self.keyboard.descriptor)
            retry_eintr(tty.setcbreak, self.keyboard.descriptor, termios.TCSANOW)
            self._modes = self._modes or modes
            self._change_screen()

    def _change_screen(self) -> None:
        self._aside.begin()
        screen = self.blessed
        self.write(screen.enter_fullscreen + screen.hide_cursor)
        self.is_stale = True

    def leave(self) -> None:
        """Give the terminal back as it was; a second call changes nothing."""
        if self._modes is None:
            return
        screen = self.blessed
        self.write(screen.normal + screen.clear + screen.normal_cursor + screen.exit_fullscreen)
        # Hung up, there is nothing to give back.
        with suppress(termios.error):
            retry_eintr(termios.tcsetattr, self.keyboard.descriptor, termios.TCSANOW, self._modes)
        # Last: a deadly signal in the middle of this begins it anew.
        self._modes = None
        self._aside.end()

    def close(self) -> None:
        """Give the terminal back for good."""
        self.leave()
        atexit.unregister(self.leave)
        while self._handlers:
            signal.signal(*self._handlers.popitem())
        self.blessed.stream.close()

    def _die(self, number: int, frame: FrameType | None) -> None:
        self.leave()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


def retry_eintr(call: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of termios again for as long as signals interrupt it: Python does so for other calls only."""
    while True:
        try:
            return call(*arguments)
        except termios.error as failure:
            if failure.args[0] != errno.EINTR:
                raise
