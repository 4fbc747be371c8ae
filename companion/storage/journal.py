"""The journal: an archive that lasts, in SQLite.

When a method that writes returns, what it wrote is on the disk: write-ahead log with a full sync at every
commit. One program writes at a time; any number may read meanwhile. It knows no rules.

What opening reads does not grow with the matches. The rest is read later, see ``journal_check``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path

from companion.errors import N_, JournalFailed
from companion.storage.database import Journal as Journal
from companion.storage.database import JournalDamaged as JournalDamaged
from companion.storage.database import check_pages, telling
from companion.storage.files import (
    beside,
    is_emptied,
    is_marked,
    make_private,
    read_through,
    require_plain,
    set_aside,
    sole_writer,
    unmark,
)
from companion.storage.schema import APPLICATION_ID, AS_TODAY, SCHEMA, TABLES, THROWS_AS_TODAY, VERSION

TABLES_FOUND = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
# How much of the journal is kept in memory: a match, and the way to it.
CACHE_KIB = 128
# A database up to this size has all its pages checked before it is used, as it takes some milliseconds.
CHECKED_AT_START = 2 << 20


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
    with ExitStack() as parts, telling(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        parts.enter_context(sole_writer(path))
        db = _open(path, now, parts, report)
        return Journal(db, path, parts.pop_all())


def open_for_reading(path: Path) -> Journal:
    """Open the journal to look at while a game may go on; raises ``JournalFailed``.

    A journal that is not there has no matches.
    """
    with telling(path):
        for file in (path, *beside(path)):
            require_plain(file)
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
                for view in (*AS_TODAY, THROWS_AS_TODAY[version]):
                    db.execute(view)
            db.execute("PRAGMA query_only = ON")
            return Journal(db, path, parts.pop_all(), has_proofs=version == VERSION)


def in_memory() -> Journal:
    """Return a journal that does not last: for a demonstration, or where the disk refuses."""
    db = sqlite3.connect(":memory:")
    _prepare(db)
    db.executescript(SCHEMA)
    parts = ExitStack()
    parts.enter_context(closing(db))
    return Journal(db, None, parts)


def _open(path: Path, now: datetime, parts: ExitStack, report: Callable[[JournalFailed], None]) -> sqlite3.Connection:
    make_private(path)
    with ExitStack() as looks:
        # What was not read, or wrongly, may be read rightly the next time: damage is what is found twice.
        for _ in range(2):
            try:
                db = _made_ready(path, looks)
            except JournalFailed as found:
                failure = found
            else:
                parts.enter_context(looks.pop_all())
                return db
        if not isinstance(failure, JournalDamaged):
            raise failure
        # A byte that cannot be read is no damage either: the next start may read it.
        read_through(path)
        # The connections are still open: when the last is closed, SQLite deletes a log that it cannot read.
        aside = set_aside(path, now)
    sentence = N_("Journal was damaged and is set aside. A new one is used.")
    report(JournalDamaged(f"{failure}; set aside as {aside.name}", sentence))
    unmark(path)
    make_private(path)
    return _made_ready(path, parts)


def _made_ready(path: Path, parts: ExitStack) -> sqlite3.Connection:
    """Return a connection to a database of today's version, closed with *parts*."""
    with telling(path):
        if is_emptied(path):
            raise JournalDamaged(f"expected a database beside its log, got an empty file, in {path}")
        db = sqlite3.connect(path)
        parts.enter_context(closing(db))
        _prepare(db)
        version = _version(db, path)
        if version is None:
            db.executescript(SCHEMA)
        elif version < VERSION or is_marked(path) or path.stat().st_size <= CHECKED_AT_START:
            check_pages(db, path)
            unmark(path)
        db.execute("PRAGMA journal_mode = WAL")
        if version is not None and version < VERSION:
            # An old journal is met once.
            from companion.storage.upgrade import bring_up

            bring_up(db, version)
        return db


def _prepare(db: sqlite3.Connection) -> None:
    # A byte that is no UTF-8 is told as a damaged row. SQLite would tell it with the whole text, maybe a hidden code.
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
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
