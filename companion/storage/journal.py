"""Opening the journal: the archive on disk, in SQLite.

When a method that writes returns, its data is on the disk: the journal uses a write-ahead log with a full sync at
every commit, and every commit copies the log into the database. So the log alone never holds a row, except while
another program reads. One program writes at a time; any number may read meanwhile. The journal does not depend on the
rules of any game.

Opening reads an amount of data that does not grow with the number of matches; ``companion.storage.check`` reads the
rest later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from pathlib import Path

from companion.errors import N_, JournalFailed
from companion.storage import files, witness
from companion.storage.copies import copy_of
from companion.storage.database import Journal as Journal
from companion.storage.errors import JournalDamaged as JournalDamaged
from companion.storage.errors import check_pages, telling
from companion.storage.rows import MatchRow, link
from companion.storage.salvage import rows_in
from companion.storage.schema import (
    APPLICATION_ID,
    AS_TODAY,
    CHANGES_AS_TODAY,
    FIRST_PROVEN,
    MARKS,
    SCHEMA,
    TABLES,
    THROWS_AS_TODAY,
    VERSION,
)

TABLES_FOUND = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
# SQLite's page cache: enough for a match and the index pages that lead to it.
CACHE_KIB = 128
# SQLite keeps the index of its log in memory instead of in a file, and the database belongs to this process alone.
INDEX_IN_MEMORY = "&vfs=unix-excl"
NO_INDEX = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
# Pages in the log from which on a commit copies the log into the database: each commit does.
COPIED_FROM = 1
# Copies the log into the database, as far as no other program reads it; returns how many frames the log has.
COPY = "PRAGMA wal_checkpoint(PASSIVE)"
# The file format of a database with a write-ahead log.
NEWEST_WRITE_VERSION = 2
# Bytes. All pages of a database up to this size are checked before it is used; that takes some milliseconds.
CHECKED_AT_START = 2 << 20
# Bytes. A damaged database up to this size is read back at the start, for which systemd waits 90 s. ``codemaker
# restore`` reads a larger one.
SALVAGED_AT_START = 8 << 20
SET_ASIDE = N_("Journal was damaged and is set aside. A new one is used.")


def open_for_writing(
    path: Path,
    now: datetime,
    report: Callable[[JournalFailed], None],
    more: Callable[[], Iterable[Path]] = lambda: (),
) -> Journal:
    """Open the journal for writing; each match that ends is added to its copy, and to those that *more* returns.

    A damaged database is renamed after the time *now*, and a new one is begun; *report* is called with the damage,
    and with ``JournalLost`` where the journal holds less than it did.
    Raises ``JournalFailed``, and leaves the journal as it is, where it cannot be written: the card is full or
    read-only, another program has it open for writing, or a newer version made it.
    """
    with ExitStack() as parts, telling(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        parts.enter_context(files.sole_writer(path))
        db = _open(path, now, parts, report)
        held = witness.read(path)
        rest = ExitStack()
        journal = Journal(db, path, rest)
        lost = journal.note_loss(path, held)
        if lost is not None:
            if count := journal.take_copies(copy_of(path)):
                sentence = N_("Matches that came back from the copy: {count}.")
                report(JournalFailed(f"{lost}; {count} matches came back from the copy", sentence, count=count))
            lost = journal.note_loss(path, held)
        if lost is not None:
            # Until the players accept it: matches that are begun meanwhile do not make up for those that are gone.
            witness.change(path, is_lost=1)
            report(lost)
        journal.copies = lambda: (copy_of(path), *more())
        journal.keep_witness()
        rest.enter_context(parts.pop_all())
        rest.callback(journal.keep_witness)
        return journal


def open_for_reading(path: Path) -> Journal:
    """Open the journal for reading, also while a program writes to it; raises ``JournalFailed`` where it cannot.

    A journal without a file is an empty one in memory. ``loss`` of the journal says if it holds less than it did.
    """
    held = witness.read(path)
    with ExitStack() as parts:
        journal = _reader(path, parts)
    journal.note_loss(path, held)
    return journal


def open_for_writing_later(path: Path) -> Journal:
    """Open for reading a journal that cannot be written now; no other program can write to it meanwhile.

    Raises ``JournalFailed`` where it cannot be read, and where another program has it open for writing.
    """
    with ExitStack() as parts, telling(path):
        parts.enter_context(files.sole_writer(path))
        return _reader(path, parts)


def _reader(path: Path, parts: ExitStack) -> Journal:
    with telling(path):
        for file in (path, *files.beside(path)):
            files.require_plain(file)
        if not path.exists() or path.stat().st_size == 0:
            return in_memory()
        try:
            return _connect_reader(path, parts)
        except sqlite3.OperationalError as failure:
            # A full disk has no room for the file of the index.
            if getattr(failure, "sqlite_errorcode", 0) & 0xFF not in NO_INDEX:
                raise
            return _connect_reader(path, parts, INDEX_IN_MEMORY)


def _connect_reader(path: Path, parts: ExitStack, options: str = "") -> Journal:
    with ExitStack() as connection:
        # Not mode=ro: a read-only connection leaves the -wal and -shm files behind when no program writes.
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw{options}", uri=True)
        connection.enter_context(closing(db))
        _prepare(db)
        if (version := _version(db, path)) is None:
            return in_memory()
        if version < VERSION:
            older = () if version >= FIRST_PROVEN else (*AS_TODAY, THROWS_AS_TODAY[version])
            for view in (*older, CHANGES_AS_TODAY):
                db.execute(view)
        db.execute("PRAGMA query_only = ON")
        parts.enter_context(connection.pop_all())
        # Moves made during a long statement are in the log alone until the log is copied.
        parts.callback(_copy, db)
        return Journal(db, path, parts.pop_all(), has_proofs=version >= FIRST_PROVEN)


def _copy(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        db.execute(COPY)


def in_memory() -> Journal:
    """Return an empty journal in memory: for a demonstration, or where the disk cannot be used."""
    db = sqlite3.connect(":memory:")
    _prepare(db)
    db.executescript(SCHEMA)
    parts = ExitStack()
    parts.enter_context(closing(db))
    return Journal(db, None, parts)


def _open(path: Path, now: datetime, parts: ExitStack, report: Callable[[JournalFailed], None]) -> sqlite3.Connection:
    files.make_private(path)
    with ExitStack() as looks:
        # A read error can be transient: the database counts as damaged only when two attempts fail.
        for _ in range(2):
            try:
                db = _open_ready(path, looks, report)
            except JournalFailed as found:
                failure = found
            else:
                parts.enter_context(looks.pop_all())
                return db
        if not isinstance(failure, JournalDamaged):
            raise failure
        # An unreadable byte does not count as damage: the next start may be able to read it.
        files.read_through(path)
        # Renamed while the connections are open: closing the last one makes SQLite delete a log that it cannot read.
        aside = files.set_aside(path, now)
    files.unmark(path)
    files.make_private(path)
    db = _open_ready(path, parts, report)
    fresh = Journal(db, path, ExitStack())
    count = fresh.take_in(rows_in(aside) if aside.stat().st_size <= SALVAGED_AT_START else ())
    count += fresh.take_copies(copy_of(path))
    sentence = N_("Journal was damaged. Matches that came back: {count}.") if count else SET_ASIDE
    report(JournalDamaged(f"{failure}; {count} matches came back; set aside as {aside.name}", sentence, count=count))
    return db


def _open_ready(path: Path, parts: ExitStack, report: Callable[[JournalFailed], None]) -> sqlite3.Connection:
    """Return a connection to the database, upgraded to the current version; closing *parts* closes it."""
    with telling(path):
        if files.is_emptied(path):
            raise JournalDamaged(f"expected a database beside its log, got an empty file, in {path}")
        db = sqlite3.connect(path)
        parts.enter_context(closing(db))
        _prepare(db)
        version = _version(db, path)
        if version is None:
            db.executescript(SCHEMA)
        elif (written := _write_version(path)) > NEWEST_WRITE_VERSION:
            raise JournalDamaged(f"expected a database that can be written, got write version {written}, in {path}")
        elif version < VERSION or files.is_marked(path) or path.stat().st_size <= CHECKED_AT_START:
            check_pages(db, path)
            files.unmark(path)
        db.execute("PRAGMA journal_mode = WAL")
        # SQLite ignores the rest of the log from the first damaged frame on. After this, a commit leaves its pages in
        # the database too, and the next commit starts the log again from its beginning. A reader delays the copy only.
        db.execute(f"PRAGMA wal_autocheckpoint = {COPIED_FROM}")
        _, frames, _ = db.execute(COPY).fetchone()
        (page,) = db.execute("PRAGMA page_size").fetchone()
        # One may be a move that was being written. More were shown, while a reader kept them from being copied.
        if (unread := files.commits_unread(path, page, frames)) > 1:
            message = f"expected a sound log, got a damaged one with {unread} transactions, in {path}"
            report(JournalFailed(message, N_("The card was damaged. The last moves may be missing.")))
        if version is not None and version < VERSION:
            bring_up(db, version)
        return db


def _write_version(path: Path) -> int:
    """Return byte 18 of the database: SQLite only reads a file with a newer write version than it knows."""
    with path.open("rb") as file:
        return file.read(19)[18]


def _prepare(db: sqlite3.Connection) -> None:
    # Text that is not UTF-8 makes a damaged row. The error of SQLite would quote the text, perhaps a hidden code.
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    # SQLite's default cache of 2 MiB would let memory use grow from match to match for months.
    db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")


def _version(db: sqlite3.Connection, path: Path) -> int | None:
    """Return the journal's version, or None while it has no tables.

    Raises ``JournalFailed`` when a newer version made it, and ``JournalDamaged`` when the tables are not a journal's.
    """
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


NO_PROOF = b""
MATCHES = "SELECT id, game, options, players, begun, result, 0, x'', x'' FROM old_matches ORDER BY id"
LINES = "SELECT seq, deed, text, hidden, nonce, at FROM old_entries WHERE match = ? ORDER BY seq"
THROWS = "SELECT id, dice, names, showed, norths, at FROM old_throws ORDER BY id"
# SQLite copies the texts itself, so that texts that are not UTF-8 stay as they are.
COPY_MATCH = "INSERT INTO matches SELECT *, 0, x'', x'' FROM old_matches WHERE id = ?"
PROVE_MATCH = "UPDATE matches SET lines = ?, tip = ?, proof = ? WHERE id = ?"
COPY_LINE = "INSERT INTO entries SELECT *, NULL, ? FROM old_entries WHERE match = ? AND seq = ?"
COPY_THROW = "INSERT INTO throws SELECT *, ? FROM old_throws WHERE id = ?"


def bring_up(db: sqlite3.Connection, version: int) -> None:
    """Upgrade a journal of *version* to the current version, in one transaction: every row is written with its proof.

    A proof shows that a row is as it was written; damage from before the upgrade cannot be detected. The exception is
    text that is not UTF-8: its row gets an invalid proof, and so is reported as damaged.
    """
    tables = ("matches", "entries", "throws")[: len(TABLES[version])]
    with db:
        db.execute("BEGIN IMMEDIATE")
        if version >= FIRST_PROVEN:
            for statement in (*TABLES[VERSION][len(TABLES[version]) :], *MARKS):
                db.execute(statement)
            return
        for table in tables:
            db.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        for statement in TABLES[VERSION]:
            db.execute(statement)
        for columns in db.execute(MATCHES):
            _copy_match(db, MatchRow(*columns))
        if "throws" in tables:
            for number, *columns in db.execute(THROWS):
                db.execute(COPY_THROW, (_proof(None, number, *columns), number))
        # The lines are dropped before the matches that they refer to.
        for table in reversed(tables):
            db.execute(f"DROP TABLE old_{table}")
        for mark in MARKS:
            db.execute(mark)


def _copy_match(db: sqlite3.Connection, old: MatchRow) -> None:
    db.execute(COPY_MATCH, (old.number,))
    tip, lines = old.heading_proof(), 0
    for seq, *line in db.execute(LINES, (old.number,)):
        tip, lines = _proof(tip, old.number, seq, *line, None), lines + 1
        db.execute(COPY_LINE, (tip, old.number, seq))
    is_text = _is_text(old.game, old.options, old.players, old.begun, old.result)
    proof = old._replace(lines=lines, tip=tip).right_proof() if is_text else NO_PROOF
    db.execute(PROVE_MATCH, (lines, tip, proof, old.number))


def _proof(before: object, *columns: object) -> bytes:
    return link(before, *columns) if _is_text(*columns) else NO_PROOF


def _is_text(*columns: object) -> bool:
    """Return whether all texts among *columns* were UTF-8 in the database; other texts cannot be written back."""
    try:
        "".join(column for column in columns if isinstance(column, str)).encode()
    except UnicodeEncodeError:
        return False
    return True
