"""What a complete run measures of each test, and which tests it names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.complete import dear
from tools.near import ROOT, Measured

PLUGIN = "tests.support.complete"
TESTS = """
import pytest
from companion.games.secret import Secret

def test_it():
    assert "3" not in repr(Secret(3))

@pytest.mark.thorough
def test_marked():
    pass
"""
COSTS = Measured(
    tests={
        "a::test_cheap": (False, 0.3, 0.3, []),
        "a::test_dear": (False, 0.4, 0.4, []),
        "a::test_dearest": (False, 1.2, 1.2, []),
        "a::test_marked": (True, 9.0, 9.0, []),
    },
    files={},
)


@pytest.mark.thorough
def test_run_writes_what_each_test_costs_and_runs(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = thorough\n", "utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, "utf-8")
    written = tmp_path / "measured.json"
    around = {"PYTEST_PLUGINS": PLUGIN, "CODEMAKER_MEASURED": str(written), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    subprocess.run(command, cwd=tmp_path, env=os.environ | around, check=True, stdout=subprocess.DEVNULL)
    measured = json.loads(written.read_text("utf-8"))
    secret = "companion/games/secret.py"
    assert {name: (test[0], secret in test[3]) for name, test in measured["tests"].items()} == {
        "test_it.py::test_it": (False, True),
        "test_it.py::test_marked": (True, False),
    }
    source = (ROOT / secret).read_text("utf-8").splitlines()
    lines = [source[line - 1].split("(")[0].strip() for line in measured["files"]["test_it.py"][secret]]
    assert "def __repr__" in lines


def test_unmarked_tests_that_are_dear_are_listed() -> None:
    assert list(dear(COSTS)) == [
        "a::test_dearest took 1.20 s of processor time",
        "a::test_dear took 0.40 s of processor time",
    ]
