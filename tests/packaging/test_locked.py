"""The part of the lock file that an environment is filled with."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


def locked(*words: str) -> str:
    command = [sys.executable, str(ROOT / ".ci/locked.py"), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def names(text: str) -> set[str]:
    return {line.partition("==")[0] for line in text.splitlines() if "==" in line}


@pytest.mark.parametrize("extra", [(), *((extra,) for extra in EXTRAS)], ids=str)
def test_every_pin_has_a_hash(extra: tuple[str, ...]) -> None:
    lines = [line for line in locked(*extra).splitlines() if not line.startswith(" ")]
    assert lines
    assert all(line.endswith("\\") for line in lines)


def test_what_a_package_needs_comes_along() -> None:
    # blessed needs wcwidth, luma.oled needs luma.core, which needs cbor2.
    assert {"blessed", "wcwidth", "hatchling"} <= names(locked())
    assert {"luma-oled", "luma-core", "cbor2", "pyserial"} <= names(locked("pi"))


def test_nothing_else_comes_along() -> None:
    assert names(locked("window")).isdisjoint({"numpy", "matplotlib", "pytest", "pyserial", "luma-core"})


def test_packages_by_name_come_alone() -> None:
    assert names(locked("--only", "luma.OLED", "segno")) == {"luma-oled", "segno"}


def test_package_that_is_not_locked_is_refused() -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        locked("--only", "no-such-package")
    assert "expected no-such-package in requirements.lock, got none: make lock" in refused.value.stderr


def test_raspberry_pi_of_32_bits_gets_versions_without_hashes_and_is_told() -> None:
    command = [sys.executable, str(ROOT / ".ci/locked.py"), "--machine", "armv7l"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert names(done.stdout) == names(locked())
    assert "--hash" not in done.stdout
    assert "only versions are checked" in done.stderr


def test_lock_names_no_host() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text("utf-8")
