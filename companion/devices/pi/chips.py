"""The choice of the driver for a panel: our own where it sends less than luma, else luma."""

from __future__ import annotations

from typing import Any

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.luma_device import LumaChip
from companion.devices.pi.paged import DRIVERS, PagedChip
from companion.devices.pi.panel import Chip
from companion.devices.pi.st7789 import St7789


def chip_of(screen: PanelConfig) -> Chip[Any]:
    """Return the driver for the panel of *screen*.

    Raises one of luma's errors if luma does not know the panel or its size, and ``ModuleNotFoundError`` if it is an
    LCD of luma.lcd, and that is not installed.
    """
    if screen.driver == "st7789":
        return St7789(screen)
    return PagedChip(screen) if screen.driver in DRIVERS else LumaChip(screen)
