"""Tables that front ends may watch, or play at."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.front_ends.tables import Table


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def kind() -> type[Table]:
    """Return the class of the tables."""
    return Table


@pytest.fixture
def make(tmp_path: Path, kind: type[Table]) -> Iterator[Callable[[bool], Table]]:
    tables: list[Table] = []

    def made(may_move: bool) -> Table:
        tables.append(kind(tmp_path, may_move))
        return tables[-1]

    yield made
    for table in tables:
        table.close()


@pytest.fixture
def table(make: Callable[[bool], Table]) -> Table:
    """A table that may be watched."""
    return make(False)


@pytest.fixture
def open_table(make: Callable[[bool], Table]) -> Table:
    """A table whose front ends may move."""
    return make(True)
