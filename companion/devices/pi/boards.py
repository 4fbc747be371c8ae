"""Boards and their wiring: the predefined boards need no soldering; ``custom`` reads others from the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

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


def _buttons(**pins: int | tuple[int, ...]) -> Mapping[int, Button]:
    """Return the button of each pin, from the pins of each button by its name in small letters."""
    listed = {name: pin if isinstance(pin, tuple) else (pin,) for name, pin in pins.items()}
    return MappingProxyType({pin: Button[name.upper()] for name, numbers in listed.items() for pin in numbers})


# Waveshare's HATs with a joystick and three keys have them on the same pins.
_WAVESHARE_KEYS = _buttons(up=6, down=19, left=5, right=26, ok=(13, 16), back=21, roll=20)
_ADAFRUIT_KEYS = _buttons(up=17, down=22, left=27, right=23, ok=4, back=5, roll=6)
_PIMORONI_KEYS = _buttons(up=5, down=6, ok=16, back=24)
_WAVESHARE_NAMES = {21: "KEY1", 20: "KEY2", 16: "KEY3"}
_ADAFRUIT_NAMES = {5: "#5", 6: "#6"}
_PIMORONI_NAMES = {5: "A", 6: "B", 16: "X", 24: "Y"}


# An LCD on SPI, at a speed below what all these chips are sold with.
_LCD = PanelConfig("st7789", Interface.SPI, port=0, speed_hz=40_000_000, width=240, height=240)
_LCD_1IN44 = replace(_LCD, driver="st7735", speed_hz=16_000_000, width=128, height=128)


_ROWS = (
    Board(
        "bonnet",
        PanelConfig(),
        _ADAFRUIT_KEYS,
        title="Adafruit 128x64 OLED Bonnet",
        source="Adafruit, product 3531",
        printed=_ADAFRUIT_NAMES,
    ),
    Board(
        "waveshare-1in3",
        # The kernel's driver for the SH1106 gives 2 MHz as the highest safe speed; luma's default is 8.
        PanelConfig("sh1106", Interface.SPI, port=0, speed_hz=2_000_000, rotate=2),
        _WAVESHARE_KEYS,
        title="Waveshare 1.3inch OLED HAT",
        source="Waveshare, 1.3inch OLED HAT: user manual 1.0, and its key demo with rotate=2 and UP on GPIO 6",
    ),
    Board(
        "waveshare-a",
        # This board's chip, an SSD1315, accepts the commands of the SSD1306.
        PanelConfig(),
        _buttons(up=4, down=17, ok=23, back=24),
        title="Waveshare OLED/LCD HAT (A)",
        source="Waveshare, OLED/LCD HAT (A)",
        printed={4: "K1", 17: "K2", 23: "K3", 24: "K4"},
    ),
    Board(
        "waveshare-lcd-1in3",
        replace(_LCD, dc=25, reset=27, backlight=24),
        _WAVESHARE_KEYS,
        title="Waveshare 1.3inch LCD HAT",
        source="Waveshare, key demo of the 1.3inch LCD HAT: memory access 0x70, UP is GPIO 6 and above",
        printed=_WAVESHARE_NAMES,
    ),
    Board(
        "waveshare-lcd-1in44",
        replace(_LCD_1IN44, dc=25, reset=27, backlight=24, h_offset=1, v_offset=2, bgr=True),
        _WAVESHARE_KEYS,
        title="Waveshare 1.44inch LCD HAT",
        source="Waveshare, LCD_1in44.py: scan direction U2D_R2L, offsets 1 and 2; the ST7735 takes 15 MHz",
        printed=_WAVESHARE_NAMES,
    ),
    Board(
        "adafruit-tft-1in3",
        # Adafruit turns the picture by 180 degrees and the chip turns it back (memory access 0xC0), so that a row of
        # the picture is a row of the memory. luma's memory access, 0x70, turns by a quarter, and rotate turns it back.
        replace(_LCD, dc=25, reset=24, backlight=26, rotate=3),
        _ADAFRUIT_KEYS,
        title="Adafruit 1.3inch Color TFT Bonnet",
        source="Adafruit, product 4506, and adafruit_rgb_display/st7789.py with y_offset=80, rotation=180",
        printed=_ADAFRUIT_NAMES,
    ),
    Board(
        "display-hat-mini",
        replace(_LCD, width=320, dc=9, reset=None, backlight=13, device=1, rotate=2),
        _PIMORONI_KEYS,
        title="Pimoroni Display HAT Mini",
        source="Pimoroni, displayhatmini/__init__.py: memory access 0x70, rotation 180",
        printed=_PIMORONI_NAMES,
    ),
    Board(
        "pirate-audio",
        replace(_LCD, dc=9, reset=None, backlight=13, device=1, rotate=3),
        _PIMORONI_KEYS,
        title="Pimoroni Pirate Audio",
        source="Pimoroni, examples of st7789-python: memory access 0x70, rotation 90",
        printed=_PIMORONI_NAMES,
    ),
    Board(
        "ssd1309",
        PanelConfig("ssd1309"),
        _ADAFRUIT_KEYS,
        title="Module with SSD1309, keys wired by hand",
        source="docs/boards.md",
    ),
    Board(
        "ssd1327",
        PanelConfig("ssd1327", height=128),
        _ADAFRUIT_KEYS,
        title="Module with SSD1327, keys wired by hand",
        source="docs/boards.md",
    ),
    Board(
        "ssd1351",
        # The modules that are sold have blue and red exchanged.
        PanelConfig("ssd1351", Interface.SPI, port=0, speed_hz=16_000_000, height=128, bgr=True),
        _ADAFRUIT_KEYS,
        title="Module with SSD1351, keys wired by hand",
        source="docs/boards.md",
    ),
)

BOARDS: Mapping[str, Board] = MappingProxyType({board.name: board for board in _ROWS})


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
