"""The kinds of part: what to buy, where KiCad has them, and the figures that the circuit is reckoned with."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from circuit.places import PARTS


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of part, as its table in ``parts.toml`` has it."""

    key: str
    value: str
    about: str
    symbol: str
    footprint: str
    makers: tuple[str, ...]
    euros: float
    ohms: float = 0.0
    optional: bool = False
    # The numbers of the leads by what they do.
    leads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # How far apart the outermost leads are, both ways, in millimetres; None if no drawing was found.
    spread: tuple[float, float] | None = None
    figures: Mapping[str, object] = field(default_factory=dict)
    orders: tuple[str, ...] = ()

    def figure(self, name: str) -> float:
        """A figure that is one number."""
        return cast(float, self.figures[name])

    def by_colour(self, name: str) -> Mapping[str, float]:
        """A figure that has a number for each colour."""
        return cast(Mapping[str, float], self.figures[name])


Kinds = Mapping[str, Kind]


def load(path: Path = PARTS) -> Kinds:
    """Read the table."""
    return read(tomllib.loads(path.read_text(encoding="utf-8")))


def read(tables: Mapping[str, Mapping[str, object]]) -> Kinds:
    """Make the kinds of a table that was read."""
    return {key: _kind(key, table) for key, table in tables.items()}


def _kind(key: str, table: Mapping[str, object]) -> Kind:
    about, symbol, footprint = (cast(str, table[name]) for name in ("about", "symbol", "footprint"))
    return Kind(
        key,
        _value(key, table),
        about,
        symbol,
        footprint,
        makers=tuple(cast(list[str], table["makers"])),
        euros=cast(float, table["euros"]),
        ohms=float(cast(float, table.get("ohms", 0.0))),
        optional=cast(bool, table.get("optional", False)),
        leads=_leads(cast(Mapping[str, "str | list[str]"], table.get("leads", {}))),
        spread=_spread(cast("list[float] | None", table.get("spread"))),
        figures=cast(Mapping[str, object], table.get("figures", {})),
        orders=tuple(cast(list[str], table.get("orders", []))),
    )


def _value(key: str, table: Mapping[str, object]) -> str:
    """Return what is printed for a part; for a resistor it follows from its ohms."""
    if "ohms" not in table:
        return cast(str, table["value"])
    if "value" in table:
        raise ValueError(f"expected ohms or a value, got both, in {key}")
    return printed(float(cast(float, table["ohms"])))


def printed(ohms: float) -> str:
    """Write ohms as they stand on a drawing.

    >>> printed(680), printed(3300), printed(1000)
    ('680', '3.3k', '1k')
    """
    return f"{ohms:g}" if ohms < 1000 else f"{ohms / 1000:g}k"


# How the makers name a resistor: digits and how many noughts follow, for networks and for single ones.
_CODES = (r"-(\d\d)(\d)LF$", r"S(\d\d)(\d)LF$", r"C(\d{3})(\d)F", r"-52-(\d+)R()$")


def faults(kinds: Kinds) -> Iterator[str]:
    """Give each resistor whose order number stands for other ohms than the circuit is reckoned with."""
    for kind in kinds.values():
        for maker in kind.makers if kind.ohms else ():
            if any(ohms != kind.ohms for ohms in _said(maker)):
                yield f"{kind.key}: expected {kind.ohms:g} ohm to be bought, got {maker}"


def _said(maker: str) -> Iterator[float]:
    for code in _CODES:
        if found := re.search(code, maker):
            yield float(found[1]) * 10 ** int(found[2] or 0)
    if found := re.search(r"([\d.]+) (k?)ohm", maker):
        yield float(found[1]) * (1000 if found[2] else 1)


def _leads(table: Mapping[str, str | list[str]]) -> Mapping[str, tuple[str, ...]]:
    return {name: (found,) if isinstance(found, str) else tuple(found) for name, found in table.items()}


def _spread(pair: list[float] | None) -> tuple[float, float] | None:
    if pair is None:
        return None
    across, along = pair
    return float(across), float(along)
