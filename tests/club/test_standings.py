"""The standings, against the count of the tables."""

from __future__ import annotations

from random import Random

import pytest

from companion.club.messages import StandingLine
from companion.club.standings import TablePlayed, standings
from tests.club.tables import ROWS, Table, own_count
from tests.support.effort import seeds


def played(tables: list[Table]) -> list[TablePlayed]:
    """Return what *tables* have played, as the director knows it."""
    return [
        TablePlayed(table.name, round_, ROWS + 1 if rows is None else rows, rows is not None, seconds)
        for table in tables
        for round_, (rows, seconds) in table.played.items()
    ]


@pytest.mark.parametrize("seed", seeds(20, 500))
def test_standings_are_the_own_count_in_any_order(seed: int) -> None:
    random = Random(seed)
    tables = [Table(f"t{number}") for number in range(random.randrange(1, 30))]
    for table in tables:
        for round_ in random.sample((1, 2, 3), random.randrange(4)):
            rows = random.choice((None, 1, 2, 3))
            table.played[round_] = rows, random.choice((0, 30, 60))
    found = played(tables)
    random.shuffle(found)
    lines = [(one.place, one.table, one.rounds, one.solved, one.rows, one.seconds) for one in standings(found)]
    assert lines == own_count(tables)


def test_ties_are_broken_by_codes_then_rows_then_seconds() -> None:
    lines = standings(
        [
            TablePlayed("fast", 1, 4, True, 10),
            TablePlayed("slow", 1, 4, True, 20),
            TablePlayed("equal", 1, 4, True, 20),
            TablePlayed("short", 1, 3, True, 900),
            TablePlayed("missed", 1, 11, False, 1),
            TablePlayed("two", 1, 10, True, 900),
            TablePlayed("two", 2, 10, True, 900),
        ]
    )
    assert lines == (
        StandingLine(1, "two", 2, 2, 20, 1800),
        StandingLine(2, "short", 1, 1, 3, 900),
        StandingLine(3, "fast", 1, 1, 4, 10),
        StandingLine(4, "equal", 1, 1, 4, 20),
        StandingLine(4, "slow", 1, 1, 4, 20),
        StandingLine(6, "missed", 1, 0, 11, 1),
    )


def test_event_without_results_has_no_line() -> None:
    assert standings([]) == ()
