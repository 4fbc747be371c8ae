"""What is packed for others: all of the project in the sdist, the game alone in the wheel, and it plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from datetime import date
from importlib import metadata
from pathlib import Path

import pytest

from tests.support.tools import need_module

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION = subprocess.run([ROOT / "systemd" / "version"], check=True, capture_output=True, text=True).stdout.strip()
NAME = f"{PROJECT['name'].replace('-', '_')}-{VERSION}"
FOLDERS = {".ci", "companion", "docs", "firmware", "hardware", "systemd", "tests", "tools"}
FILES = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "README.de.md",
    "README.es.md",
    "README.fr.md",
    "README.it.md",
    "README.nl.md",
    "SECURITY.md",
    "pyproject.toml",
    "requirements.lock",
}
# What hatchling adds by itself.
ADDED = {".gitignore", "PKG-INFO"}
MADE = ("build", "dist", "__pycache__", ".venv", ".hypothesis")


def run(*command: str, cwd: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]} {done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_module("hatchling", by="make setup")
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder))
    return folder / f"{NAME}.tar.gz"


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    # What builds it is installed at its locked version.
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    run(*pip, "--wheel-dir", str(sdist.parent), str(sdist))
    return sdist.parent / f"{NAME}-py3-none-any.whl"


def names(sdist: Path) -> list[tuple[str, ...]]:
    with tarfile.open(sdist) as packed:
        return [Path(name).parts[1:] for name in packed.getnames()]


def test_sdist_holds_all_that_is_needed_to_work_on_it(sdist: Path) -> None:
    assert {parts[0] for parts in names(sdist)} == FOLDERS | FILES | ADDED


def test_sdist_holds_nothing_that_was_made(sdist: Path) -> None:
    assert [parts for parts in names(sdist) if any(made in parts for made in MADE)] == []


def test_wheel_of_the_sdist_holds_the_package_as_it_lies_here(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        held = {name for name in packed.namelist() if ".dist-info/" not in name}
    files = [file for file in (ROOT / "companion").rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    # The program reads what catalogues are compiled to.
    assert held == {str(file.relative_to(ROOT)) for file in files if file.suffix != ".po"}


def test_wheel_says_that_its_types_are_there_to_be_checked(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert "companion/py.typed" in packed.namelist()


def test_newest_of_the_changes_is_this_version_with_the_day_of_its_release() -> None:
    newest = re.search(r"^## (.*) - (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION == metadata.version(PROJECT["name"])
    date.fromisoformat(newest[2])


def test_installed_wheel_plays_a_round(wheel: Path, tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    run(*pip, "--target", str(tmp_path / "site"), str(wheel))
    codemaker = (sys.executable, "-m", "companion", "--state", str(tmp_path))
    keys = "OK OK OK OK UP OK UP OK UP OK UP OK OK"
    for command in (["--device", "headless", "--lang", "en", "--keys", keys], ["export", "1"]):
        said = run(*codemaker, *command, cwd=tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert "2. RRRR " in said


def test_every_licence_in_the_package_is_named() -> None:
    named = {path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    found = {path for path in ROOT.glob("companion/**/*") if path.name.endswith((".LICENSE", "-OFL.txt"))}
    assert named == found | {ROOT / "LICENSE"}
