from __future__ import annotations

import pytest

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.luma_device import LumaDevice
from companion.devices.pi.paged import DRIVERS, PagedDriver
from tests.devices.panel_bench import NotedWire
from tests.fakes.panel import FakePanel

SIZES = {"ssd1306": ((128, 64), (128, 32), (96, 16), (64, 48), (64, 32)), "sh1106": ((128, 64),)}
PANELS = [(driver, size) for driver in SIZES for size in SIZES[driver]]


def started(driver: str, size: tuple[int, int] = (128, 64)) -> list[tuple[int, ...]]:
    """Return the commands that initialise a panel."""
    wire = NotedWire()
    PagedDriver(PanelConfig(driver, width=size[0], height=size[1])).start(wire)
    assert not any(wire.arguments.values()), "expected commands only"
    return wire.commands


@pytest.mark.parametrize(("driver", "size"), PANELS)
def test_panel_stays_dark_until_it_is_lit(driver: str, size: tuple[int, int]) -> None:
    panel = FakePanel(driver, size)
    panel.command((0xAF,))
    for values in started(driver, size):
        panel.command(values)
    assert not panel.is_on


@pytest.mark.parametrize("driver", DRIVERS)
def test_commands_fit_into_one_transfer_of_i2c(driver: str) -> None:
    assert [len(values) <= 32 for values in started(driver)] == [True]


@pytest.mark.parametrize(("driver", "size"), PANELS)
def test_initialisation_is_that_of_luma(driver: str, size: tuple[int, int]) -> None:
    lumas = LumaDevice(PanelConfig(driver, width=size[0], height=size[1])).steps[0].values
    assert bytes(started(driver, size)[0]).startswith(lumas)
