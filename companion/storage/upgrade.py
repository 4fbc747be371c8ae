"""The upgrade of a journal from an older version: every row is written again, with its proof.

A proof shows that a row is as it was written; damage from before the upgrade cannot be detected. The exception is
text that is not UTF-8: its row gets an invalid proof, and so is reported as damaged.
"""

from __future__ import annotations

import sqlite3

from companion.storage.chain import link
from companion.storage.rows import MatchRow
from companion.storage.schema import MARKS, TABLES, VERSION

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
    """Upgrade a journal of *version* to the current version, in one transaction."""
    tables = ("matches", "entries", "throws")[: len(TABLES[version])]
    with db:
        db.execute("BEGIN IMMEDIATE")
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
