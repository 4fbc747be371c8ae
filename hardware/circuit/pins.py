"""The table of pins: what it says, and what would be wrong with it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from circuit.places import PINS

Table = Mapping[str, object]

KEYS = ("up", "down", "left", "right", "ok", "back", "roll")
# A board that the program knows how to play with has at least these.
NEEDED = frozenset({"up", "down", "ok", "back"})


@dataclass(frozen=True, slots=True)
class Panel:
    """The display of a board and the bus it hangs on."""

    driver: str
    interface: str
    bus: str
    address: int | None
    select: str | None
    dc: int | None
    reset: int | None
    backlight: int | None
    # How luma turns the picture, in quarters.
    rotate: int


@dataclass(frozen=True, slots=True)
class Board:
    """What a board takes of the Pi's header: BCM numbers, by key; some keys have two."""

    name: str
    panel: Panel
    # Where it is from that the picture's top is where UP points.
    upright: str
    takes: tuple[str, ...]
    keys: Mapping[str, tuple[int, ...]]
    buzzer: int | None

    def claims(self) -> Iterator[tuple[str, int]]:
        """Each pin of its own with what it is for."""
        for key, pins in self.keys.items():
            yield from ((key, pin) for pin in pins)
        panel = (("dc", self.panel.dc), ("reset", self.panel.reset), ("backlight", self.panel.backlight))
        spare = (*panel, ("buzzer", self.buzzer))
        yield from ((use, pin) for use, pin in spare if pin is not None)


@dataclass(frozen=True, slots=True)
class TrayPin:
    """One of the Nano's pins: its name on the board, the chip's own, what it does."""

    use: str
    pin: str
    port: str
    does: str


@dataclass(frozen=True, slots=True)
class Tray:
    """The tray's microcontroller board and its pins, by use."""

    board: str
    volts: float
    unused: tuple[str, ...]
    pins: Mapping[str, TrayPin]


@dataclass(frozen=True, slots=True)
class PinMap:
    """The whole table."""

    volts: float
    header: tuple[str, ...]
    buses: Mapping[str, Mapping[str, int]]
    boards: Mapping[str, Board]
    tray: Tray

    def number(self, bcm: int) -> int:
        """The place on the header, 1 to 40, of a BCM number."""
        return self.header.index(f"GPIO{bcm}") + 1

    def taken_by_buses(self, board: Board) -> dict[int, str]:
        """The pins that *board* must leave to the buses, and to which."""
        lines = [(bus, line, pin) for bus, wires in self.buses.items() for line, pin in wires.items()]
        return {pin: f"{bus} {line}" for bus, line, pin in lines if not {bus, f"{bus} {line}"} & {*board.takes}}


def load(path: Path = PINS) -> PinMap:
    """Read the table."""
    return read(tomllib.loads(path.read_text(encoding="utf-8")))


def read(table: Table) -> PinMap:
    """Make the values of a table that was read."""
    pi = cast(Table, table["pi"])
    boards = cast(Mapping[str, Table], pi["boards"])
    return PinMap(
        cast(float, pi["volts"]),
        tuple(cast(list[str], pi["header"])),
        cast(Mapping[str, Mapping[str, int]], pi["buses"]),
        {name: _board(name, board) for name, board in boards.items()},
        _tray(cast(Table, table["tray"])),
    )


def _board(name: str, table: Table) -> Board:
    keys = {key: _numbers(table[key]) for key in KEYS if key in table}
    takes = tuple(cast(list[str], table.get("takes", [])))
    panel, upright = _panel(cast(Table, table["panel"])), cast(str, table.get("upright", ""))
    return Board(name, panel, upright, takes, keys, cast("int | None", table.get("buzzer")))


def _panel(table: Table) -> Panel:
    names = ("driver", "interface", "bus", "address", "select", "dc", "reset", "backlight")
    driver, interface, bus, address, select, dc, reset, backlight = (table.get(name) for name in names)
    return Panel(
        cast(str, driver),
        cast(str, interface),
        cast(str, bus),
        cast("int | None", address),
        cast("str | None", select),
        cast("int | None", dc),
        cast("int | None", reset),
        cast("int | None", backlight),
        cast(int, table.get("rotate", -1)),
    )


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(cast(list[int], value)) if isinstance(value, list) else (cast(int, value),)


def _tray(table: Table) -> Tray:
    rows = cast(Mapping[str, Mapping[str, str]], table["pins"])
    pins = {use: TrayPin(use, row["pin"], row["port"], row["does"]) for use, row in rows.items()}
    unused = tuple(cast(list[str], table["unused"]))
    return Tray(cast(str, table["board"]), cast(float, table["volts"]), unused, pins)


def faults(pins: PinMap) -> list[str]:
    """Everything that is wrong with the table, a sentence each; empty when it holds."""
    found = list(_faults_of_header(pins))
    for board in pins.boards.values():
        found.extend(f"{board.name}: {fault}" for fault in _faults_of_board(pins, board))
    found.extend(f"tray: {fault}" for fault in _faults_of_tray(pins.tray))
    return found


def _faults_of_header(pins: PinMap) -> Iterator[str]:
    if len(pins.header) != 40:
        yield f"expected 40 pins on the header, got {len(pins.header)}"
    yield from (f"{name} is on the header twice" for name in _twice(n for n in pins.header if n.startswith("GPIO")))
    if pins.volts > 3.3:
        yield f"a pin of the Pi stands 3.3 V, got {pins.volts}"


def _faults_of_board(pins: PinMap, board: Board) -> Iterator[str]:
    claims = list(board.claims())
    yield from (f"GPIO{pin} is used twice" for pin in _twice(pin for _, pin in claims))
    yield from (f"{key} has no pin" for key in sorted(NEEDED - board.keys.keys()))
    buses = pins.taken_by_buses(board)
    yield from (f"{use} is on GPIO{pin}, which is {buses[pin]}" for use, pin in claims if pin in buses)
    yield from (
        f"{use} is on GPIO{pin}, which is not on the header" for use, pin in claims if f"GPIO{pin}" not in pins.header
    )
    if board.panel.rotate not in range(4) or not board.upright:
        yield f"expected 0 to 3 for rotate and where it is from, got {board.panel.rotate} and {board.upright!r}"
    if board.panel.bus not in pins.buses:
        yield f"no bus is called {board.panel.bus}"


# What each pin of an Arduino Nano (or an ATmega328P in 32 pins) can be: A6 and A7 are inputs of the converter alone.
_PORTS = {f"D{n}": f"PD{n}" for n in range(8)} | {f"D{n}": f"PB{n - 8}" for n in range(8, 14)}
_ANALOG = {f"A{n}": f"PC{n}" for n in range(6)} | {"A6": "ADC6", "A7": "ADC7"}
# As they are printed along its edges, 1 to 15 and 16 to 30.
NANO = (
    *("TX1", "RX0", "RST", "GND", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12"),
    *("D13", "3V3", "REF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND", "VIN"),
)
_UART = {"receive": "D0", "send": "D1"}
_SPI = {"lamp_data": "D11", "lamp_echo": "D12", "lamp_clock": "D13"}


def _faults_of_tray(tray: Tray) -> Iterator[str]:
    used = [pin.pin for pin in tray.pins.values()]
    yield from (f"{name} is used twice" for name in _twice([*used, *tray.unused]))
    known = _PORTS | _ANALOG
    missing = sorted(known.keys() - {*used, *tray.unused})
    if missing:
        yield f"neither used nor unused: {', '.join(missing)}"
    for pin in tray.pins.values():
        yield from _faults_of_tray_pin(pin, known)


def _faults_of_tray_pin(pin: TrayPin, known: Mapping[str, str]) -> Iterator[str]:
    if known.get(pin.pin) != pin.port:
        yield f"{pin.use}: {pin.pin} is {known.get(pin.pin)}, not {pin.port}"
    if pin.does == "analog" and pin.pin not in _ANALOG:
        yield f"{pin.use}: {pin.pin} has no converter"
    if pin.does != "analog" and pin.pin in ("A6", "A7"):
        yield f"{pin.use}: {pin.pin} is an input of the converter alone"
    if (pin.does == "uart") != (pin.pin in _UART.values()) or _UART.get(pin.use, pin.pin) != pin.pin:
        yield f"{pin.use}: D0 and D1 are the serial line to the USB adapter, and nothing else is"
    if _SPI.get(pin.use, pin.pin) != pin.pin:
        yield f"{pin.use}: the lamps are shifted by SPI, whose pin for it is {_SPI[pin.use]}"
    if pin.use in ("red", "green", "blue") and pin.pin in ("D2", "D3"):
        yield f"{pin.use}: the simulator polls while {pin.pin} is low"


def _twice(names: Iterator[object] | list[object] | list[str] | Iterator[str] | Iterator[int]) -> list[str]:
    return [str(name) for name, times in Counter(names).items() if times > 1]
