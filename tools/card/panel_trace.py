"""The panel of an emulated board, read from outside: QEMU's trace of the I2C bus, and the fake panel behind it."""

from __future__ import annotations

import re

from PIL import Image

from tests.fakes.bus import COMMANDS, DATA
from tests.fakes.chip import UnknownByte
from tests.fakes.panel import FakePanel

PANEL = 0x3C
# Events of hw/i2c/trace-events of QEMU 10, as the backend "log" writes them. A device that is missing leaves only
# a start and no byte, since it acknowledges nothing.
START = re.compile(r"i2c_event start\w*\(addr:0x([0-9a-f]{2})\)")
SENT = re.compile(r"i2c_send(?:_async)? send\w*\(addr:0x([0-9a-f]{2})\) data:0x([0-9a-f]{2})")
FINISH = re.compile(r"i2c_event finish\(addr:0x([0-9a-f]{2})\)")


class TracedPanel:
    """The picture on a panel, drawn from lines of QEMU's trace of the I2C bus."""

    def __init__(self, driver: str = "ssd1306", address: int = PANEL) -> None:
        self._address = address
        self._panel = FakePanel(driver)
        self._message: list[int] = []
        self.messages = 0
        # Each picture that differed from the one before it, after every message; mode ``1``, as bytes.
        self.history = [self.picture().tobytes()]

    def take(self, line: str) -> bool:
        """Take a line of the trace; return whether it ended a message to the panel, so that the picture may be new.

        Raises ``UnknownByte`` for a message that the panel does not know. Lines about something else are passed over.
        """
        if (sent := SENT.match(line)) and int(sent[1], 16) == self._address:
            self._message.append(int(sent[2], 16))
        elif (START.match(line) or FINISH.match(line)) and self._message:
            # A repeated start ends the message before it too.
            return self._end()
        return False

    def picture(self) -> Image.Image:
        """Return what the panel shows, mode ``1``; black while it is off."""
        return self._panel.picture()

    def _end(self) -> bool:
        control, *values = self._message
        self._message = []
        self.messages += 1
        if control == COMMANDS:
            self._panel.command(values)
        elif control == DATA:
            self._panel.data(values)
        else:
            raise UnknownByte(f"expected control byte 0x00 or 0x40, got {control:#04x}")
        now = self.picture().tobytes()
        if now != self.history[-1]:
            self.history.append(now)
        return True
