"""Custom boards, read from a table of the settings file.

The display's keys are luma's option names, so settings that work with luma work here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.box import Button
from companion.config.rules import FLAG, Rule, one_of
from companion.config.untrusted import brief
from companion.devices.pi.boards import Board, Interface, PanelConfig
from companion.errors import N_, SettingsRefused

BUTTON_KEYS = {button.name.lower(): button for button in Button}
NEEDED = (Button.UP, Button.DOWN, Button.OK, Button.BACK)

SPEEDS_HZ = tuple(int(mhz * 1_000_000) for mhz in (0.5, 1, 2, 4, 8, 16, 20, 24, 28, 32, 36, 40, 44, 48, 50, 52))

# The pins that the Pi's buses occupy, by port: data and clock, and for SPI one select line per device.
I2C_PINS = {0: (0, 1), 1: (2, 3)}
# No panel sends data, so that boards use the pin for data to the Pi as another pin.
SPI_PINS = {0: (10, 11), 1: (20, 21)}
SPI_SELECTS = {0: (8, 7), 1: (18, 17, 16)}

# The fields that the wire of an interface does not use.
IDLE = {Interface.I2C: ("device", "speed_hz", "dc", "reset", "backlight"), Interface.SPI: ("address",)}
NO_EFFECT = N_("{key} cannot work with this display. It is left out.")

T = TypeVar("T")


def custom(table: Mapping[str, object]) -> Board:
    """Read a board from *table*; missing keys have luma's defaults.

    >>> board = custom({"up": 5, "down": 6, "ok": [13, 16], "back": 19, "i2c-address": "0x3d"})
    >>> board.screen.address, board.buttons[16].name
    (61, 'OK')

    What has no effect on this display has its default, and ``left_out`` names it. Raises ``SettingsRefused`` for an
    unknown key, a value outside its limit, a pin used twice, and a board that lacks one of UP, DOWN, OK and BACK.
    """
    known = [*SCREEN_KEYS, *BUTTON_KEYS, "buzzer"]
    for key in table:
        if key not in known:
            raise _refuse(key, "one of the keys " + ", ".join(known), key)
    wished = _wished(table)
    screen = replace(wished, **{field: getattr(PanelConfig(), field) for field in _idle(wished)})
    buttons = [(pin, button) for key, button in BUTTON_KEYS.items() if key in table for pin in _pins(key, table[key])]
    buzzer = _read("buzzer", _pin, table["buzzer"]) if "buzzer" in table else None
    check_wiring(screen, buttons, buzzer)
    return Board("custom", screen, MappingProxyType(dict(buttons)), buzzer)


def left_out(table: Mapping[str, object], screen: PanelConfig) -> tuple[SettingsRefused, ...]:
    """Return a refusal for each key of *table* whose value had no effect, so that its board's *screen* lacks it."""
    wished = _wished(table)
    expected = f"expected a value that a {screen.driver} on {screen.interface} can use, got"
    return tuple(
        SettingsRefused(f"{expected} {table[key]!r}, in key {key!r} of the board", NO_EFFECT, key=key)
        for key, (field, _) in SCREEN_KEYS.items()
        if key in table and getattr(wished, field) != getattr(screen, field)
    )


def check_wiring(screen: PanelConfig, buttons: Sequence[tuple[int, Button]], buzzer: int | None) -> None:
    """Raise ``SettingsRefused`` for a pin that is used twice, and if one of the buttons ``NEEDED`` has no pin."""
    claims = [*_display_claims(screen), *((button.name.lower(), pin) for pin, button in buttons)]
    claims += [] if buzzer is None else [("buzzer", buzzer)]
    taken: dict[int, str] = {}
    for key, pin in claims:
        if pin in taken:
            raise _refuse(key, f"a pin that {taken[pin]} does not use", pin)
        taken[pin] = key
    there = {button for _, button in buttons}
    for button in NEEDED:
        if button not in there:
            raise _refuse(button.name.lower(), "a pin", None)


def _refuse(key: str, limit: str, value: object) -> SettingsRefused:
    message = f"expected {limit}, got {brief(value)}, in key {brief(key)} of the board"
    return SettingsRefused(message, key=key, limit=limit)


def _read(key: str, rule: Rule[T], value: object) -> T:
    return rule.check(value, lambda limit: _refuse(key, limit, value))


def _number(low: int, high: int, shown: Callable[[int], str] = str) -> Rule[int]:
    def read(value: object) -> int | None:
        number = _int(value)
        return number if number in range(low, high + 1) else None

    return Rule(f"{shown(low)} to {shown(high)}", read)


def _int(value: object) -> int | None:
    # luma accepts an address as text, in any of Python's integer notations.
    if isinstance(value, str):
        if not value.isascii():
            return None
        try:
            return int(value, 0)
        except ValueError:
            return None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_pin = _number(0, 27)


def _connected(number: int) -> int | None:
    """Return the pin *number*; None for 0, which luma reads as "not connected"."""
    return number or None


SCREEN_KEYS: dict[str, tuple[str, Rule[Any]]] = {
    "display": (
        "driver",
        Rule("the name of a device of luma.oled or luma.lcd", lambda value: value if isinstance(value, str) else None),
    ),
    "interface": ("interface", one_of(Interface)),
    "i2c-port": ("port", _number(0, 22)),
    "i2c-address": ("address", _number(0x08, 0x77, hex)),
    "spi-port": ("port", _number(0, 6)),
    "spi-device": ("device", _number(0, 2)),
    "spi-bus-speed": ("speed_hz", one_of(SPEEDS_HZ)),
    "gpio-data-command": ("dc", _number(1, 27)),
    "gpio-reset": ("reset", _number(0, 27)),
    "gpio-backlight": ("backlight", _number(0, 27)),
    "backlight-active": ("is_backlight_low", one_of(("high", "low"))),
    "width": ("width", _number(1, 512)),
    "height": ("height", _number(1, 512)),
    "rotate": ("rotate", one_of((0, 1, 2, 3))),
    "h-offset": ("h_offset", _number(0, 512)),
    "v-offset": ("v_offset", _number(0, 512)),
    "bgr": ("bgr", FLAG),
    "inverse": ("inverse", FLAG),
}
# How the values of some keys are kept.
KEPT: dict[str, Callable[[Any], object]] = {
    "gpio-reset": _connected,
    "gpio-backlight": _connected,
    "backlight-active": "low".__eq__,
}


def _wished(table: Mapping[str, object]) -> PanelConfig:
    values = {key: _read(key, rule, table[key]) for key, (_, rule) in SCREEN_KEYS.items() if key in table}
    values = {key: KEPT[key](value) if key in KEPT else value for key, value in values.items()}
    is_i2c = values.get("interface", Interface.I2C) is Interface.I2C
    # The port of the interface that is not used is ignored: luma's files may have both.
    idle_port = "spi-port" if is_i2c else "i2c-port"
    fields = {SCREEN_KEYS[key][0]: value for key, value in values.items() if key != idle_port}
    return replace(PanelConfig(port=1 if is_i2c else 0), **fields)


def _idle(screen: PanelConfig) -> Sequence[str]:
    """Return the fields of *screen* without an effect; refuse a panel or a size that luma does not support.

    What the driver of the panel cannot do is known only where luma is installed.
    """
    idle = [*IDLE[screen.interface], *["is_backlight_low"] * (screen.backlight is None)]
    try:
        from companion.devices.pi.open import driver_for, unsupported

        wrong = unsupported(screen)
    except ModuleNotFoundError:
        # Without the library the panel will not be opened, and that says which library it is.
        return idle
    match wrong:
        case "display":
            raise _refuse("display", SCREEN_KEYS["display"][1].limit, screen.driver)
        case "width":
            size = f"{screen.width}x{screen.height}"
            raise _refuse("width", f"a size that luma supports for {screen.driver}", size)
    return [*idle, *driver_for(screen).left_out]


def _pins(key: str, value: object) -> list[int]:
    pins = value if isinstance(value, list) else [value]
    return [_read(key, _pin, pin) for pin in pins]


def _display_claims(screen: PanelConfig) -> list[tuple[str, int]]:
    if screen.interface is Interface.I2C:
        return [("the display's bus", pin) for pin in I2C_PINS.get(screen.port, ())]
    select = SPI_SELECTS.get(screen.port, ())[screen.device : screen.device + 1]
    bus = [("the display's bus", pin) for pin in (*SPI_PINS.get(screen.port, ()), *select)]
    others = {"gpio-data-command": screen.dc, "gpio-reset": screen.reset, "gpio-backlight": screen.backlight}
    return [*bus, *((key, pin) for key, pin in others.items() if pin is not None)]
