"""Each setting of a display changes what is sent to it, as luma would send it, or is left out and named."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import luma.lcd.device as lcd
import luma.oled.device as oled
import pytest
from luma.core.interface.serial import noop
from PIL import Image, ImageChops

from companion.app.launch_options import LaunchOptions
from companion.app.select_device import resolve_board
from companion.box import ColourMode
from companion.cli.main import main
from companion.config.settings import BoardName, Settings, save
from companion.devices.pi import luma_device
from companion.devices.pi.boards import Interface, PanelConfig
from companion.devices.pi.custom import SCREEN_KEYS, custom, left_out
from companion.devices.pi.luma_device import LumaDevice
from companion.devices.pi.open import driver_for, unsupported
from companion.devices.pi.paged import DRIVERS
from tests.devices.lcd_bench import noise
from tests.devices.test_boards_played import CHARACTERS, DEVICES

BUTTONS: dict[str, object] = {"up": 5, "down": 6, "ok": 13, "back": 19}
SIZES = [(84, 48), (96, 64), (64, 128), (160, 80), (128, 64), (128, 128), (256, 64), (256, 128), (240, 240)]
SIZES += [(320, 240), (320, 480), (480, 320)]
OTHERS: dict[str, Any] = {
    "width": 128,
    "height": 32,
    "rotate": 2,
    "h-offset": 2,
    "v-offset": 8,
    "bgr": True,
    "inverse": True,
}
"""For each setting that a driver gets, a value that is not the default."""
OF_THE_WIRE = {"i2c-address": "0x3d", "spi-device": 1, "spi-bus-speed": 500_000, "gpio-data-command": 22}
OF_THE_WIRE |= {"gpio-reset": 27, "gpio-backlight": 18, "backlight-active": "low"}

Sent = list[tuple[bool, bytes]]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (oled, lcd, time):
        monkeypatch.setattr(module, "sleep", lambda seconds: None)


class Wire:
    """A wire that notes every byte; transfers of one kind that follow one another are one."""

    def __init__(self) -> None:
        self._steps: Sent = []

    @property
    def sent(self) -> Sent:
        return [(kind, b"".join(each for _, each in run)) for kind, run in groupby(self._steps, lambda step: step[0])]

    def command(self, *values: int) -> None:
        self._steps.append((False, bytes(values)))

    def data(self, values: bytes) -> None:
        self._steps.append((True, bytes(values)))

    def is_on(self) -> bool | None:
        return None

    def backlight(self, percent: int) -> None:
        pass

    def close(self) -> None:
        pass


def sent(screen: PanelConfig, *, is_started: bool = True) -> Sent:
    """Return what the driver of *screen* sends for a picture of noise."""
    driver, wire = driver_for(screen), Wire()
    if is_started:
        driver.start(wire)
    driver.send(wire, None, driver.prepare(picture(driver.format.size, driver.format.mode)))
    return wire.sent


def picture(size: tuple[int, int], mode: ColourMode) -> Image.Image:
    return noise(size).convert(mode.value)


def screen_of(driver: str) -> PanelConfig:
    """Return a screen of a size that *driver* supports."""
    screens = [PanelConfig(driver, width=width, height=height) for width, height in SIZES]
    return next(screen for screen in screens if unsupported(screen) is None)


@pytest.mark.parametrize("driver", sorted({*DEVICES} - CHARACTERS))
def test_every_setting_of_every_driver_changes_what_is_sent_or_is_named(driver: str) -> None:
    plain = screen_of(driver)
    table: dict[str, object] = {"display": driver, "width": plain.width, "height": plain.height}
    before = sent(plain)
    silent = []
    for key, value in OTHERS.items():
        other = replace(plain, **{SCREEN_KEYS[key][0]: value})
        if other == plain or unsupported(other) is not None:
            continue
        board = custom(BUTTONS | table | {key: value})
        is_named = [each.values["key"] for each in left_out(table | {key: value}, board.screen)] == [key]
        is_same = sent(board.screen) == before
        if is_named is not is_same:
            silent.append(key)
    assert silent == []


def test_every_setting_of_a_display_is_walked_over() -> None:
    named = {"display", "interface", "i2c-port", "spi-port"}
    assert SCREEN_KEYS.keys() == OTHERS.keys() | OF_THE_WIRE.keys() | named


@pytest.mark.parametrize("interface", Interface)
def test_setting_of_the_other_interface_is_left_out_and_named(interface: Interface) -> None:
    for key, value in OF_THE_WIRE.items():
        table = {"interface": interface.value, key: value}
        screen = custom(BUTTONS | table).screen
        is_of_i2c = key.startswith("i2c")
        has_effect = is_of_i2c is (interface is Interface.I2C) and key != "backlight-active"
        assert [each.values["key"] for each in left_out(table, screen)] == [key] * (not has_effect)
        assert (screen == PanelConfig(interface=interface, port=screen.port)) is not has_effect
    lit = {"interface": "spi", "gpio-backlight": 18, "backlight-active": "low"}
    assert (left_out(lit, custom(BUTTONS | lit).screen), custom(BUTTONS | lit).screen.is_backlight_low) == ((), True)


# --- against luma's own bytes


def lumas(driver: str, image: Image.Image, **options: object) -> Sent:
    """Return what luma sends for *image*, after its initialisation."""
    serial = luma_device._Serial()
    made = luma_device._class_of(driver)
    gpio = {"gpio": noop()} if hasattr(made, "__rpi_gpio__") else {}
    device = made(serial, **options, **gpio)
    device.persist = True
    serial.steps.clear()
    if hasattr(device, "framebuffer"):
        device.framebuffer.prev_image = None
    device.display(image.convert(device.mode))
    wire = Wire()
    for step in serial.steps:
        (wire.data(step.values) if step.is_data else wire.command(*step.values))
    return wire.sent


@pytest.mark.parametrize("offset", [1, 2])
def test_columns_of_an_sh1106_begin_where_luma_begins_them(offset: int) -> None:
    ours = sent(PanelConfig("sh1106", h_offset=offset), is_started=False)
    luma = lumas("sh1106", picture((128, 64), ColourMode.MONO), page_address_offset=2 + offset)
    # Ours names the page after the column, and the high column once.
    assert [each for kind, each in ours if kind] == [each for kind, each in luma if kind]
    assert (
        [each[0] for kind, each in ours if not kind]
        == [each[1] for kind, each in luma if not kind]
        == [2 + offset] * 8
    )


@pytest.mark.parametrize("size", [(64, 48), (64, 32), (96, 16), (128, 32)])
@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "ssd1315"])
def test_glass_in_a_corner_of_the_memory_has_what_luma_sends_to_all_of_it(driver: str, size: tuple[int, int]) -> None:
    width, height = size
    screen = PanelConfig(driver, width=width, height=height)
    first = 32 if width == 64 else 0
    screen = replace(screen, h_offset=128 - first - width, v_offset=64 - height)
    assert unsupported(screen) is None
    glass = picture(size, ColourMode.MONO)
    whole = Image.new("1", (128, 64))
    whole.paste(glass, (128 - width, 64 - height))
    ((_, _), (_, memory)) = lumas(driver, whole)
    pages = [memory[128 * page + 128 - width : 128 * page + 128] for page in range(8)]
    ours = sent(screen, is_started=False)
    assert [each for kind, each in ours if kind] == pages[8 - height // 8 :]
    commands = [[*each] for kind, each in ours if not kind]
    column = 128 - width
    assert commands[0] == [column & 15, 0xB0 | 8 - height // 8, 0x10 | column >> 4]
    # All 64 rows are counted, as in luma's initialisation of the whole memory.
    (_, start), *_ = sent(screen)
    assert bytes((0xA8, 0x3F)) in start
    for name in ("h_offset", "v_offset"):
        beyond = replace(screen, **{name: getattr(screen, name) + 8})
        assert driver_for(beyond).left_out == [name, "bgr"]


def test_row_that_no_page_begins_with_is_left_out() -> None:
    assert driver_for(PanelConfig("ssd1306", height=32, v_offset=12)).left_out == ["v_offset", "bgr"]


@pytest.mark.parametrize("driver", [*DRIVERS, "sh1107", "ssd1327", "ssd1331", "ssd1351", "ili9341", "ili9486"])
def test_inverse_picture_is_the_negative_that_luma_sends(driver: str) -> None:
    screen = screen_of(driver)
    format_ = driver_for(screen).format
    options = {"width": screen.width, "height": screen.height}
    negative = ImageChops.invert(picture(format_.size, format_.mode))
    if driver in DRIVERS:
        ours = [each for kind, each in sent(replace(screen, inverse=True), is_started=False) if kind]
        assert b"".join(ours) == b"".join(each for kind, each in lumas(driver, negative, **options) if kind)
    else:
        assert sent(replace(screen, inverse=True), is_started=False) == lumas(driver, negative, **options)


def test_bgr_of_an_ssd1331_exchanges_what_luma_sends() -> None:
    screen = PanelConfig("ssd1331", width=96, height=64, bgr=True)
    exchanged = Image.merge("RGB", picture((96, 64), ColourMode.RGB).split()[::-1])
    assert sent(screen, is_started=False) == lumas("ssd1331", exchanged)


@pytest.mark.parametrize("driver", ["st7735", "ssd1351", "ili9341", "ili9486", "ili9488"])
def test_what_lumas_class_takes_is_sent_as_luma_sends_it(driver: str) -> None:
    screen = replace(screen_of(driver), h_offset=3, v_offset=5, bgr=True)
    options = {name: getattr(screen, name) for name in ("width", "height", "h_offset", "v_offset", "bgr")}
    image = picture((screen.width, screen.height), ColourMode.RGB)
    assert sent(screen, is_started=False) == lumas(driver, image, **options)
    assert LumaDevice(screen).steps != LumaDevice(replace(screen, bgr=False)).steps


# --- what is said of it

TABLE: dict[str, Any] = {**BUTTONS, "display": "sh1106", "h-offset": 4, "bgr": True}
TOLD = "expected a value that a sh1106 on i2c can use, got 4, in key 'h-offset' of the board"


def test_box_plays_on_the_board_without_what_it_cannot_do_and_says_so() -> None:
    board, refused = resolve_board(LaunchOptions(board="custom"), Settings(custom=TABLE))
    assert (board.name, board.screen) == ("custom", PanelConfig("sh1106"))
    assert str(refused[0]) == TOLD
    assert [each.sentence.format(**each.values) for each in refused] == [
        f"{key} cannot work with this display. It is left out." for key in ("h-offset", "bgr")
    ]


@pytest.mark.parametrize("command", [("boards",), ("doctor",), ("doctor", "--json")])
def test_commands_say_what_is_left_out(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "settings.toml", Settings(board=BoardName.CUSTOM, custom=TABLE))
    main(["--state", str(tmp_path), *command])
    assert f"codemaker: {TOLD}\n" in capsys.readouterr().err
