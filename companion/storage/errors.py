"""Errors of SQLite and the system as errors of the journal."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import CompanionError, JournalFailed

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class JournalDamaged(JournalFailed):
    """The pages of the database are inconsistent; the next start renames the file and begins a new journal."""


@contextmanager
def telling(where: Path | str) -> Iterator[None]:
    """Turn errors of SQLite and the system into ``JournalFailed``, with their message and the file's name.

    Raises ``JournalDamaged`` where the error is damage to the database.
    """
    try:
        yield
    except JournalFailed:
        raise
    # CompanionError: a roll that cannot be parsed. UnicodeError: SQLite quotes damaged text in its message.
    except (CompanionError, OSError, sqlite3.Error, UnicodeError) as failure:
        is_damage = _is_damage_code(getattr(failure, "sqlite_errorcode", 0)) or isinstance(failure, UnicodeDecodeError)
        kind = JournalDamaged if is_damage else JournalFailed
        raise kind(f"expected a journal to read and write, got {failure}, in {where}") from failure


def _is_damage_code(code: int) -> bool:
    # The low byte of an extended result code is the primary result code.
    return code & 0xFF in DAMAGE


def check_pages(db: sqlite3.Connection, where: Path | str) -> None:
    """Check every page of the database with SQLite's ``integrity_check``.

    Raises ``JournalDamaged`` where the pages are inconsistent, and ``JournalFailed`` where a page cannot be read:
    SQLite reports both as rows of the result, a failed read with its error code.
    """
    found = "\n".join(row for (row,) in db.execute("PRAGMA integrity_check"))
    if found == "ok":
        return
    codes = map(int, re.findall(r"error code=(\d+)", found))
    kind = JournalDamaged if all(map(_is_damage_code, codes)) else JournalFailed
    raise kind(f"expected a sound database, got {'; '.join(found.splitlines()[:4])}, in {where}")
