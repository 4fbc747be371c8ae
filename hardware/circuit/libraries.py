"""What KiCad's libraries say of the kinds of part: their symbols' pins, their footprints' pads."""

from __future__ import annotations

from collections.abc import Iterator

from circuit.parts import Kind, Kinds
from circuit.places import FOOTPRINTS
from circuit.sexp import Sexp, child, children, parse
from circuit.symbols import pins

# How the symbols name the leads whose order matters.
NAMES = {
    "red": "RK", "green": "GK", "blue": "BK", "anode": "A", "cathode": "K", "first": "A1", "second": "A2",
    "collector": "C", "base": "B", "emitter": "E", "common": "common", "carry": "QH'", "data": "SER", "clock": "SRCLK",
    "latch": "RCLK", "clear": "~{SRCLR}", "enable": "~{OE}",
}  # fmt: skip
# A pad is drilled by the grid of its drawing, in inches or millimetres.
NEAR_MM = 0.1


def faults_of_symbols(kinds: Kinds) -> Iterator[str]:
    """Give each lead that a symbol numbers in another order than the maker's drawing."""
    for kind in kinds.values():
        named = {pin.name: pin.number for pin in pins(kind.symbol)}
        for lead, numbers in kind.leads.items():
            name = NAMES.get(lead)
            if name in named and (named[name],) != numbers:
                yield f"{kind.key}: expected {lead} on lead {', '.join(numbers)}, got {named[name]} on the symbol"


def faults_of_footprints(kinds: Kinds) -> Iterator[str]:
    """Give each footprint with other pads than the symbol's pins, or with outer pads that do not fit the leads."""
    for kind in kinds.values():
        wanted = {pin.number for pin in pins(kind.symbol)}
        pads = list(_pads(kind))
        found = {name for name, _ in pads} - {""}
        if found != wanted:
            yield f"{kind.key}: expected a footprint with {len(wanted)} pads, got {len(found)}, in {kind.footprint}"
        elif kind.spread is not None:
            spread = sorted(max(at[axis] for _, at in pads) - min(at[axis] for _, at in pads) for axis in (0, 1))
            if any(abs(one - other) > NEAR_MM for one, other in zip(spread, sorted(kind.spread), strict=True)):
                yield f"{kind.key}: expected leads {kind.spread} mm apart, got {spread}, in {kind.footprint}"


def _pads(kind: Kind) -> Iterator[tuple[str, tuple[float, float]]]:
    library, name = kind.footprint.split(":")
    tree = parse((FOOTPRINTS / f"{library}.pretty" / f"{name}.kicad_mod").read_text(encoding="utf-8"))
    for pad in children(tree, "pad"):
        yield str(pad[1]), _place(pad)


def _place(pad: list[Sexp]) -> tuple[float, float]:
    x, y = (float(str(value)) for value in child(pad, "at")[1:3])
    return x, y
