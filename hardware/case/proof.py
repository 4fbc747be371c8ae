"""Applies the broken cases of ``broken.toml`` to copies, and demands that the checks complain.

Bodies of the tray for other pitches and pegs are checked as well, and must be free of faults.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from circuit import broken
from circuit.broken import Broken, Change
from circuit.measures import LEAST_PITCH, MOST_PITCH
from circuit.measures import Measures as Board

from case import box, checks, measures, probe, tray
from case.measures import CASE, Measures
from case.parts import Assembly


def missed(table: Measures, board: Board, folder: Path) -> Iterator[str]:
    """Give each broken case that no check has seen, and each fault of a body for other holes or pegs."""
    for row in broken.load():
        if row.check == "case" and (complaint := row.complaint(found(row, board, folder))) is not None:
            yield complaint
    for changed, others in _other_pegs(table, board):
        for whole in (tray, probe):
            yield from checks.faults(whole.assemble(changed, others), folder, changed)


def found(row: Broken, board: Board, folder: Path) -> list[str]:
    """Return what the checks say of the broken copy."""
    table = broken.changed(tomllib.loads(CASE.read_text(encoding="utf-8")), "case", row.changes)
    changed = measures.read(table)
    name = row.says.split(":")[0]
    return list(checks.faults(_changed(_assembly(name, changed, board), row.changes), folder, changed))


def _assembly(name: str, table: Measures, board: Board) -> Assembly:
    if name == "tray":
        return tray.assemble(table, board)
    if name == "probe":
        return probe.assemble(table, board)
    if name == "hand-wired":
        return box.by_hand(table)
    pi, hat = name.split("-", 1)
    return box.of_hat(table, pi, hat)


def _changed(whole: Assembly, changes: Mapping[str, list[Change]]) -> Assembly:
    """Return the case with a part moved to the right, or with the bridges of a part forgotten."""
    parts = whole.parts
    for name, right in changes.get("move", ()):
        parts = tuple(replace(part, solid=part.solid.moved(x=right)) if part.name == name else part for part in parts)
    for (name,) in changes.get("unbridge", ()):
        parts = tuple(replace(part, bridges=()) if part.name == name else part for part in parts)
    return replace(whole, parts=parts)


def _other_pegs(table: Measures, board: Board) -> Iterator[tuple[Measures, Board]]:
    yield table, board.spread(LEAST_PITCH)
    yield table, board.spread(MOST_PITCH)
    for peg in (board.optics.least_peg, board.optics.most_peg):
        yield replace(table, tray=replace(table.tray, peg=peg)), board
