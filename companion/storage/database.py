"""The journal's rows: matches, their lines and dice rolls, written to a SQLite database and read from it.

Every row is checked when it is read: damaged rows are reported and never shown. See ``companion.storage.rows``.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.dice import model
from companion.errors import JournalFailed, JournalLost, MatchDamaged
from companion.match import archive
from companion.storage import copies, witness
from companion.storage.changed import ChangeRows, is_sound
from companion.storage.errors import JournalDamaged, check_pages, telling
from companion.storage.files import mark_for_check
from companion.storage.rows import MatchRow, Played, link
from companion.storage.statements import (
    ADD_LINE,
    ADD_MATCH,
    ADD_THROW,
    ALL_MATCHES,
    DROP_STRAY_LINES,
    HIGHEST,
    LAST_THROWS,
    LINES_OF,
    MATCH_OF,
    NEWEST_NUMBER,
    NEWEST_THROW,
    NUMBER_AFTER,
    REMOVE_NEWEST,
    SET_MATCH,
    SET_THROW,
    TAKE,
    TAKE_COPY,
    THROW_AFTER,
    UNPLAYED,
    throw_columns,
    throw_of,
)

if TYPE_CHECKING:
    from companion.match.archive import Change, LogEntry, MatchHeader, MatchSummary

log = logging.getLogger(__name__)


class Journal:
    """An ``Archive`` in a SQLite database; every method raises ``JournalFailed`` when reading or writing fails.

    *has_proofs* is false for a journal of an older version, opened for reading: its rows have no proofs to check.
    With *is_as_recorded*, changes of its matches are not applied.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        path: Path | None,
        parts: ExitStack,
        has_proofs: bool = True,
        is_as_recorded: bool = False,
    ) -> None:
        self._db = db
        self._path = path
        self._parts = parts
        self._has_proofs = has_proofs
        self._is_together = False
        self._written = 0
        self._changes = ChangeRows(db)
        self._applies = not is_as_recorded
        self.loss: JournalLost | None = None
        self.copies: Callable[[], Iterable[Path]] = lambda: ()

    def keep_witness(self, *, is_accepted: bool = False) -> None:
        """Note beside the journal what it holds, unless it holds less than it did and that is not accepted.

        Nothing is noted within ``together``, where the journal may hold less for a moment.
        """
        if self._path is None or self._is_together:
            return
        held = witness.read(self._path)
        with suppress(sqlite3.Error):
            found = self._as_stored(held._replace(number=self._written or held.number or self._newest_number()))
            if is_accepted or (not held.is_lost and found != held):
                witness.change(self._path, **found._replace(is_lost=0)._asdict())

    def note_loss(self, path: Path, held: witness.Held) -> JournalLost | None:
        """Set ``loss``, which says if the journal *path* holds less than *held*, and return it."""
        with suppress(sqlite3.Error):
            self.loss = witness.loss(path, held, self._as_stored(held))
        return self.loss

    def _as_stored(self, held: witness.Held) -> witness.Held:
        """Return *held* as this journal has it; of a damaged match it keeps the number of lines."""
        row = self._row(held.number)
        lines = 0 if row is None else row.lines if self._is_sound(row) else held.lines
        (throws,) = self._db.execute(NEWEST_THROW).fetchone()
        numbers = {"matches": self._newest_number(), "throws": throws, "changes": self._changes.newest()}
        return held._replace(lines=lines, **numbers)

    @contextmanager
    def _using(self) -> Iterator[None]:
        try:
            with telling(self._path or "memory"):
                yield
        except JournalDamaged:
            if self._path is not None:
                mark_for_check(self._path)
            raise

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Commit what is written in the context, unless it is part of ``together``."""
        with self._using(), nullcontext() if self._is_together else self._db:
            yield

    def begin(self, header: MatchHeader) -> int:
        """Store a new match and return its number; when this returns the match is on the disk."""
        columns = (header.game, json.dumps(header.options), json.dumps(header.players), header.begun)
        with self._writing():
            number: int = self._db.execute(ADD_MATCH, columns).fetchone()[0]
            row = MatchRow(number, *columns, None, 0, b"", b"")
            self._set(row._replace(tip=row.heading_proof()))
        self.keep_witness()
        return number

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add *entries* to a match and set its result, all or nothing; when this returns they are on the disk."""
        with self._writing():
            row = self._sound_row(number)
            tip = row.tip
            for seq, entry in enumerate(entries, row.lines + 1):
                columns = entry.columns()
                tip = link(tip, number, seq, *columns)
                self._db.execute(ADD_LINE, (number, seq, *columns, tip))
            self._set(row._replace(result=result, lines=row.lines + len(entries), tip=tip))
        if result is not None:
            self.keep_witness()
            self._copy(number)

    @contextmanager
    def together(self) -> Iterator[Journal]:
        """Return a context in which all writes to this journal are made, or none; at its end they are on the disk.

        What the journal holds then is all that is wanted: a loss that was told before is accepted.
        """
        self._is_together = True
        try:
            yield self
            with self._using():
                self._db.commit()
        except BaseException:
            with self._using():
                self._db.rollback()
            raise
        finally:
            self._is_together = False
            self._changes.forget()
        self.keep_witness(is_accepted=True)

    def take_out_newest(self) -> None:
        """Remove the newest match, which is stored again in the same ``together``; the next one gets its number."""
        with self._writing():
            number = self._newest_number()
            if self._path is not None:
                # The number may get a shorter match, and the power may be cut before the witnesses say so.
                witness.change(self._path, lines=0)
            for statement in REMOVE_NEWEST:
                self._db.execute(statement, {"number": number})

    def give_up(self, number: int) -> None:
        """Mark a match as given up: its result becomes the empty text."""
        with self._writing():
            self._set(self._sound_row(number)._replace(result=""))
        self._copy(number)

    def _sound_row(self, number: int) -> MatchRow:
        """Return the row of a match before a change to it; raises ``MatchDamaged`` for a damaged one.

        A change to a damaged row would give it a valid proof. Raises ``JournalFailed`` for an unknown number.
        """
        row = self._row(number)
        if row is None:
            raise JournalFailed(f"expected the number of a match, got {number}")
        if not self._is_sound(row):
            raise _damaged(number, "its heading and result as they were written")
        return row

    def _set(self, row: MatchRow) -> None:
        self._written = row.number
        self._db.execute(SET_MATCH, (row.result, row.lines, row.tip, row.right_proof(), row.number))

    def _row(self, number: int) -> MatchRow | None:
        found = self._db.execute(MATCH_OF, (number,)).fetchone()
        return None if found is None else MatchRow(*found)

    def _is_sound(self, row: MatchRow) -> bool:
        return not self._has_proofs or row.proof == row.right_proof()

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""
        with self._using():
            for row in self._db.execute(ALL_MATCHES):
                if row[0] not in self._deleted():
                    yield self._now(self._summary(MatchRow(*row)))

    def newest(self) -> MatchSummary | None:
        """Return the newest match, or None while there is none."""
        with self._using():
            deleted = self._deleted()
            found = self._db.execute(f"{ALL_MATCHES} LIMIT ?", (len(deleted) + 1,)).fetchall()
            row = next((row for row in found if row[0] not in deleted), None)
            return None if row is None else self._now(self._summary(MatchRow(*row)))

    def played_numbers(self) -> Sequence[int]:
        """Return the numbers of the matches that have at least one entry, the newest first."""
        with self._using():
            unplayed = {number for (number,) in self._db.execute(UNPLAYED)} | self._deleted()
            return Played(self._newest_number(), sorted(unplayed, reverse=True))

    def summary(self, number: int) -> MatchSummary:
        """Return a match without its entries; raises ``KeyError`` for an unknown number."""
        with self._using():
            row = self._row(self._require_known(number))
            return archive.damaged_summary(number) if row is None else self._now(self._summary(row))

    def _now(self, summary: MatchSummary) -> MatchSummary:
        """Return *summary* with the changes that were made to it since."""
        return self._changes.applied(summary) if self._applies else summary

    def _deleted(self) -> frozenset[int]:
        return self._changes.deleted() if self._applies else frozenset()

    def _summary(self, row: MatchRow) -> MatchSummary:
        try:
            return row.summary() if self._is_sound(row) else archive.damaged_summary(row.number)
        except (TypeError, ValueError):
            return archive.damaged_summary(row.number)

    def _newest_number(self) -> int:
        number: int = self._db.execute(NEWEST_NUMBER).fetchone()[0]
        return number

    def _require_known(self, number: int) -> int:
        """Return *number*; raises ``KeyError`` if no match ever had it, or it was deleted. Rows are never removed."""
        if not 1 <= number <= self._newest_number() or number in self._deleted():
            raise KeyError(number)
        return number

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """Return a match and its entries in order; raises ``KeyError`` for an unknown number."""
        with self._using():
            given = self._require_known(number)
        summary, entries = self._check_match(*self._rows_of(given))
        return self._now(summary), entries

    def _rows_of(self, number: int) -> tuple[MatchRow, list[copies.Columns]]:
        with self._using():
            rows = self._db.execute(LINES_OF, (number,)).fetchall()
        if not rows:
            raise _damaged(number, "a match")
        # The LEFT JOIN gives a match without lines one row, with NULL in the columns of the line.
        return MatchRow(*rows[0][:9]), [tuple(line[9:]) for line in rows if line[9] is not None]

    def _check_match(
        self, row: MatchRow, lines: Sequence[tuple[object, ...]]
    ) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        summary = self._summary(row)
        if not summary.is_sound:
            raise _damaged(row.number, "its heading and result as they were written")
        return summary, self._entries(row, lines)

    def _entries(self, row: MatchRow, lines: Sequence[tuple[object, ...]]) -> tuple[LogEntry, ...]:
        entries: list[LogEntry] = []
        tip = row.heading_proof()
        for seq, (found, *columns, proof) in enumerate(lines, 1):
            tip = link(tip, row.number, seq, *columns)
            try:
                if self._has_proofs and (found, proof) != (seq, tip):
                    raise ValueError
                entries.append(archive.entry_of(columns))
            except (TypeError, ValueError):
                # "from None": the messages of SQLite and json quote the line, which may contain a hidden code.
                raise _damaged(row.number, f"line {seq} as it was written") from None
        if self._has_proofs and (len(lines), tip) != (row.lines, row.tip):
            raise _damaged(row.number, f"{row.lines} lines")
        return tuple(entries)

    def enter(self, throws: Sequence[model.DiceRoll]) -> None:
        """Add the rolls *throws*, all or none; when this returns they are on the disk."""
        with self._writing():
            for columns in map(throw_columns, throws):
                (number,) = self._db.execute(ADD_THROW, columns).fetchone()
                self._db.execute(SET_THROW, (link(None, number, *columns), number))

    def take_in(self, rows: Iterable[tuple[str, tuple[Any, ...]]]) -> int:
        """Add the *rows* of a damaged journal, each with the name of its table, to this one, which is empty.

        Return how many matches are whole. Of a match whose heading alone is whole, what is left of its lines is added,
        so that it is named as damaged.
        """
        # A line can only be checked after all others of its match.
        checks = {
            "matches": lambda row: self._is_sound(MatchRow(*row)),
            "throws": self._is_sound_throw,
            "changes": is_sound,
        }
        with self._writing():
            self._db.execute("BEGIN")
            self._db.execute("PRAGMA defer_foreign_keys = ON")
            for table, row in rows:
                # A damaged row may have values of other types than its table.
                with suppress(sqlite3.IntegrityError):
                    if checks.get(table, bool)(row):
                        self._db.execute(TAKE[table], row)
            self._db.execute(DROP_STRAY_LINES)
            self._changes.forget()
        return sum(archive.summary_after_check(self, number).is_sound for number in self.played_numbers())

    def change(self, changes: Sequence[Change]) -> None:
        """Keep *changes*, all or none; when this returns they are on the disk."""
        with self._writing():
            rows = self._changes.add(changes)
        self.keep_witness()
        self._copy_to(lambda file: copies.add_changes(file, rows))

    def changes(self) -> Sequence[Change]:
        """Return the changes that were kept, the oldest first."""
        with self._using():
            return self._changes.sound()

    def as_recorded(self) -> Journal:
        """Return this journal for reading, its matches without any changes, and with those that were deleted."""
        return Journal(self._db, self._path, ExitStack(), self._has_proofs, is_as_recorded=True)

    def _copy(self, number: int) -> None:
        """Add match *number* to the copies; one that cannot be written is completed after a later start."""
        # Within ``together`` the match may yet be undone.
        self._copy_to(lambda file: copies.add(file, *self._rows_of(number)))

    def _copy_to(self, add: Callable[[Path], None]) -> None:
        for file in () if self._is_together else self.copies():
            try:
                add(file)
            except OSError as failure:
                log.warning("not copied: %s", failure)

    def complete(self, file: Path, rest: Callable[[], None] = lambda: None) -> None:
        """Add to the copy *file* the matches that have ended and lack there; *rest* is called before each.

        Raises ``OSError`` where it cannot be written.
        """
        there = {row.number: row.tip for row, _ in self._whole(file)}
        kept = {*copies.changes_in(file)}
        if lacking := [row for row in self._changes.rows() if is_sound(row) and row not in kept]:
            copies.add_changes(file, lacking)
        for number in [match.number for match in self.as_recorded().matches() if match.result is not None]:
            rest()
            with suppress(MatchDamaged):
                row, lines = self._rows_of(number)
                self._check_match(row, lines)
                if there.get(number) != row.tip:
                    copies.add(file, row, lines)

    def take_copies(self, file: Path, numbers: Container[int] | None = None) -> int:
        """Store the matches of the copy *file*, or those with *numbers*, that this journal lacks or has damaged.

        Return how many there were.
        """
        taken = set()
        with self._writing():
            for row, lines in self._whole(file, numbers):
                # A number that was taken from the copy may be given twice there: after a loss that was accepted.
                if row.number in taken or self._lacks(row):
                    self._db.execute("DELETE FROM entries WHERE match = ?", (row.number,))
                    self._db.execute(TAKE_COPY, row)
                    self._db.executemany(ADD_LINE, ((row.number, *line) for line in lines))
                    taken.add(row.number)
            for change in copies.changes_in(file):
                self._changes.take(change)
        return len(taken)

    def mend(self, numbers: Container[int]) -> int:
        """Replace damaged matches out of *numbers* by their copies, and return how many were replaced."""
        return sum(self.take_copies(file, numbers) for file in self.copies())

    def _whole(
        self, file: Path, numbers: Container[int] | None = None
    ) -> Iterator[tuple[MatchRow, Sequence[copies.Columns]]]:
        # A copy that is not there, or cannot be read, has no match.
        with suppress(OSError):
            for columns, lines in copies.matches_in(file, numbers):
                with suppress(MatchDamaged, TypeError):
                    row = MatchRow(*columns)  # type: ignore[arg-type]
                    self._check_match(row, lines)
                    yield row, lines

    def _lacks(self, row: MatchRow) -> bool:
        try:
            own, _ = self.as_recorded().read(row.number)
        except (KeyError, MatchDamaged):
            return True
        return own.header == row.summary().header and own.entries < row.lines

    def throws(self, most: int | None = None) -> tuple[model.DiceRoll, ...]:
        """Return the rolls, the newest first: all of them, or the last *most*.

        Raises ``ThrowsDamaged``, which holds the undamaged rolls, where some are damaged.
        """
        with self._using():
            rows = self._db.execute(LAST_THROWS, (most,)).fetchall()
            damaged = [row[0] for row in rows if not self._is_sound_throw(row)]
            sound = tuple(throw_of(*row[1:6]) for row in rows if row[0] not in damaged)
            if damaged:
                raise archive.ThrowsDamaged(f"expected throw {damaged[0]} as it was written, got another", sound)
            return sound

    def sound_throws(self) -> Iterator[model.DiceRoll]:
        """Yield the undamaged rolls, the oldest first, without holding all of them in memory."""
        before = 0
        with self._using():
            while (row := self._db.execute(THROW_AFTER, (before,)).fetchone()) is not None:
                before = row[0]
                if self._is_sound_throw(row):
                    yield throw_of(*row[1:6])

    def _is_sound_throw(self, row: Sequence[object]) -> bool:
        number, *columns, proof = row
        return not self._has_proofs or proof == link(None, number, *columns)

    def check(self, rest: Callable[[], None] = lambda: None) -> Iterator[JournalFailed]:
        """Read every page and every row, and yield the damage found; *rest* is called before each row.

        Raises ``JournalDamaged`` where the pages are inconsistent.
        """
        with self._using():
            check_pages(self._db, self._path or "memory")
            yield from self._damaged_matches(rest)
            yield from self._damaged_throws(rest)
            yield from self._changes.damaged()

    def _damaged_matches(self, rest: Callable[[], None]) -> Iterator[JournalFailed]:
        before = 0
        # One statement per match: a statement over all of them would block checkpoints of the write-ahead log.
        while (number := self._db.execute(NUMBER_AFTER, (before,)).fetchone()[0]) is not None:
            rest()
            if number != before + 1:
                yield _damaged(before + 1, "a match")
            try:
                self.as_recorded().read(number)
            except MatchDamaged as damage:
                yield damage
            before = number
        given, found = self._db.execute(HIGHEST.format(table="matches"), ("matches",)).fetchone()
        if given != found:
            yield _damaged(found + 1, f"{given} matches, and so the last")

    def _damaged_throws(self, rest: Callable[[], None]) -> Iterator[JournalFailed]:
        before = 0
        while (row := self._db.execute(THROW_AFTER, (before,)).fetchone()) is not None:
            rest()
            if row[0] != before + 1 or not self._is_sound_throw(row):
                yield archive.ThrowsDamaged(f"expected throw {before + 1} as it was written, got none or another", ())
            before = row[0]
        given, found = self._db.execute(HIGHEST.format(table="throws"), ("throws",)).fetchone()
        if given != found:
            yield archive.ThrowsDamaged(f"expected {given} throws, got {found}", ())

    def interrupt(self) -> None:
        """Abort the statement that another thread runs on this journal; it raises ``JournalFailed`` there."""
        self._db.interrupt()

    def close(self) -> None:
        """Close the database and release the lock, so that another program can write."""
        with self._using():
            self._parts.close()


def _damaged(number: int, expected: str) -> MatchDamaged:
    return MatchDamaged(number, f"expected {expected}, got none or another, in match {number}")
