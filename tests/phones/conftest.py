"""Tables to which phones may be invited."""

from __future__ import annotations

import pytest

from tests.front_ends.conftest import make, open_table, table, tmp_path
from tests.phones.tables import Table

__all__ = ["kind", "make", "open_table", "table", "tmp_path"]


@pytest.fixture
def kind() -> type[Table]:
    """Return the class of the tables."""
    return Table
