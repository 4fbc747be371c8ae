"""The table of circumstances in ``docs/tray.md`` is what is measured."""

from __future__ import annotations

import pytest

from tools.bench import tray_table
from tools.bench.bench_tray import Harder


def test_table_has_every_circumstance_and_nothing_is_misread() -> None:
    _, _, *rows = tray_table.kept().splitlines()
    assert len(rows) == len(Harder)
    assert [row for row in rows if not row.endswith("| 0 |")] == []


# Each takes two seconds.
@pytest.mark.parametrize(
    "harder",
    [harder if harder is Harder.CROSSTALK else pytest.param(harder, marks=pytest.mark.slow) for harder in Harder],
)
def test_table_is_up_to_date(harder: Harder) -> None:
    assert tray_table.line(harder) in tray_table.kept().splitlines()
