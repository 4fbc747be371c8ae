"""What the virtual bus has carried, as ``module/codemaker_rig.c`` tells it, and the panel at its end."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from tests.fakes.bus import COMMANDS
from tests.fakes.panel import FakePanel

# when (ns), address, errno, length; then the bytes.
RECORD = struct.Struct("<QHHH")
NOT_READ, UNPLUGGED = 0xFFFF, 0xFFFE
PANEL = 0x3C


class RecordsLost(AssertionError):
    """The bus's records were not read for too long."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message on the bus: ``at`` is in seconds of the guest's monotonic clock; ``error`` what the sender was told.

    A question has no body. A message to ``UNPLUGGED`` tells that the panel was pulled off.
    """

    at: float
    address: int
    error: int
    body: bytes


class Records:
    """Turns a stream of bytes, however it is cut, into messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, received: bytes) -> Iterator[Message]:
        """Take what has arrived, and return the messages that are whole by now."""
        self._rest += received
        while len(self._rest) >= RECORD.size:
            at_ns, address, error, length = RECORD.unpack_from(self._rest)
            end = RECORD.size + length
            if len(self._rest) < end:
                return
            body, self._rest = self._rest[RECORD.size : end], self._rest[end:]
            if address == NOT_READ:
                raise RecordsLost(f"expected every message, got {int.from_bytes(body, 'little')} that were dropped")
            yield Message(at_ns / 1e9, address, error, body)


class Glass:
    """The panel behind the messages; ``lit_at`` is when it first showed a dot."""

    def __init__(self) -> None:
        self._panel = FakePanel("ssd1306")
        self.lit_at: list[float] = []
        self._was_lit = False

    def take(self, message: Message) -> None:
        """Give the panel what has reached it of *message*."""
        if message.address == UNPLUGGED:
            self._panel.power_cycle()
            self._note(message.at)
        if message.address != PANEL or not message.body:
            return
        if message.error and message.error == NO_ANSWER:
            return
        control, *values = message.body
        (self._panel.command if control == COMMANDS else self._panel.data)(values)
        self._note(message.at)

    def picture(self) -> Image.Image:
        """Return what is seen."""
        return self._panel.picture()

    def _note(self, at: float) -> None:
        is_lit = self._panel.is_on
        if is_lit and not self._was_lit:
            self.lit_at.append(at)
        self._was_lit = is_lit


# EREMOTEIO of Linux: no device listens at that address.
NO_ANSWER = 121
