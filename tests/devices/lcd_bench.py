"""A fake panel on a fake SPI bus with luma's own serial interface, and the colours that panels can show."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from luma.core.interface import serial
from PIL import Image

from companion.devices.pi.boards import BOARDS
from tests.fakes.bus import FakeSpiBus
from tests.fakes.chip import Chip
from tests.fakes.header import FakeHeader, ManualClock

DC, RESET, LIGHT = 24, 25, 18


class Gpio:
    """The part of RPi.GPIO that luma uses, on the pins of a fake header."""

    OUT, LOW, HIGH = 0, 0, 1

    def __init__(self, header: FakeHeader) -> None:
        self.header = header

    def setup(self, number: int, mode: int) -> None:
        self.header.factory.pin(number).function = "output"

    def output(self, number: int, level: int) -> None:
        self.header.factory.pin(number).state = level


class Workbench:
    """A panel on a fake SPI bus, and luma's serial interface to it."""

    def __init__(self, panel: Chip) -> None:
        self.panel = panel
        self.header = FakeHeader(ManualClock())
        self.bus = FakeSpiBus(panel, self.header, replace(BOARDS["waveshare-1in3"].screen, dc=DC, reset=RESET))
        self.gpio = Gpio(self.header)
        self.wire: Any = serial.spi(spi=self.bus, gpio=self.gpio, gpio_DC=DC, gpio_RST=RESET)

    def lumas(self, make: Any, **options: Any) -> Any:
        device = make(self.wire, gpio=self.gpio, gpio_LIGHT=LIGHT, **options)
        device.persist = True
        return device


def noise(size: tuple[int, int], seed: int = 1) -> Image.Image:
    width, height = size
    return Image.frombytes("RGB", size, random.Random(seed).randbytes(3 * width * height))


def in_18_bits(image: Image.Image) -> Image.Image:
    """Return *image* in the colours that the memory can hold."""
    return image.point(lambda value: (value >> 2) * 255 // 63)


def from_565(image: Image.Image) -> Image.Image:
    """Return *image* in the colours that RGB565 can hold."""
    bands = [
        band.point(lambda value, bits=bits: (value >> 8 - bits) * 255 // (2**bits - 1))
        for band, bits in zip(image.split(), (5, 6, 5), strict=True)
    ]
    return Image.merge("RGB", bands)
