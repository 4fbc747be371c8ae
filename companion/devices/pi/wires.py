"""The transport to a panel, and the one on I2C: luma's serial interface.

Failures of a transport are raised as ``OSError`` or as one of luma's errors.
"""

from __future__ import annotations

from typing import Any, Protocol

from luma.core.interface import serial
from smbus2 import SMBus, i2c_msg

from companion.devices.pi.boards import PanelConfig

# The control byte after which the bytes go into the panel's memory.
DATA = 0x40

# A read without a register address returns the status on these chips; this bit is set while the display is off.
STATUS_OFF = 0x40


class PanelTransport(Protocol):
    """A connection to a panel's commands and memory."""

    def command(self, *values: int) -> None:
        """Send command bytes."""

    def data(self, values: bytes) -> None:
        """Send bytes of the picture."""

    def is_on(self) -> bool | None:
        """Return whether the panel is switched on; None if the transport cannot read."""

    def backlight(self, percent: int) -> None:
        """Set the brightness of the backlight, 0 to 100; do nothing if none is connected."""

    def close(self) -> None:
        """Close the bus."""


class I2cWire:
    """A panel on I2C; a *bus* that is passed in stays open."""

    def __init__(self, screen: PanelConfig, bus: Any = None) -> None:
        self._own_bus = SMBus(screen.port) if bus is None else None
        self._bus = bus if self._own_bus is None else self._own_bus
        self._address = screen.address
        self._serial: Any = serial.i2c(bus=self._bus, address=screen.address)

    def command(self, *values: int) -> None:
        """Send command bytes."""
        self._serial.command(*values)

    def data(self, values: bytes) -> None:
        """Send bytes of the picture, in one transfer."""
        # On a bus that luma has not opened itself, it would send blocks of 32 bytes, each with a control byte.
        self._bus.i2c_rdwr(i2c_msg.write(self._address, bytes((DATA,)) + values))

    def is_on(self) -> bool | None:
        """Return whether the panel is switched on."""
        return not self._bus.read_byte(self._address) & STATUS_OFF

    def backlight(self, percent: int) -> None:
        """Do nothing: a panel on I2C has no backlight pin."""

    def close(self) -> None:
        """Close the bus, unless it was passed in."""
        if self._own_bus is not None:
            self._own_bus.close()
