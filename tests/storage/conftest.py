"""A journal of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.journal import Journal
from tests.support.match_lines import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "codemaker" / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(opened(path)) as journal:
        yield journal
