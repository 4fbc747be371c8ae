"""Assembly of a box from a board's parts; missing parts are reported, and the others still work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.box import Box, Speaker
from companion.devices.pi.boards import Board, Interface, PanelConfig
from companion.devices.pi.buttons import PiInputs
from companion.devices.pi.buzzer import Buzzer
from companion.devices.pi.panel import OledPanel
from companion.devices.pi.pins import Pins, open_pins
from companion.devices.pi.wires import I2cWire, PanelTransport, SpiWire
from companion.devices.silent import SilentSpeaker
from companion.errors import NO_PANEL, NO_SOUND, DeviceMissing


def wire_box(board: Board, clock: Callable[[], float], bus: Any, spi: Any, pin_factory: Any) -> Box:
    """Open every part of *board* that answers; the box's ``missing`` lists the others."""
    header, headless = (Pins(pin_factory), ()) if pin_factory is not None else _open_header()
    panel = OledPanel(board.screen, _wire_opener(board.screen, header, bus, spi), clock)
    inputs = PiInputs(board.buttons, header, clock)
    speaker, mute = _open_speaker(board.buzzer, header)
    return Box(panel, inputs, speaker, (*headless, *panel.missing, *inputs.missing, *mute))


def _open_header() -> tuple[Pins | None, tuple[DeviceMissing, ...]]:
    try:
        return open_pins(), ()
    except DeviceMissing as failure:
        return None, (failure,)


def _wire_opener(screen: PanelConfig, pins: Pins | None, bus: Any, spi: Any) -> Callable[[], PanelTransport]:
    def open_wire() -> PanelTransport:
        if screen.interface is Interface.I2C:
            return I2cWire(screen, bus)
        if pins is None:
            raise DeviceMissing("expected the pins of a Raspberry Pi, got none, for the panel on SPI", NO_PANEL)
        return SpiWire(screen, pins, spi)

    return open_wire


def _open_speaker(number: int | None, pins: Pins | None) -> tuple[Speaker, tuple[DeviceMissing, ...]]:
    if number is None or pins is None:
        return SilentSpeaker(), ()
    try:
        return Buzzer(number, pins), ()
    except pins.failures as failure:
        missing = DeviceMissing(f"expected a free pin for the buzzer, got {failure!r}, on GPIO{number}", NO_SOUND)
        return SilentSpeaker(), (missing,)
