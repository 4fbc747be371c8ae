"""The table of changes beside the matches of a journal; ``companion.match.changes`` says what they mean.

Rows are only ever added. A damaged row is reported and not applied.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from companion.errors import JournalFailed
from companion.match import archive
from companion.match import changes as model
from companion.storage.rows import link

if TYPE_CHECKING:
    from companion.match.archive import Change, MatchSummary

Row = tuple[Any, ...]

ALL = "SELECT id, kind, match, old, new, proof FROM changes ORDER BY id"
ADD = "INSERT INTO changes (kind, match, old, new, proof) VALUES (?, ?, ?, ?, x'') RETURNING id"
SET = "UPDATE changes SET proof = ? WHERE id = ?"
NEWEST = "SELECT coalesce(max(id), 0) FROM changes"
GIVEN = "SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'changes'), 0)"
TAKE = "REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)"


class ChangeRows:
    """The changes in the database *db*; what is ``sound`` is read once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._sound: tuple[Change, ...] | None = None
        self._deleted: frozenset[int] = frozenset()

    def sound(self) -> tuple[Change, ...]:
        """Return the changes, the oldest first."""
        if self._sound is None:
            found = tuple(archive.change_of(*row[1:5]) for row in self.rows() if is_sound(row))
            self._deleted = frozenset(change.match for change in found if change.kind is archive.ChangeKind.DELETED)
            self._sound = found
        return self._sound

    def deleted(self) -> frozenset[int]:
        """Return the numbers of the matches that were deleted."""
        self.sound()
        return self._deleted

    def applied(self, summary: MatchSummary) -> MatchSummary:
        """Return *summary* with the changes of its match."""
        changes = self.sound()
        return model.changed(summary, changes) if changes and summary.is_sound else summary

    def rows(self) -> list[Row]:
        """Return all rows, also damaged ones."""
        return self._db.execute(ALL).fetchall()

    def newest(self) -> int:
        """Return the highest number of a change, 0 without one."""
        number: int = self._db.execute(NEWEST).fetchone()[0]
        return number

    def add(self, changes: Sequence[Change]) -> list[Row]:
        """Add *changes*, and return their rows."""
        self.forget()
        added = []
        for columns in (change.columns() for change in changes):
            (number,) = self._db.execute(ADD, columns).fetchone()
            row = (number, *columns, link(None, number, *columns))
            self._db.execute(SET, (row[-1], number))
            added.append(row)
        return added

    def take(self, row: Row) -> None:
        """Add the sound *row* of a copy or of a damaged journal, unless a sound one has its number."""
        self.forget()
        if is_sound(row) and not any(own[0] == row[0] and is_sound(own) for own in self.rows()):
            self._db.execute(TAKE, row)

    def forget(self) -> None:
        """Read the changes again when they are next needed."""
        self._sound = None

    def damaged(self) -> Iterator[JournalFailed]:
        """Yield what is damaged or missing in the table."""
        rows = self.rows()
        for place, row in enumerate(rows, 1):
            if row[0] != place or not is_sound(row):
                yield JournalFailed(f"expected change {place} as it was written, got none or another")
                return
        if (given := self._db.execute(GIVEN).fetchone()[0]) != len(rows):
            yield JournalFailed(f"expected {given} changes, got {len(rows)}")


def is_sound(row: Row) -> bool:
    """Whether *row* is as it was written, and its kind is known."""
    number, *columns, proof = row
    with suppress(TypeError, ValueError):
        return len(columns) == 4 and proof == link(None, number, *columns) and bool(archive.change_of(*columns))
    return False
