"""The enclosure that a machine in the machine lives in: nothing of it is left, however the test ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.appliance.nspawn import Enclosure, NoMachine, as_root, need_machines, run

ROOT = Path(__file__).parents[2]
# This script says so once something runs in the enclosure, and then waits for ever.
HOLD = """
import subprocess, sys
from pathlib import Path
from tests.appliance.nspawn import Enclosure
with Enclosure.around(Path(sys.argv[1])) as enclosure:
    subprocess.run([*enclosure.enter, "sh", "-c", "echo lives; exec sleep 600"])
"""


@pytest.fixture(autouse=True)
def machines() -> None:
    need_machines()


def test_what_is_written_in_an_enclosure_is_not_there_outside(tmp_path: Path) -> None:
    with Enclosure.around(tmp_path) as enclosure:
        run(*enclosure.enter, "touch", str(tmp_path / "inside"))
        assert list(tmp_path.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_what_runs_in_an_enclosure_ends_with_whoever_made_it(tmp_path: Path) -> None:
    hold = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(hold, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)}) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"lives\n"
        holder.kill()
        # It alone held the other end: with it gone there is nothing left to read.
        assert holder.communicate(timeout=20)[0] == b""


def test_container_that_allows_no_mounts_is_told_at_once(tmp_path: Path) -> None:
    """Without the rights of an administrator, as in a container as it comes."""
    code = "import sys; from pathlib import Path; from tests.appliance.nspawn import Enclosure; "
    code += "Enclosure.around(Path(sys.argv[1])).__enter__()"
    without = ("setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin", "env", f"PYTHONPATH={ROOT}")
    told = subprocess.run(
        [*(as_root() or ()), *without, sys.executable, "-c", code, str(tmp_path)],
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert told.returncode == 1
    assert NoMachine.__name__ in told.stderr
    assert "a container has to be a privileged one" in told.stderr
