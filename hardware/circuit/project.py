"""The small files of a KiCad project: where its libraries are, and what it is checked for."""

from __future__ import annotations

import json
from collections.abc import Iterable

from circuit.netlist import Netlist

_FLAG_LIBRARY = "power"


def symbol_table(circuit: Netlist) -> str:
    """The table of the symbols' libraries."""
    names = {part.symbol.split(":")[0] for part in circuit.parts.values()} | {_FLAG_LIBRARY}
    return _table("sym_lib_table", "KICAD9_SYMBOL_DIR", "kicad_sym", names)


def footprint_table(circuit: Netlist) -> str:
    """The table of the footprints' libraries."""
    names = {part.footprint.split(":")[0] for part in circuit.parts.values()}
    return _table("fp_lib_table", "KICAD9_FOOTPRINT_DIR", "pretty", names)


def _table(head: str, folder: str, ending: str, names: Iterable[str]) -> str:
    rows = "".join(
        f'  (lib (name "{name}")(type "KiCad")(uri "${{{folder}}}/{name}.{ending}")(options "")(descr ""))\n'
        for name in sorted(names)
    )
    return f"({head}\n  (version 7)\n{rows})\n"


# What any maker of boards can do, with room to spare: 0.2 mm between coppers, 0.3 mm drills.
# One spoke into the poured ground is enough: each ground pin has a track besides.
_RULES = {
    "min_clearance": 0.2,
    "min_copper_edge_clearance": 0.5,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_resolved_spokes": 1,
    "min_text_height": 0.8,
    "min_text_thickness": 0.1,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.25,
    "min_via_annular_width": 0.13,
    "min_via_diameter": 0.5,
}
_NET_CLASS = {
    "name": "Default",
    "clearance": 0.2,
    "track_width": 0.3,
    "via_diameter": 0.7,
    "via_drill": 0.35,
    "priority": 2147483647,
    "wire_width": 6,
    "bus_width": 12,
    "line_style": 0,
    "diff_pair_gap": 0.25,
    "diff_pair_width": 0.3,
    "microvia_diameter": 0.3,
    "microvia_drill": 0.1,
}


def settings(name: str) -> str:
    """The project's own file: the rules of the board. What is not named keeps KiCad's severity."""
    project = {
        "board": {"design_settings": {"rules": _RULES, "meta": {"version": 2}}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [_NET_CLASS], "meta": {"version": 4}},
        "sheets": [],
        "text_variables": {},
    }
    return json.dumps(project, indent=2) + "\n"
