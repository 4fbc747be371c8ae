"""A serial port as the link's line; the only module that imports pyserial."""

from __future__ import annotations

import errno
import os
import termios
from pathlib import Path

import serial

from companion.link.messages import BAUD

READ_BYTES = 1024
_CFLAG, _CHARACTERS = 2, 6
"""Indexes into the list of ``termios.tcgetattr``."""


class SerialLine:
    """The open port at *path*; raises ``OSError`` if it cannot be opened, with EBUSY while another program has it.

    Linux raises DTR when a port is opened, which resets an Arduino that is wired for its boot loader; this cannot be
    avoided. DTR is not lowered on close, so that opening the port the next time does not reset it again.
    """

    def __init__(self, path: Path) -> None:
        try:
            # Exclusive: other programs that open the port in this mode get an error.
            self._port = serial.Serial(str(path), BAUD, timeout=0, write_timeout=0, exclusive=True)
        except serial.SerialException as failure:
            # EAGAIN means that another program holds the lock.
            number = errno.EBUSY if failure.errno == errno.EAGAIN else failure.errno
            raise OSError(number, f"{failure}, opening {path}") from failure
        self._file: int = self._port.fileno()
        # Set VMIN to 1: with 0, pyserial's setting, an empty read may mean either no data or a hang-up.
        attributes = termios.tcgetattr(self._file)
        attributes[_CHARACTERS][termios.VMIN] = 1
        attributes[_CFLAG] &= ~termios.HUPCL
        termios.tcsetattr(self._file, termios.TCSANOW, attributes)

    def fileno(self) -> int:
        """Return the file descriptor to poll."""
        return self._file

    def read(self) -> bytes:
        """Return the bytes that have arrived, perhaps none; raises ``OSError`` if the port is gone."""
        try:
            arrived = os.read(self._file, READ_BYTES)
        except BlockingIOError:
            return b""
        if not arrived:
            raise OSError(errno.EIO, "expected a port, got its end")
        return arrived

    def write(self, out: bytes) -> None:
        """Send as much of *out* as the port takes at once; raises ``OSError`` if the port is gone.

        Dropped bytes do no harm, because the client repeats its requests.
        """
        try:
            os.write(self._file, out)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Close the port."""
        self._port.close()
