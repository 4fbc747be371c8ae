"""What is kept of the circuits is what the tables say now: without any of the tools that drew it."""

from __future__ import annotations

import json
import re

import pytest
from circuit import bill, bodies, header, netlist, parts, pins, project, reports, wiring
from circuit.places import BOARD, DRAWINGS, HARDWARE, NETLISTS

CIRCUITS = {name: netlist.load(NETLISTS / f"{name}.net") for name in ("box", "tray")}


@pytest.mark.parametrize("name", CIRCUITS)
def test_the_kept_bill_is_the_netlists(name: str) -> None:
    kept = (HARDWARE / "bills" / f"{name}.csv").read_text(encoding="utf-8")
    assert kept == bill.table(CIRCUITS[name], parts.load())


@pytest.mark.parametrize("name", CIRCUITS)
def test_the_kept_netlists_parts_are_the_tables(name: str) -> None:
    kinds = parts.load()
    found = {part.ref: (part.value, part.symbol, part.footprint) for part in CIRCUITS[name].parts.values()}
    wanted = {ref: kinds[part.kind] for ref, part in CIRCUITS[name].parts.items()}
    assert found == {ref: (kind.value, kind.symbol, kind.footprint) for ref, kind in wanted.items()}


@pytest.mark.parametrize(("name", "text"), list(wiring.all_texts(CIRCUITS)))
def test_a_kept_drawing_is_drawn_from_the_netlist(name: str, text: str) -> None:
    assert (DRAWINGS / f"{name}.yml").read_text(encoding="utf-8") == text
    assert f"<!-- drawn from {wiring.digest(text)} -->" in (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "svg"), list(header.all_drawings(pins.load(), CIRCUITS["box"])))
def test_a_kept_drawing_of_the_header_is_the_netlists(name: str, svg: str) -> None:
    assert (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8") == svg


def test_no_drawing_is_kept_that_nothing_draws() -> None:
    names = {name for name, _ in wiring.all_texts(CIRCUITS)}
    headers = {f"{name}.svg" for name, _ in header.all_drawings(pins.load(), CIRCUITS["box"])}
    pictures = {file.name for file in reports.PICTURES}
    wanted = {f"{name}.{ending}" for name in names for ending in ("svg", "yml")} | headers | pictures
    by_hand = {"tray-circuit.svg", "tray-one-hole.svg", "tray-by-function.svg"}
    assert {file.name for file in DRAWINGS.iterdir()} == wanted | by_hand


@pytest.mark.parametrize("drawing", wiring.DRAWINGS, ids=lambda drawing: drawing.name)
def test_a_net_has_one_colour_wherever_it_goes_in_a_drawing(drawing: wiring.Drawing) -> None:
    circuit = CIRCUITS[drawing.circuit]
    harness = json.loads(wiring.text(circuit, drawing))
    colours: dict[str | None, set[str]] = {}
    for start, cable, _ in harness["connections"]:
        [(ref, numbers)], [(name, places)] = start.items(), cable.items()
        for number, place in zip(numbers, places, strict=True):
            colours.setdefault(circuit.net_of(ref, str(number)), set()).add(
                harness["cables"][name]["colors"][place - 1]
            )
    assert {net: found for net, found in colours.items() if len(found) > 1} == {}
    # In the drawing that a beginner wires from, no two nets share one.
    assert drawing.name != "box" or len(set().union(*colours.values())) == len(colours)


def test_every_wire_of_a_circuit_is_in_one_of_its_drawings() -> None:
    for name, circuit in CIRCUITS.items():
        drawn = {
            node
            for drawing in wiring.DRAWINGS
            if drawing.circuit == name
            for _, *ends in wiring.wires(circuit, drawing)
            for node in ends
        }
        all_nodes = {node for nodes in circuit.nets.values() for node in nodes}
        # A second ground pin of a part and the board's bare test points need no wire of their own.
        pads = {part.ref for part in circuit.parts.values() if part.kind == "test"}
        assert {ref for ref, _ in all_nodes - drawn} <= {"A1", "J1", *pads}


def test_the_board_was_checked_as_it_is_kept_and_nothing_was_found() -> None:
    seal = json.loads(reports.SEAL.read_text(encoding="utf-8"))
    assert seal["violations"] == {"erc": 0, "drc": 0}
    assert seal["sha256"] == reports.sums()


def test_the_board_is_drawn_with_a_body_for_every_part() -> None:
    board = (BOARD / "tray.kicad_pcb").read_text(encoding="utf-8")
    named = {model.rsplit("/", 1)[1].removesuffix(".step") for model in bodies.models(board)}
    assert named == set(bodies.BODIES)


def test_the_kept_project_has_the_rules_it_was_checked_with() -> None:
    assert (BOARD / "tray.kicad_pro").read_text(encoding="utf-8") == project.settings("tray")


@pytest.mark.parametrize(
    ("report", "found"),
    [
        ({"violations": []}, 0),
        ({"violations": ["a"]}, 1),
        ({"sheets": [{"violations": ["a", "b"]}]}, 2),
        ({"violations": [], "unconnected_items": ["a"], "schematic_parity": ["b"]}, 2),
    ],
)
def test_every_complaint_of_a_report_counts(report: reports.Report, found: int) -> None:
    assert len(reports.violations(report)) == found


def test_no_plot_says_when_it_was_made() -> None:
    plots = sorted(reports.PLOTS.iterdir())
    assert [file.suffix for file in plots] == [".gbr"] * 7 + [".drl"]
    assert [file.name for file in plots if re.search(r"20\d\d-\d\d-\d\d", file.read_text(encoding="utf-8"))] == []
