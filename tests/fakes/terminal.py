"""A fake terminal: a pseudo terminal that tests can type into, resize and hang up, and whose screen they can read."""

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

from companion.box.waker import Waker
from tests.fakes.glass import TerminalEmulator

PATIENCE_S = 20.0
"""Seconds that a program on a busy machine may take until the expected screen appears."""

# subprocess cannot make the program's standard input its controlling terminal, which sends it Ctrl-C and resizes.
_TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"

# Python 3.13 colours its tracebacks, with sequences that the emulator does not know.
ENVIRONMENT = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.defpath, "PYTHON_COLORS": "0"}


class FakeTerminal:
    """A window of *columns* by *lines*; ``keyboard`` is the descriptor that programs read from and write to."""

    def __init__(self, columns: int = 140, lines: int = 40) -> None:
        self._master, self.keyboard = os.openpty()
        self.glass = TerminalEmulator(columns, lines)
        self._changed = threading.Condition()
        self._waker = Waker()
        self._is_open = True
        self._ask_size(columns, lines)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def run(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a program in this window; it gets the signals for Ctrl-C, resizing and hanging up."""
        return subprocess.Popen(
            [sys.executable, "-c", _TAKE, *command],
            stdin=self.keyboard,
            stdout=self.keyboard,
            stderr=self.keyboard,
            start_new_session=True,
            env={**ENVIRONMENT, **(environment or {})},
        )

    def type(self, keys: str) -> None:
        """Press keys, given by the characters they send or a sequence such as ``\\x1b[A``."""
        self.type_bytes(keys.encode())

    def type_bytes(self, data: bytes) -> None:
        """Send bytes that no key sends, such as noise on the line."""
        os.write(self._master, data)

    def resize(self, columns: int, lines: int) -> None:
        """Resize the window."""
        with self._changed:
            self.glass.resize(columns, lines)
        self._ask_size(columns, lines)

    def hang_up(self) -> None:
        """Close the window; a second call changes nothing."""
        if self._is_open:
            self._is_open = False
            self._waker.wake()
            self._reader.join()
            os.close(self._master)

    def close(self) -> None:
        """Close the window and all its descriptors."""
        self.hang_up()
        os.close(self.keyboard)
        self._waker.close()

    def until(self, is_so: Callable[[TerminalEmulator], bool], within_s: float = PATIENCE_S) -> None:
        """Wait until *is_so* is true of the screen; raises ``TimeoutError`` with the screen's text if it is not."""
        with self._changed:
            if not self._changed.wait_for(lambda: is_so(self.glass), within_s):
                raise TimeoutError(f"expected another picture within {within_s} s, got\n{self.glass.text}")

    def settle(self) -> TerminalEmulator:
        """Wait until everything sent so far has been processed, and return the emulator."""
        asked = self.glass.enquiries
        os.write(self.keyboard, b"\x05")
        self.until(lambda glass: glass.enquiries > asked)
        return self.glass

    def modes(self) -> list[object]:
        """Return the terminal's modes (echo, canonical mode and so on), in the form of ``termios.tcgetattr``."""
        return list(termios.tcgetattr(self.keyboard))

    def _ask_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _read(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._waker.fileno()], [], [])
            if self._waker.fileno() in ready:
                return
            data = os.read(self._master, 65536)
            with self._changed:
                self.glass.feed(data)
                self._changed.notify_all()
