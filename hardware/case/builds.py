"""What has to be bought for a build, as the rows of its page's table."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from circuit.parts import Kinds
from circuit.places import HARDWARE

BUILDS = HARDWARE / "builds.toml"
# The build's circuit, where it has one of its own.
CIRCUITS = {"no-solder": None, "hand-wired": "box", "with-tray": "tray"}


@dataclass(frozen=True, slots=True)
class Item:
    """A number of items, what one is called in a shop, and its rough price in euros."""

    name: str
    number: int
    makers: tuple[str, ...]
    euros: float

    def row(self) -> str:
        """As a row of the page's table."""
        return f"| {self.number} | {self.name} | {'; '.join(self.makers)} | {self.euros * self.number:.2f} |"


@dataclass(frozen=True, slots=True)
class Screw:
    """How far across and how long below its head a screw is."""

    across: float
    long: float


def screw(build: str, entry: str) -> Screw:
    """The screw that the build's list names, such as ``screw M2.5 x 25``."""
    table = tomllib.loads(BUILDS.read_text(encoding="utf-8"))
    name = table[build][entry]["name"]
    found = re.match(r"screw M([\d.]+) x (\d+)", name)
    if found is None:
        raise ValueError(f"expected a screw such as 'screw M2.5 x 25', got {name!r}, in {build}")
    return Screw(float(found[1]), float(found[2]))


def items(build: str, kinds: Kinds) -> list[Item]:
    """All that the build needs: its circuit's parts first."""
    table = tomllib.loads(BUILDS.read_text(encoding="utf-8"))
    circuit = CIRCUITS[build]
    return [*(_of_circuit(circuit) if circuit else ()), *(_besides(entry, kinds) for entry in table[build].values())]


def total(build: str, kinds: Kinds) -> int:
    """What all of it costs, in whole euros, rounded up to the next five."""
    return -int(-sum(item.euros * item.number for item in items(build, kinds)) // 5) * 5


def _of_circuit(circuit: str) -> Iterator[Item]:
    with (HARDWARE / "bills" / f"{circuit}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["buy"]:
                optional = " (optional)" if row["optional"] == "yes" else ""
                name = f"{row['value']}: {row['parts']}{optional}"
                yield Item(name, int(row["number"]), tuple(row["buy"].split("; ")), float(row["euros for one"]))


# A table of TOML is of no type that we could name.
def _besides(entry: Mapping[str, Any], kinds: Kinds) -> Item:
    if "kind" in entry:
        kind = kinds[entry["kind"]]
        return Item(entry["name"], entry["number"], tuple(kind.makers), kind.euros)
    return Item(entry["name"], entry["number"], tuple(entry["makers"]), entry["euros"])
