"""A fake Arduino with a boot loader at a pseudo terminal, for avrdude.

The boot loader speaks STK500 version 1 as in Atmel's application note AVR061. A pseudo terminal has no DTR line, whose
pulse resets an Arduino into its boot loader. The rate that the program at the other end has set takes its place: at
the boot loader's own rate the boot loader answers, at the tray's rate the firmware does, at any other rate nothing.
"""

from __future__ import annotations

import os
import pty
import select
import shutil
import tempfile
import termios
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

from companion.box.waker import Waker
from companion.link.twin import Twin

NODE = "ttyUSB0"
ATMEGA328P = bytes.fromhex("1e950f")
FLASH_BYTES = 0x8000
ERASED = 0xFF
READ_BYTES = 1024
_OUTPUT_RATE = 5
"""Index into the list of ``termios.tcgetattr``."""

RATES = {57_600: termios.B57600, 115_200: termios.B115200}
IN_SYNC, OK, NO_SYNC, END = 0x14, 0x10, 0x15, 0x20
LENGTHS = {0x30: 2, 0x41: 3, 0x42: 22, 0x45: 7, 0x50: 2, 0x51: 2, 0x55: 4, 0x56: 6, 0x74: 5, 0x75: 2}
"""The bytes of each command but that which programs a page, its end included."""

PROGRAM_PAGE = 0x64


class FakeArduino:
    """An Arduino in the folder ``dev``, which takes the place of /dev; ``flash`` is its program memory.

    *firmware* answers once something has been written, and before that if *has_firmware*; None for none. *spoils*
    is the address of a cell of the flash that does not keep what is written to it.
    """

    def __init__(
        self,
        *,
        rate: int = 115_200,
        signature: bytes = ATMEGA328P,
        firmware: Callable[[], Twin] | None = None,
        has_firmware: bool = False,
        spoils: int | None = None,
    ) -> None:
        self.dev = Path(tempfile.mkdtemp(prefix="codemaker-arduino-"))
        self.flash = bytearray([ERASED]) * FLASH_BYTES
        self._rate, self._signature, self._spoils = RATES[rate], signature, spoils
        self._firmware = firmware
        self._twin = firmware() if firmware is not None and has_firmware else None
        self._address = 0
        self._heard = b""
        self._line, self._far_end = pty.openpty()
        tty.setraw(self._far_end)
        os.set_blocking(self._line, False)
        self.port = self.dev / NODE
        self.port.symlink_to(os.ttyname(self._far_end))
        self._waker = Waker()
        self._began = monotonic()
        self._thread = threading.Thread(target=self._run, name="arduino", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Unplug the board and end its thread."""
        self._waker.wake()
        self._thread.join()
        self._waker.close()
        os.close(self._line)
        os.close(self._far_end)
        shutil.rmtree(self.dev)

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._waker.fileno(), select.POLLIN)
        poll.register(self._line, select.POLLIN)
        while True:
            awake = {file for file, _ in poll.poll(self._pause_ms())}
            if self._waker.fileno() in awake:
                return
            self._answer(os.read(self._line, READ_BYTES) if awake else b"")

    def _pause_ms(self) -> float | None:
        if self._twin is None or self._twin.due is None:
            return None
        return max(0.0, self._twin.due - self._now()) * 1000 + 1

    def _now(self) -> float:
        return monotonic() - self._began

    def _answer(self, arrived: bytes) -> None:
        rate = termios.tcgetattr(self._line)[_OUTPUT_RATE]
        if rate == self._rate:
            self._heard += arrived
            self._say(self._boot_loader())
        elif rate not in RATES.values() and self._twin is not None:
            self._heard = b""
            self._twin.pass_time(self._now())
            self._twin.hear(arrived)
            self._say(self._twin.take())

    def _say(self, said: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(self._line, said)

    # The boot loader

    def _boot_loader(self) -> bytes:
        """Return the answers to the whole commands that have arrived."""
        said = b""
        while self._heard and len(self._heard) >= (length := self._length()):
            asked, self._heard = self._heard[:length], self._heard[length:]
            said += self._obey(asked) if asked[-1] == END else bytes([NO_SYNC])
        return said

    def _length(self) -> int:
        if self._heard[0] != PROGRAM_PAGE:
            return LENGTHS.get(self._heard[0], 1)
        head = 4
        return head + int.from_bytes(self._heard[1:3], "big") + 1 if len(self._heard) >= head else head

    def _obey(self, asked: bytes) -> bytes:
        answer = b""
        match asked[0]:
            case 0x41:
                answer = b"\x03"
            case 0x51:
                self._start_firmware()
            case 0x55:
                self._address = 2 * int.from_bytes(asked[1:3], "little")
            case 0x56:
                answer = b"\x00"
            case 0x64:
                self._program(asked[4:-1])
            case 0x74:
                answer = bytes(self.flash[self._address :][: int.from_bytes(asked[1:3], "big")])
            case 0x75:
                answer = self._signature
        return bytes([IN_SYNC]) + answer + bytes([OK])

    def _program(self, page: bytes) -> None:
        self.flash[self._address : self._address + len(page)] = page
        if self._spoils is not None:
            self.flash[self._spoils] = 0

    def _start_firmware(self) -> None:
        is_written = any(byte != ERASED for byte in self.flash)
        if self._firmware is not None and is_written:
            self._twin = self._firmware()
            self._twin.pass_time(self._now())
