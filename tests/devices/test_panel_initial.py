from __future__ import annotations

from typing import Any

import pytest
from luma.oled import device as luma_device

from companion.devices.pi.boards import PanelChip, PanelConfig
from companion.devices.pi.custom import SIZES
from companion.devices.pi.initial import initial
from companion.fakes.panel import FakePanel

PANELS = [(driver, size) for driver in PanelChip for size in SIZES[driver]]
# Ours is the page mode; luma's frames need the other one.
MEMORY_MODE = 0x20


class Notes:
    """Stands in for luma's serial interface, and notes the first commands."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *values: int) -> None:
        self.commands.append(values)

    def data(self, values: Any) -> None:
        pass

    def cleanup(self) -> None:
        pass


def told(driver: PanelChip, size: tuple[int, int], commands: tuple[int, ...]) -> dict[str, object]:
    """Return the state of a panel's chip after *commands*."""
    panel = FakePanel(driver, size)
    panel.command(commands)
    state = dict(vars(panel))
    state["_registers"] = {key: value for key, value in panel._registers.items() if key != MEMORY_MODE}
    # Where the next byte would go; every frame sets it first.
    for name in ("_random", "_singles", "_column", "_page"):
        del state[name]
    return state


# luma reads the blank frame that it sends first in a way that Pillow 14 will not know.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize(("driver", "size"), PANELS)
def test_chip_is_set_as_luma_sets_it(driver: PanelChip, size: tuple[int, int]) -> None:
    notes = Notes()
    make: Any = {PanelChip.SSD1306: luma_device.ssd1306, PanelChip.SH1106: luma_device.sh1106}[driver]
    make(notes, width=size[0], height=size[1])
    lumas = told(driver, size, notes.commands[0])
    assert told(driver, size, initial(PanelConfig(driver, width=size[0], height=size[1]))) == lumas


@pytest.mark.parametrize(("driver", "size"), PANELS)
def test_panel_stays_dark_until_it_is_lit(driver: PanelChip, size: tuple[int, int]) -> None:
    panel = FakePanel(driver, size)
    panel.command((0xAF, *initial(PanelConfig(driver, width=size[0], height=size[1]))))
    assert not panel.is_on


@pytest.mark.parametrize("driver", list(PanelChip))
def test_commands_fit_into_one_transfer_of_i2c(driver: PanelChip) -> None:
    assert len(initial(PanelConfig(driver))) <= 32
