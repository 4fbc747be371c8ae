"""The one table of pins: nothing in it clashes, and the program, the circuits and the firmware go by it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from circuit import netlist, pins
from circuit.pins import Board, PinMap
from circuit.places import NETLISTS, PINS, ROOT
from gpiozero.pins.data import PLUS_J8

from companion.box import Button
from companion.devices.pi.boards import BOARDS, Interface, PanelConfig
from companion.devices.pi.boards import Board as Profile
from companion.devices.pi.custom import custom

TABLE = tomllib.loads(PINS.read_text(encoding="utf-8"))

# The Nano's sixty millimetres of pins, as they are printed along its edges: 1 to 15, then 16 to 30.
NANO = [
    *("D1", "D0", "RST", "GND", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12"),
    *("D13", "3V3", "AREF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN"),
]

Change = Callable[[Any], object]


@pytest.fixture(scope="module")
def table() -> PinMap:
    return pins.load()


def test_the_table_has_no_faults(table: PinMap) -> None:
    assert pins.faults(table) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda t: t["pi"]["boards"]["bonnet"].update(up=22), "bonnet: GPIO22 is used twice"),
        (lambda t: t["pi"]["boards"]["custom"].update(buzzer=6), "custom: GPIO6 is used twice"),
        (lambda t: t["pi"]["boards"]["bonnet"].update(up=3), "bonnet: up is on GPIO3, which is i2c1 SCL"),
        (lambda t: t["pi"]["boards"]["custom"].update(roll=11), "custom: roll is on GPIO11, which is spi0 SCLK"),
        (lambda t: t["pi"]["boards"]["custom"].update(roll=14), "custom: roll is on GPIO14, which is uart0 TXD"),
        (lambda t: t["pi"]["boards"]["custom"].update(roll=1), "custom: roll is on GPIO1, which is eeprom ID_SC"),
        (
            lambda t: t["pi"]["boards"]["custom"].update(roll=28),
            "custom: roll is on GPIO28, which is not on the header",
        ),
        (lambda t: t["pi"]["boards"]["custom"].pop("ok"), "custom: ok has no pin"),
        (lambda t: t["pi"]["boards"]["custom"]["panel"].update(bus="i2c9"), "custom: no bus is called i2c9"),
        (
            lambda t: t["pi"]["boards"]["waveshare-1in3"].pop("takes"),
            "waveshare-1in3: down is on GPIO19, which is i2s LRCLK",
        ),
        (
            lambda t: t["pi"]["boards"]["waveshare-1in3"].pop("upright"),
            "waveshare-1in3: expected 0 to 3 for rotate and where it is from, got 2 and ''",
        ),
        (lambda t: t["pi"].update(volts=5.0), "a pin of the Pi stands 3.3 V, got 5.0"),
        (lambda t: t["pi"]["header"].pop(), "expected 40 pins on the header, got 39"),
        (lambda t: t["pi"]["header"].__setitem__(39, "GPIO20"), "GPIO20 is on the header twice"),
        (lambda t: t["tray"]["pins"]["red"].update(pin="D6", port="PD6"), "tray: D6 is used twice"),
        (lambda t: t["tray"]["pins"]["red"].update(port="PD4"), "tray: red: D5 is PD5, not PD4"),
        (lambda t: t["tray"]["unused"].remove("A7"), "tray: neither used nor unused: A7"),
        (lambda t: t["tray"]["pins"]["sensor0"].update(pin="D9", port="PB1"), "tray: sensor0: D9 has no converter"),
        (
            lambda t: t["tray"]["pins"]["button"].update(pin="A6", port="ADC6"),
            "tray: button: A6 is an input of the converter alone",
        ),
        (
            lambda t: t["tray"]["pins"]["button"].update(pin="D0", port="PD0"),
            "tray: button: D0 and D1 are the serial line to the USB adapter, and nothing else is",
        ),
        (
            lambda t: t["tray"]["pins"]["lamp_data"].update(pin="D9", port="PB1"),
            "tray: lamp_data: the lamps are shifted by SPI, whose pin for it is D11",
        ),
        (
            lambda t: t["tray"]["pins"]["blue"].update(pin="D3", port="PD3"),
            "tray: blue: the simulator polls while D3 is low",
        ),
    ],
)
def test_a_clash_in_the_table_is_named(change: Change, fault: str) -> None:
    broken = deepcopy(TABLE)
    change(broken)
    assert fault in pins.faults(pins.read(broken))


def test_the_header_is_the_one_that_gpiozero_knows(table: PinMap) -> None:
    rows, columns, known = PLUS_J8
    assert (rows, columns) == (20, 2)
    assert {number: known[number].get("gpio") or known[number][""] for number in known} == dict(
        enumerate(table.header, start=1)
    )


@pytest.mark.parametrize("name", BOARDS)
def test_the_programs_board_is_the_tables(name: str, table: PinMap) -> None:
    _is_wired_as(BOARDS[name], table.boards[name], table)


def test_the_hand_wired_box_is_the_one_in_the_page_on_boards(table: PinMap) -> None:
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    profile = custom(tomllib.loads(example[1])["custom"])
    _is_wired_as(profile, table.boards["custom"], table)


def test_the_table_has_the_programs_boards_and_the_hand_wired_one(table: PinMap) -> None:
    assert set(table.boards) == {*BOARDS, "custom"}


def _is_wired_as(profile: Profile, board: Board, table: PinMap) -> None:
    assert {pin: button.name.lower() for pin, button in profile.buttons.items()} == {
        pin: key for key, numbers in board.keys.items() for pin in numbers
    }
    assert profile.buzzer == board.buzzer
    assert set(board.keys) <= {button.name.lower() for button in Button}
    screen, panel = profile.screen, board.panel
    assert (screen.driver, screen.interface.value) == (panel.driver, panel.interface)
    assert screen.rotate == panel.rotate
    if screen.interface is Interface.I2C:
        assert (f"i2c{screen.port}", screen.address) == (panel.bus, panel.address)
    else:
        _is_on_spi(screen, board)


def _is_on_spi(screen: PanelConfig, board: Board) -> None:
    panel = board.panel
    assert (f"spi{screen.port}", f"CE{screen.device}") == (panel.bus, panel.select)
    assert (screen.dc, screen.reset, screen.backlight) == (panel.dc, panel.reset, panel.backlight)


def test_the_firmwares_header_has_the_tables_pins(table: PinMap) -> None:
    header = (ROOT / "firmware" / "board" / "avr" / "pins.h").read_text(encoding="utf-8")
    bits = {
        name.lower(): int(bit) for name, bit in re.findall(r"^#define (\w+) \(uint8_t\)\(1U << (\d)U\)$", header, re.M)
    }
    ports = {name.lower(): port for name, port in re.findall(r"^#define (\w+)_PORT PORT(\w)$", header, re.M)}
    channels = {name.lower(): f"PC{n}" for name, n in re.findall(r"^#define (SENSOR\d) (\d)U$", header, re.M)}
    digital = {name: f"P{ports[name]}{bit}" for name, bit in bits.items()}
    wanted = {pin.use: pin.port for pin in table.tray.pins.values() if pin.does != "uart"}
    assert channels | digital == wanted


def test_the_firmwares_outputs_are_the_tables(table: PinMap) -> None:
    header = (ROOT / "firmware" / "board" / "avr" / "pins.h").read_text(encoding="utf-8")
    found = {
        f"P{port}{bit}"
        for port, bits in re.findall(r"^ +DDR(\w) = (.*);$", header, re.M)
        for bit in re.findall(r"1U << (\d)U", bits)
    }
    assert found == {pin.port for pin in table.tray.pins.values() if pin.does == "output"}


USES = {
    "sensor0": "SEEN0", "sensor1": "SEEN1", "sensor2": "SEEN2", "sensor3": "SEEN3", "sensor4": "SEEN4",
    "red": "RED_ON", "green": "GREEN_ON", "blue": "BLUE_ON", "button": "BUTTON",
    "lamp_latch": "LAMP_LATCH", "lamp_data": "LAMP_DATA", "lamp_echo": "LAMP_ECHO", "lamp_clock": "LAMP_CLOCK",
}  # fmt: skip


def test_the_trays_netlist_has_every_pin_where_the_table_has_it(table: PinMap) -> None:
    circuit = netlist.load(NETLISTS / "tray.net")
    found = {use: circuit.net_of("A1", str(NANO.index(pin.pin) + 1)) for use, pin in table.tray.pins.items()}
    assert found == {**USES, "receive": None, "send": None}


def test_the_boxs_netlist_has_every_key_where_the_table_has_it(table: PinMap) -> None:
    circuit = netlist.load(NETLISTS / "box.net")
    board = table.boards["custom"]
    found = {use: circuit.net_of("J1", str(table.number(pin))) for use, pin in board.claims()}
    assert found == {use: use.upper() for use, _ in board.claims()}
    bus = table.buses[board.panel.bus]
    assert {line: circuit.net_of("J1", str(table.number(pin))) for line, pin in bus.items()} == {
        "SDA": "SDA",
        "SCL": "SCL",
    }


def test_nothing_on_the_pis_side_sees_five_volts(table: PinMap) -> None:
    circuit = netlist.load(NETLISTS / "box.net")
    fives = [str(place) for place, name in enumerate(table.header, start=1) if name == "5V"]
    assert [circuit.net_of("J1", place) for place in fives] == [None, None]
    assert circuit.net_of("DS1", "2") == "+3V3"


def test_the_tray_has_no_wire_to_the_pi() -> None:
    circuit = netlist.load(NETLISTS / "tray.net")
    assert "pi" not in {part.kind for part in circuit.parts.values()}
    assert {part.symbol for ref, part in circuit.parts.items() if ref.startswith("J")} == {
        "Connector_Generic:Conn_01x02"
    }


def test_the_table_is_read_from_where_the_firmware_reads_it() -> None:
    assert Path("hardware/pins.toml") == PINS.relative_to(ROOT)


# The pins of an Arduino Micro, by Arduino's drawing of it (Pinout-Micro): port and channel of the converter.
MICRO = {
    "A0": "PF7",
    "A1": "PF6",
    "A2": "PF5",
    "A3": "PF4",
    "D4": "PD4",
    "D5": "PC6",
    "D6": "PD7",
    "D8": "PB4",
    "D9": "PB5",
    "D10": "PB6",
    "SCK": "PB1",
    "MOSI": "PB2",
    "MISO": "PB3",
    "RXLED": "PB0",
}
MICRO_CHANNELS = {"A0": 7, "A1": 6, "A2": 5, "A3": 4, "D4": 8}


def test_the_second_boards_pins_are_those_of_a_micro_and_none_is_used_twice(table: PinMap) -> None:
    rows = TABLE["micro"]["pins"]
    assert {row["pin"]: row["port"] for row in rows.values()} == MICRO
    assert len({row["port"] for row in rows.values()}) == len(rows)
    assert {row["pin"]: row["channel"] for row in rows.values() if row["does"] == "analog"} == MICRO_CHANNELS
    assert set(rows) - {"select"} == {pin.use for pin in table.tray.pins.values() if pin.does != "uart"}
    assert {use: rows[use]["pin"] for use in ("lamp_data", "lamp_echo", "lamp_clock")} == {
        "lamp_data": "MOSI",
        "lamp_echo": "MISO",
        "lamp_clock": "SCK",
    }


def test_the_firmwares_page_has_the_second_boards_pins() -> None:
    text = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
    rows = TABLE["micro"]["pins"]
    for what, uses in {
        "sensors, from the left": [f"sensor{hole}" for hole in range(5)],
        "red, green, blue": ["red", "green", "blue"],
        "button": ["button"],
        "lamps: latch": ["lamp_latch"],
        "lamps: data, echo, clock": ["lamp_data", "lamp_echo", "lamp_clock"],
    }.items():
        wired = ", ".join(rows[use]["pin"] for use in uses)
        assert re.search(rf"^\| {what} \| [^|]+ \| {wired} ", text, re.M), what
