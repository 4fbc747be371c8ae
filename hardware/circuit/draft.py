"""Drafting a circuit with skidl: parts are placed, pins are joined, the electrical rules are checked.

Nothing else knows skidl.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from circuit.parts import Kinds
from circuit.places import SYMBOLS
from circuit.sexp import dump, parse

# skidl looks for these when it is imported and complains of each that is missing; we have one version's symbols alone.
for _version in ("", "6", "7", "8", "9", "10"):
    os.environ[f"KICAD{_version}_SYMBOL_DIR"] = str(SYMBOLS)

# It also asks for the table of footprints that KiCad's windows make at their first start, once for each version.
logging.disable(logging.WARNING)
import skidl  # noqa: E402
from skidl import KICAD9, POWER, Circuit, Net, lib_search_paths  # noqa: E402
from skidl import Part as Symbol  # noqa: E402
from skidl.logger import erc_logger, rt_logger  # noqa: E402

logging.disable(logging.NOTSET)

# Each counts how often it was called.
_COMPLAINTS = [
    complaint
    for logger in (erc_logger, rt_logger)
    for complaint in (logger.error, logger.warning, logger.bare_error, logger.bare_warning)
]


class RulesBroken(ValueError):
    """The electrical rules, or the drafting itself, gave an error or a warning."""


class Draft:
    """A circuit in the making; pins are written ``"U1.D5"``: part, dot, the pin's name or number."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._circuit: Any = Circuit()
        # Every part gets a tag below; skidl 3.0 misses one on the sheet itself, where it allows none.
        self._circuit.check_tags = lambda: None
        self._circuit.no_files = True
        self._parts: dict[str, Any] = {}
        skidl.set_default_tool(KICAD9)
        lib_search_paths[KICAD9] = [str(SYMBOLS)]

    def place(self, kind: str, *refs: str) -> None:
        """Put a part of *kind* into the circuit for each of *refs*."""
        known = self._kinds[kind]
        library, name = known.symbol.split(":")
        for ref in refs:
            part = Symbol(
                library, name, ref=ref, tag=ref, value=known.value, footprint=known.footprint, circuit=self._circuit
            )
            part.fields["Kind"] = kind
            self._parts[ref] = part

    def join(self, name: str, *pins: str, power: bool = False) -> None:
        """Let *pins* hang together on the net *name*; *power* says that current comes from outside."""
        net = Net(name, circuit=self._circuit)
        if power:
            net.drive = POWER
        for pin in pins:
            net += self._pin(pin)

    def leave(self, ref: str) -> None:
        """Say of every pin of *ref* that still hangs on nothing that it is meant to."""
        open_pins = [pin for pin in self._parts[ref].pins if not pin.is_connected()]
        self._circuit.NC.connect(*open_pins)

    def netlist(self) -> str:
        """The netlist in KiCad's form, the same text every time; raises if a rule is broken."""
        # Importing skidl counted warnings about missing libraries, although they were not shown.
        for count in _COMPLAINTS:
            count.reset()
        self._circuit.ERC()
        text = str(self._circuit.generate_netlist(tool=KICAD9, do_backup=False, track_src=False))
        if any(count.count for count in _COMPLAINTS):
            raise RulesBroken("expected a circuit without errors and warnings, got what is said above")
        return _without_dates(text)

    def _pin(self, name: str) -> Any:
        # skidl itself takes names for patterns: QH would be QH' as well.
        ref, wanted = name.split(".", 1)
        found = [pin for pin in self._parts[ref].pins if wanted in (pin.name, pin.num)]
        if len(found) != 1:
            raise RulesBroken(f"expected the name of one pin of {ref}, got {wanted!r}")
        return found[0]


def _without_dates(text: str) -> str:
    """The netlist without its head, which says when and where it was made."""
    tree = parse(text)
    return dump([item for item in tree if not (isinstance(item, list) and item[0] == "design")]) + "\n"
