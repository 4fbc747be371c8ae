"""A circuit as its netlist has it: parts, and the pins that hang together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from circuit.sexp import Sexp, child, children, parse, word

# A pin: the part's name on the drawing, and the pin's number on the part.
Node = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a circuit."""

    ref: str
    value: str
    symbol: str
    footprint: str
    kind: str


@dataclass(frozen=True, slots=True)
class Netlist:
    """A circuit: its parts by name, its nets with their pins in order."""

    parts: Mapping[str, Part]
    nets: Mapping[str, tuple[Node, ...]]

    def net_of(self, ref: str, pin: str) -> str | None:
        """The net that a pin hangs on, None if it hangs on nothing."""
        return next((name for name, nodes in self.nets.items() if (ref, pin) in nodes), None)

    def is_same(self, other: Netlist) -> bool:
        """Tell whether the same parts hang together by nets of the same names.

        KiCad puts the sheet's path before a net's name, and gives a net of its own to a pin that hangs on nothing.
        """
        return self.parts == other.parts and self._joined() == other._joined()

    def _joined(self) -> Mapping[str, tuple[Node, ...]]:
        return {name.removeprefix("/"): nodes for name, nodes in self.nets.items() if len(nodes) > 1}


def load(path: Path) -> Netlist:
    """Read a netlist in KiCad's form."""
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Netlist:
    """Read the text of a netlist in KiCad's form."""
    tree = parse(text)
    parts = [_part(comp) for comp in children(child(tree, "components"), "comp")]
    nets = {word(net, "name"): _nodes(net) for net in children(child(tree, "nets"), "net")}
    return Netlist({part.ref: part for part in sorted(parts, key=lambda part: part.ref)}, nets)


def _part(comp: Sexp) -> Part:
    library = child(comp, "libsource")
    fields = {word(item, "name"): "".join(map(str, item[2:])) for item in children(child(comp, "fields"), "field")}
    symbol = f"{word(library, 'lib')}:{word(library, 'part')}"
    return Part(word(comp, "ref"), word(comp, "value"), symbol, word(comp, "footprint"), fields["Kind"])


def _nodes(net: Sexp) -> tuple[Node, ...]:
    return tuple(sorted((word(node, "ref"), word(node, "pin")) for node in children(net, "node")))
