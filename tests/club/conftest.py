"""What the tests of the club share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.tables import close_journals


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a director's journal, which is not there yet."""
    return tmp_path / "event.db"


@pytest.fixture(autouse=True)
def _journals() -> Iterator[None]:
    """Close the journals that a test has opened."""
    yield
    close_journals()
