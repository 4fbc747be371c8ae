"""Cuts the cases, checks them, draws them.

python -m case build DIR        writes every part as STL, in its position on the printer, and as STEP; 1 on a fault
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

# How far each thing floats above its place in a drawing, topmost first.
RISE_OF_BOX = {
    "lid": 98.0, "hat": 40.0, "glass": 40.0, "joystick": 40.0, "keys": 40.0, "board": 40.0, "display": 40.0,
    "pi": 24.0, "header": 24.0, "pins": 24.0, "sockets": 24.0, "tub": 0.0,
}  # fmt: skip
ON_TRAY = ("lights", "phototransistors", "lamps", "nano", "tall parts", "switch")
RISE_OF_TRAY = {"lid": 104.0, "button": 94.0, "deck": 76.0, "board": 34.0, **dict.fromkeys(ON_TRAY, 34.0), "tub": 0.0}
RISE_OF_PROBE = {"peg": 50.0, "well": 34.0, "light": 0.0, "phototransistor": 0.0, "leads": 0.0, "breadboard": 0.0}
RISES = {"tray": RISE_OF_TRAY, "probe": RISE_OF_PROBE}
# What belongs to another thing, and needs no letter.
UNNAMED = frozenset({"glass", "joystick", "keys", "display", "header", "pins", "sockets", "leads", *ON_TRAY})
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
        rise = RISES.get(assembly.name, RISE_OF_BOX)
        names = {part.name for part in assembly.parts} | set(assembly.things)
        shown = {name: assembly.solid(name).moved(z=high) for name, high in rise.items() if name in names}
        # From the top down, as they come off.
        named = [name for name in shown if name not in UNNAMED]
        letters = dict(zip("ABCDE", named, strict=False))
        labelled = {letter: shown[name] for letter, name in letters.items()}
        title = f"{assembly.name}, taken apart: {', '.join(map(' '.join, letters.items()))}"
        pictures.draw(shown.values(), labelled, folder / f"{assembly.name}.svg", title, sources.digest())


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
