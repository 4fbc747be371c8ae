"""The Pi's forty pins as somebody sees them who looks for one: which is which, and what goes there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circuit.netlist import Netlist
from circuit.pins import Board, PinMap

_STEP, _LEFT, _MIDDLE, _RADIUS = 42, 60, 190, 13
_WIDE, _TALL = 2 * _LEFT + 19 * _STEP, 2 * _MIDDLE
_FILLS = {"3V3": "#e02020", "5V": "#ffffff", "GND": "#202020"}
_DARK = frozenset({"#e02020", "#202020"})
_RIM = {"5V": "#e02020"}


def all_drawings(table: PinMap, circuit: Netlist) -> Iterator[tuple[str, str]]:
    """Every drawing's name and SVG: the hand-wired box, what is measured under a HAT, what the LCD HAT takes."""
    used = {place: circuit.net_of("J1", str(place)) for place in range(1, 41)}
    wired = {place: _said(table.header[place - 1], net) for place, net in used.items() if net is not None}
    yield "box-header", draw(table.header, wired | {2: "5V: empty", 4: "5V: empty"})
    # The page without solder has the meter put to these.
    yield "hat-header", draw(table.header, {place: table.header[place - 1] for place in (1, 2, 6)})
    yield "lcd-hat-header", draw(table.header, taken(table, table.boards["waveshare-lcd-1in3"]))


def taken(table: PinMap, board: Board) -> Mapping[int, str]:
    """What a HAT on the SPI bus takes of the header, by the pin's number."""
    # There is room for no longer name.
    names = {pin: "LIGHT" if use == "backlight" else use.upper() for use, pin in board.claims()}
    bus = table.buses[board.panel.bus]
    names |= {bus[line]: line for line in ("MOSI", "SCLK", board.panel.select) if line is not None}
    supplies = {place: name for place, name in enumerate(table.header, start=1) if name in ("3V3", "GND")}
    return supplies | {table.number(pin): f"{name} (GPIO{pin})" for pin, name in names.items()}


def _said(pin: str, net: str) -> str:
    return f"{net} ({pin})" if pin.startswith("GPIO") else pin


def draw(header: tuple[str, ...], names: Mapping[int, str]) -> str:
    """The header at the rear edge of a Pi whose card is on the left; *names* by the pin's number."""
    pins = "".join(_pin(place, header[place - 1], names.get(place)) for place in range(1, len(header) + 1))
    edge = f"M4,{_TALL - 4} V{_MIDDLE - 42} a12,12 0 0 1 12,-12 H{_WIDE - 16} a12,12 0 0 1 12,12 V{_TALL - 4}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_TALL}" width="{_WIDE}" '
        'font-family="sans-serif" font-size="14" fill="#202020">\n'
        "<title>The Raspberry Pi from above, header at the back, card on the left</title>\n"
        '<rect width="100%" height="100%" fill="white"/>\n'
        f'<path fill="#eef6ee" stroke="#606060" stroke-width="1.5" d="{edge}"/>\n'
        f'<rect x="{_LEFT - 24}" y="{_MIDDLE - 42}" width="{19 * _STEP + 48}" height="84" fill="#d8d8d8"/>\n'
        f"{pins}</svg>\n"
    )


def _pin(place: int, what: str, name: str | None) -> str:
    """One pin: even numbers at the edge, odd ones towards the middle of the Pi; names turned to stand clear."""
    x = _LEFT + (place - 1) // 2 * _STEP
    at_edge = place % 2 == 0
    y = _MIDDLE + (-20 if at_edge else 20)
    fill = "#ffffff" if name is None else _FILLS.get(what, "#f0b020")
    rim = "#a0a0a0" if name is None else _RIM.get(what, "#606060")
    digits = "#ffffff" if fill in _DARK else "#202020"
    # Pin 1's pad is square on the board too.
    shape = _square(x, y) if place == 1 else f'circle cx="{x}" cy="{y}" r="{_RADIUS}"'
    shape = f'<{shape} fill="{fill}" stroke="{rim}" stroke-width="2"/>'
    number = f'<text x="{x}" y="{y + 5}" text-anchor="middle" fill="{digits}">{place}</text>\n'
    return f"{shape}{number}" + ("" if name is None else _name(x, y, at_edge, name))


def _square(x: int, y: int) -> str:
    return f'rect x="{x - _RADIUS}" y="{y - _RADIUS}" width="{2 * _RADIUS}" height="{2 * _RADIUS}"'


def _name(x: int, y: int, at_edge: bool, name: str) -> str:
    to, anchor = (y - 40, "start") if at_edge else (y + 30, "end")
    return f'<text transform="translate({x + 5},{to}) rotate(-90)" text-anchor="{anchor}">{name}</text>\n'
