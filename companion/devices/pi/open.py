"""Assembly of a box from a board's parts; missing parts are reported, and the others still work.

The panel is opened first, because the first frame needs nothing else. Buttons and buzzer need gpiozero, whose import
takes as long as all of the program before the first frame.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.box import Box
from companion.devices.pi import buzzer, pins, spi
from companion.devices.pi.boards import Board, Interface
from companion.devices.pi.buttons import PiInputs
from companion.devices.pi.drivers import driver_for
from companion.devices.pi.panel import PanelDisplay
from companion.devices.pi.wires import I2cWire, PanelTransport
from companion.devices.silent import LateSpeaker
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
