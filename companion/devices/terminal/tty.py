"""The terminal: switched to full screen while the program runs, and restored on every exit."""

from __future__ import annotations

import atexit
import codecs
import errno
import os
import select
import signal
import sys
import termios
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from types import FrameType
from typing import IO, Any, TextIO

import blessed

from companion.devices.encoding import can_encode, encoded


class StderrBuffer:
    """Buffers what is written to standard error, and writes it to the terminal when the picture is gone.

    The file descriptor is redirected, not ``sys.stderr``: the log keeps a reference to the stream since start-up.
    """

    def __init__(self, descriptor: int = 2) -> None:
        self._descriptor = descriptor
        self._kept: IO[bytes] | None = None
        self._terminal = -1

    def begin(self) -> None:
        """Redirect standard error to a temporary file, if it goes to a terminal; a second call changes nothing."""
        if self._kept is None and os.isatty(self._descriptor):
            self._kept = TemporaryFile()  # noqa: SIM115 - ended by end
            self._terminal = os.dup(self._descriptor)
            os.dup2(self._kept.fileno(), self._descriptor)

    def end(self) -> None:
        """Restore standard error and write to it what was buffered; a second call changes nothing."""
        if self._kept is None:
            return
        if sys.stderr is not None:
            sys.stderr.flush()
        os.dup2(self._terminal, self._descriptor)
        os.close(self._terminal)
        with self._kept as kept:
            self._kept = None
            kept.seek(0)
            # A terminal that has hung up cannot be written to; its output is dropped.
            with suppress(OSError):
                os.write(self._descriptor, kept.read())


SIZE_UNKNOWN = (80, 24)
"""Columns and lines assumed for a terminal that reports 0 x 0, as serial lines do."""

CONTROL_CHARACTERS = 6
"""The index of the control characters in what ``termios.tcgetattr`` returns."""
NO_CHARACTER = b"\x00"
"""The control character that stands for none (``_POSIX_VDISABLE`` on Linux)."""
DEADLY = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Terminal(blessed.Terminal):
    """blessed's knowledge of terminals and keys; what is typed is decoded as it arrives.

    ``is_gone`` is true once the terminal has hung up. Reading is not blessed's own: on standard output blessed would
    query the terminal's features at the start, and wait up to ten seconds for a terminal that does not answer.
    """

    def __init__(self, kind: str, stream: TextIO, keyboard: int) -> None:
        self.is_gone = False
        self._descriptor = keyboard
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._arrived: deque[str] = deque()
        # NO_COLOR asks only for no colours, but blessed would leave out cursor movement as well.
        kept = os.environ.pop("NO_COLOR", None)
        try:
            super().__init__(kind, stream)
        finally:
            os.environ.update({} if kept is None else {"NO_COLOR": kept})

    def kbhit(self, timeout: float | None = None) -> bool:
        """Return whether a character is available now or within *timeout* seconds; None waits without limit."""
        if not self._arrived and not self.is_gone and select.select([self._descriptor], [], [], timeout)[0]:
            self._arrived.extend(self._decoder.decode(self._read()))
        return bool(self._arrived)

    def getch(self, decode_latin1: bool = False) -> str:
        """Return the next character that has arrived; raises ``IndexError`` if there is none."""
        return self._arrived.popleft()

    def _read(self) -> bytes:
        try:
            read = os.read(self._descriptor, 1024)
        except OSError:
            read = b""
        self.is_gone = not read
        return read


class Tty:
    """A terminal that ``enter`` switches to full screen and ``leave`` restores; both may be called repeatedly."""

    def __init__(self, keyboard: int, screen: TextIO, kind: str) -> None:
        self.keyboard = keyboard
        self.blessed = Terminal(kind, screen, keyboard)
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
        """Whether the terminal is in full-screen mode now."""
        return self._modes is not None

    def size(self) -> tuple[int, int]:
        """Return the size in columns and lines."""
        try:
            size = os.get_terminal_size(self._screen)
        except OSError:
            return SIZE_UNKNOWN
        return (size.columns, size.lines) if size.columns and size.lines else SIZE_UNKNOWN

    def can_write(self, text: str) -> bool:
        """Return whether the terminal's encoding has every character of *text*."""
        return can_encode(text, self.encoding)

    def write(self, text: str) -> None:
        """Send *text*; after a hang-up the text is dropped, and ``blessed.is_gone`` reports the hang-up."""
        rest = encoded(text, self.encoding)
        with suppress(OSError):
            while rest:
                rest = rest[self._send(rest) :]

    def _send(self, data: bytes) -> int:
        try:
            return os.write(self._screen, data)
        except BlockingIOError:
            # Another program on this terminal has made the shared descriptor non-blocking.
            select.select([], [self._screen], [])
            return 0

    def enter(self) -> None:
        """Switch the terminal to full screen and mark it as stale; does nothing after a hang-up."""
        with suppress(termios.error):
            # The system stops a background job here, before it has written anything.
            modes = retry_eintr(termios.tcgetattr, self.keyboard)
            retry_eintr(tty.setcbreak, self.keyboard, termios.TCSANOW)
            self._modes = self._modes or modes
            # Ctrl-C arrives as a key: its signal would also interrupt the programs around this one, such as make.
            keys = retry_eintr(termios.tcgetattr, self.keyboard)
            keys[CONTROL_CHARACTERS][termios.VINTR] = NO_CHARACTER
            retry_eintr(termios.tcsetattr, self.keyboard, termios.TCSANOW, keys)
            self._aside.begin()
            screen = self.blessed
            self.write(screen.enter_fullscreen + screen.hide_cursor)
            self.is_stale = True

    def leave(self) -> None:
        """Restore the terminal's state; a second call changes nothing."""
        if self._modes is None:
            return
        screen = self.blessed
        self.write(screen.normal + screen.clear + screen.normal_cursor + screen.exit_fullscreen)
        # After a hang-up there is no state to restore.
        with suppress(termios.error):
            retry_eintr(termios.tcsetattr, self.keyboard, termios.TCSANOW, self._modes)
        # Cleared last: if a deadly signal interrupts leave, its handler runs leave again from the start.
        self._modes = None
        self._aside.end()

    def close(self) -> None:
        """Restore the terminal's state and the signal handlers, and close the screen's stream."""
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
    """Call a function of termios until it is not interrupted by a signal; Python retries other calls by itself."""
    while True:
        try:
            return call(*arguments)
        except termios.error as failure:
            if failure.args[0] != errno.EINTR:
                raise
