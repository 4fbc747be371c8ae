"""Modules of the table run their code at the first use, and everything imports them with plain import statements."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.app import startup

PACKAGE = Path(companion.__file__).parent
TABLE = (*startup.BEHIND_THE_FIRST_FRAME, *startup.WHEN_USED)


def printed_by(code: str, folder: Path) -> str:
    """Return what *code* prints in a process whose modules are lazy, *thing* among them, with *folder* on its path."""
    begin = f"""
import sys
sys.path.insert(0, {str(folder)!r})
from companion.app import startup
startup._LAZY |= {{"thing"}}
startup.prepare()
import thing
"""
    program = [sys.executable, "-c", begin + code]
    return subprocess.run(program, check=True, capture_output=True, text=True, cwd=PACKAGE.parent).stdout


def test_code_of_module_runs_once_at_first_use(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("print('runs')\nVALUE = 1\n")
    assert printed_by("print('imported'); thing.VALUE; print(thing.VALUE, thing.__file__)", tmp_path) == (
        f"imported\nruns\n1 {tmp_path / 'thing.py'}\n"
    )


def test_second_thread_waits_for_code_that_the_first_runs(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("from __main__ import begun, other\nbegun.set()\nother.join(0.1)\nVALUE = 1\n")
    code = """
from threading import Event, Thread
begun = Event()
other = Thread(target=lambda: (begun.wait(), print(f"other {thing.VALUE}\\n", end="")))
other.start()
print(f"first {thing.VALUE}\\n", end="")
"""
    assert sorted(printed_by(code, tmp_path).splitlines()) == ["first 1", "other 1"]


def test_code_that_fails_runs_again_at_next_use(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("import builtins\nVALUE = builtins.wanted\n")
    code = """
import builtins
try:
    thing.VALUE
except AttributeError as failure:
    print(failure)
builtins.wanted = 2
print(thing.VALUE)
"""
    assert printed_by(code, tmp_path) == "module 'builtins' has no attribute 'wanted'\n2\n"


def test_missing_attribute_is_named(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("")
    code = "try:\n    thing.VALUE\nexcept AttributeError as failure:\n    print(failure)"
    assert printed_by(code, tmp_path) == "module 'thing' has no attribute 'VALUE'\n"


def test_module_of_package_is_imported_without_code_of_package(tmp_path: Path) -> None:
    (tmp_path / "thing").mkdir()
    (tmp_path / "thing/__init__.py").write_text("from thing.part import VALUE\nprint('runs')\n")
    (tmp_path / "thing/part.py").write_text("VALUE = 1\n")
    code = "from thing import part; print(part.VALUE); print(thing.VALUE)"
    assert printed_by("import thing.part; print(thing.part.VALUE)", tmp_path).endswith("1\n")
    assert printed_by(code, tmp_path).endswith("1\n1\n")


ANNOTATED = """
import inspect
class Plain: pass
class Peg: colour: int; hole: "str"
def guess(row: int) -> str: ...
"""


def test_fields_of_class_are_found_without_code_of_inspect(tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("")
    code = "print(*map(inspect.get_annotations, (Plain, Peg)), startup.has_run('inspect'))"
    assert printed_by(ANNOTATED + code, tmp_path) == "{} {'colour': <class 'int'>, 'hole': 'str'} False\n"


@pytest.mark.parametrize(
    ("arguments", "annotations"),
    [
        ("guess", "{'row': <class 'int'>, 'return': <class 'str'>}"),
        ("Peg, eval_str=True", "{'colour': <class 'int'>, 'hole': <class 'str'>}"),
    ],
)
def test_other_annotations_are_found_by_code_of_inspect(tmp_path: Path, arguments: str, annotations: str) -> None:
    (tmp_path / "thing.py").write_text("")
    code = f"print(inspect.get_annotations({arguments}), startup.has_run('inspect'))"
    assert printed_by(ANNOTATED + code, tmp_path) == f"{annotations} True\n"


@pytest.mark.parametrize("name", TABLE)
def test_module_of_table_exists(name: str) -> None:
    startup.run_now(name)
    assert startup.has_run(name)


def test_no_module_of_package_of_table_imports_from_that_package() -> None:
    """Its code would run before that of the package, which as a rule is the other way round."""
    found = []
    for name in TABLE:
        for path in (PACKAGE.parent / name.replace(".", "/")).glob("**/*.py"):
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found += [path for node in tree if isinstance(node, ast.ImportFrom) and node.module == name]
    assert found == []


def test_program_that_ends_is_not_searched_for_garbage() -> None:
    code = "import gc; from companion.__main__ import main; main(lambda: lambda: 0); print(gc.get_freeze_count() > 0)"
    assert printed_by(code, PACKAGE).endswith("True\n")
