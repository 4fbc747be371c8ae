"""Assembly of a box from a board's parts; missing parts are reported, and the others still work.

A panel has our own driver where that sends less than luma's.

The panel is opened first, because the first frame needs nothing else. Buttons and buzzer need gpiozero, whose import
takes as long as all of the program before the first frame.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from luma.core import error

from companion.box import Box
from companion.devices.headless import LateSpeaker
from companion.devices.pi import buzzer, pins, spi
from companion.devices.pi.boards import Board, Interface, PanelConfig
from companion.devices.pi.buttons import PiInputs
from companion.devices.pi.luma_device import LumaDriver
from companion.devices.pi.paged import DRIVERS, PagedDriver
from companion.devices.pi.panel import PanelDisplay, PanelDriver
from companion.devices.pi.st7789 import St7789Driver
from companion.devices.pi.wires import I2cWire, PanelTransport
from companion.errors import NO_SOUND, DeviceMissing


def wire_box(board: Board, clock: Callable[[], float], bus: Any, spi_bus: Any, pin_factory: Any) -> Box:
    """Open the panel of *board* and return its box; ``open_rest`` opens buttons and buzzer. Parts that fail are told.

    Raises ``ModuleNotFoundError`` if a library of the panel is not installed.
    """

    @cache
    def header() -> pins.Pins:
        return pins.open_pins() if pin_factory is None else pins.Pins(pin_factory())

    screen = board.screen

    def open_wire() -> PanelTransport:
        return I2cWire(screen, bus) if screen.interface is Interface.I2C else spi.SpiWire(screen, header(), spi_bus)

    panel = PanelDisplay(screen, driver_for(screen), open_wire, clock)
    inputs, speaker = PiInputs(clock), LateSpeaker()

    def open_rest() -> tuple[DeviceMissing, ...]:
        try:
            opened = header()
        except DeviceMissing as failure:
            return (failure,)
        return (*inputs.open(board.buttons, opened), *_open_buzzer(board.buzzer, opened, speaker))

    return Box(panel, inputs, speaker, panel.missing, open_rest=open_rest)


def _open_buzzer(number: int | None, opened: pins.Pins, speaker: LateSpeaker) -> tuple[DeviceMissing, ...]:
    if number is None:
        return ()
    try:
        speaker.use(buzzer.Buzzer(number, opened))
    except opened.failures as failure:
        return (DeviceMissing(f"expected a free pin for the buzzer, got {failure!r}, on GPIO{number}", NO_SOUND),)
    return ()


def unsupported(screen: PanelConfig) -> str | None:
    """Return ``display`` if luma does not know the panel, ``width`` if it does not know its size, else None."""
    try:
        driver_for(screen)
    except error.DeviceDisplayModeError:
        return "width"
    except error.DeviceNotFoundError:
        return "display"
    return None


def driver_for(screen: PanelConfig) -> PanelDriver[Any]:
    """Return the driver for the panel of *screen*.

    Raises one of luma's errors if luma does not know the panel or its size, and ``ModuleNotFoundError`` if it is an
    LCD of luma.lcd, and that is not installed.
    """
    if screen.driver == "st7789":
        return St7789Driver(screen)
    return PagedDriver(screen) if screen.driver in DRIVERS else LumaDriver(screen)
