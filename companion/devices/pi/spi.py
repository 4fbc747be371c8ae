"""The transport to a panel on SPI, and its backlight.

It is luma's serial interface, on a bus and on pins that need neither spidev nor RPi.GPIO.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gpiozero.output_devices import OutputDevice, PWMOutputDevice
from luma.core.interface import serial

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.pins import Pins, import_lgpio

# Above what the eye sees as flicker. lgpio makes the pulses in a thread of its own that wakes twice in each period, so
# full light and no light are a level of the pin without pulses, and the brightness set by default is full light.
PULSES_HZ = 200
FULL_PERCENT = 80


# An LCD that was awake takes no command for this time after a reset (ST7789VW, chapter 7.4.5). OLEDs need no pause.
RESET_RELEASE_S = 0.12


class SpiWire:
    """A panel on SPI, with its data/command, reset and backlight pins; it cannot be read."""

    def __init__(self, screen: PanelConfig, pins: Pins, spi: Any = None) -> None:
        self._pins = pins
        self._gpio = _Gpio(pins.factory)
        self._backlight: Any = None
        with self._as_oserror():
            self._serial: Any = serial.spi(
                spi=LgpioSpi(import_lgpio()) if spi is None else spi,
                gpio=self._gpio,
                port=screen.port,
                device=screen.device,
                bus_speed_hz=screen.speed_hz,
                gpio_DC=screen.dc,
                gpio_RST=screen.reset,
                reset_release_time=0 if screen.backlight is None or screen.reset is None else RESET_RELEASE_S,
            )
            if screen.backlight is not None:
                self._backlight = PWMOutputDevice(
                    screen.backlight,
                    active_high=not screen.is_backlight_low,
                    frequency=None,
                    initial_value=0,
                    pin_factory=pins.factory,
                )

    def command(self, *values: int) -> None:
        """Send command bytes."""
        with self._as_oserror():
            self._serial.command(*values)

    def data(self, values: bytes) -> None:
        """Send bytes of the picture."""
        with self._as_oserror():
            self._serial.data(values)

    def is_on(self) -> bool | None:
        """Return None: the panel has no line for answers."""
        return None

    def backlight(self, percent: int) -> None:
        """Set the brightness of the backlight, 0 to 100: from ``FULL_PERCENT`` on it is lit all the time."""
        if self._backlight is not None:
            share = min(1.0, percent / FULL_PERCENT)
            with self._as_oserror():
                self._backlight.frequency = PULSES_HZ if 0 < share < 1 else None
                self._backlight.value = share

    def close(self) -> None:
        """Close the bus and release the pins."""
        with self._as_oserror():
            self._serial.cleanup()
            self._gpio.close()
            if self._backlight is not None:
                self._backlight.close()

    @contextmanager
    def _as_oserror(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise
        except self._pins.failures as failure:
            raise OSError(errno.EIO, f"expected the panel's pins and bus, got {failure!r}, on SPI") from failure


class _Gpio:
    """gpiozero's pins behind the part of RPi.GPIO's interface that luma uses; there is no RPi.GPIO for a Pi 5."""

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
    """lgpio's SPI behind the part of spidev's interface that luma uses, so that spidev is not needed."""

    def __init__(self, lgpio: Any) -> None:
        self._lgpio = lgpio
        self._handle: int | None = None
        self._place = (0, 0)
        self.max_speed_hz = 0

    def open(self, port: int, device: int) -> None:
        """Store which bus and select line to use."""
        self._place = (port, device)

    def writebytes(self, values: Sequence[int]) -> None:
        """Write bytes; the first call opens the bus, because luma sets the speed after ``open``."""
        if self._handle is None:
            self._handle = self._lgpio.spi_open(*self._place, self.max_speed_hz, 0)
        self._lgpio.spi_write(self._handle, bytes(values))

    def close(self) -> None:
        """Close the bus."""
        if self._handle is not None:
            self._lgpio.spi_close(self._handle)
            self._handle = None
