"""The tray's circuit by function, with wires instead of names of nets: one hole, one light of each colour, the button.

A wire joins leads that the netlist joins; the tests hold each of them against it. The lamps, which are optional, are
in the drawing that KiCad makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from circuit.parts import Kinds
from circuit.sketch import Point, Wire, line, words

WIDTH, HEIGHT = 1460, 660
RAIL, GROUND = 60.0, 580.0
_INK = "#202020"
# A colour's column: the Nano's pin, base resistor, transistor, network, lead of the light, place.
COLUMNS = (("red", "D5", "R1", "Q6", "RN1", "RK", 290.0), ("green", "D6", "R2", "Q7", "RN2", "GK", 540.0),
           ("blue", "D7", "R3", "Q8", "RN3", "BK", 790.0))  # fmt: skip


def wires() -> Iterator[Wire]:
    """Every wire of the drawing."""

    def wire(start: str, end: str, *points: Point) -> Wire:
        return Wire(start, end, _INK, points)

    for ref, x in (("C3", 50.0), ("C4", 110.0)):
        yield wire(f"{ref}.1", "+5V", (x, 310), (x, RAIL))
        yield wire(f"{ref}.2", "GND", (x, 322), (x, GROUND))
    for _, pin, base, transistor, network, lead, x in COLUMNS:
        yield wire("D1.A", "+5V", (x, 130), (x, 100), (540, 100), (540, RAIL))
        yield wire(f"D1.{lead}", f"{network}.R1", (x, 170), (x, 230))
        yield wire(f"{network}.common", f"{transistor}.C", (x, 310), (x, 380))
        yield wire(f"{transistor}.E", "GND", (x, 460), (x, GROUND))
        yield wire(f"A1.{pin}", f"{base}.1", (x - 145, 420), (x - 125, 420))
        yield wire(f"{base}.2", f"{transistor}.B", (x - 65, 420), (x - 40, 420))
    yield wire("Q1.C", "+5V", (1000, 160), (1000, RAIL))
    yield wire("Q1.E", "A1.A0", (1000, 240), (1000, 320), (1060, 320))
    yield wire("RN4.R1", "Q1.E", (1000, 380), (1000, 320))
    yield wire("RN4.common", "GND", (1000, 460), (1000, GROUND))
    yield wire("A1.D8", "R4.1", (1140, 220), (1160, 220))
    yield wire("R4.2", "SW1.1", (1220, 220), (1270, 220), (1270, 330))
    yield wire("SW1.2", "GND", (1270, 390), (1270, GROUND))
    yield wire("C5.1", "R4.2", (1340, 350), (1340, 220), (1220, 220))
    yield wire("C5.2", "GND", (1340, 362), (1340, GROUND))
    yield wire("J1.1", "R4.2", (1410, 330), (1410, 220), (1220, 220))
    yield wire("J1.2", "GND", (1410, 390), (1410, GROUND))


def draw(kinds: Kinds) -> str:
    """The drawing as SVG."""
    found = list(wires())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH // 2}">',
        "<title>The tray by function: supply, one light of each colour, one phototransistor, the button</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        *(line(((20, y), (WIDTH - 20, y)), _INK, 3) for y in (RAIL, GROUND)),
        words(24, RAIL - 12, "+5 V, from the Nano's USB", anchor="start"),
        words(24, GROUND + 30, "GND", anchor="start"),
        words(540, GROUND + 52, "the light of one hole; the transistors switch all five", size=16),
        words(1000, GROUND + 52, "phototransistor, one for each hole", size=16),
        words(1310, GROUND + 52, "button", size=16),
        words(90, GROUND + 52, "supply", size=16),
        *(line(wire.points, _INK, 2.5) for wire in found),
        *(f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{_INK}"/>' for x, y in _joints(found)),
        *_symbols(kinds),
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _joints(found: Sequence[Wire]) -> list[Point]:
    ends = {wire.points[-1] for wire in found if wire.points[-1][1] in (RAIL, GROUND)}
    return sorted(ends | {(540.0, 100.0), (1000.0, 320.0), (1270.0, 220.0), (1340.0, 220.0)})


# Symbols, as in IEC 60617


def _symbols(kinds: Kinds) -> Iterator[str]:
    for colour, pin, base, transistor, network, _, x in COLUMNS:
        yield from _light(x, colour)
        yield from _upright(x, 230, f"{network} {kinds[colour].value}")
        yield from _transistor(x, transistor)
        yield _box(x - 125, 410, 60, 20)
        yield words(x - 95, 402, f"{base} {kinds['base'].value}", size=15)
        yield from _pin(x - 145, 420, pin, "end")
    yield words(556, 92, "D1", anchor="start")
    yield from _eye()
    yield from _upright(1000, 380, f"RN4 {kinds['load'].value}")
    yield from _pin(1060, 320, "A0", "start")
    yield from _pin(1140, 220, "D8", "end")
    yield _box(1160, 210, 60, 20)
    yield words(1190, 202, f"R4 {kinds['guard'].value}", size=15)
    yield from _contact(1270, "SW1")
    yield from _contact(1410, "J1")
    yield from _capacitor(50, 310, f"C3 {kinds['reservoir'].value}")
    yield words(30, 304, "+", size=18)
    yield from _capacitor(110, 310, f"C4 {kinds['bypass'].value}")
    yield from _capacitor(1340, 350, "")
    yield words(1346, 440, f"C5 {kinds['shield'].value}", size=15, anchor="start")


def _box(x: float, y: float, wide: float, high: float) -> str:
    size = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    return f'<rect {size} fill="white" stroke="{_INK}" stroke-width="2.5"/>'


def _upright(x: float, y: float, name: str) -> Iterator[str]:
    yield _box(x - 10, y, 20, 80)
    yield words(x + 18, y + 46, name, size=15, anchor="start")


def _pin(x: float, y: float, name: str, side: str) -> Iterator[str]:
    """A pin of the Nano: a ring at the wire's end, and its name beyond."""
    yield f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="white" stroke="{_INK}" stroke-width="2"/>'
    yield words(x + (-10 if side == "end" else 10), y + 6, name, anchor=side)


def _light(x: float, colour: str) -> Iterator[str]:
    yield f'<path d="M{x - 18:g},130 H{x + 18:g} L{x:g},166 Z" fill="white" stroke="{_INK}" stroke-width="2.5"/>'
    yield line(((x - 18, 168), (x + 18, 168)), _INK, 3)
    yield from (_arrow((x + 22, 150 + n), (x + 44, 134 + n)) for n in (0, 14))
    yield words(x + 52, 160, colour, size=15, anchor="start")


def _transistor(x: float, name: str) -> Iterator[str]:
    yield f'<circle cx="{x - 8:g}" cy="420" r="34" fill="white" stroke="{_INK}" stroke-width="2"/>'
    yield line(((x - 42, 420), (x - 22, 420)), _INK, 2.5)
    yield line(((x - 22, 400), (x - 22, 440)), _INK, 4)
    yield line(((x - 22, 412), (x, 392), (x, 380)), _INK, 2.5)
    yield _arrow((x - 22, 428), (x, 448))
    yield line(((x, 448), (x, 460)), _INK, 2.5)
    yield words(x + 30, 392, f"{name} 2N3904", size=15, anchor="start")


def _eye() -> Iterator[str]:
    yield f'<circle cx="992" cy="200" r="34" fill="white" stroke="{_INK}" stroke-width="2"/>'
    yield line(((978, 180), (978, 220)), _INK, 4)
    yield line(((978, 192), (1000, 172), (1000, 160)), _INK, 2.5)
    yield _arrow((978, 208), (1000, 228))
    yield line(((1000, 228), (1000, 240)), _INK, 2.5)
    yield from (_arrow((926, 176 + n), (952, 190 + n)) for n in (0, 16))
    yield words(1034, 166, "Q1 TEPT5600", size=15, anchor="start")


def _contact(x: float, name: str) -> Iterator[str]:
    for y in (330, 390):
        yield f'<circle cx="{x:g}" cy="{y}" r="4" fill="white" stroke="{_INK}" stroke-width="2"/>'
    yield line(((x, 386), (x - 20, 338)), _INK, 2.5)
    yield words(x + 8, 366, name, size=15, anchor="start")


def _capacitor(x: float, y: float, name: str) -> Iterator[str]:
    yield from (line(((x - 16, at), (x + 16, at)), _INK, 3) for at in (y, y + 12))
    yield words(x + 6, y + 32, name, size=15, anchor="start")


def _arrow(start: Point, end: Point) -> str:
    (x, y), (u, v) = start, end
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    dx, dy = (u - x) / length, (v - y) / length
    tips = ((u - 10 * dx - 5 * dy, v - 10 * dy + 5 * dx), (u - 10 * dx + 5 * dy, v - 10 * dy - 5 * dx))
    head = " ".join(f"{a:.1f},{b:.1f}" for a, b in (end, *tips))
    return line((start, end), _INK, 2.2) + f'<polygon points="{head}" fill="{_INK}"/>'
