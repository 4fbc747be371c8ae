#!/usr/bin/env python3
"""Print the part of requirements.lock that is needed, with hashes, for ``pip install --require-hashes``.

.ci/locked.py window tray      what the project, these extras and the build of the project need
.ci/locked.py --only segno     these packages alone, without what they need in turn

piwheels.org builds the wheels of 32-bit Raspberry Pi OS itself, so their hashes are not those of PyPI: on such a
machine the versions are printed without hashes, and a line on standard error says so.
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WITHOUT_HASHES = ("armv6l", "armv7l")
# "pillow==13.0.0 \", "    --hash=sha256:12ab \", "    # via blessed, codemaker-box (pyproject.toml)"
PINNED = re.compile(r"([A-Za-z0-9._-]+)==")
VIA = re.compile(r"\s+# via (.*)")


@dataclass(frozen=True, slots=True)
class Pin:
    """One package of the lock file: its name, its lines there, and the packages that need it."""

    name: str
    lines: tuple[str, ...]
    needed_by: frozenset[str]


def normal(name: str) -> str:
    """Return the name of a distribution in its normal form (PEP 503), without extras and versions.

    >>> normal("luma.OLED>=3.13,<4")
    'luma-oled'
    """
    return re.sub(r"[-_.]+", "-", re.split(r"[\s\[<>=!~;(]", name)[0]).lower()


def pins(lock: str) -> Sequence[Pin]:
    """Read a lock file as ``uv pip compile --generate-hashes --annotation-style line`` writes it."""
    blocks: list[list[str]] = []
    for line in lock.splitlines():
        if PINNED.match(line):
            blocks.append([])
        if blocks:
            blocks[-1].append(line)
    return [_pin(block) for block in blocks]


def _pin(block: Sequence[str]) -> Pin:
    name = PINNED.match(block[0])
    if name is None:
        raise ValueError(f"expected a line such as 'pillow==13.0.0', got {block[0]!r}")
    via = [found[1] for line in block if (found := VIA.fullmatch(line))]
    needed_by = frozenset(normal(one) for names in via for one in names.split(", "))
    return Pin(normal(name[1]), tuple(line for line in block if not VIA.fullmatch(line)), needed_by)


def wanted(project: dict[str, Any], extras: Sequence[str]) -> frozenset[str]:
    """Return the packages that pyproject.toml names for the project, its *extras* and its build."""
    table = project["project"]
    own, optional = normal(table["name"]), table["optional-dependencies"]
    found = {*project["build-system"]["requires"], *table["dependencies"]}
    for extra in extras:
        found.update(optional[extra])
    names = {normal(one) for one in found}
    inner = [one[one.index("[") + 1 : one.index("]")] for one in found if normal(one) == own]
    return frozenset(names - {own}).union(*(wanted(project, one.split(",")) for one in inner))


def closure(all_pins: Sequence[Pin], names: Iterable[str]) -> frozenset[str]:
    """Return *names* and what they need in turn."""
    found = set(names)
    while more := {pin.name for pin in all_pins if pin.name not in found and pin.needed_by & found}:
        found |= more
    return frozenset(found)


def printed(chosen: Iterable[Pin], has_hashes: bool) -> str:
    """Return the pins as a requirements file."""
    lines = (pin.lines if has_hashes else (pin.lines[0].removesuffix(" \\"),) for pin in chosen)
    return "".join(f"{line}\n" for block in lines for line in block)


def main() -> int:
    """Print the part of the lock file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="store_true", help="the packages of these names alone")
    parser.add_argument("--machine", default=platform.machine(), help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", metavar="NAME", help="an extra of the project; with --only a package")
    options = parser.parse_args()
    all_pins = pins((ROOT / "requirements.lock").read_text("utf-8"))
    if options.only:
        names = frozenset(normal(name) for name in options.names)
    else:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
        names = closure(all_pins, wanted(project, options.names))
    missing = names - {pin.name for pin in all_pins}
    if missing:
        parser.error(f"expected {', '.join(sorted(missing))} in requirements.lock, got none: make lock")
    has_hashes = options.machine not in WITHOUT_HASHES
    if not has_hashes:
        print(
            "codemaker: piwheels.org's packages have hashes of their own: only versions are checked", file=sys.stderr
        )
    print(printed((pin for pin in all_pins if pin.name in names), has_hashes), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
