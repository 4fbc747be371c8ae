"""A drawing of one hole, one light of each colour and the button, wired as a person would, with parts as they look.

A wire joins two leads that the netlist joins; the tests hold each of them against it. In place of a network the
drawing has the single resistor that is wired by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from circuit.parts import Kinds
from circuit.pins import NANO

Point: TypeAlias = tuple[float, float]

WIDTH, HEIGHT = 1500, 1010
RAIL, GROUND = 50.0, 950.0
RED, BLACK, YELLOW, GREEN, BLUE, PINK, ORANGE = (
    "#d32626", "#202020", "#d9a400", "#1f9d3a", "#2456d6", "#e0559b", "#e87b1c",
)  # fmt: skip
# IEC 60062, and gold for 5 percent.
BANDS = ("#000000", "#7b4a1e", "#d32626", "#e87b1c", "#e8d21c", "#1f9d3a", "#2456d6", "#8a3bb5", "#8a8a8a", "#ffffff")
GOLD = "#c9a227"

# The rows of the three colours: the Nano's pin, base resistor, transistor, network, height in the drawing.
ROWS = (("blue", "D7", "R3", "Q8", "RN3", 340.0), ("green", "D6", "R2", "Q7", "RN2", 500.0),
        ("red", "D5", "R1", "Q6", "RN1", 660.0))  # fmt: skip
LEGS = {"blue": 430.0, "green": 450.0, "red": 490.0}


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from one lead to another, named as in ``Draft``; ``+5V`` and ``GND`` are the rails."""

    start: str
    end: str
    colour: str
    points: Sequence[Point]


def bands(ohms: float) -> tuple[str, ...]:
    """The colours of the four rings of a resistor of 5 percent.

    >>> [BANDS.index(colour) for colour in bands(3300)[:3]]
    [3, 3, 2]
    """
    digits = f"{ohms:.0f}"
    return (BANDS[int(digits[0])], BANDS[int(digits[1])], BANDS[len(digits) - 2], GOLD)


def pin_at(number: int) -> Point:
    """The place of a pin of the Nano, whose USB plug is on top: 16 to 30 on the left, 15 to 1 on the right."""
    return (575.0, 240.0 + 34 * (number - 16)) if number > 15 else (725.0, 240.0 + 34 * (15 - number))


def _pin(name: str) -> Point:
    return pin_at(NANO.index(name) + 1)


def wires() -> Iterator[Wire]:
    """Every wire of the drawing."""
    for colour, pin, base, transistor, network, y in ROWS:
        yield from _row(colour, pin, base, transistor, network, y)
    yield Wire("D1.A", "+5V", RED, ((1262, 470), (1262, RAIL)))
    sensor = _pin("A0")
    yield Wire("Q1.C", "+5V", RED, ((235, 330), (165, 330), (165, RAIL)))
    yield Wire("Q1.E", "A1.A0", YELLOW, ((265, 330), (265, sensor[1]), sensor))
    yield Wire("RN4.R1", "A1.A0", YELLOW, ((420, 430), (420, sensor[1])))
    yield Wire("RN4.common", "GND", BLACK, ((420, 530), (420, GROUND)))
    yield Wire("A1.5V", "+5V", RED, (_pin("5V"), (510, _pin("5V")[1]), (510, RAIL)))
    ground = pin_at(29)
    yield Wire("A1.29", "GND", BLACK, (ground, (530, ground[1]), (530, GROUND)))
    yield from _capacitors()
    yield from _button()


def _row(colour: str, pin: str, base: str, transistor: str, network: str, y: float) -> Iterator[Wire]:
    ink = {"blue": BLUE, "green": GREEN, "red": PINK}[colour]
    start = _pin(pin)
    aside = {"blue": 775.0, "green": 790.0, "red": 760.0}[colour]
    yield Wire(f"A1.{pin}", f"{base}.1", ink, (start, (aside, start[1]), (aside, y), (800, y)))
    yield Wire(f"{base}.2", f"{transistor}.B", ink, ((900, y), (925, y), (925, y + 24), (980, y + 24), (980, y)))
    yield Wire(f"{transistor}.E", "GND", BLACK, ((960, y), (960, y + 48), (942, y + 48), (942, GROUND)))
    yield Wire(f"{transistor}.C", f"{network}.common", ink, ((1000, y), (1100, y)))
    turn = {"blue": 1230.0, "green": 1240.0, "red": 1250.0}[colour]
    lead = {"blue": "BK", "green": "GK", "red": "RK"}[colour]
    leg = LEGS[colour]
    yield Wire(f"{network}.R1", f"D1.{lead}", ink, ((1200, y), (turn, y), (turn, leg), (1290, leg)))


def _capacitors() -> Iterator[Wire]:
    for ref, x in (("C3", 66.0), ("C4", 126.0)):
        yield Wire(f"{ref}.1", "+5V", RED, ((x - 8, 560), (x - 26, 560), (x - 26, RAIL)))
        yield Wire(f"{ref}.2", "GND", BLACK, ((x + 8, 560), (x + 8, GROUND)))


def _button() -> Iterator[Wire]:
    start = _pin("D8")
    yield Wire("A1.D8", "R4.1", ORANGE, (start, (760, start[1]), (760, 150), (800, 150)))
    yield Wire("R4.2", "SW1.1", ORANGE, ((900, 150), (1010, 150)))
    yield Wire("C5.1", "SW1.1", ORANGE, ((1032, 235), (960, 235), (960, 150)))
    yield Wire("SW1.2", "GND", BLACK, ((1090, 150), (1475, 150), (1475, GROUND)))
    yield Wire("C5.2", "SW1.2", BLACK, ((1048, 235), (1130, 235), (1130, 150)))


# What the parts look like


def words(x: float, y: float, text: str, *, size: int = 18, anchor: str = "middle", ink: str = "#202020") -> str:
    """A text of SVG."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{ink}">{text}</text>'
    )


def _box(x: float, y: float, wide: float, high: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" fill="{fill}" stroke="#202020" {more}/>'


def line(points: Sequence[Point], ink: str, wide: float) -> str:
    """A line of SVG through *points*."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="{wide:g}" stroke-linejoin="round"/>'


def _resistor(x: float, y: float, ohms: float, name: str) -> Iterator[str]:
    """A resistor of 100 by 22, its left lead at x."""
    yield line(((x, y), (x + 100, y)), "#9a9a9a", 4)
    yield _box(x + 18, y - 11, 64, 22, "#e3c79a", 'rx="9"')
    for place, colour in zip((26, 38, 50, 68), bands(ohms), strict=True):
        yield f'<rect x="{x + place:g}" y="{y - 11:g}" width="6" height="22" fill="{colour}"/>'
    yield words(x + 50, y - 18, name)


def _transistor(y: float, name: str) -> Iterator[str]:
    for x, lead in ((960, "E"), (980, "B"), (1000, "C")):
        yield line(((x, y - 40), (x, y)), "#9a9a9a", 4)
        yield words(x + 3, y - 24, lead, size=13, anchor="start", ink="#606060")
    yield f'<path d="M948,{y - 40:g} V{y - 75:g} Q980,{y - 92:g} 1012,{y - 75:g} V{y - 40:g} Z" fill="#2b2b2b"/>'
    yield words(980, y - 52, "2N3904", size=14, ink="#ffffff")
    yield words(1024, y - 58, name, anchor="start")


def _nano() -> Iterator[str]:
    yield _box(560, 180, 180, 570, "#1d4f9c", 'rx="8"')
    yield _box(615, 160, 70, 70, "#c9ccd1")
    yield words(650, 200, "USB")
    yield f'<g transform="translate(650 440) rotate(45)">{_box(-24, -24, 48, 48, "#2b2b2b")}</g>'
    yield words(650, 740, "Arduino Nano", ink="#ffffff")
    for number, name in enumerate(NANO, start=1):
        x, y = pin_at(number)
        left = number > 15
        yield f'<circle cx="{x:g}" cy="{y:g}" r="7" fill="#e6c34a" stroke="#202020"/>'
        yield words(x + (14 if left else -14), y + 6, name, size=15, anchor="start" if left else "end", ink="#ffffff")


def _light() -> Iterator[str]:
    for name, y, x in (("blue", 430, 1290), ("green", 450, 1290), ("5 V", 470, 1262), ("red", 490, 1290)):
        yield line(((x, y), (1330, y)), "#9a9a9a", 4)
        yield words(1412, y + 5, name, size=14, anchor="start", ink="#606060")
    yield _box(1328, 415, 12, 90, "#e8e8ee")
    yield '<path d="M1340,420 H1362 A40,40 0 0 1 1362,500 H1340 Z" fill="#f4f4fa" stroke="#202020"/>'
    yield words(1345, 402, "D1 RGB LED")
    yield words(1345, 530, "longest lead: 5 V", size=14)


def _eye() -> Iterator[str]:
    for x, name in ((235, "flat: C"), (265, "E")):
        yield line(((x, 265), (x, 330)), "#9a9a9a", 4)
        yield words(x + (-6 if x == 235 else 6), 300, name, size=14, anchor="end" if x == 235 else "start")
    yield '<path d="M228,256 V215 A22,26 0 0 1 272,215 V256 Z" fill="#d9ecf7" stroke="#202020"/>'
    yield _box(226, 256, 52, 10, "#c3dceb")
    yield words(250, 176, "Q1 TEPT5600")


def _others(kinds: Kinds) -> Iterator[str]:
    yield _box(1020, 118, 62, 62, "#4a4a4a", 'rx="4"')
    yield '<circle cx="1051" cy="149" r="18" fill="#202020" stroke="#888888"/>'
    for x in (1010, 1082):
        yield line(((x, 150), (x + 10, 150)), "#9a9a9a", 5)
    yield words(1051, 108, "SW1 button")
    for x in (1032, 1048):
        yield line(((x, 215), (x, 235)), "#9a9a9a", 4)
    yield _ceramic(1040, 222, kinds["shield"].value)
    yield words(1040, 258, "C5", size=16)
    for x in (58, 74, 118, 134):
        yield line(((x, 540), (x, 560)), "#9a9a9a", 4)
    yield _box(50, 470, 32, 72, "#2456a6", 'rx="4"')
    yield _box(74, 470, 8, 72, "#d9e2f2")
    yield words(72, 456, f"C3 {kinds['reservoir'].value}")
    yield words(46, 590, "+", size=20)
    yield _ceramic(126, 540, kinds["bypass"].value)
    yield words(112, 505, f"C4 {kinds['bypass'].value}", anchor="start")


def _ceramic(x: float, y: float, value: str) -> str:
    shape = f'<ellipse cx="{x:g}" cy="{y - 10:g}" rx="18" ry="14" fill="#e0a458" stroke="#202020"/>'
    return shape + words(x, y - 5, value, size=13)


def _parts(kinds: Kinds) -> Iterator[str]:
    yield from _nano()
    for colour, _, base, transistor, network, y in ROWS:
        yield from _resistor(800, y, kinds["base"].ohms, f"{base} {kinds['base'].value}")
        yield from _resistor(1100, y, kinds[colour].ohms, f"{network} {kinds[colour].value}")
        yield from _transistor(y, transistor)
    yield from _resistor(800, 150, kinds["guard"].ohms, f"R4 {kinds['guard'].value}")
    upright = "".join(_resistor(0, 0, kinds["load"].ohms, ""))
    yield f'<g transform="translate(420 430) rotate(90)">{upright}</g>'
    yield words(400, 485, f"RN4 {kinds['load'].value}", anchor="end")
    yield from _light()
    yield from _eye()
    yield from _others(kinds)


def draw(kinds: Kinds) -> str:
    """The drawing as SVG."""
    found = list(wires())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH // 2}">',
        "<title>One hole of the tray, its three lights and the button, wired by hand</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        words(40, RAIL - 14, "5 V", anchor="start"),
        words(40, GROUND + 30, "GND", anchor="start"),
        words(
            WIDTH / 2,
            GROUND + 42,
            "Holes 2 to 5 have a light, a phototransistor and four resistors of their own; "
            "transistors, R1 to R4 and the button are there once.",
        ),
    ]
    # White beneath each wire shows where two only cross.
    for wire in found:
        lines += [line(wire.points, "#ffffff", 12), line(wire.points, wire.colour, 5)]
    lines += [line(((20, y), (WIDTH - 15, y)), ink, 10) for y, ink in ((RAIL, RED), (GROUND, BLACK))]
    dots = {wire.points[-1] for wire in found if wire.points[-1][1] in (RAIL, GROUND)}
    dots |= {(420.0, _pin("A0")[1]), (960.0, 150.0), (1130.0, 150.0)}
    lines += [f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="#202020"/>' for x, y in sorted(dots)]
    return "\n".join([*lines, *_parts(kinds), "</svg>"]) + "\n"
