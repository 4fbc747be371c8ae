"""The bill of materials as a table."""

from __future__ import annotations

import csv
import io
from collections import defaultdict

from circuit.netlist import Netlist
from circuit.parts import Kinds

HEAD = ("kind", "number", "value", "about", "parts", "buy", "euros for one", "euros", "optional", "orders")


def table(circuit: Netlist, kinds: Kinds) -> str:
    """The bill as CSV: a row for each kind of part, in the order of the table of kinds."""
    refs: dict[str, list[str]] = defaultdict(list)
    for part in circuit.parts.values():
        refs[part.kind].append(part.ref)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEAD)
    for kind in (kind for kind in kinds.values() if refs[kind.key]):
        names = sorted(refs[kind.key], key=lambda ref: (len(ref), ref))
        money = f"{kind.euros:.2f}", f"{kind.euros * len(names):.2f}"
        optional = "yes" if kind.optional else "no"
        rows.writerow(
            (
                kind.key,
                len(names),
                kind.value,
                kind.about,
                " ".join(names),
                "; ".join(kind.makers),
                *money,
                optional,
                "; ".join(kind.orders),
            )
        )
    return out.getvalue()
