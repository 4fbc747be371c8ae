"""A test without its tools is skipped, and fails where nothing may be left out."""

from __future__ import annotations

import pytest

from tests.support.tools import need

ABSENT = "no-such-program-anywhere"


def test_test_without_its_program_is_skipped_and_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=f"^needs {ABSENT}, /no/such/file: make it$"):
        need("sh", ABSENT, "/no/such/file", by="make it")


def test_in_ci_a_missing_program_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=f"^needs {ABSENT}: make it$"):
        need(ABSENT, by="make it")
