"""Boards and their wiring: the predefined boards need no soldering; ``custom`` reads others from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from companion.box import Button


class PanelChip(Enum):
    """The chip on the panel."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


class Interface(Enum):
    """The bus to the panel."""

    I2C = "i2c"
    SPI = "spi"


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The panel and its wiring; ``port`` is the bus number of the interface in use, pins are BCM numbers."""

    driver: PanelChip = PanelChip.SSD1306
    interface: Interface = Interface.I2C
    port: int = 1
    address: int = 0x3C
    device: int = 0
    speed_hz: int = 8_000_000
    dc: int = 24
    reset: int = 25
    width: int = 128
    height: int = 64
    rotate: int = 0

    @property
    def first_column(self) -> int:
        """The column of the chip's memory that is shown leftmost on the glass."""
        if self.driver is PanelChip.SH1106:
            return 2
        return 32 if self.width == 64 else 0

    @property
    def node(self) -> str:
        """The name of the bus's device file in ``/dev``."""
        if self.interface is Interface.I2C:
            return f"i2c-{self.port}"
        return f"spidev{self.port}.{self.device}"


@dataclass(frozen=True, slots=True)
class Board:
    """The hardware on the Pi: a panel, buttons by BCM number (two pins may share a button), and perhaps a buzzer."""

    name: str
    screen: PanelConfig
    buttons: Mapping[int, Button]
    buzzer: int | None = None


BONNET = Board(
    "bonnet",
    PanelConfig(),
    MappingProxyType(
        {
            17: Button.UP,
            22: Button.DOWN,
            27: Button.LEFT,
            23: Button.RIGHT,
            4: Button.OK,
            5: Button.BACK,
            6: Button.ROLL,
        }
    ),
)

# The kernel's driver for the SH1106 gives 2 MHz as the highest safe speed; luma's default is 8. Waveshare's demo of
# the keys opens the panel with rotate=2 and has UP on GPIO 6.
WAVESHARE_1IN3 = Board(
    "waveshare-1in3",
    PanelConfig(PanelChip.SH1106, Interface.SPI, port=0, speed_hz=2_000_000, rotate=2),
    MappingProxyType(
        {
            6: Button.UP,
            19: Button.DOWN,
            5: Button.LEFT,
            26: Button.RIGHT,
            13: Button.OK,
            21: Button.BACK,
            20: Button.ROLL,
            16: Button.OK,
        }
    ),
)

# This board's chip, an SSD1315, accepts the commands of the SSD1306.
WAVESHARE_A = Board(
    "waveshare-a",
    PanelConfig(),
    MappingProxyType({4: Button.UP, 17: Button.DOWN, 23: Button.OK, 24: Button.BACK}),
)

BOARDS: Mapping[str, Board] = MappingProxyType({board.name: board for board in (BONNET, WAVESHARE_1IN3, WAVESHARE_A)})


def has_panel(board: Board, root: Path = Path("/")) -> bool:
    """Return whether this machine is a Raspberry Pi with the bus and the pins that *board* needs.

    This checks only that files exist. Whether a panel answers on the bus is known when it is opened.
    """
    nodes = root / "dev"
    return _is_raspberry_pi(root) and (nodes / board.screen.node).exists() and any(nodes.glob("gpiochip*"))


def _is_raspberry_pi(root: Path) -> bool:
    # Desktops also have I2C buses and GPIO chips, on the graphics card and the mainboard.
    try:
        return b"Raspberry Pi" in (root / "proc/device-tree/model").read_bytes()
    except OSError:
        return False
