"""What a test needs of the machine: a test whose programs are missing is skipped and says how to get them.

With ``CI`` set it fails, so that there nothing is left out without a word.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def need(*things: str, by: str) -> None:
    """Skip the test that runs unless all *things* are there, which *by* installs; with ``CI`` set, fail.

    A thing is a program's name, or the absolute path of a file.
    """
    _need([thing for thing in things if not _is_there(thing)], by)


def need_module(name: str, by: str) -> None:
    """Skip the test that runs unless the module *name* can be imported; with ``CI`` set, fail."""
    need_that(importlib.util.find_spec(name) is not None, f"the module {name}", by)


def need_lgpio() -> None:
    """Skip the test that runs unless lgpio can be imported; with ``CI`` set, fail where PyPI has it."""
    if sys.version_info >= (3, 13) and importlib.util.find_spec("lgpio") is None:
        pytest.skip("PyPI has no lgpio for Python 3.13 and later")
    need_module("lgpio", by="make setup")


def need_that(is_there: bool, thing: str, by: str) -> None:
    """Skip the test that runs unless *thing* is there; with ``CI`` set, fail."""
    _need([] if is_there else [thing], by)


def _is_there(thing: str) -> bool:
    return Path(thing).exists() if thing.startswith("/") else shutil.which(thing) is not None


def _need(missing: list[str], by: str) -> None:
    if missing:
        end: Callable[[str], None] = pytest.fail if os.environ.get("CI") else pytest.skip
        end(f"needs {', '.join(missing)}: {by}")
