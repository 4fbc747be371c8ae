"""Imports stand at the top of a module; only a library that may be missing is imported by a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

import companion
from companion.features import NAMES

PACKAGE = Path(companion.__file__).parent
MOST = 13

ALLOWED = {
    "an optional library, or the module that needs it": {
        "cli/plots.py: matplotlib.figure",
        "cli/plots.py: plotext",
        "devices/pi/__init__.py: companion.devices.pi",
        "devices/pi/__init__.py: companion.devices.pi.open",
        "devices/pi/custom.py: companion.devices.pi.open",
        "devices/pi/pins.py: gpiozero.pins.lgpio",
        "devices/pi/pins.py: lgpio",
        "devices/window/__init__.py: companion.devices.window.inputs",
        "link/reader.py: companion.link.port",
    },
    "a library that loads as long as all screens together": {"ui/core/elements.py: segno"},
    "what has to come before the imports": {
        "__main__.py: companion.app.failed_start",
        "__main__.py: companion.cli.main",
        "__main__.py: companion.cli.alone",
    },
}


def imports_in_functions(source: str) -> Iterator[str]:
    """Yield the module that each import statement inside a function names, statement by statement."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    statements = {node for function in functions for node in ast.walk(function)}
    for node in statements:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def found(package: Path) -> list[str]:
    """Return the imports inside functions of all modules of *package*, sorted."""
    return sorted(
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in package.rglob("*.py")
        for name in imports_in_functions(path.read_text(encoding="utf-8"))
    )


def test_functions_import_optional_libraries_only() -> None:
    of_features = {name for feature in NAMES for name in found(PACKAGE / feature)}
    in_all = [name for name in found(PACKAGE) if name not in of_features]
    assert in_all == sorted(name for names in ALLOWED.values() for name in names)
    assert len(in_all) <= MOST


def test_import_in_function_is_found_once() -> None:
    inner = "        def g():\n            import re, sys\n"
    source = f"import os\nclass A:\n    def f(self):\n{inner}        from a.b import c\n"
    assert sorted(imports_in_functions(source)) == ["a.b", "re", "sys"]


def check_for_circle(imports: Mapping[str, Set[str]]) -> None:
    """Raise ``CycleError``, which names the modules, if modules import each other in a circle."""
    TopologicalSorter(imports).prepare()


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("companion", cache_dir=None)
    check_for_circle({name: graph.find_modules_directly_imported_by(name) for name in graph.modules})


def test_circle_is_found() -> None:
    with pytest.raises(CycleError, match="b"):
        check_for_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
