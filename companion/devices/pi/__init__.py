"""The Raspberry Pi: panel, buttons and buzzer of a board.

``boards``, ``custom`` and ``has_panel`` need nothing of a Pi; what does is imported when a box is opened.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.box import Box
from companion.config.installation import missing
from companion.devices.pi.boards import BOARDS, Board, has_panel
from companion.devices.pi.custom import custom
from companion.errors import DeviceMissing

__all__ = ["BOARDS", "Board", "custom", "has_panel", "open_box"]


def open_box(
    board: Board,
    *,
    clock: Callable[[], float] = time.monotonic,
    bus: Any = None,
    spi: Any = None,
    pin_factory: Any = None,
) -> Box:
    """Open the box on *board*; ``missing`` of the box tells which parts do not answer.

    *bus* (as ``smbus2.SMBus``), *spi* (as ``spidev.SpiDev``) and *pin_factory* (of gpiozero) take the place of the
    Pi's own. Raises ``DeviceMissing`` where the Pi's libraries are not installed.
    """
    # gpiozero and luma take a third of a second and are not installed off the Pi, where the boards are known too.
    try:
        from companion.devices.pi.open import wire_box
    except ModuleNotFoundError as failure:
        raise DeviceMissing(missing(failure)) from failure
    return wire_box(board, clock, bus, spi, pin_factory)
