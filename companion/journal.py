"""The journal: an archive that lasts, in SQLite.

When a method that writes returns, what it wrote is on the disk: write-ahead log with a full sync at every
commit. One program writes at a time; any number may read meanwhile. It knows no rules.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from companion.archive import Deed, Entry, Heading, Summary
from companion.errors import N_, CompanionError, JournalFailed
from companion.games.secret import Secret
from companion.schema import APPLICATION_ID, MARKS, SCHEMA, TABLES, VERSION

if TYPE_CHECKING:
    from companion.dice import Throw

TABLES_FOUND = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"

ADD_ENTRY = """
INSERT INTO entries (match, seq, deed, text, hidden, nonce, at)
SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3, ?4, ?5, ?6 FROM entries WHERE match = ?1
"""
# An unchanged result is not written again: that would be one page more on the card for every move.
SET_RESULT = "UPDATE matches SET result = ?2 WHERE id = ?1 AND result IS NOT ?2"

SUMMARY = "id, game, options, players, begun, result, (SELECT count(*) FROM entries WHERE match = id)"
ALL_MATCHES = f"SELECT {SUMMARY} FROM matches ORDER BY id DESC"  # noqa: S608 - both parts are ours
SUMMARY_OF = f"SELECT {SUMMARY} FROM matches WHERE id = ?"  # noqa: S608
PLAYED = "SELECT id FROM matches WHERE EXISTS (SELECT 1 FROM entries WHERE match = id) ORDER BY id DESC"

# One statement, so that a match still being played is seen at one instant.
ONE_MATCH = f"""
SELECT {SUMMARY}, deed, text, hidden, nonce, at
FROM matches LEFT JOIN entries ON match = id WHERE id = ? ORDER BY seq
"""  # noqa: S608

ADD_THROW = "INSERT INTO throws (dice, names, showed, norths, at) VALUES (?, ?, ?, ?, ?)"
# -1 is SQLite's word for no limit.
LAST_THROWS = "SELECT dice, names, showed, norths, at FROM throws ORDER BY id DESC LIMIT coalesce(?, -1)"

# What SQLite keeps beside a database.
BESIDE = ("-wal", "-shm", "-journal")
# How much of the journal is kept in memory: a match, and the way to it.
CACHE_KIB = 128
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class JournalDamaged(JournalFailed):
    """The database is no database any more; at the next start it is set aside under a name of its own."""


@contextmanager
def _telling(where: Path | str) -> Iterator[None]:
    """Tell what SQLite and the system refuse as ours, with the file's name and their words."""
    try:
        yield
    except JournalFailed:
        raise
    # First a throw that cannot be read, last what SQLite's message becomes when it quotes a damaged description.
    except (CompanionError, OSError, sqlite3.Error, UnicodeDecodeError) as failure:
        kind = JournalDamaged if _is_damage(failure) else JournalFailed
        raise kind(f"expected a journal to read and write, got {failure}, in {where}") from failure


def _is_damage(failure: Exception) -> bool:
    # The low byte is the error, the rest its finer kind.
    code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in DAMAGE or isinstance(failure, UnicodeDecodeError)


class Journal:
    """An ``Archive`` in a SQLite database; every method raises ``JournalFailed`` when it cannot."""

    def __init__(self, db: sqlite3.Connection, path: Path | None, parts: ExitStack) -> None:
        self._db = db
        self._path = path
        self._parts = parts

    @property
    def lasts(self) -> bool:
        """Whether what is written outlives the program; False for a journal that is in memory only."""
        return self._path is not None

    @contextmanager
    def _using(self) -> Iterator[None]:
        with _telling(self._path or "memory"):
            yield

    def begin(self, heading: Heading) -> int:
        """Open a match and return its number; when this returns it is on the disk."""
        values = (heading.game, json.dumps(heading.options), json.dumps(heading.players), heading.begun)
        with self._using(), self._db:
            number: int = self._db.execute(
                "INSERT INTO matches (game, options, players, begun) VALUES (?, ?, ?, ?) RETURNING id", values
            ).fetchone()[0]
        return number

    def append(self, number: int, entries: Sequence[Entry], result: str | None) -> None:
        """Add lines to a match and set its result, all or nothing; when this returns they are on the disk."""
        with self._using(), self._db:
            self._db.executemany(ADD_ENTRY, ((number, *_written(entry)) for entry in entries))
            self._db.execute(SET_RESULT, (number, result))

    def give_up(self, number: int) -> None:
        """Mark a match as given up: its result becomes the empty text."""
        with self._using(), self._db:
            if not self._db.execute("UPDATE matches SET result = '' WHERE id = ?", (number,)).rowcount:
                raise JournalFailed(f"expected the number of a match, got {number}")

    def matches(self) -> tuple[Summary, ...]:
        """All matches, the newest first."""
        with self._using():
            return tuple(_summary(*row) for row in self._db.execute(ALL_MATCHES))

    def newest(self) -> Summary | None:
        """The newest match, None while there is none."""
        with self._using():
            row = self._db.execute(f"{ALL_MATCHES} LIMIT 1").fetchone()
            return None if row is None else _summary(*row)

    def played(self) -> tuple[int, ...]:
        """The numbers of the matches that have a line, the newest first."""
        with self._using():
            return tuple(number for (number,) in self._db.execute(PLAYED))

    def summary(self, number: int) -> Summary:
        """One match without its lines; raises ``KeyError`` for a number that is not there."""
        with self._using():
            row = self._db.execute(SUMMARY_OF, (number,)).fetchone()
            if row is not None:
                return _summary(*row)
        raise KeyError(number)

    def read(self, number: int) -> tuple[Summary, tuple[Entry, ...]]:
        """One match with its lines in order; raises ``KeyError`` for a number that is not there."""
        with self._using():
            rows = self._db.execute(ONE_MATCH, (number,)).fetchall()
        if not rows:
            raise KeyError(number)
        # A match without a line still has one row, with nothing in the columns of the line.
        return _summary(*rows[0][:7]), tuple(_entry(*row[7:]) for row in rows if row[7] is not None)

    def enter(self, throws: Sequence[Throw]) -> None:
        """Add *throws*, all or none; when this returns they are on the disk."""
        with self._using(), self._db:
            self._db.executemany(ADD_THROW, map(_thrown, throws))

    def throws(self, most: int | None = None) -> tuple[Throw, ...]:
        """The throws, the newest first: all of them, or the last *most*."""
        with self._using():
            return tuple(_throw(*row) for row in self._db.execute(LAST_THROWS, (most,)))

    def check(self) -> None:
        """Read every page; raises ``JournalDamaged`` where they do not fit together."""
        with self._using():
            (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise JournalDamaged(f"expected a sound database, got {found}, in {self._path}")

    def copy_to(self, path: Path) -> None:
        """Write a copy of the whole journal to a new file that only its owner can read."""
        with _telling(path):
            copy = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            try:
                self._db.execute("VACUUM INTO ?", (str(path),))
                os.fsync(copy)
            except BaseException:
                path.unlink()
                raise
            finally:
                os.close(copy)

    def close(self) -> None:
        """Close the database, and let another program write."""
        with self._using():
            self._parts.close()


def _written(entry: Entry) -> tuple[str | None, ...]:
    return entry.deed.value, entry.text, _revealed(entry.hidden), _revealed(entry.nonce), entry.at


def _revealed(secret: Secret[str] | None) -> str | None:
    return None if secret is None else secret.reveal()


def _entry(deed: str, text: str, hidden: str | None, nonce: str | None, at: str) -> Entry:
    return Entry(Deed(deed), text, _secret(hidden), _secret(nonce), at)


def _secret(text: str | None) -> Secret[str] | None:
    return None if text is None else Secret(text)


def _summary(
    number: int, game: str, options: str, players: str, begun: str, result: str | None, entries: int
) -> Summary:
    heading = Heading(game, tuple(map(tuple, json.loads(options))), tuple(json.loads(players)), begun)
    return Summary(number, heading, result, entries)


def _thrown(throw: Throw) -> tuple[str, ...]:
    return str(throw.cast), json.dumps(throw.names), json.dumps(throw.values), json.dumps(throw.norths), throw.at


def _throw(dice: str, names: str, showed: str, norths: str, at: str) -> Throw:
    # Only who looks back at throws needs them: the first frame does not wait for the dice.
    from companion.dice import Throw, read_cast

    return Throw(read_cast(dice, json.loads(names)), tuple(json.loads(showed)), tuple(json.loads(norths)), at)


def open_journal(path: Path, now: datetime) -> tuple[Journal, tuple[JournalFailed, ...]]:
    """Open the journal to play with, and tell what was wrong with it; this never raises.

    As ``open_for_writing``, but where that raises, the journal returned is in memory.
    """
    reports: list[JournalFailed] = []
    try:
        journal = open_for_writing(path, now, reports.append)
    except JournalFailed as failure:
        return in_memory(), (*reports, failure)
    return journal, tuple(reports)


def open_for_writing(path: Path, now: datetime, report: Callable[[JournalFailed], None]) -> Journal:
    """Open the journal to play with; raises ``JournalFailed``, leaving it as it is, where it cannot be written.

    That is so where the card is full or read-only, where another program plays on it, or where a newer version made
    it. A damaged database is set aside under the time *now* and a new one begun; *report* is called with the damage.
    """
    with ExitStack() as parts, _telling(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        parts.enter_context(_sole_writer(path))
        db = _open(path, now, parts, report)
        return Journal(db, path, parts.pop_all())


def open_for_reading(path: Path) -> Journal:
    """Open the journal to look at while a game may go on; raises ``JournalFailed``.

    A journal that is not there has no matches.
    """
    with _telling(path):
        if not path.exists() or path.stat().st_size == 0:
            return in_memory()
        with ExitStack() as parts:
            # Not mode=ro: that leaves its -wal and -shm lying about when nobody plays.
            db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
            parts.enter_context(closing(db))
            _prepare(db)
            if (version := _version(db, path)) is None:
                return in_memory()
            if version < VERSION:
                _stand_in(db, version)
            db.execute("PRAGMA query_only = ON")
            return Journal(db, path, parts.pop_all())


def in_memory() -> Journal:
    """Return a journal that does not last: for a demonstration, or where the disk refuses."""
    db = sqlite3.connect(":memory:")
    _prepare(db)
    db.executescript(SCHEMA)
    parts = ExitStack()
    parts.enter_context(closing(db))
    return Journal(db, None, parts)


@contextmanager
def _sole_writer(path: Path) -> Iterator[None]:
    """Keep every other program from writing; the system lets go of the lock when ours dies, however it dies.

    The lock is on a file of its own: SQLite would lose its own locks when we closed its file.
    """
    lock = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = N_("Codemaker is running already: nothing is saved now.")
            message = f"expected to be the only one to write, got another codemaker running, in {path}"
            raise JournalFailed(message, sentence) from None
        yield
    finally:
        os.close(lock)


def _open(path: Path, now: datetime, parts: ExitStack, report: Callable[[JournalFailed], None]) -> sqlite3.Connection:
    db = _connect(path, parts)
    try:
        _make_ready(db, path)
    except JournalDamaged as damage:
        # Before the connection is closed: closing, SQLite deletes a log that it cannot read.
        aside = _set_aside(path, now)
        db.close()
        sentence = N_("Journal was damaged and is set aside. A new one is used.")
        report(JournalDamaged(f"{damage}; set aside as {aside.name}", sentence))
        db = _connect(path, parts)
        _make_ready(db, path)
    return db


def _connect(path: Path, parts: ExitStack) -> sqlite3.Connection:
    _make_private(path)
    db = sqlite3.connect(path)
    parts.enter_context(closing(db))
    return db


def _make_ready(db: sqlite3.Connection, path: Path) -> None:
    with _telling(path):
        if _is_emptied(path):
            raise JournalDamaged(f"expected a database beside its log, got an empty file, in {path}")
        _prepare(db)
        if (version := _version(db, path)) is None:
            db.executescript(SCHEMA)
        (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise JournalDamaged(f"expected a sound database, got {found}, in {path}")
        db.execute("PRAGMA journal_mode = WAL")
        if version is not None and version < VERSION:
            _bring_up(db, version)


def _bring_up(db: sqlite3.Connection, version: int) -> None:
    """Add what a journal of *version* has not got yet; all of it or, should the disk refuse, nothing."""
    with db:
        for statement in ("BEGIN IMMEDIATE", *_added(version), *MARKS):
            db.execute(statement)


def _stand_in(db: sqlite3.Connection, version: int) -> None:
    """Let a journal of *version* that is only looked at seem to have what it has not got, and empty."""
    for table in _added(version):
        db.execute(table.replace("CREATE TABLE", "CREATE TEMP TABLE", 1))


def _added(version: int) -> tuple[str, ...]:
    return TABLES[VERSION][len(TABLES[version]) :]


def _is_emptied(path: Path) -> bool:
    """Whether only the log is left of a database; SQLite would take it for a new one and delete the log."""
    log = _beside(path)[0]
    return path.stat().st_size == 0 and log.exists() and log.stat().st_size > 0


def _make_private(path: Path) -> None:
    """Make the database's file where there is none; only its owner may read it, for it holds hidden codes.

    SQLite gives the files beside it the same mode.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    for file in (path, *_beside(path)):
        if file.exists():
            file.chmod(0o600)


def _beside(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + suffix) for suffix in BESIDE)


def _prepare(db: sqlite3.Connection) -> None:
    # Without this a byte that is no UTF-8 is told with the whole text, which may be a hidden code.
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # SQLite would keep up to 2 MiB of the journal, and so take more memory from match to match for months.
    db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")


def _version(db: sqlite3.Connection, path: Path) -> int | None:
    """Return the journal's version, None while nothing is in it yet; raises when it is not ours to write to."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID and version > VERSION:
        sentence = N_("Newer journal: update the box. Nothing is saved now.")
        message = f"expected a journal of version {VERSION} at most, got {version}, in {path}"
        raise JournalFailed(message, sentence)
    tables = tuple(sql for (sql,) in db.execute(TABLES_FOUND))
    if tables and (application, tables) != (APPLICATION_ID, TABLES.get(version)):
        raise JournalDamaged(f"expected the tables of a journal, got others, in {path}")
    return version if tables else None


def _set_aside(path: Path, now: datetime) -> Path:
    """Give the database a name that nothing has yet, and return it."""
    stem = f"{path.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    free = (path.with_name(name + path.suffix) for name in names)
    aside = next(each for each in free if not any(file.exists() for file in (each, *_beside(each))))
    # The database goes last: cut short, it is found and set aside again, and nothing was deleted as stale.
    for old, new in zip((*_beside(path), path), (*_beside(aside), aside), strict=True):
        if old.exists():
            old.rename(new)
    return aside
