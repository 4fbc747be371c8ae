"""The wires to a panel: luma's serial interfaces, on buses that need neither RPi.GPIO nor spidev.

What goes wrong on a wire is an ``OSError`` or an error of luma's.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from gpiozero.output_devices import OutputDevice
from luma.core.interface import serial
from smbus2 import SMBus, i2c_msg

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.pins import Pins, import_lgpio

# What follows this control byte goes into the panel's memory.
DATA = 0x40

# Both chips, read without an address, answer with their status; this bit says that the display is off.
STATUS_OFF = 0x40


class PanelTransport(Protocol):
    """A way to a panel's commands and memory."""

    def command(self, *values: int) -> None:
        """Send command bytes."""
        ...

    def data(self, values: bytes) -> None:
        """Send bytes of the picture."""
        ...

    def is_on(self) -> bool | None:
        """Ask the panel whether it is switched on; None when the wire gives no answer."""
        ...

    def close(self) -> None:
        """Let go of the bus."""
        ...


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
        # luma cuts what goes over a bus that it has not opened itself into blocks of 32, each with a control byte.
        self._bus.i2c_rdwr(i2c_msg.write(self._address, (DATA, *values)))

    def is_on(self) -> bool | None:
        """Ask the panel whether it is switched on."""
        return not self._bus.read_byte(self._address) & STATUS_OFF

    def close(self) -> None:
        """Let go of the bus."""
        if self._own_bus is not None:
            self._own_bus.close()


class SpiWire:
    """A panel on SPI, with its data/command and reset pins; nothing ever comes back on it."""

    def __init__(self, screen: PanelConfig, pins: Pins, spi: Any = None) -> None:
        self._pins = pins
        self._gpio = _Gpio(pins.factory)
        with self._as_oserror():
            self._serial: Any = serial.spi(
                spi=LgpioSpi(import_lgpio()) if spi is None else spi,
                gpio=self._gpio,
                port=screen.port,
                device=screen.device,
                bus_speed_hz=screen.speed_hz,
                gpio_DC=screen.dc,
                gpio_RST=screen.reset,
            )

    def command(self, *values: int) -> None:
        """Send command bytes."""
        with self._as_oserror():
            self._serial.command(*values)

    def data(self, values: bytes) -> None:
        """Send bytes of the picture."""
        with self._as_oserror():
            self._serial.data(list(values))

    def is_on(self) -> bool | None:
        """Give no answer: the panel has no line to speak on."""
        return None

    def close(self) -> None:
        """Let go of the bus and the pins."""
        with self._as_oserror():
            self._serial.cleanup()
            self._gpio.close()

    @contextmanager
    def _as_oserror(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise
        except self._pins.failures as failure:
            raise OSError(errno.EIO, f"expected the panel's pins and bus, got {failure!r}, on SPI") from failure


class _Gpio:
    """gpiozero's pins in the words of RPi.GPIO, which luma speaks; on a Pi 5 there is no RPi.GPIO."""

    OUT, LOW, HIGH = "out", False, True

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._outputs: dict[int, Any] = {}

    def setup(self, number: int, mode: str) -> None:
        self._outputs[number] = OutputDevice(number, initial_value=True, pin_factory=self._factory)

    def output(self, number: int, level: bool) -> None:
        self._outputs[number].value = level

    def close(self) -> None:
        for output in self._outputs.values():
            output.close()


class LgpioSpi:
    """lgpio's SPI in the words of spidev, which luma speaks: one library for all pins is enough."""

    def __init__(self, lgpio: Any) -> None:
        self._lgpio = lgpio
        self._handle: int | None = None
        self._place = (0, 0)
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        """Note which bus and select line to take."""
        self._place = (port, device)

    def writebytes(self, values: Sequence[int]) -> None:
        """Write bytes; the first ones open the bus, since luma sets the speed after opening."""
        if self._handle is None:
            self._handle = self._lgpio.spi_open(*self._place, self.max_speed_hz, 0)
        self._lgpio.spi_write(self._handle, bytes(values))

    def close(self) -> None:
        """Let go of the bus."""
        if self._handle is not None:
            self._lgpio.spi_close(self._handle)
            self._handle = None
