"""Cuts the cases, checks them, draws them.

python -m case build DIR        writes every part as STL, as it lies on the printer, and as STEP; 1 on a fault
python -m case pictures DIR     draws them
python -m case prove DIR        breaks measures, one at a time, and exits with 1 if a check does not see it
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import trimesh
from circuit import measures as boards
from OCP.Message import Message

from case import checks, measures, pictures, print_checks, proof, sources
from case.parts import Assembly

HEAD = ("case", "part", "wide", "deep", "high", "cm3", "thinnest wall")


def build(folder: Path) -> Iterator[str]:
    """Write every part, and the table of them; gives what is wrong."""
    table = measures.load()
    rows = []
    for assembly in checks.assemblies(table, boards.load()):
        yield from checks.faults(assembly, folder, table)
        for part in assembly.parts:
            part.solid.write_step(folder / f"{assembly.name}-{part.name}.step")
            rows.append((assembly.name, part.name, *_figures(folder / f"{assembly.name}-{part.name}.stl")))
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([HEAD, *rows])
    (folder / "printed.csv").write_text(out.getvalue(), encoding="utf-8")


def _figures(stl: Path) -> tuple[str, ...]:
    """Size, plastic and thinnest place of what is written there."""
    mesh = trimesh.load(stl, force="mesh")
    sizes = tuple(f"{size:.1f}" for size in mesh.extents)
    return *sizes, f"{mesh.volume / 1000:.1f}", f"{print_checks.least_wall(mesh):.1f}"


def draw(folder: Path) -> None:
    """Draw each case taken apart, what is above floating above."""
    for assembly in checks.assemblies(measures.load(), boards.load()):
        rise = {"tub": 0.0, "board": 15.0, "pi": 8.0, "hat": 22.0, "deck": 38.0, "button": 52.0, "lid": 65.0}
        if assembly.name == "tray":
            rise["board"] = 24.0
        if assembly.name == "hand-wired":
            rise |= {"board": 26.0, "keys": 26.0, "display": 26.0}
        shown = [name for name in rise if name in _names(assembly)]
        title = f"{assembly.name}, taken apart: {', '.join(shown)}"
        solids = [assembly.solid(name).moved(z=rise[name]) for name in shown]
        pictures.draw(solids, folder / f"{assembly.name}.svg", title, sources.digest())


def _names(assembly: Assembly) -> set[str]:
    return {part.name for part in assembly.parts} | set(assembly.things)


def main(arguments: list[str]) -> None:
    """Do what the first argument says."""
    # The kernel tells at length what it writes.
    Message.DefaultMessenger_s().ChangePrinters().Clear()
    match arguments:
        case [order, to]:
            folder = Path(to)
            folder.mkdir(parents=True, exist_ok=True)
        case _:
            raise SystemExit(__doc__)
    match order:
        case "build":
            _demand(build(folder))
        case "prove":
            _demand(proof.missed(measures.load(), boards.load(), folder))
        case "pictures":
            draw(folder)
        case _:
            raise SystemExit(__doc__)


def _demand(faults: Iterator[str]) -> None:
    found = list(faults)
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    if found:
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
