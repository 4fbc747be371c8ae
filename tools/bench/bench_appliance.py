"""What the appliance leaves open to the system below it, and what a match writes to its card."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from tests.support.tools import need
from tools.bench.bench_match import KEYS, keys_of, played_out

UNIT = Path(__file__).parents[2] / "systemd/codemaker.service"


def unit_exposure() -> float:
    """Return the score of systemd-analyze for the service: 0 is shut in, 10 is as open as can be."""
    return exposure(UNIT)


def exposure(unit: Path) -> float:
    """Return the score of systemd-analyze for *unit*."""
    need("systemd-analyze", by="apt-get install systemd")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
    if found is None:
        raise RuntimeError(f"expected a score, got {told[-200:]!r}, from systemd-analyze")
    return float(found[1])


def written() -> tuple[int, int]:
    """Return the kernel's counts of this process: bytes dirtied on a disk, and bytes handed to write(2)."""
    counts = dict(line.split(": ") for line in Path("/proc/self/io").read_text("utf-8").splitlines())
    return int(counts["write_bytes"]), int(counts["wchar"])


def writes_kib_per_match() -> float:
    """Return what the recorded match of two games writes: the greater of the kernel's two counts.

    In a folder beside us, where a disk is likely: on a file system in memory the first count stays 0.
    """
    place = Path("build")
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        before = written()
        played_out(keys_of(KEYS), Path(folder))
        after = written()
    return max(now - then for now, then in zip(after, before, strict=True)) / 1024
