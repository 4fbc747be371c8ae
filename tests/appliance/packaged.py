"""The package, built once for all who look at it, and one of the version before."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A module that is gone by now, and a message that only the old one gives.
GONE = "usr/share/codemaker/companion/gone.py"


@cache
def built() -> Path:
    """Build the package; some seconds, most of them pip's."""
    made = subprocess.run(
        ["systemd/build-deb", sys.executable], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return ROOT / made.stdout.split()[-1]


@pytest.fixture(scope="session")
def deb() -> Path:
    """Return the package."""
    return built()


def older(deb: Path, folder: Path) -> Path:
    """Make of *deb* one of an earlier version, in which there was one module more."""
    root = folder / "older"
    subprocess.run(["dpkg-deb", "--raw-extract", deb, root], check=True)
    control = root / "DEBIAN/control"
    lines = ["Version: 0.0.9" if line.startswith("Version:") else line for line in control.read_text().splitlines()]
    control.write_text("\n".join(lines) + "\n")
    (root / GONE).write_text("")
    made = folder / "codemaker_0.0.9_all.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", root, made], check=True, stdout=subprocess.DEVNULL)
    return made
