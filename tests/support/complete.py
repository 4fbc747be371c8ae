"""A plugin of the complete run: what each test costs in processor time, and which functions of the package it runs.

It is loaded by ``PYTEST_PLUGINS=tests.support.complete``, before anything imports the package: each function gets one
statement more, which sets its byte. A tracer of lines would take three times as long. Programs that tests start are
not seen. ``tools.complete`` reads what is written here.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import sys
import time
from collections.abc import Generator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# The environment may name another file that is written.
OUTPUT = os.environ.get("CODEMAKER_MEASURED", str(ROOT / "build" / "complete.json"))
PACKAGE = "companion"
MOST_FUNCTIONS = 1 << 15
# One byte a function; a function is known by the path and the line of its definition.
RAN = bytearray(MOST_FUNCTIONS)
NOTHING = bytes(MOST_FUNCTIONS)
FUNCTIONS: list[tuple[str, int]] = []


class _Marked(ast.NodeTransformer):
    """Gives each function a first statement that sets its byte."""

    def __init__(self, path: str) -> None:
        self._path = path

    def _marked(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self.generic_visit(node)
        after_docstring = int(ast.get_docstring(node, clean=False) is not None)
        statement = ast.parse(f"__ran__[{len(FUNCTIONS)}] = 1").body[0]
        for part in ast.walk(statement):
            ast.copy_location(part, node.body[0])
        node.body.insert(after_docstring, statement)
        FUNCTIONS.append((self._path, node.lineno))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _marked  # noqa: N815 - the names that ast asks for


class _Loader(SourceFileLoader):
    """Compiles a module with its functions marked, and keeps no compiled file."""

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        path = Path(self.path).relative_to(ROOT).as_posix()
        code: CodeType = compile(_Marked(path).visit(tree), self.path, "exec", dont_inherit=True)
        return code


class _Finder(MetaPathFinder):
    """Finds the modules of the package as usual, and has them loaded by ``_Loader``."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] != PACKAGE:
            return None
        spec = PathFinder.find_spec(fullname, path)
        # Not in another tree, which a test made.
        if (
            spec is not None
            and isinstance(spec.loader, SourceFileLoader)
            and Path(spec.loader.path).is_relative_to(ROOT)
        ):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


builtins.__ran__ = RAN  # type: ignore[attr-defined]
sys.meta_path.insert(0, _Finder())


class Complete:
    """What the tests of this process have cost and run; on the controller of several, those of all."""

    def __init__(self) -> None:
        # By test: whether it is marked, its seconds of processor time and of the clock, the modules it ran.
        self.tests: dict[str, tuple[bool, float, float, list[str]]] = {}
        # By file of tests: module, lines of the functions it ran.
        self.files: dict[str, dict[str, list[int]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        RAN[:] = NOTHING
        cpu_s, began_s = _cpu_s(), time.monotonic()
        try:
            return (yield)
        finally:
            self._enter(item, _cpu_s() - cpu_s, time.monotonic() - began_s)

    def _enter(self, item: pytest.Item, cpu_s: float, took_s: float) -> None:
        file = item.nodeid.partition("::")[0]
        functions = self.files.setdefault(file, {})
        modules: dict[str, None] = {}
        place = RAN.find(1)
        while place >= 0:
            path, line = FUNCTIONS[place]
            modules[path] = None
            lines = functions.setdefault(path, [])
            if line not in lines:
                lines.append(line)
            place = RAN.find(1, place + 1)
        is_marked = any(item.get_closest_marker(mark) for mark in ("thorough", "slow"))
        self.tests[item.nodeid] = (is_marked, round(cpu_s, 4), round(took_s, 4), [*modules])

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        found = json.loads(getattr(node, "workeroutput", {}).get("complete", "{}"))
        self.tests |= {name: tuple(test) for name, test in found.get("tests", {}).items()}
        for file, modules in found.get("files", {}).items():
            known = self.files.setdefault(file, {})
            for path, lines in modules.items():
                known[path] = sorted({*known.get(path, []), *lines})

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        found = json.dumps({"tests": self.tests, "files": self.files})
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["complete"] = found
            return
        Path(OUTPUT).parent.mkdir(exist_ok=True)
        Path(OUTPUT).write_text(found + "\n", "utf-8")


def _cpu_s() -> float:
    """Return the processor time of this process and of those it has waited for, in seconds."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Complete(), "complete")
