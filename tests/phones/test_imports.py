"""The package of phones imports what it may, and the program names no module of it."""

from __future__ import annotations

from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.architecture.test_imports import PACKAGE, found


def test_contracts_are_kept() -> None:
    assert lint_imports(str(Path(__file__).with_name("imports.toml")), no_cache=True) == EXIT_STATUS_SUCCESS


def test_functions_import_optional_libraries_only() -> None:
    assert found(PACKAGE / "phones") == [
        "phones/command.py: companion.phones.web.serve",
        "phones/phone_line.py: companion.phones.secretbox",
    ]
