"""``.ci/run``: whichever of its parts fails, its exit status says so."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("play", "ordinary", "forget_image", "arm64", "root", "card", "trixie")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A folder with ``.ci/run``, whose parts do nothing, but fail if ``FAIL`` is their name."""
    script = (ROOT / ".ci/run").read_text("utf-8")
    stubs = {name: f'[ "$FAIL" != {name} ]' for name in PARTS}
    stubs |= {"copy_to": 'mkdir -p "$1"', "as_nobody": "true"}
    for name, body in stubs.items():
        script, found = re.subn(rf"(?ms)^{name}\(\) {{\n.*?^}}\n", f"{name}() {{\n    {body}\n}}\n", script)
        assert found == 1, name
    script = script.replace("chown $NOBODY:$NOBODY", "true")
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/run").write_text(script)
    (tmp_path / ".ci/need").write_text("#!/bin/sh\n")
    (tmp_path / ".ci/need").chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(("failing", "status"), [("none", 0), *((name, 1) for name in PARTS)])
def test_part_that_fails_is_in_the_exit_status(run: Path, failing: str, status: int) -> None:
    environment = {"PATH": "/usr/bin:/bin", "FAIL": failing, "TMPDIR": str(run)}
    done = subprocess.run(["bash", run / ".ci/run"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
