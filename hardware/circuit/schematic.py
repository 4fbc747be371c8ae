"""The tray's circuit as a KiCad drawing: every part once, every pin with the name of its net.

Nets are told by name and not by lines across the sheet, so the drawing can be made from the netlist alone; KiCad's own
checks then hold the board against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from circuit.fixed import fixed_name
from circuit.netlist import Netlist, Part
from circuit.sexp import Sexp, Text, dump
from circuit.symbols import Pin, pins, symbol

_VERSION = "20250114"
_STUB = 2.54
# Which way a label runs from a pin that runs this way, and where its text is held.
_LABELS = {0: (180, "right"), 180: (0, "left"), 90: (270, "right"), 270: (90, "left")}
_AWAY = {0: (-1, 0), 180: (1, 0), 90: (0, 1), 270: (0, -1)}
_GROUND = "GND"
_FLAG = "power:PWR_FLAG"

# The sheet in columns: a heading, where it begins, and the parts below one another.
_COLUMNS: tuple[tuple[str, float, tuple[tuple[str, ...], ...]], ...] = (
    (
        "Microcontroller board",
        50.8,
        (("A1",), ("SW1", "J1"), ("R4", "C5"), ("C3",), ("C4",), ("H1", "H2"), ("H3", "H4")),
    ),
    ("Lights of one colour", 119.38, (("R1", "Q6"), ("RN1",), ("R2", "Q7"), ("RN2",), ("R3", "Q8"), ("RN3",))),
    ("Lights of a hole", 195.58, (("D1",), ("D2",), ("D3",), ("D4",), ("D5",))),
    (
        "What sees the peg",
        233.68,
        (("Q1", "Q2"), ("Q3", "Q4"), ("Q5",), ("RN4",), ("TP1", "TP2"), ("TP3", "TP4"), ("TP5", "TP6"), ("TP7",)),
    ),
    ("Lamps (optional)", 312.42, (("U1", "C1"), ("U2", "C2"), ("RN5",), ("RN6",))),
    ("", 370.84, (("D6",), ("D7",), ("D8",), ("D9",), ("D10",))),
)
_TOP, _HEIGHTS = 40.64, {"A1": 81.28, "U1": 60.96, "U2": 60.96}
_ROW, _ASIDE = 33.02, 33.02


def draw(circuit: Netlist, name: str) -> str:
    """The whole drawing; *name* is the project's."""
    root = fixed_name("sheet", name)
    used = sorted({part.symbol for part in circuit.parts.values()} | {_FLAG})
    body: list[Sexp] = [
        "kicad_sch",
        ["version", _VERSION],
        ["generator", Text("codemaker")],
        ["generator_version", Text("9.0")],
        ["uuid", Text(root)],
        ["paper", Text("A3")],
        [
            "title_block",
            ["title", Text("Codemaker tray")],
            ["comment", "1", Text("Made from the netlist: do not edit")],
        ],
        ["lib_symbols", *(symbol(full_name) for full_name in used)],
    ]
    places = dict(_places())
    body.extend(_headings())
    for part in circuit.parts.values():
        body.extend(_part(circuit, part, places[part.ref], (name, root)))
    body.extend(_flag(places["C3"], (name, root)))
    body.append(["sheet_instances", ["path", Text("/"), ["page", Text("1")]]])
    body.append(["embedded_fonts", "no"])
    return dump(body) + "\n"


def _places() -> Iterator[tuple[str, tuple[float, float]]]:
    for _, x, rows in _COLUMNS:
        y = _TOP
        for refs in rows:
            y += max(_HEIGHTS.get(ref, _ROW) for ref in refs) / 2
            yield from ((ref, (_grid(x + _ASIDE * place), _grid(y))) for place, ref in enumerate(refs))
            y += max(_HEIGHTS.get(ref, _ROW) for ref in refs) / 2


def _headings() -> Iterator[Sexp]:
    for text, x, _ in _COLUMNS:
        if text:
            at: Sexp = ["at", _mm(x), _mm(_TOP - 12.7), "0"]
            yield ["text", Text(text), ["exclude_from_sim", "no"], at, _effects(2.54), _uuid("heading", text)]


def _part(circuit: Netlist, part: Part, at: tuple[float, float], project: tuple[str, str]) -> Iterator[Sexp]:
    yield _instance(part, at, project, on_board=True)
    for pin in pins(part.symbol):
        net = circuit.net_of(part.ref, pin.number)
        yield from _wire(f"{part.ref}.{pin.number}", _meets(at, pin), pin.angle, net)


def _meets(at: tuple[float, float], pin: Pin) -> tuple[float, float]:
    return at[0] + pin.x, at[1] - pin.y


def _wire(key: str, at: tuple[float, float], angle: int, net: str | None) -> Iterator[Sexp]:
    """A stub with the net's name at its end, or the cross of a pin that hangs on nothing."""
    x, y = at
    if net is None:
        yield ["no_connect", ["at", _mm(x), _mm(y)], _uuid("open", key)]
        return
    dx, dy = _AWAY[angle]
    end = x + dx * _STUB, y + dy * _STUB
    points: Sexp = ["pts", ["xy", _mm(x), _mm(y)], ["xy", _mm(end[0]), _mm(end[1])]]
    stroke: Sexp = ["stroke", ["width", "0"], ["type", "default"]]
    yield ["wire", points, stroke, _uuid("wire", key)]
    turned, held = _LABELS[angle]
    place: Sexp = ["at", _mm(end[0]), _mm(end[1]), str(turned)]
    yield ["label", Text(net), place, _effects(1.27, held), _uuid("label", key)]


def _instance(part: Part, at: tuple[float, float], project: tuple[str, str], on_board: bool) -> Sexp:
    name, root = project
    beside = _beside(part.symbol, at)
    bought = "no" if part.kind in ("", "hole", "test") else "yes"
    shown = {
        "Reference": part.ref,
        "Value": part.value,
        "Footprint": part.footprint,
        "Datasheet": "~",
        "Kind": part.kind,
    }
    return [
        "symbol",
        ["lib_id", Text(part.symbol)],
        ["at", _mm(at[0]), _mm(at[1]), "0"],
        ["unit", "1"],
        ["exclude_from_sim", "no"],
        ["in_bom", bought],
        ["on_board", "yes" if on_board else "no"],
        ["dnp", "no"],
        _uuid("part", part.ref),
        *(_property(key, value, beside) for key, value in shown.items()),
        *(["pin", Text(pin.number), _uuid("pin", part.ref, pin.number)] for pin in pins(part.symbol)),
        [
            "instances",
            ["project", Text(name), ["path", Text(f"/{root}"), ["reference", Text(part.ref)], ["unit", "1"]]],
        ],
    ]


def _property(key: str, value: str, at: tuple[float, float]) -> Sexp:
    hidden: list[Sexp] = [] if key in ("Reference", "Value") else [["hide", "yes"]]
    shift = -2.54 if key == "Reference" else 0.0
    effects = [*_effects(1.27), *hidden]
    return ["property", Text(key), Text(value), ["at", _mm(at[0]), _mm(at[1] + shift), "0"], effects]


def _beside(full_name: str, at: tuple[float, float]) -> tuple[float, float]:
    """Where a part's name and value cover nothing else."""
    found = list(pins(full_name))
    right, top = max((pin.x for pin in found), default=0.0), max((pin.y for pin in found), default=0.0)
    across = any(pin.angle in (0, 180) for pin in found)
    along = any(pin.angle in (90, 270) for pin in found)
    if along and across and len(found) > 3:
        return at[0] + 7.62, at[1] + top + 5.08
    if along:
        return at[0] + right + 3.81, at[1] + 1.27
    return at[0] - 5.08, at[1] - top - 5.08


def _flag(beside: tuple[float, float], project: tuple[str, str]) -> Iterator[Sexp]:
    """Says that the ground is supplied: the Nano's ground comes by its USB cable, which is not drawn."""
    part = Part("#FLG01", "PWR_FLAG", _FLAG, "", "")
    at = _grid(beside[0] + _ASIDE), beside[1]
    yield _instance(part, at, project, on_board=False)
    for pin in pins(_FLAG):
        yield from _wire(part.ref, _meets(at, pin), pin.angle, _GROUND)


def _effects(size: float, held: str = "left") -> list[Sexp]:
    return ["effects", ["font", ["size", _mm(size), _mm(size)]], ["justify", held]]


def _uuid(*words: str) -> Sexp:
    return ["uuid", Text(fixed_name(*words))]


def _mm(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _grid(value: float) -> float:
    return round(value / 2.54) * 2.54
