"""``.ci/run``: the first part that fails ends the others, and a table at the end says what failed in it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("play", "check", "ordinary", "arm64", "root", "card", "trixie")
SIDE_BY_SIDE = ("ordinary", "arm64", "root", "card", "trixie")
# The part $FAIL fails in its second step, with a test's name, after the part $HANGS has begun what never ends.
STUB = """
    step true first {name}
    [ "$HANGS" != {name} ] || {{ echo >"$TMPDIR/begun"; step sleep 60; }}
    [ -z "$HANGS" -o "$FAIL" != {name} ] || read -r _ <"$TMPDIR/begun"
    [ "$FAIL" != {name} ] || echo "FAILED tests/test_{name}.py::test_it - why"
    step [ "$FAIL" != {name} ]
"""


def stubbed(script: str, stubs: dict[str, str]) -> str:
    """Return *script* with other bodies for some of its functions."""
    for name, body in stubs.items():
        found = re.findall(rf"(?ms)^{name}\(\) {{\n.*?^}}\n", script)
        assert len(found) == 1, name
        script = script.replace(found[0], f"{name}() {{{body}}}\n")
    return script


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with ``.ci/run``, whose parts do nothing, but fail if ``FAIL`` is their name."""
    stubs = {name: STUB.format(name=name) for name in PARTS}
    stubs |= {"copy_to": '\n    mkdir -p "$1"\n', "as_nobody": "\n    true\n", "forget_image": "\n    true\n"}
    script = stubbed((ROOT / ".ci/run").read_text("utf-8"), stubs)
    os.mkfifo(tmp_path / "begun")
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/run").write_text(script.replace("chown $NOBODY:$NOBODY", "true"))
    (tmp_path / ".ci/need").write_text("#!/bin/sh\n")
    (tmp_path / ".ci/need").chmod(0o755)
    return tmp_path


def run(folder: Path, failing: str = "", hanging: str = "") -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    around = {"PATH": "/usr/bin:/bin", "FAIL": failing, "HANGS": hanging, "TMPDIR": str(folder)}
    command = ("bash", folder / ".ci/run")
    return subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=50)


def test_table_names_every_part_and_each_has_a_log(folder: Path) -> None:
    done = run(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"^ci: (\w+) +\d+ +\d+  passed$", done.stdout, re.MULTILINE) == [
        "play", "check", "ordinary", "root", "card", "trixie", "arm64",
    ]  # fmt: skip
    logs = folder / "build" / "ci"
    assert sorted(log.stem for log in logs.glob("*.log")) == sorted(PARTS)
    assert (logs / "card.log").read_text().startswith("ci: true first card\n")


@pytest.mark.parametrize("failing", PARTS)
def test_part_that_fails_is_in_the_exit_status_and_the_table(folder: Path, failing: str) -> None:
    done = run(folder, failing)
    assert done.returncode == 1, done.stdout + done.stderr
    said = f"failed: [ {failing} != {failing} ] FAILED tests/test_{failing}.py::test_it - why"
    assert re.search(rf"^ci: {failing} +\d+ +\d+  {re.escape(said)}$", done.stdout, re.MULTILINE), done.stdout
    assert "ci: all took" in done.stdout


@pytest.mark.parametrize(("failing", "hanging"), [("root", "ordinary"), ("ordinary", "root"), ("arm64", "card")])
def test_first_failure_ends_the_other_parts(folder: Path, failing: str, hanging: str) -> None:
    # The part that hangs would take longer than is waited for.
    done = run(folder, failing, hanging)
    assert done.returncode == 1
    assert re.search(rf"^ci: {hanging} +ended with the part that failed$", done.stdout, re.MULTILINE), done.stdout


def test_nothing_runs_after_a_check_that_fails(folder: Path) -> None:
    done = run(folder, "check")
    assert not any(f"--- {part}" in done.stdout for part in SIDE_BY_SIDE)
