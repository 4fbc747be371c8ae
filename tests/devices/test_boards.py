from __future__ import annotations

from pathlib import Path

import pytest

from companion.box import Button
from companion.devices.pi.boards import BOARDS, Board, Interface, PanelConfig, has_panel
from companion.devices.pi.custom import check_wiring, custom
from companion.errors import SettingsRefused

BONNET = BOARDS["bonnet"]
WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

BUTTONS: dict[str, object] = {"up": 5, "down": 6, "ok": 13, "back": 19}


def refused(**table: object) -> str:
    with pytest.raises(SettingsRefused) as caught:
        custom(BUTTONS | {key.replace("_", "-"): value for key, value in table.items()})
    return str(caught.value)


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)
def test_every_board_can_be_played(board: Board) -> None:
    assert {Button.UP, Button.DOWN, Button.OK, Button.BACK} <= set(board.buttons.values())


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)
def test_no_board_uses_a_pin_twice(board: Board) -> None:
    check_wiring(board.screen, tuple(board.buttons.items()), board.buzzer)


def test_bonnet_rolls_with_its_second_key() -> None:
    assert (BONNET.buttons[4], BONNET.buttons[5], BONNET.buttons[6]) == (Button.OK, Button.BACK, Button.ROLL)


def test_waveshare_1in3_has_two_ways_to_say_ok() -> None:
    assert [pin for pin, button in WAVESHARE_1IN3.buttons.items() if button is Button.OK] == [13, 16]


def test_sh1106_is_driven_at_no_more_than_2_mhz() -> None:
    assert WAVESHARE_1IN3.screen.speed_hz == 2_000_000


def test_custom_board_takes_lumas_names() -> None:
    table = {
        "display": "sh1106",
        "interface": "spi",
        "spi-port": 0,
        "spi-device": 1,
        "spi-bus-speed": 4_000_000,
        "gpio-data-command": 22,
        "gpio-reset": 27,
        "width": 128,
        "height": 64,
        "rotate": 2,
    }
    assert custom(BUTTONS | table).screen == PanelConfig(
        "sh1106", Interface.SPI, port=0, device=1, speed_hz=4_000_000, dc=22, reset=27, rotate=2
    )


def test_custom_board_takes_lumas_names_of_an_lcd() -> None:
    table: dict[str, object] = {
        "display": "st7735",
        "interface": "spi",
        "width": 128,
        "height": 128,
        "bgr": True,
        "inverse": True,
        "h-offset": 1,
        "v-offset": 2,
        "gpio-reset": 0,
        "gpio-backlight": 18,
        "backlight-active": "low",
    }
    screen = custom(BUTTONS | table).screen
    assert (screen.driver, screen.width, screen.height, screen.bgr, screen.inverse) == ("st7735", 128, 128, True, True)
    assert (screen.h_offset, screen.v_offset, screen.reset, screen.backlight) == (1, 2, None, 18)
    assert screen.is_backlight_low


def test_backlight_on_a_button_is_refused() -> None:
    assert "gpio-backlight does not use, got 5, in key 'up'" in refused(interface="spi", gpio_backlight=5)


@pytest.mark.parametrize("address", [0x3D, "0x3D", "0x3d", "61"])
def test_address_is_a_number_or_a_text(address: object) -> None:
    assert custom(BUTTONS | {"i2c-address": address}).screen.address == 0x3D


def test_port_of_the_other_interface_is_left_alone() -> None:
    assert custom(BUTTONS | {"interface": "spi", "i2c-port": 3, "spi-port": 0}).screen.port == 0


def test_port_on_spi_is_0_by_default() -> None:
    assert custom(BUTTONS | {"interface": "spi"}).screen.port == 0


def test_several_pins_may_press_one_button() -> None:
    board = custom(BUTTONS | {"ok": [13, 16]})
    assert dict(board.buttons) == {5: Button.UP, 6: Button.DOWN, 13: Button.OK, 16: Button.OK, 19: Button.BACK}


def test_board_may_have_a_buzzer() -> None:
    assert (custom(BUTTONS).buzzer, custom(BUTTONS | {"buzzer": 12}).buzzer) == (None, 12)


def test_unknown_key_is_refused_by_name() -> None:
    assert "got 'colour', in key 'colour'" in refused(colour=3)


@pytest.mark.parametrize("pin", [-1, 28, True, None, "x", 3.5])
def test_pin_outside_the_header_is_refused(pin: object) -> None:
    assert refused(up=pin) == f"expected 0 to 27, got {pin!r}, in key 'up' of the board"


@pytest.mark.parametrize(
    ("key", "value", "limit"),
    [
        ("display", "lcd", "the name of a device of luma.oled or luma.lcd"),
        ("display", "ht1621", "the name of a device of luma.oled or luma.lcd"),
        ("display", 7, "the name of a device of luma.oled or luma.lcd"),
        ("interface", "parallel", "one of i2c, spi"),
        ("i2c-port", 23, "0 to 22"),
        ("i2c-address", "0x78", "0x8 to 0x77"),
        ("spi-port", 7, "0 to 6"),
        ("spi-device", 3, "0 to 2"),
        ("gpio-data-command", 0, "1 to 27"),
        ("gpio-reset", 28, "0 to 27"),
        ("backlight-active", "yes", "one of high, low"),
        ("bgr", 1, "true or false"),
        ("rotate", 4, "one of 0, 1, 2, 3"),
        ("rotate", False, "one of 0, 1, 2, 3"),
        ("height", 513, "1 to 512"),
    ],
)
def test_value_outside_its_limit_is_refused(key: str, value: object, limit: str) -> None:
    assert refused(**{key: value}) == f"expected {limit}, got {value!r}, in key {key!r} of the board"


def test_speed_that_luma_does_not_offer_is_refused() -> None:
    assert "got 3000000, in key 'spi-bus-speed'" in refused(spi_bus_speed=3_000_000)


def test_size_that_the_panel_is_not_made_in_is_refused() -> None:
    assert "expected a size that luma supports for sh1106, got '128x48'" in refused(display="sh1106", height=48)


def test_pin_used_twice_is_refused() -> None:
    assert "expected a pin that up does not use, got 5, in key 'down'" in refused(down=5)


def test_buzzer_on_a_button_is_refused() -> None:
    assert "expected a pin that ok does not use, got 13, in key 'buzzer'" in refused(buzzer=13)


def test_button_on_the_i2c_bus_is_refused() -> None:
    assert "expected a pin that the display's bus does not use, got 3, in key 'up'" in refused(up=3)


def test_button_on_the_display_select_is_refused() -> None:
    assert "the display's bus does not use, got 8, in key 'up'" in refused(interface="spi", up=8)


def test_button_on_the_data_command_pin_is_refused() -> None:
    assert "gpio-data-command does not use, got 24, in key 'up'" in refused(interface="spi", up=24)


def test_reset_on_the_data_command_pin_is_refused() -> None:
    assert "gpio-data-command does not use, got 24" in refused(interface="spi", gpio_reset=24)


@pytest.mark.parametrize("key", ["up", "down", "ok", "back"])
def test_board_without_a_needed_button_is_refused(key: str) -> None:
    with pytest.raises(SettingsRefused, match=f"expected a pin, got None, in key '{key}'"):
        custom({name: pin for name, pin in BUTTONS.items() if name != key})


def test_refusal_names_key_and_limit_for_the_table() -> None:
    with pytest.raises(SettingsRefused) as caught:
        custom(BUTTONS | {"rotate": 4})
    assert caught.value.values == {"key": "rotate", "limit": "one of 0, 1, 2, 3"}


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The files by which a Raspberry Pi with both buses is known."""
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    (tmp_path / "dev").mkdir()
    for node in ("i2c-1", "spidev0.0", "spidev0.1", "gpiochip0"):
        (tmp_path / "dev" / node).touch()
    return tmp_path


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.name)
def test_pi_with_its_buses_has_a_panel(board: Board, pi: Path) -> None:
    assert has_panel(board, pi)


@pytest.mark.parametrize(
    ("board", "node"), [(BONNET, "i2c-1"), (WAVESHARE_1IN3, "spidev0.0"), (BOARDS["waveshare-a"], "gpiochip0")]
)
def test_pi_without_the_node_has_no_panel(board: Board, node: str, pi: Path) -> None:
    (pi / "dev" / node).unlink()
    assert not has_panel(board, pi)


def test_desktop_with_buses_has_no_panel(pi: Path) -> None:
    (pi / "proc/device-tree/model").unlink()
    assert not has_panel(BONNET, pi)


def test_every_board_says_where_its_pins_are_from() -> None:
    assert [board.name for board in BOARDS.values() if not board.source] == []
