"""Symbols out of KiCad's libraries, as a drawing embeds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from circuit.places import SYMBOLS
from circuit.sexp import Sexp, Text, child, children, parse, word


@dataclass(frozen=True, slots=True)
class Pin:
    """Where a wire meets a pin, seen from the symbol's middle (y upwards), and which way the pin runs from there."""

    number: str
    name: str
    x: float
    y: float
    angle: int


@cache
def _library(name: str) -> dict[str, list[Sexp]]:
    tree = parse((SYMBOLS / f"{name}.kicad_sym").read_text(encoding="utf-8"))
    return {str(symbol[1]): symbol for symbol in children(tree, "symbol")}


def symbol(full_name: str) -> list[Sexp]:
    """The symbol under its full name, with what it inherits written out."""
    library, name = full_name.split(":")
    own = _library(library)[name]
    parent = next(children(own, "extends"), None)
    if parent is None:
        return [own[0], Text(full_name), *own[2:]]
    return _inherited(full_name, own, _library(library)[str(parent[1])], str(parent[1]))


def _inherited(full_name: str, own: list[Sexp], parent: list[Sexp], parent_name: str) -> list[Sexp]:
    properties = {str(item[1]): item for item in children(parent, "property")}
    properties.update({str(item[1]): item for item in children(own, "property")})
    rest = [item for item in parent[2:] if not (isinstance(item, list) and item[0] in ("property", "symbol"))]
    name = full_name.split(":")[1]
    units = [_renamed(unit, parent_name, name) for unit in children(parent, "symbol")]
    closing = [item for item in rest if isinstance(item, list) and item[0] == "embedded_fonts"]
    opening = [item for item in rest if item not in closing]
    return [parent[0], Text(full_name), *opening, *properties.values(), *units, *closing]


def _renamed(unit: list[Sexp], old: str, new: str) -> Sexp:
    return [unit[0], Text(new + str(unit[1]).removeprefix(old)), *unit[2:]]


def pins(full_name: str) -> Iterator[Pin]:
    """Every pin of a symbol."""
    for unit in children(symbol(full_name), "symbol"):
        for pin in children(unit, "pin"):
            _, x, y, angle = child(pin, "at")
            yield Pin(word(pin, "number"), word(pin, "name"), float(str(x)), float(str(y)), int(float(str(angle))))
