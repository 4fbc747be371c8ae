"""The plugin of CI that runs a failed test once more: here in a folder with tests of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# It fails in the first of the runs.
ONCE = """
def test_{name}(tmp_path_factory):
    seen = tmp_path_factory.getbasetemp().parent.parent / "seen-{name}"
    was_seen = seen.exists()
    seen.touch()
    assert was_seen
"""
ALWAYS = "def test_{name}():\n    assert False\n"


def run(folder: Path, tests: str, known: str = "") -> subprocess.CompletedProcess[str]:
    """Run *tests* in *folder* with the plugin."""
    (folder / ".ci").mkdir()
    (folder / ".ci" / "flaky").write_text(known, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (folder / "test_it.py").write_text(tests, "utf-8")
    around = os.environ | {"PYTEST_PLUGINS": "tests.support.again", "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("known", ["", "# test_it.py::test_busy\n", "test_it.py::test_other\n"])
def test_failed_test_that_passes_alone_is_named_and_does_not_fail_the_run(tmp_path: Path, known: str) -> None:
    done = run(tmp_path, ONCE.format(name="busy"), known)
    assert done.returncode == 0, done.stdout
    assert "flaky:\n    test_it.py::test_busy\n" in done.stdout


def test_name_on_the_list_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, ONCE.format(name="busy"), "test_it.py::test_busy\n")
    assert done.returncode == 1
    assert "flaky before, see .ci/flaky: test_it.py::test_busy" in done.stdout


def test_test_that_fails_again_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, ONCE.format(name="busy") + ALWAYS.format(name="wrong"))
    assert (done.returncode, "flaky" in done.stdout) == (1, False)


@pytest.mark.parametrize("name", ["no_move_is_lost", "storage", "private_screen", "seat_sees_no_hand", "fault"])
def test_test_of_what_may_never_be_lost_or_shown_is_not_repeated(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, ONCE.format(name=name))
    assert (done.returncode, "flaky" in done.stdout) == (1, False)
