"""Which tests are near to a change: by the map of a complete run, and by paths and imports where it knows nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.tools import need
from tools.mutants.nearest import Suite
from tools.near import (
    MOST,
    TIMES,
    Map,
    Measured,
    Test,
    changed,
    chosen_for,
    made,
    near_to,
    smoke_set,
    standing,
    thorough,
)

COSTS = {
    "tests/ui/test_menu.py": 2.0,
    "tests/a.py": 1.0,
    "tests/b.py": 1.0,
    "tests/dear.py": 50.0,
    "tests/dearer.py": 500.0,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a module, tests that mirror it and import it, and others."""
    files = {
        "companion/ui/menu.py": "",
        "companion/ui/new.py": "",
        "companion/ui/data.toml": "",
        "tests/ui/test_menu.py": "from companion.ui import menu\n",
        "tests/app/test_all.py": "import companion.ui.new\nimport companion.ui.menu\n",
        "tests/support/shown.py": "",
        "tests/flows/test_flow.py": "from tests.support.shown import it\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_cheapest_files_that_run_every_function_are_chosen_and_the_mirrored_one_first() -> None:
    cheap = {f"tests/cheap_{number}.py": {1, 2, 3} for number in range(TIMES)}
    runs = {"tests/ui/test_menu.py": {1}, "tests/dear.py": {1, 2, 3}, **cheap}
    chosen = chosen_for("companion/ui/menu.py", runs, COSTS | dict.fromkeys(cheap, 1.0), [])
    assert chosen == ["tests/ui/test_menu.py", *sorted(cheap, reverse=True)]


def test_at_most_six_files_are_chosen() -> None:
    runs = {f"tests/{number}.py": {number} for number in range(MOST + 3)}
    assert len(chosen_for("companion/ui/menu.py", runs, dict.fromkeys(runs, 1.0), [])) == MOST


@pytest.mark.parametrize(
    ("before", "stays"),
    [
        (["tests/a.py", "tests/b.py", "tests/ui/test_menu.py"], True),
        (["tests/a.py", "tests/b.py"], False),
        (["tests/a.py", "tests/b.py", "tests/gone.py"], False),
        (["tests/a.py", "tests/b.py", "tests/dear.py"], False),
        ([], False),
    ],
)
def test_choice_stays_while_it_runs_as_much_and_is_not_dear(before: list[str], stays: bool) -> None:
    runs = {file: {1, 2} for file in COSTS}
    chosen = chosen_for("companion/ui/menu.py", runs, COSTS, before)
    assert (chosen == before) == stays


def test_smoke_set_runs_every_module_with_cheap_tests_that_are_no_examples() -> None:
    tests = {
        "a::test_one": (False, 0.01, 0.01, ["m", "n"]),
        "a::test_two": (False, 0.01, 0.01, ["n"]),
        "a::test_dear": (False, 1.0, 1.0, ["m", "n", "o"]),
        "a::test_marked": (True, 0.01, 0.01, ["p"]),
        "a::test_example[1]": (False, 0.01, 0.01, ["o"]),
        "b::test_last": (False, 0.02, 0.02, ["o", "n"]),
    }
    assert smoke_set(tests, [], ["a::test_two"]) == ["a::test_one", "b::test_last"]


@pytest.mark.parametrize(
    ("costs", "before", "is_dear"),
    [
        ((0.06, 0.06), False, True),
        ((0.04, 0.04), False, False),
        ((0.04, 0.04), True, True),
        ((0.02, 0.02), True, False),
        ((0.01, 0.25), False, True),
        ((0.001, 0.09), False, False),
        # Skipped, because a tool is missing.
        ((0.0002, 0.0003), True, True),
        ((0.0002, 0.0003), False, False),
    ],
)
def test_test_that_is_dear_is_thorough_until_it_costs_half_as_much(
    costs: tuple[float, float], before: bool, is_dear: bool
) -> None:
    tests: dict[str, Test] = {f"a::test_it[{number}]": (False, cost, 0, []) for number, cost in enumerate(costs)}
    assert thorough(tests, ["a::test_it"] if before else []) == ["a::test_it"] * is_dear


def test_test_that_waits_long_is_thorough() -> None:
    assert thorough({"a::test_it": (False, 0.01, 2.0, []), "a::test_quick": (False, 0.01, 0.1, [])}, []) == [
        "a::test_it"
    ]


def test_map_is_made_of_what_was_measured() -> None:
    measured: Measured = {
        "tests": {"tests/a.py::test_it": (False, 0.01, 0.01, ["companion/m.py"])},
        "files": {"tests/a.py": {"companion/m.py": [3]}},
    }
    assert made(measured, Map()) == Map({"companion/m.py": ["tests/a.py"]}, ["tests/a.py::test_it"])


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("tests/ui/test_menu.py", ["tests/ui/test_menu.py"]),
        ("companion/ui/menu.py", ["tests/flows/test_flow.py"]),
        ("companion/ui/new.py", ["tests/app/test_all.py"]),
        ("companion/ui/data.toml", ["tests/ui/test_menu.py"]),
        ("companion/ui/parts/deeper.js", ["tests/ui/test_menu.py"]),
        ("tests/support/shown.py", ["tests/flows/test_flow.py"]),
        ("tools/bench/new.py", ["tests/tools"]),
        ("Makefile", ["tests/packaging"]),
        ("README.md", ["tests/architecture"]),
    ],
)
def test_near_to_a_file_is_what_the_map_says_or_else_paths_and_imports(
    root: Path, path: str, tests: list[str]
) -> None:
    known = Map({"companion/ui/menu.py": ["tests/flows/test_flow.py", "tests/gone.py"]})
    assert near_to(path, known, Suite(root)) == tests


def test_test_that_is_gone_leaves_the_smoke_set(root: Path) -> None:
    (root / "tests/ui/test_menu.py").write_text("def test_here() -> None: ...\n", "utf-8")
    names = ["tests/ui/test_menu.py::test_here", "tests/ui/test_menu.py::test_gone", "tests/gone.py::test_here"]
    assert list(standing(names, root)) == names[:1]


def test_map_is_written_only_when_it_changes(root: Path) -> None:
    known = Map({"companion/m.py": ["tests/a.py"]}, ["tests/a.py::test_it"])
    assert [known.keep(root), known.keep(root), Map.read(root) == known] == [True, False, True]


def test_change_is_what_is_not_committed_what_is_new_and_what_was_committed_since(root: Path) -> None:
    need("git", by="apt-get install git")

    def git(*words: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", "-C", root, *who, *words], check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    (root / "companion/ui/menu.py").write_text("x = 1\n", "utf-8")
    git("commit", "-a", "-m", "second")
    (root / "companion/ui/new.py").write_text("x = 1\n", "utf-8")
    (root / "unknown.py").write_text("", "utf-8")
    assert changed("HEAD~1", root) == ["companion/ui/menu.py", "companion/ui/new.py", "unknown.py"]
