"""What the tests of the club share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a director's journal, which is not there yet."""
    return tmp_path / "event.db"
