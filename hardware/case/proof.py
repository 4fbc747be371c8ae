"""Shows that the checks see what they are there for: each case here is broken once, and must be found out.

And that nothing else is found where a measure is changed that may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from circuit.measures import LEAST_PITCH, MOST_PITCH
from circuit.measures import Measures as Board

from case import box, checks, tray
from case.measures import Hat, Measures, Printing, Tray
from case.parts import Assembly

# What is broken, the case it shows in, and how the complaint begins.
Broken = tuple[Assembly, Measures, str]


def missed(measures: Measures, board: Board, folder: Path) -> Iterator[str]:
    """Names what no check has found, and what is wrong with a body for other holes or pegs."""
    for make in BROKEN:
        assembly, changed, complaint = make(measures, board)
        found = list(checks.faults(assembly, folder, changed))
        if not any(fault.startswith(complaint) for fault in found):
            yield f"expected a complaint '{complaint}...', got {found}"
    for changed, others in _other_pegs(measures, board):
        yield from checks.faults(tray.assemble(changed, others), folder, changed)


def _other_pegs(measures: Measures, board: Board) -> Iterator[tuple[Measures, Board]]:
    yield measures, board.spread(LEAST_PITCH)
    yield measures, board.spread(MOST_PITCH)
    yield _tray(measures, peg=board.optics.least_peg), board
    yield _tray(measures, peg=board.optics.most_peg), board


def _tight_bore(measures: Measures, board: Board) -> Broken:
    changed = _tray(measures, bore=5.1)
    return tray.assemble(changed, board), changed, "tray: deck and lights: expected 0.15 mm between, got 0.05"


def _low_block(measures: Measures, board: Board) -> Broken:
    changed = _tray(measures, block_foot=1.0)
    return tray.assemble(changed, board), changed, "tray: deck and lights: expected nothing shared"


def _thin_wall(measures: Measures, board: Board) -> Broken:
    changed = _tray(measures, lamp_bore=4.0)
    return tray.assemble(changed, board), changed, "tray: deck: expected walls of 1.2 mm, got 1.0"


def _tight_lid(measures: Measures, board: Board) -> Broken:
    whole = tray.assemble(measures, board)
    parts = tuple(replace(part, solid=part.solid.moved(x=0.3)) if part.name == "lid" else part for part in whole.parts)
    return replace(whole, parts=parts), measures, "tray: deck and lid: expected nothing shared"


def _unnamed_bridges(measures: Measures, board: Board) -> Broken:
    whole = tray.assemble(measures, board)
    return (
        replace(whole, parts=tuple(replace(part, bridges=()) for part in whole.parts)),
        measures,
        ("tray: deck: overhang of 90 degrees"),
    )


def _long_bridge(measures: Measures, board: Board) -> Broken:
    changed = replace(measures, printing=_printing(measures, most_bridge=20.0))
    return box.of_hat(changed, "full", "any"), changed, "full-any: tub: opening 2 in front: expected a bridge of 20.0"


def _hole_aside(measures: Measures, board: Board) -> Broken:
    hat = measures.hats["bonnet"]
    aside: Hat = replace(hat, holes=((3.5, 3.5), (61.0, 3.5), (3.5, 26.5), (61.0, 26.5)))
    hats: Mapping[str, Hat] = {**measures.hats, "bonnet": aside}
    changed = replace(measures, hats=hats)
    return box.of_hat(changed, "zero", "bonnet"), changed, "zero-bonnet: hat and screws: expected nothing shared"


def _tray(measures: Measures, **changes: float) -> Measures:
    changed: Tray = replace(measures.tray, **changes)
    return replace(measures, tray=changed)


def _printing(measures: Measures, **changes: float) -> Printing:
    return replace(measures.printing, **changes)


BROKEN: tuple[Callable[[Measures, Board], Broken], ...] = (
    _tight_bore,
    _low_block,
    _thin_wall,
    _tight_lid,
    _unnamed_bridges,
    _long_bridge,
    _hole_aside,
)
