"""The package, built once for all who look at it, and one of the version before."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# A module that is gone by now, and a message that only the old one gives.
GONE = "usr/share/codemaker/companion/gone.py"
BUILD_S = 300


@cache
def built() -> Path:
    """Build the packages, once a run on however many processors; some seconds, most of them pip's.

    Return that of the game.
    """
    this_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/deb-of-run").open("a+") as note:
        fcntl.flock(note, fcntl.LOCK_EX)
        note.seek(0)
        builder, _, made = note.read().partition(" ")
        if builder != this_run:
            command = ["systemd/build-deb", sys.executable]
            made = subprocess.run(
                command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, timeout=BUILD_S
            ).stdout.split()[0]
            note.truncate(0)
            note.write(f"{this_run} {made}")
        return ROOT / made


def built_web() -> Path:
    """Build the packages as ``built`` does, and return that of the pages for phones."""
    game = built()
    return game.with_name(game.name.replace("codemaker_", "codemaker-web_"))


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
    build = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build"]
    subprocess.run([*build, root, made], check=True, stdout=subprocess.DEVNULL)
    return made
