"""What is kept of the circuits is what the tables say now: without any of the tools that drew it."""

from __future__ import annotations

import json

import pytest
from circuit import bill, netlist, parts, project, reports, wiring
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
        # A second ground pin of the same part, and the plug beside the button, need no wire of their own.
        assert {ref for ref, _ in all_nodes - drawn} <= {"A1", "J1"}


def test_the_board_was_checked_as_it_is_kept_and_nothing_was_found() -> None:
    seal = json.loads(reports.SEAL.read_text(encoding="utf-8"))
    assert seal["violations"] == {"erc": 0, "drc": 0}
    assert seal["sha256"] == reports.sums()


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
