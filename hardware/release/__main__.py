"""Writes what "make -C hardware release" collects.

python -m release boards DIR         writes the board as it is after each step of the guide into DIR/N, for pictures
python -m release collect FROM TO    writes everything into TO, from what KiCad and the case's program have put in FROM

FROM has placement.csv, bare.glb, pictures/step-N.png, and case/ with the printed parts.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import trimesh
from circuit import bodies, measures, netlist, parts, pins
from circuit.places import BOARD, HARDWARE, NETLISTS, ROOT

from release import guide, model, packing, templates

FIRMWARE = ROOT / "companion" / "link" / "firmware" / "nano.hex"
TEMPLATES = ("*-lid.stl", "tray-deck.stl")
# The lid for a hidden code is a hood without openings.
NO_TEMPLATE = "tray-lid.stl"

LICENCE = """\
The drawings, the board, the printed parts and the guide in this folder belong to Codemaker, and are under its
licence, which follows. For "Software" read these files too. They come without any warranty: no board of them has
been built yet.

"""


def write_boards(folder: Path) -> None:
    """Write the board after each step that mounts parts, with bodies on it, and print the steps' numbers."""
    circuit = netlist.load(NETLISTS / "tray.net")
    for number, refs in guide.mounted(guide.load(), circuit):
        step = (folder / str(number)).resolve()
        step.mkdir(parents=True, exist_ok=True)
        bodies.show(BOARD / "tray.kicad_pcb", step, refs)
        print(number)


def collect(made: Path, target: Path) -> None:
    """Write the release into *target*."""
    circuit, kinds, size = netlist.load(NETLISTS / "tray.net"), parts.load(), measures.load()
    target.mkdir(parents=True)
    packing.pack_files(target / "tray-board.zip", sorted((BOARD / "plots").iterdir()))
    shutil.copy(made / "placement.csv", target / "tray-placement.csv")
    shutil.copy(HARDWARE / "bills" / "tray.csv", target / "bill-tray.csv")
    shutil.copy(HARDWARE / "bills" / "box.csv", target / "bill-box.csv")
    model.write(made / "bare.glb", circuit, size, target / "tray-board.glb")
    _printed(made / "case", target / "print")
    shutil.copy(FIRMWARE, target / "tray.hex")
    button = pins.load().tray.pins["button"].pin
    guide.write(guide.load(), kinds, button, made / "pictures", target / "guide.html")
    (target / "LICENCE.txt").write_text(LICENCE + (ROOT / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")
    sums = packing.checksums(target)
    (target / "SHA256SUMS").write_text(sums, encoding="utf-8")


def _printed(case: Path, target: Path) -> None:
    target.mkdir()
    drawn = {file for pattern in TEMPLATES for file in case.glob(pattern)} - {case / NO_TEMPLATE}
    pages = []
    for stl in sorted(case.glob("*.stl")):
        shutil.copy(stl, target)
        shutil.copy(stl.with_suffix(".step"), target)
        mesh = trimesh.load(stl, force="mesh")
        packing.write_3mf(stl.stem, mesh.vertices, mesh.faces, target / f"{stl.stem}.3mf")
        if stl in drawn:
            pages.append(templates.page(stl.stem, templates.cut(mesh.triangles)))
    (target.parent / "templates.pdf").write_bytes(templates.pdf(pages))


def main(arguments: list[str]) -> None:
    """Do what the first argument says."""
    match arguments:
        case ["boards", folder]:
            write_boards(Path(folder))
        case ["collect", made, target]:
            collect(Path(made), Path(target))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
