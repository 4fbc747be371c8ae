"""A serial port as the link's line: the only module that knows pyserial."""

from __future__ import annotations

import errno
import os
import termios
from pathlib import Path

import serial

from companion.link.messages import BAUD

READ_BYTES = 1024
_CFLAG, _CHARACTERS = 2, 6
"""Places in the list of ``termios.tcgetattr``."""


class SerialLine:
    """The open port at *path*; raises ``OSError``, with EBUSY while another program has it.

    Linux raises DTR when a port is opened, which resets an Arduino that is in its bootloader's wiring; that cannot be
    helped. It is not lowered at the end, so that the next program's opening does not do it again.
    """

    def __init__(self, path: Path) -> None:
        try:
            # Exclusive: whoever asks for the port as we do is told that it is taken.
            self._port = serial.Serial(str(path), BAUD, timeout=0, write_timeout=0, exclusive=True)
        except serial.SerialException as failure:
            # A lock that another program holds comes as EAGAIN.
            number = errno.EBUSY if failure.errno == errno.EAGAIN else failure.errno
            raise OSError(number, f"{failure}, opening {path}") from failure
        self._file: int = self._port.fileno()
        self._tell_silence_from_the_end()

    def _tell_silence_from_the_end(self) -> None:
        """With VMIN at 0, as pyserial leaves it, reading nothing may mean either."""
        attributes = termios.tcgetattr(self._file)
        attributes[_CHARACTERS][termios.VMIN] = 1
        attributes[_CFLAG] &= ~termios.HUPCL
        termios.tcsetattr(self._file, termios.TCSANOW, attributes)

    def fileno(self) -> int:
        """Return the file to sleep on."""
        return self._file

    def read(self) -> bytes:
        """Return what has come in, perhaps nothing; raises ``OSError`` when the port is gone."""
        try:
            arrived = os.read(self._file, READ_BYTES)
        except BlockingIOError:
            return b""
        if not arrived:
            raise OSError(errno.EIO, "expected a port, got its end")
        return arrived

    def write(self, out: bytes) -> None:
        """Send *out*, or of it what the port takes at once: what is lost is repeated. Raises ``OSError``."""
        try:
            os.write(self._file, out)
        except BlockingIOError:
            return

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
