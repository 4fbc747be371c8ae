"""The drawings with wires show what the netlist joins, and every value as the table of parts has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from circuit import function, netlist, parts, sketch
from circuit.netlist import Netlist
from circuit.parts import Kinds
from circuit.pins import NANO
from circuit.places import DRAWINGS, NETLISTS
from circuit.sketch import Wire

CIRCUIT = netlist.load(NETLISTS / "tray.net")
PICTURES = {"tray-one-hole": (sketch.wires, sketch.draw), "tray-by-function": (function.wires, function.draw)}
# The numbers of leads by their names, from the makers' drawings; other parts have leads 1 and 2.
LEADS = {
    "rgb": {"RK": "1", "A": "2", "GK": "3", "BK": "4"},
    "eye": {"C": "1", "E": "2"},
    "switch": {"E": "1", "B": "2", "C": "3"},
}
NETWORK = {"common": "1", "R1": "2"}
EVERY = pytest.mark.parametrize("name", PICTURES)


def net_of(circuit: Netlist, lead: str) -> str | None:
    """The net of a lead, or of a rail, by its name or number."""
    ref, _, name = lead.partition(".")
    if not name:
        return ref
    part = circuit.parts[ref]
    if part.kind == "nano":
        return circuit.net_of(ref, name if name.isdigit() else str(NANO.index(name) + 1))
    leads = NETWORK if ref.startswith("RN") else LEADS.get(part.kind, {"1": "1", "2": "2"})
    return circuit.net_of(ref, leads[name])


def unjoined(circuit: Netlist, wires: Iterator[Wire]) -> list[str]:
    return [f"{w.start} {w.end}" for w in wires if net_of(circuit, w.start) != net_of(circuit, w.end)]


@EVERY
def test_every_wire_joins_what_the_netlist_joins(name: str) -> None:
    assert unjoined(CIRCUIT, PICTURES[name][0]()) == []


def test_a_wire_to_the_wrong_lead_is_noticed() -> None:
    wrong = Wire("Q6.C", "GND", "#000000", ())
    assert unjoined(CIRCUIT, iter([wrong])) == ["Q6.C GND"]


@EVERY
def test_each_lead_of_a_part_that_is_drawn_has_a_wire(name: str) -> None:
    wired = {end for wire in PICTURES[name][0]() for end in (wire.start, wire.end) if "." in end}
    refs = {end.split(".")[0] for end in wired} - {"A1"}
    leads = {ref: NETWORK if ref.startswith("RN") else LEADS.get(CIRCUIT.parts[ref].kind, ("1", "2")) for ref in refs}
    assert {f"{ref}.{lead}" for ref in refs for lead in leads[ref]} == {end for end in wired if end[:3] != "A1."}


@EVERY
def test_picture_is_drawn_from_the_parts_as_they_are(name: str) -> None:
    draw: Callable[[Kinds], str] = PICTURES[name][1]
    assert (DRAWINGS / f"{name}.svg").read_text("utf-8") == draw(parts.load())


# IEC 60062: the colours of 220, 680, 3300 and 820 ohm by name.
@pytest.mark.parametrize(
    ("ohms", "names"),
    [(220, "red red brown"), (680, "blue grey brown"), (3300, "orange orange red"), (2200, "red red red")],
)
def test_rings_of_a_resistor(ohms: float, names: str) -> None:
    order = ("black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white")
    assert " ".join(order[sketch.BANDS.index(band)] for band in sketch.bands(ohms)[:3]) == names
