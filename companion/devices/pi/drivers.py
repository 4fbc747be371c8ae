"""The choice of the driver for a panel: our own where it sends less than luma, else luma."""

from __future__ import annotations

from typing import Any

from luma.core import error

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.luma_device import LumaDriver
from companion.devices.pi.paged import DRIVERS, PagedDriver
from companion.devices.pi.panel import PanelDriver
from companion.devices.pi.st7789 import St7789Driver


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
