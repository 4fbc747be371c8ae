"""Fake buses with a panel that can be unplugged, plugged in again, and made to fail.

``sent`` counts bytes as luma's figures do: on I2C the control byte and the bytes after it, without the address.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.devices.pi.boards import PanelConfig
from tests.fakes.chip import ArgumentReader, Chip, UnknownByte

if TYPE_CHECKING:
    # gpiozero, which a panel on I2C does not need, comes with the header.
    from tests.fakes.header import FakeHeader

COMMANDS, DATA = 0x00, 0x40
BLOCK_MAX = 32


class FakeBus:
    """What the buses share: a *panel*, its plug, faults to come, and a count of the bytes."""

    def __init__(self, panel: Chip) -> None:
        self.panel = panel
        self.sent = 0
        self.transfers = 0
        self._is_plugged = True
        self._faults: dict[int, int] = {}

    def unplug(self) -> None:
        """Unplug the panel."""
        self._is_plugged = False

    def plug_back(self) -> None:
        """Plug the panel in again: it has lost everything and is dark."""
        self._is_plugged = True
        self.panel.power_cycle()

    def fail_next(self, code: int) -> None:
        """Make the next transfer stop half-way and raise ``OSError`` with the errno *code*."""
        self.fail_after(0, code)

    def fail_after(self, transfers: int, code: int) -> None:
        """Make a transfer stop half-way and raise ``OSError`` after *transfers* more have succeeded."""
        self._faults[self.transfers + transfers] = code

    def heal(self) -> None:
        """Clear all failures, and plug the panel in if it is unplugged."""
        self._faults = {}
        if not self._is_plugged:
            self.plug_back()

    def _transfer(self, is_data: bool, values: Sequence[int]) -> None:
        fault = self._faults.pop(self.transfers, 0)
        self.transfers += 1
        taken = values[: len(values) // 2] if fault else values
        if self._is_plugged:
            (self.panel.data if is_data else self.panel.command)(taken)
        if fault:
            if isinstance(self.panel, ArgumentReader):
                self.panel.interrupt()
            raise OSError(fault, os.strerror(fault))


class FakeI2CBus(FakeBus):
    """The part of ``smbus2.SMBus`` that luma uses, and ``read_byte``."""

    def __init__(self, panel: Chip, address: int = 0x3C) -> None:
        super().__init__(panel)
        self.address = address
        self.can_read = True

    def write_i2c_block_data(self, address: int, control: int, values: Sequence[int]) -> None:
        """Write a control byte and up to 32 bytes; raises ``UnknownByte`` for more."""
        if len(values) > BLOCK_MAX:
            raise UnknownByte(f"expected a block of at most {BLOCK_MAX} bytes, got {len(values)}")
        self._write(address, control, values)

    def i2c_rdwr(self, *messages: Any) -> None:
        """Write ``smbus2.i2c_msg`` messages of any length."""
        for message in messages:
            control, *values = list(message)
            self._write(message.addr, control, values)

    def read_byte(self, address: int) -> int:
        """Return the panel's status; raises ``OSError`` if ``can_read`` is false, as on panels without status read."""
        self._reach(address)
        # Not isinstance with a protocol: from Python 3.12 on typing imports inspect for that, before the first frame.
        status: Callable[[], int] | None = getattr(self.panel, "status", None)
        if not self.can_read or status is None:
            raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
        self._transfer(False, ())
        self.sent += 1
        return status()

    def close(self) -> None:
        """Do nothing."""

    def _write(self, address: int, control: int, values: Sequence[int]) -> None:
        self._reach(address)
        if control not in (COMMANDS, DATA):
            raise UnknownByte(f"expected control byte 0x00 or 0x40, got {control:#04x}")
        self.sent += 1 + len(values)
        self._transfer(control == DATA, values)

    def _reach(self, address: int) -> None:
        if address != self.address or not self._is_plugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class FakeSpiBus(FakeBus):
    """The part of ``spidev.SpiDev`` that luma uses; writing succeeds even if no panel is connected."""

    def __init__(self, panel: Chip, header: FakeHeader, screen: PanelConfig) -> None:
        super().__init__(panel)
        self.max_speed_hz = 0
        self._header = header
        self._screen = screen
        self._is_open = False

    def open(self, port: int, device: int) -> None:
        """Open the bus with its select line; raises ``FileNotFoundError`` for any but the panel's."""
        if (port, device) != (self._screen.port, self._screen.device):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._is_open = True

    def writebytes(self, values: Sequence[int]) -> None:
        """Write bytes as commands or data, depending on the level of the data/command pin.

        Raises ``OSError`` if the bus is not open.
        """
        if not self._is_open:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        # Some boards do not connect the panel's reset pin.
        if self._screen.reset is not None and self._header.was_low(self._screen.reset):
            self.panel.reset()
        self.sent += len(values)
        self._transfer(self._header.is_high(self._screen.dc), values)

    def close(self) -> None:
        """Close the bus."""
        self._is_open = False
