"""One name for one thing: no public class name is defined in two modules of the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import companion
from companion.match.families import FAMILIES

PACKAGE = Path(companion.__file__).parent


def owners(sources: dict[str, str]) -> dict[str, set[str]]:
    """Return public class name -> where it is defined: its module, or its family of games."""
    found = defaultdict(set)
    for module, source in sources.items():
        owner = next((family for family in FAMILIES if family in module.split("/")), module)
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(owner)
    return found


def repeated(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the names that are defined in several modules, the families of games among themselves excepted."""
    return {name: where for name, where in found.items() if len(where) > 1 and not where <= set(FAMILIES)}


def test_no_public_class_name_is_defined_twice() -> None:
    files = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert repeated(owners(files)) == {}


def test_class_that_is_defined_twice_is_found() -> None:
    twice = {"link/a.py": "class Light: ...", "tray/b.py": "class Light: ...", "games/pegs/c.py": "class Draw: ..."}
    assert repeated(owners({**twice, "games/coda/d.py": "class Draw: ..."})) == {"Light": {"link/a.py", "tray/b.py"}}
