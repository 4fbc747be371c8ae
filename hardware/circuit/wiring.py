"""Drawings of what is wired to what, made from the netlist with wireviz.

A drawing shows some of a circuit's parts; what hangs together is drawn as wires from the part in the middle. wireviz
reads a text of its own, which is kept beside the drawing: where letters are of another width the drawing comes out
different, the text does not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from circuit.netlist import Netlist, Node
from circuit.pins import NANO, load

_COLOURS = {"GND": "BK", "+3V3": "RD", "+5V": "RD", "RED": "PK", "GREEN": "GN", "BLUE": "BU"}
# Told apart at a glance; beyond these the same ones come again, in the drawing of the lamps.
_OTHERS = ("YE", "OG", "VT", "GN", "BU", "BN", "TQ", "PK", "OL", "GY", "WH")

# The nets of a colour of light begin with its name.
_LIGHT = re.compile(r"^(RED|GREEN|BLUE)[_\d].*")

# Which pins hang together, and how the net is called.
Wire = tuple[str, Node, Node]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Some parts of a circuit; wires go out from the first of them. Some nets may be another drawing's."""

    name: str
    circuit: str
    parts: tuple[str, ...]
    but: tuple[str, ...] = ()


_REGISTERS = ("+5V", "LAMP_CLOCK", "LAMP_DATA", "LAMP_ECHO", "LAMP_LATCH", "LAMP_ON")
_LIGHTS = tuple(f"D{n}" for n in range(1, 6))
DRAWINGS = (
    Drawing("box", "box", ("J1", "DS1", *(f"SW{n}" for n in range(1, 8)), "R1", "BZ1")),
    Drawing("tray-lights", "tray", ("A1", *_LIGHTS, "C3", "C4")),
    *(
        Drawing(f"tray-{colour}", "tray", ("A1", f"R{n}", f"Q{n + 5}", f"RN{n}", *_LIGHTS), but=("+5V",))
        for n, colour in enumerate(("red", "green", "blue"), start=1)
    ),
    Drawing("tray-eyes", "tray", ("A1", "RN4", "Q1", "Q2", "Q3", "Q4", "Q5", "R4", "C5", "SW1", "J1")),
    Drawing("tray-registers", "tray", ("A1", "U1", "U2", "C1", "C2")),
    Drawing("tray-lamps", "tray", ("U1", "RN5", "D6", "D7", "D8", "RN6", "D9", "D10", "U2"), but=_REGISTERS),
)


def wires(circuit: Netlist, drawing: Drawing) -> list[Wire]:
    """The wires of a drawing; a net with several pins on the first part shares them out."""
    found: list[Wire] = []
    for name, nodes in sorted(circuit.nets.items()):
        if name in drawing.but:
            continue
        shown = [node for ref in drawing.parts for node in nodes if node[0] == ref]
        middle = [node for node in shown if node[0] == drawing.parts[0]] or shown[:1]
        rest = [node for node in shown if node not in middle]
        found.extend((name, hub, node) for hub, node in zip(cycle(middle), rest, strict=False))
    return found


def text(circuit: Netlist, drawing: Drawing) -> str:
    """What wireviz reads (JSON is YAML)."""
    drawn = wires(circuit, drawing)
    bundles: dict[tuple[str, str], list[Wire]] = defaultdict(list)
    for wire in drawn:
        bundles[wire[1][0], wire[2][0]].append(wire)
    colours = _colours(name for name, *_ in drawn)
    harness = {
        "connectors": {ref: _connector(circuit, ref, drawn) for ref in drawing.parts},
        "cables": {f"W{number}": _cable(bundle, colours) for number, bundle in enumerate(bundles.values(), start=1)},
        "connections": [
            [{a: _pins(bundle, 1)}, {f"W{number}": list(range(1, len(bundle) + 1))}, {b: _pins(bundle, 2)}]
            for number, ((a, b), bundle) in enumerate(bundles.items(), start=1)
        ],
    }
    return json.dumps(harness, indent=1) + "\n"


def _connector(circuit: Netlist, ref: str, drawn: Sequence[Wire]) -> Mapping[str, object]:
    used = {node[1]: name for name, *ends in drawn for node in ends if node[0] == ref}
    pins = sorted(used, key=lambda pin: (len(pin), pin))
    printed = _printed(circuit.parts[ref].kind)
    return {
        "type": circuit.parts[ref].value,
        "pins": [int(pin) for pin in pins],
        "pinlabels": [_label(used[pin], None if printed is None else printed[int(pin) - 1]) for pin in pins],
    }


def _label(net: str, printed: str | None) -> str:
    return net if printed is None or printed == net.lstrip("+") else f"{printed}: {net}"


def _printed(kind: str) -> Sequence[str] | None:
    """What is printed beside the pins of a part that has that, or what everybody calls them."""
    return {"nano": NANO, "pi": load().header}.get(kind)


def _colours(nets: Iterable[str]) -> Mapping[str, str]:
    """Each net's colour: the same wherever it goes in a drawing."""
    spare = cycle(_OTHERS)
    return {name: _COLOURS.get(_LIGHT.sub(r"\1", name)) or next(spare) for name in dict.fromkeys(nets)}


def _cable(bundle: Sequence[Wire], colours: Mapping[str, str]) -> Mapping[str, object]:
    return {"wirecount": len(bundle), "colors": [colours[name] for name, *_ in bundle]}


def _pins(bundle: Sequence[Wire], end: int) -> list[int]:
    return [int((wire[1] if end == 1 else wire[2])[1]) for wire in bundle]


def draw(harness: str, folder: Path, name: str) -> None:
    """Draw *harness* into *folder*, with the sum of the text it was drawn from."""
    # Slow to import, and needed only here.
    from wireviz.wireviz import parse

    parse(json.loads(harness), output_formats=("svg",), output_dir=folder, output_name=name)
    file = folder / f"{name}.svg"
    svg = file.read_text(encoding="utf-8").rstrip("\n")
    file.write_text(f"{svg}\n<!-- drawn from {digest(harness)} -->\n", encoding="utf-8")


def digest(harness: str) -> str:
    """The sum by which a drawing names the text it was drawn from."""
    return hashlib.sha256(harness.encode()).hexdigest()


def all_texts(circuits: Mapping[str, Netlist]) -> Iterator[tuple[str, str]]:
    """Every drawing's name with what wireviz reads for it."""
    for drawing in DRAWINGS:
        yield drawing.name, text(circuits[drawing.circuit], drawing)
