"""A terminal that is not there: a pseudo terminal with a glass to look at, keys to type on and a window to pull."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Mapping, Sequence

from companion.fakes.glass import TerminalEmulator

PATIENCE_S = 20.0
"""How long a program on a busy machine may take to do what is waited for."""

# What subprocess cannot do: make its standard input the terminal that sends it Ctrl-C and resizes.
_TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"

# Python 3.13 colours its tracebacks, in more colours than the game sends.
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.defpath, "PYTHON_COLORS": "0"}


class FakeTerminal:
    """A window of *columns* by *lines*; programs run on ``keyboard``, the descriptor they read from and write to."""

    def __init__(self, columns: int = 140, lines: int = 40) -> None:
        self._master, self.keyboard = os.openpty()
        self.glass = TerminalEmulator(columns, lines)
        self._changed = threading.Condition()
        self._bell, self._rope = os.pipe()
        self._is_open = True
        self._ask_size(columns, lines)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def run(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program in this window; it gets the signals of its keys, its size and its end."""
        return subprocess.Popen(
            [sys.executable, "-c", _TAKE, *command],
            stdin=self.keyboard,
            stdout=self.keyboard,
            stderr=self.keyboard,
            start_new_session=True,
            env={**ENVIRONMENT, **(environment or {})},
        )

    def type(self, keys: str) -> None:
        """Press keys: the characters they send, or a sequence such as ``\\x1b[A``."""
        self.type_bytes(keys.encode())

    def type_bytes(self, data: bytes) -> None:
        """Send what no key sends: noise on the line."""
        os.write(self._master, data)

    def resize(self, columns: int, lines: int) -> None:
        """Pull the window to another size."""
        with self._changed:
            self.glass.resize(columns, lines)
        self._ask_size(columns, lines)

    def hang_up(self) -> None:
        """Close the window; a second call changes nothing."""
        if self._is_open:
            self._is_open = False
            os.write(self._rope, b"!")
            self._reader.join()
            os.close(self._master)

    def close(self) -> None:
        """Close the window, and let go of all that belonged to it."""
        self.hang_up()
        for descriptor in (self.keyboard, self._bell, self._rope):
            os.close(descriptor)

    def until(self, is_so: Callable[[TerminalEmulator], bool], within_s: float = PATIENCE_S) -> None:
        """Look at the glass until it *is_so*; raises ``TimeoutError`` with what is seen instead."""
        with self._changed:
            if not self._changed.wait_for(lambda: is_so(self.glass), within_s):
                raise TimeoutError(f"expected another picture within {within_s} s, got\n{self.glass.text}")

    def settle(self) -> TerminalEmulator:
        """Return the glass when all that was sent until now has reached it."""
        asked = self.glass.enquiries
        os.write(self.keyboard, b"\x05")
        self.until(lambda glass: glass.enquiries > asked)
        return self.glass

    def modes(self) -> list[object]:
        """Return the modes of the line: echo, whole lines and so on, as ``termios`` has them."""
        return list(termios.tcgetattr(self.keyboard))

    def _ask_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _read(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._bell], [], [])
            if self._bell in ready:
                return
            data = os.read(self._master, 65536)
            with self._changed:
                self.glass.feed(data)
                self._changed.notify_all()
