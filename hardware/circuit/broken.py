"""Applies the broken designs of ``broken.toml`` to copies, and demands that the check of each row complains."""

from __future__ import annotations

import copy
import operator
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from circuit import analog, libraries, limits, parts, pins, roles
from circuit.netlist import Netlist, Node
from circuit.parts import Kinds
from circuit.places import BROKEN, FOOTPRINTS, PARTS, PINS

TABLES = {"parts": PARTS, "pins": PINS}
# Where a tolerance hurts most: everything dim, everything bright.
CORNERS = (analog.Corner(4.5, 1, -1, 1, -1), analog.Corner(5.25, -1, 1, -1, 1))

# How a figure of a table is changed: by itself and what the row says.
WAYS: Mapping[str, Callable[[Any, Any], Any]] = {"set": lambda _, new: new, "add": operator.add, "times": operator.mul}

# A table of TOML is of no type that we could name.
Table = dict[str, Any]
Change = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken design: what is wrong, the check that must see it, how the complaint begins, and the changes."""

    what: str
    check: str
    says: str
    changes: Mapping[str, list[Change]]

    def complaint(self, found: Iterable[str]) -> str | None:
        """What is wrong with what the check has *found*; None if the complaint is among it."""
        seen = list(found)
        if any(fault.startswith(self.says) for fault in seen):
            return None
        return f"{self.what}: expected {self.check} to say '{self.says}...', got {seen}"


def load(path: Path = BROKEN) -> list[Broken]:
    """Read the table."""
    rows: list[Table] = tomllib.loads(path.read_text(encoding="utf-8"))["broken"]
    return [
        Broken(row.pop("what"), row.pop("check"), row.pop("says"), {way: list(map(tuple, row[way])) for way in row})
        for row in copy.deepcopy(rows)
    ]


def changed(table: Table, name: str, changes: Mapping[str, list[Change]]) -> Table:
    """A copy of the table called *name* with those of the *changes* made that are of it."""
    table = copy.deepcopy(table)
    for way, change in WAYS.items():
        for _, path, value in (row for row in changes.get(way, ()) if row[0] == name):
            here, key = _entry(table, path)
            here[key] = change(here[key], value) if isinstance(here, list) or key in here else value
    for _, path in (row for row in changes.get("drop", ()) if row[0] == name):
        here, key = _entry(table, path)
        del here[key]
    return table


def _entry(table: Table, path: str) -> tuple[Any, Any]:
    """The table or list that has the entry of that path, and its key there."""
    here: Any = table
    *folders, last = path.split(".")
    for folder in folders:
        here = here[_key(here, folder)]
    return here, _key(here, last)


def _key(table: Any, key: str) -> Any:
    return int(key) if isinstance(table, list) else key


def missed(table: Iterable[Broken]) -> Iterator[str]:
    """Give each broken circuit that its check has not seen, and each complaint about the whole one.

    Where KiCad's footprints are not installed, the rows that need them are left out.
    """
    whole = analog.load()
    rows = [row for row in table if row.check in CHECKS and (row.check != "footprints" or FOOTPRINTS.exists())]
    for name in dict.fromkeys(row.check for row in rows):
        yield from (f"{name}, nothing broken: {fault}" for fault in CHECKS[name](whole))
    for row in rows:
        if (complaint := row.complaint(found(row, whole))) is not None:
            yield complaint


def found(row: Broken, whole: analog.Design) -> list[str]:
    """Return what the check says of the broken copy of *whole*, or why a table was refused."""
    try:
        return list(CHECKS[row.check](_design(row, whole)))
    except ValueError as refused:
        return [str(refused)]


def _design(row: Broken, whole: analog.Design) -> analog.Design:
    tables = {
        name: changed(tomllib.loads(path.read_text(encoding="utf-8")), name, row.changes)
        for name, path in TABLES.items()
    }
    kinds = parts.read(tables["parts"])
    circuit = _rewired(whole.circuit, kinds, row.changes)
    return replace(whole, circuit=circuit, kinds=kinds, table=pins.read(tables["pins"]))


def _rewired(circuit: Netlist, kinds: Kinds, changes: Mapping[str, list[Change]]) -> Netlist:
    """With leads swapped, hung on another net, or another value printed."""
    nets = {node: name for name, nodes in circuit.nets.items() for node in nodes}
    shown = dict(circuit.parts)
    for kind, one, other in changes.get("swap", ()):
        for a, b in zip(_nodes(circuit, kinds, kind, one), _nodes(circuit, kinds, kind, other), strict=True):
            nets[a], nets[b] = nets[b], nets[a]
    for kind, lead, net in changes.get("hang", ()):
        nets |= dict.fromkeys(_nodes(circuit, kinds, kind, lead), str(net))
    for kind, value in changes.get("print", ()):
        shown |= {ref: replace(part, value=value) for ref, part in shown.items() if part.kind == kind}
    joined = {name: tuple(sorted(node for node, net in nets.items() if net == name)) for name in circuit.nets}
    return Netlist(shown, joined)


def _nodes(circuit: Netlist, kinds: Kinds, kind: str, lead: str) -> list[Node]:
    [number] = kinds[kind].leads[lead]
    return [(part.ref, number) for part in circuit.parts.values() if part.kind == kind]


def _roles(design: analog.Design) -> Iterator[str]:
    yield from roles.faults(design.circuit, design.kinds, design.table)


def _parts(design: analog.Design) -> Iterator[str]:
    yield from parts.faults(design.kinds)


def _footprints(design: analog.Design) -> Iterator[str]:
    yield from libraries.faults_of_footprints(design.kinds)


def _limits(design: analog.Design) -> Iterator[str]:
    results = [result for corner in CORNERS for result in analog.run(design, corner)]
    yield from (finding.what for finding in limits.findings(design.kinds, results) if not finding.holds)


CHECKS: Mapping[str, Callable[[analog.Design], Iterator[str]]] = {
    "roles": _roles,
    "parts": _parts,
    "footprints": _footprints,
    "limits": _limits,
}
