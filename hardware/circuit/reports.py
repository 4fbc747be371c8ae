"""What KiCad's checks found, and which files it found that in."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from circuit.places import BOARD, DRAWINGS, HARDWARE, NETLISTS

# What a report is worth only for.
CHECKED = (BOARD / "tray.kicad_sch", BOARD / "tray.kicad_pcb", BOARD / "tray.kicad_pro", NETLISTS / "tray.net")
# What was plotted and drawn from just that.
PLOTS = BOARD / "plots"
PICTURES = tuple(DRAWINGS / f"{name}.png" for name in ("board-bottom", "board-built", "board-top"))
SEAL = BOARD / "checked.json"
# Lines of a plot that say when it was made.
_DATES = re.compile(r"^.*(CreationDate|Created by KiCad|DRILL file|Date).*\n", re.MULTILINE)

Report = Mapping[str, object]


def sums() -> dict[str, str]:
    """The sums of all that belongs together, by name."""
    files = (*CHECKED, *sorted(PLOTS.iterdir()), *PICTURES, DRAWINGS / "tray-circuit.svg")
    return {str(file.relative_to(HARDWARE)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def violations(report: Report) -> list[object]:
    """Everything that a report of either kind complains of."""
    own = cast(list[object], report.get("violations", []))
    sheets = cast(list[Report], report.get("sheets", []))
    pairs = [cast(list[object], report.get(name, [])) for name in ("unconnected_items", "schematic_parity")]
    return [
        *own,
        *(each for sheet in sheets for each in violations(sheet)),
        *(each for pair in pairs for each in pair),
    ]


def seal(erc: Report, drc: Report) -> str:
    """The text kept beside the board: both reports' counts, KiCad's version, the sums of what was checked."""
    counts = {"erc": len(violations(erc)), "drc": len(violations(drc))}
    return json.dumps({"kicad": drc["kicad_version"], "violations": counts, "sha256": sums()}, indent=2) + "\n"


def undate(folder: Path) -> None:
    """Take out of every plot in *folder* when it was made."""
    for file in sorted(folder.iterdir()):
        file.write_text(_DATES.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """``seal ERC DRC`` seals, ``clean REPORT`` exits with 1 if it complains of anything, ``undate DIR`` undates."""
    match arguments:
        case ["seal", erc, drc]:
            SEAL.write_text(seal(_load(erc), _load(drc)), encoding="utf-8")
        case ["clean", report]:
            found = violations(_load(report))
            if found:
                raise SystemExit(json.dumps(found, indent=1))
        case ["undate", folder]:
            undate(Path(folder))
        case _:
            raise SystemExit(main.__doc__)


def _load(file: str) -> Report:
    return cast(Report, json.loads(Path(file).read_text(encoding="utf-8")))


if __name__ == "__main__":
    main(sys.argv[1:])
