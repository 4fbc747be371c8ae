"""The mutations, the tests that are near a module, and that a mutation which no test notices is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutants.__main__ import HANGS, Copy
from tools.mutants.mutations import Mutation, mutations
from tools.mutants.nearest import Suite

MODULE = "def is_over(rows, most):\n    return rows >= most\n"
TEST = "from companion.rules import is_over\n\n\ndef test_over():\n    assert is_over(3, 2)\n"


def changed(source: str) -> set[str]:
    """Return *source* with each of its mutations."""
    return {mutation.after for mutation in mutations("module.py", source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b\n", {"x = (a <= b)\n"}),
        ("x = a and b\n", {"x = (a or b)\n"}),
        ("x = é + b\n", {"x = (é - b)\n"}),
        ("x = 3\n", {"x = (4)\n"}),
        ("x = True\n", {"x = (False)\n"}),
        ("x = f(a, b)\n", {"x = (f(b, a))\n"}),
        ("x = f(a, by=b)\n", {"x = (f(a))\n"}),
        ("f()\n", {"pass\n"}),
        ("x = not a\n", {"x = (a)\n"}),
    ],
)
def test_each_fault_is_one_change_of_the_source(source: str, expected: set[str]) -> None:
    assert changed(source) == expected


@pytest.mark.parametrize(
    "source",
    ['"""Docs."""\n', 'log.info("a", 1)\n', "import a\n", 'x = N_("Text")\n', 'x = f(help="Text")\n', "x: 'a < b'\n"],
)
def test_texts_for_people_and_types_stay(source: str) -> None:
    assert changed(source) == set()


def tree(root: Path) -> Path:
    """Write a package with one module, and the tests of it and of another."""
    for name, text in (
        ("companion/__init__.py", ""),
        ("companion/rules.py", MODULE),
        ("tests/test_rules.py", TEST),
        ("tests/other/test_far.py", "def test_far():\n    pass\n"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def test_tests_that_import_a_module_come_before_all_others(tmp_path: Path) -> None:
    tests = Suite(tree(tmp_path))
    assert tests.circles("companion/rules.py") == [["tests/test_rules.py"], ["tests/other/test_far.py"]]


@pytest.mark.parametrize(
    ("after", "verdict"), [("rows < most", "tests/test_rules.py::test_over"), ("rows > most", "")]
)
def test_mutation_is_killed_by_the_test_that_fails_or_survives(tmp_path: Path, after: str, verdict: str) -> None:
    copy = Copy(tree(tmp_path))
    mutation = Mutation("companion/rules.py", 2, MODULE, MODULE.replace("rows >= most", after))
    assert copy.verdict(mutation, [["tests/test_rules.py"]], 60.0) == verdict
    assert (tmp_path / "companion/rules.py").read_text("utf-8") == MODULE


def test_tests_that_cannot_be_collected_are_told(tmp_path: Path) -> None:
    copy = Copy(tree(tmp_path))
    (tmp_path / "tests/test_rules.py").write_text("import gone\n", "utf-8")
    mutation = Mutation("companion/rules.py", 2, MODULE, MODULE)
    with pytest.raises(RuntimeError, match="which fails all the same"):
        copy.verdict(mutation, [["tests/test_rules.py"]], 60.0)


def test_mutation_is_killed_by_a_test_with_generated_examples(tmp_path: Path) -> None:
    copy = Copy(tree(tmp_path))
    test = "from hypothesis import given, strategies\n" + TEST.replace("()", "(rows)", 1).replace("3,", "rows,")
    given = "@given(strategies.integers(2))\ndef test_over"
    (tmp_path / "tests/test_rules.py").write_text(test.replace("def test_over", given), "utf-8")
    mutation = Mutation("companion/rules.py", 2, MODULE, MODULE.replace("rows >= most", "rows > most"))
    assert copy.verdict(mutation, [["tests/test_rules.py"]], 60.0) == "tests/test_rules.py::test_over"
    assert copy.good == {"tests/test_rules.py::test_over"}


def test_mutation_is_killed_by_an_example_whose_name_has_spaces(tmp_path: Path) -> None:
    copy = Copy(tree(tmp_path))
    examples = 'import pytest\n\n\n@pytest.mark.parametrize("rows", [3, 2], ids=["one more", "as many"])\n'
    test = TEST.replace("()", "(rows)", 1).replace("3,", "rows,").replace("\n\n\ndef", f"\n{examples}def")
    (tmp_path / "tests/test_rules.py").write_text(test, "utf-8")
    mutation = Mutation("companion/rules.py", 2, MODULE, MODULE.replace("rows >= most", "rows < most"))
    assert copy.verdict(mutation, [["tests/test_rules.py"]], 60.0) == "tests/test_rules.py::test_over[one more]"


def test_mutation_that_lets_no_test_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.mutants.__main__.NEAR_S", 10.0)
    copy = Copy(tree(tmp_path))
    # A wait costs the ten seconds of the clock alone; a loop would take them from other tests.
    endless = MODULE.replace("    return", '    __import__("signal").pause()\n    return')
    assert copy.verdict(Mutation("companion/rules.py", 2, MODULE, endless), [["tests/test_rules.py"]], 60.0) == HANGS


def test_test_that_fails_anyway_kills_nothing(tmp_path: Path) -> None:
    copy = Copy(tree(tmp_path))
    (tmp_path / "tests/test_rules.py").write_text("def test_broken():\n    assert False\n", "utf-8")
    mutation = Mutation("companion/rules.py", 2, MODULE, MODULE.replace(">=", ">"))
    assert copy.verdict(mutation, [["tests/test_rules.py"]], 60.0) == ""
    assert copy.bad == {"tests/test_rules.py::test_broken"}
