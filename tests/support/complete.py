"""A plugin of the complete run: what each test costs in processor time, and which functions of the package it runs.

It is loaded by ``PYTEST_PLUGINS=tests.support.complete``, before anything imports the package: each function gets one
statement more, which sets its byte. That costs some 2 % of the run, where a tracer of lines takes three times as long.
Programs that tests start are not seen. ``tools.near`` chooses the tests near to a change by what is written here.

A test without the mark ``thorough`` runs in ``make quick``. Those that are too dear for it are listed; the run fails
for a test that is dearer than ``FAILS_S`` when it is run again, alone.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import subprocess
import sys
from collections.abc import Generator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OUTPUT = ROOT / "build" / "complete.json"
# Set for a test that is run again alone: the file that then takes the place of ``OUTPUT``.
ALONE = "CODEMAKER_TEST_ALONE"
PACKAGE = "companion"
# Processor time from which a test without the mark is listed, and from which it fails the run.
LISTED_S = 0.3
FAILS_S = 1.0
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
        # By test: whether it is marked, its processor time, the modules whose functions it ran.
        self.tests: dict[str, tuple[bool, float, list[str]]] = {}
        # By file of tests: module, lines of the functions it ran.
        self.files: dict[str, dict[str, list[int]]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        RAN[:] = NOTHING
        before = _cpu_s()
        try:
            return (yield)
        finally:
            self._enter(item, _cpu_s() - before)

    def _enter(self, item: pytest.Item, cpu_s: float) -> None:
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
        self.tests[item.nodeid] = (is_marked, round(cpu_s, 4), [*modules])

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
        OUTPUT.parent.mkdir(exist_ok=True)
        Path(os.environ.get(ALONE, OUTPUT)).write_text(found + "\n", "utf-8")
        if ALONE not in os.environ:
            self._judge(session)

    def _judge(self, session: pytest.Session) -> None:
        """List the tests without the mark that are dear, and fail for those that are too dear alone."""
        dear = {
            name: cpu_s for name, (is_marked, cpu_s, _) in self.tests.items() if not is_marked and cpu_s > LISTED_S
        }
        for name, cpu_s in sorted(dear.items(), key=lambda test: -test[1]):
            print(f"\nwithout the mark thorough: {name} took {cpu_s:.2f} s of processor time", end="")
            if cpu_s > FAILS_S and (alone_s := _alone_s(name)) > FAILS_S:
                print(f", and {alone_s:.2f} s alone: mark it, or make it faster", end="")
                session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _cpu_s() -> float:
    """Return the processor time of this process and of those it has waited for, in seconds."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _alone_s(name: str) -> float:
    """Run one test in a process of its own, and return the processor time it took there."""
    result = OUTPUT.with_name("alone.json")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", name]
    around = os.environ | {ALONE: str(result)}
    subprocess.run(command, env=around, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    return float(json.loads(result.read_text("utf-8"))["tests"].get(name, (False, 0.0, []))[1])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Complete(), "complete")
