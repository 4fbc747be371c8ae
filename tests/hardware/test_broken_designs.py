"""Each broken design of the table is seen by the check that it names, and by no accident."""

from __future__ import annotations

from pathlib import Path

import pytest
from circuit import analog, broken, netlist, parts, pins, roles
from circuit.broken import Broken
from circuit.places import FOOTPRINTS, NETLISTS

from tests.support.tools import need

ROWS = [row for row in broken.load() if row.check in broken.CHECKS]


@pytest.fixture(scope="module")
def whole() -> analog.Design:
    return analog.load()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.what)
def test_a_broken_circuit_is_seen(row: Broken, whole: analog.Design) -> None:
    if row.check == "limits":
        need("ngspice", by="make test-hardware")
    if row.check == "footprints" and not FOOTPRINTS.exists():
        pytest.skip("KiCad's footprints are not here: make -C hardware check runs this")
    assert row.complaint(broken.found(row, whole)) is None


@pytest.mark.parametrize("name", ["box", "tray"])
def test_every_lead_of_a_kept_circuit_has_its_role(name: str) -> None:
    assert list(roles.faults(netlist.load(NETLISTS / f"{name}.net"), parts.load(), pins.load())) == []


def test_every_row_names_a_check_that_is_run() -> None:
    assert {row.check for row in broken.load()} == {*broken.CHECKS, "case"}
    assert len({row.what for row in broken.load()}) == len(broken.load())


def test_every_lead_that_a_rule_speaks_of_is_on_a_part() -> None:
    kinds = parts.load()
    known = {f"{kind.key}.{lead}" for kind in kinds.values() for lead in kind.leads}
    known |= {"nano.5V", "nano.GND", "pi.3V3", "pi.GND", "pi.gpio"}
    known |= {f"nano.{pin.does}" for pin in pins.load().tray.pins.values()}
    spoken = {word for rule in roles.RULES.values() for wanted in rule for word in wanted.split(" | ")} | set(
        roles.RULES
    )
    assert spoken - known == {"GND", "+5V", "+3V3"}


def test_a_check_that_sees_nothing_is_reported(tmp_path: Path) -> None:
    table = tmp_path / "broken.toml"
    table.write_text(
        '[[broken]]\nwhat = "nothing"\nprint = [["green", "680"]]\ncheck = "roles"\nsays = "RN2"\n', encoding="utf-8"
    )
    [row] = broken.load(table)
    kinds = parts.load()
    assert row.complaint([]) == "nothing: expected roles to say 'RN2...', got []"
    assert row.complaint([f"RN2: expected {kinds['green'].value} to be printed"]) is None


def test_a_broken_table_is_a_copy() -> None:
    table = {"a": {"b": [1.0, 2.0]}}
    assert broken.changed(table, "x", {"drop": [("x", "a.b.0"), ("y", "a.b")]}) == {"a": {"b": [2.0]}}
    rows = {"set": [("x", "a.b.0", 5.0)], "add": [("x", "a.b.1", 1.0)], "times": [("y", "a.b.1", 9.0)]}
    assert broken.changed(table, "x", rows) == {"a": {"b": [5.0, 3.0]}}
    assert table == {"a": {"b": [1.0, 2.0]}}
