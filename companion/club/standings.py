"""The standings of an event, from the results of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.club.messages import StandingLine


@dataclass(frozen=True, slots=True)
class TablePlayed:
    """What a table needed in a round: rows, one more than the last where the code was not found, and seconds."""

    table: str
    round: int
    rows: int
    is_solved: bool
    seconds: int


def standings(played: Iterable[TablePlayed]) -> tuple[StandingLine, ...]:
    """Return a line for each table, the first place first.

    More codes found is better, then fewer rows, then fewer seconds; tables that are equal share a place.
    """
    totals: dict[str, list[int]] = {}
    for one in played:
        rounds, solved, rows, seconds = totals.get(one.table, [0, 0, 0, 0])
        totals[one.table] = [rounds + 1, solved + one.is_solved, rows + one.rows, seconds + one.seconds]
    ranks = {table: _rank(total) for table, total in totals.items()}
    ordered = sorted(totals, key=lambda table: (ranks[table], table))
    places = _places([ranks[table] for table in ordered])
    return tuple(StandingLine(places[ranks[table]], table, *totals[table]) for table in ordered)


def _rank(total: list[int]) -> tuple[int, int, int]:
    _, solved, rows, seconds = total
    return -solved, rows, seconds


def _places(ranks: list[tuple[int, int, int]]) -> Mapping[tuple[int, int, int], int]:
    """Return the place of each rank; the places of shared ones are left out after them: 1, 2, 2, 4."""
    places: dict[tuple[int, int, int], int] = {}
    for place, rank in enumerate(ranks, 1):
        places.setdefault(rank, place)
    return places
