"""The kinds of part: what to buy, where KiCad has them, and the figures that the circuit is reckoned with."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
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
    value, about, symbol, footprint = (cast(str, table[name]) for name in ("value", "about", "symbol", "footprint"))
    return Kind(
        key,
        value,
        about,
        symbol,
        footprint,
        makers=tuple(cast(list[str], table["makers"])),
        euros=cast(float, table["euros"]),
        ohms=float(cast(float, table.get("ohms", 0.0))),
        optional=cast(bool, table.get("optional", False)),
        figures=cast(Mapping[str, object], table.get("figures", {})),
        orders=tuple(cast(list[str], table.get("orders", []))),
    )
