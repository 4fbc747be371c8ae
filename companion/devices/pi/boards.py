"""Boards and their wiring: those of ``boards.json`` need no soldering; ``custom`` reads others from the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.box import Button


class Interface(StrEnum):
    """The bus to the panel."""

    I2C = "i2c"
    SPI = "spi"


@dataclass(frozen=True, slots=True)
class PanelConfig:
    """The panel and its wiring, in luma's terms.

    ``driver`` is the name of a device class of luma.oled or luma.lcd. ``port`` is the bus number of the interface in
    use, pins are BCM numbers, ``rotate`` counts quarter turns clockwise, and the offsets are those of the glass in the
    chip's memory, in pixels. A ``reset`` or ``backlight`` of None is not connected.
    """

    driver: str = "ssd1306"
    interface: Interface = Interface.I2C
    port: int = 1
    address: int = 0x3C
    device: int = 0
    speed_hz: int = 8_000_000
    dc: int = 24
    reset: int | None = 25
    backlight: int | None = None
    is_backlight_low: bool = False
    width: int = 128
    height: int = 64
    rotate: int = 0
    h_offset: int = 0
    v_offset: int = 0
    bgr: bool = False
    inverse: bool = False

    @property
    def node(self) -> str:
        """The name of the bus's device file in ``/dev``."""
        if self.interface is Interface.I2C:
            return f"i2c-{self.port}"
        return f"spidev{self.port}.{self.device}"


@dataclass(frozen=True, slots=True)
class Board:
    """The hardware on the Pi: a panel, buttons by BCM number (two pins may share a button), and perhaps a buzzer.

    ``source`` tells where pins and orientation come from, and ``printed`` what is printed beside the keys on these
    pins; a key without a name is a direction of a joystick, or its press.
    """

    name: str
    screen: PanelConfig
    buttons: Mapping[int, Button]
    buzzer: int | None = None
    title: str = ""
    source: str = ""
    printed: Mapping[int, str] = field(default_factory=dict)

    @property
    def has_joystick(self) -> bool:
        """Whether LEFT and RIGHT can be pressed; without them, UP and DOWN do the same more slowly."""
        return {Button.LEFT, Button.RIGHT} <= set(self.buttons.values())


def _read(row: Mapping[str, Any]) -> Board:
    """Return a row of ``boards.json``: a field of the screen that it does not name has its default."""
    screen = PanelConfig(**row["screen"] | {"interface": Interface(row["screen"].get("interface", Interface.I2C))})
    buttons = {pin: Button[key.upper()] for key, pins in row["buttons"].items() for pin in pins}
    printed = {int(pin): text for pin, text in row.get("printed", {}).items()}
    return Board(
        row["name"], screen, MappingProxyType(buttons), title=row["title"], source=row["source"], printed=printed
    )


_ROWS = json.loads(Path(__file__).with_name("boards.json").read_text("utf-8"))
BOARDS: Mapping[str, Board] = MappingProxyType({row["name"]: _read(row) for row in _ROWS})


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
