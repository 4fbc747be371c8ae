"""The Raspberry Pi: panel, buttons and buzzer of a board.

``boards``, ``custom`` and ``has_panel`` work on any machine. The modules that need a Pi's libraries are imported when
a box is opened.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from companion.box import Box
from companion.config import installation
from companion.devices.pi.boards import BOARDS, Board, has_panel
from companion.errors import DeviceMissing

__all__ = ["BOARDS", "Board", "has_panel", "import_probe", "open_box"]


def open_box(
    board: Board,
    *,
    clock: Callable[[], float] = time.monotonic,
    bus: Any = None,
    spi: Any = None,
    pin_factory: Callable[[], Any] | None = None,
) -> Box:
    """Open the panel of *board*; the box's ``missing`` and ``open_rest`` tell which parts do not answer.

    *bus* (like ``smbus2.SMBus``), *spi* (like ``spidev.SpiDev``) and gpiozero's pin factory, which *pin_factory*
    returns, replace the Pi's own. Raises ``DeviceMissing`` if the Pi's libraries are not installed.
    """
    # Imported here because gpiozero and luma take a third of a second to import and are installed on a Pi only.
    try:
        from companion.devices.pi.open import wire_box

        if find_spec("gpiozero") is None:
            # It is imported after the first frame, when it would be too late to play on another device.
            raise ModuleNotFoundError("No module named 'gpiozero'", name="gpiozero")
        return wire_box(board, clock, bus, spi, pin_factory)
    except ModuleNotFoundError as failure:
        raise DeviceMissing(installation.missing(failure)) from failure


def import_probe() -> ModuleType:
    """Return the doctor's checks of a Pi, the module ``probe``; raises ``DeviceMissing`` without their libraries."""
    try:
        from companion.devices.pi import probe
    except ModuleNotFoundError as failure:
        raise DeviceMissing(installation.missing(failure)) from failure
    return probe
