"""Builds the circuits and their drawings, and runs ngspice.

python -m circuit draft DIR         drafts both circuits into DIR
python -m circuit drawings DIR TO   draws what wireviz's texts in DIR say, into TO
python -m circuit prove             breaks the circuit, once each way, and exits with 1 if no check sees it
python -m circuit footprints        holds KiCad's footprints against the makers' drawings
python -m circuit project DIR       writes the board's rules into DIR again, where KiCad has written its own
python -m circuit bodies BOARD DIR  writes rough bodies of the parts into DIR, and BOARD with these on it
python -m circuit analog            runs every corner, and says what is out of its limits

The board itself is made by ``circuit.board``, with KiCad's own Python.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from circuit import (
    analog,
    bill,
    bodies,
    broken,
    function,
    header,
    libraries,
    limits,
    netlist,
    parts,
    pins,
    places,
    project,
    roles,
    schematic,
    sketch,
    wiring,
)
from circuit.netlist import Netlist


def draft(folder: Path) -> None:
    """Draft both circuits: netlists, bills, drawings, the tray's KiCad project without its board."""
    folder = folder.resolve()
    table, kinds = pins.load(), parts.load()
    _demand([*pins.faults(table), *parts.faults(kinds), *libraries.faults_of_symbols(kinds)])
    (folder / "logs").mkdir(parents=True, exist_ok=True)
    os.chdir(folder / "logs")
    # skidl takes a second, and begins its logs where it is imported.
    from circuit import box, tray

    texts = {"box": box.draw(kinds, table).netlist(), "tray": tray.draw(kinds, table.tray).netlist()}
    circuits = {name: netlist.read(text) for name, text in texts.items()}
    for name, circuit in circuits.items():
        _demand([f"{name}: {fault}" for fault in roles.faults(circuit, kinds, table)])
    for name, text in texts.items():
        _write(folder / "netlists" / f"{name}.net", text)
        _write(folder / "bills" / f"{name}.csv", bill.table(circuits[name], kinds))
    _drawings(folder / "drawings", circuits)
    for name, svg in ("tray-one-hole", sketch.draw(kinds)), ("tray-by-function", function.draw(kinds)):
        _write(folder / "drawings" / f"{name}.svg", svg)
    for name, svg in header.all_drawings(table, circuits["box"]):
        _write(folder / "drawings" / f"{name}.svg", svg)
    _project(folder / "board", circuits["tray"])


def _drawings(folder: Path, circuits: Mapping[str, Netlist]) -> None:
    for name, text in wiring.all_texts(circuits):
        _write(folder / f"{name}.yml", text)
        wiring.draw(text, folder, name)


def _project(folder: Path, circuit: Netlist) -> None:
    _write(folder / "tray.kicad_sch", schematic.draw(circuit, "tray"))
    _write(folder / "tray.kicad_pro", project.settings("tray"))
    _write(folder / "sym-lib-table", project.symbol_table(circuit))
    _write(folder / "fp-lib-table", project.footprint_table(circuit))


def redraw(folder: Path, to: Path) -> None:
    """Draw every text of wireviz's in *folder* again."""
    to.mkdir(parents=True, exist_ok=True)
    for file in sorted(folder.glob("*.yml")):
        wiring.draw(file.read_text(encoding="utf-8"), to, file.stem)


def prove() -> None:
    """Say which broken circuits pass the rules; exits with 1 if any does."""
    (places.BUILD / "proof").mkdir(parents=True, exist_ok=True)
    os.chdir(places.BUILD / "proof")
    # As above.
    from circuit import proof

    _demand([*proof.missed(parts.load(), pins.load()), *broken.missed(broken.load())])


def _demand(faults: Sequence[str]) -> None:
    if faults:
        raise SystemExit("\n".join(faults))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def run_analog() -> None:
    """Run every corner and say what was found; exits with 1 if a limit is broken."""
    design = analog.load()
    heights = [replace(design, size=size) for size in design.size.heights()]
    results = [result for each in heights for corner in analog.corners() for result in analog.run(each, corner)]
    usual = analog.run(design, analog.TYPICAL)
    findings = [*limits.findings(design.kinds, results), *limits.typical(usual)]
    sys.stdout.write("".join(f"{finding}\n" for finding in findings))
    if not all(finding.holds for finding in findings):
        raise SystemExit(1)


def main(arguments: list[str]) -> None:
    """Do what the first argument says."""
    match arguments:
        case ["draft", folder]:
            draft(Path(folder))
        case ["drawings", folder, to]:
            redraw(Path(folder), Path(to))
        case ["project", folder]:
            _write(Path(folder) / "tray.kicad_pro", project.settings("tray"))
        case ["bodies", board, to]:
            bodies.show(Path(board), Path(to).resolve())
        case ["prove"]:
            prove()
        case ["footprints"]:
            _demand(list(libraries.faults_of_footprints(parts.load())))
        case ["analog"]:
            run_analog()
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
