"""The journal of the director of an event: what was drawn, opened and taken, in one file that survives a power cut."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.club.errors import ClubFailed
from companion.club.standings import TablePlayed

_WAIT_S = 0.2
_SCHEMA = """
CREATE TABLE event (key TEXT PRIMARY KEY, revision INTEGER NOT NULL, status TEXT NOT NULL) STRICT;
CREATE TABLE round (
    number INTEGER PRIMARY KEY, planned TEXT NOT NULL, code TEXT NOT NULL, key TEXT NOT NULL, envelope TEXT NOT NULL,
    status TEXT NOT NULL
) STRICT;
CREATE TABLE seat (key TEXT PRIMARY KEY, name TEXT NOT NULL, is_revoked INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE result (
    name TEXT NOT NULL, round INTEGER NOT NULL, digest TEXT NOT NULL, verdict TEXT NOT NULL, rows INTEGER NOT NULL,
    is_solved INTEGER NOT NULL, seconds INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (name, round, digest)
) STRICT;
PRAGMA user_version = 1;
"""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class KeptRound:
    """The code of a round, as a challenge, its envelope, and the key of it; and whether the round is open.

    ``planned`` is the game and the options that the code was drawn for.
    """

    number: int
    planned: str
    code: str = field(repr=False)
    key: str = field(repr=False)
    envelope: str
    status: str


@dataclass(frozen=True, slots=True)
class KeptResult:
    """A result that was taken, with the verdict of its receipt."""

    played: TablePlayed
    digest: str
    verdict: str


class DirectorStore:
    """The journal in the file *path*, for the event with the key *event*.

    Each method that changes something returns when that is on the disk, within ``together`` at its end. Raises
    ``ClubFailed`` for a file that is none, is of another event or a newer program, is in use by another director, or
    cannot be written.
    """

    def __init__(self, path: Path, event: str) -> None:
        try:
            self._database = sqlite3.connect(path, isolation_level=None, timeout=_WAIT_S)
        except sqlite3.Error as failure:
            raise ClubFailed(f"expected the journal of an event in {path}, got {failure!r}") from failure
        try:
            self._begin(path, event)
        except ClubFailed:
            self.close()
            raise

    def _begin(self, path: Path, event: str) -> None:
        try:
            path.chmod(0o600)
            # Two directors of one event would each know half of it.
            self._database.executescript(
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            )
            version = self._value("PRAGMA user_version")
            if version == 0:
                self._database.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
            self._database.execute("INSERT OR IGNORE INTO event VALUES (?, 0, 'open')", (event,))
            keys = [key for (key,) in self._database.execute("SELECT key FROM event")]
        except (OSError, sqlite3.Error) as failure:
            is_used = getattr(failure, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY
            got = "one that another director uses" if is_used else repr(failure)
            raise ClubFailed(f"expected the journal of an event in {path}, got {got}") from failure
        if version > _VERSION:
            raise ClubFailed(f"expected a journal of version {_VERSION} in {path}, got {version}: update the program")
        if keys != [event]:
            raise ClubFailed(f"expected the journal of {event} in {path}, got that of another event")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what is done within at its end, all or nothing."""
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._execute("ROLLBACK")
            raise
        self._execute("COMMIT")

    def _execute(self, command: str, *values: object) -> sqlite3.Cursor:
        try:
            return self._database.execute(command, values)
        except sqlite3.Error as failure:
            raise ClubFailed(f"expected to write the journal of the event, got {failure!r}") from failure

    def _value(self, command: str) -> int:
        with closing(self._database.execute(command)) as found:
            (value,) = found.fetchone()
        return int(value)

    # The event

    @property
    def revision(self) -> int:
        """How often the event has changed."""
        return self._value("SELECT revision FROM event")

    @property
    def status(self) -> str:
        """``open``, ``closed`` or ``forgotten``."""
        (status,) = self._execute("SELECT status FROM event").fetchone()
        return str(status)

    def close_event(self) -> None:
        """Write that the event is closed."""
        self._execute("UPDATE event SET status = 'closed', revision = revision + 1")

    def forget(self) -> None:
        """Write that the event is forgotten, and delete the results from the file."""
        with self.together():
            self._execute("UPDATE event SET status = 'forgotten', revision = revision + 1")
            self._execute("DELETE FROM result")
        # A deleted row stays in the file, and in its log, until both are written again.
        self._execute("VACUUM")
        self._execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rounds(self) -> dict[int, KeptRound]:
        """Return the rounds by their numbers."""
        found = self._execute("SELECT number, planned, code, key, envelope, status FROM round ORDER BY number")
        return {number: KeptRound(number, *others) for number, *others in found}

    def add_round(self, kept: KeptRound) -> None:
        """Write a round whose code was drawn."""
        values = kept.number, kept.planned, kept.code, kept.key, kept.envelope, kept.status
        self._execute("INSERT INTO round VALUES (?, ?, ?, ?, ?, ?)", *values)
        self._execute("UPDATE event SET revision = revision + 1")

    def set_status(self, number: int, status: str) -> None:
        """Write that round *number* is ``ahead``, ``open`` or ``over``."""
        self._execute("UPDATE round SET status = ? WHERE number = ?", status, number)
        self._execute("UPDATE event SET revision = revision + 1")

    # The tables

    def seats(self) -> dict[str, tuple[str, bool]]:
        """Return the table of each public key, and whether the key was revoked."""
        found = self._execute("SELECT key, name, is_revoked FROM seat ORDER BY rowid")
        return {key: (name, bool(is_revoked)) for key, name, is_revoked in found}

    def add_seat(self, name: str, key: str) -> None:
        """Write the key of a table that is new, or whose old keys were revoked."""
        self._execute("INSERT INTO seat VALUES (?, ?, 0)", key, name)

    def revoke(self, name: str) -> None:
        """Write that nothing more is taken that the present key of the table *name* has signed."""
        self._execute("UPDATE seat SET is_revoked = 1 WHERE name = ?", name)
        self._execute("UPDATE event SET revision = revision + 1")

    def add_result(self, result: KeptResult, record: str) -> None:
        """Write a result, its verdict, and its record."""
        one = result.played
        values = (
            one.table,
            one.round,
            result.digest,
            result.verdict,
            one.rows,
            one.is_solved,
            one.seconds,
            record,
        )
        self._execute("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *values)

    def results(self) -> list[KeptResult]:
        """Return the results in the order in which they came, without their records."""
        found = self._execute(
            "SELECT name, round, rows, is_solved, seconds, digest, verdict FROM result ORDER BY rowid"
        )
        return [
            KeptResult(TablePlayed(name, round_, rows, bool(is_solved), seconds), digest, verdict)
            for name, round_, rows, is_solved, seconds, digest, verdict in found
        ]

    def record_of(self, result: KeptResult) -> str:
        """Return the record of *result*."""
        key = result.played.table, result.played.round, result.digest
        (record,) = self._execute(
            "SELECT record FROM result WHERE name = ? AND round = ? AND digest = ?", *key
        ).fetchone()
        return str(record)
