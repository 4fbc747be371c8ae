"""A journal that tests and measurements open, also where its file is damaged, with the errors that were found."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from companion.errors import JournalFailed
from companion.storage.journal import Journal, in_memory, open_for_writing


def open_journal(path: Path, now: datetime) -> tuple[Journal, tuple[JournalFailed, ...]]:
    """Open the journal for writing, and return it with the errors found; never raises ``JournalFailed``.

    Where ``open_for_writing`` raises, the journal returned is in memory.
    """
    reports: list[JournalFailed] = []
    try:
        journal = open_for_writing(path, now, reports.append)
    except JournalFailed as failure:
        return in_memory(), (*reports, failure)
    return journal, tuple(reports)


def lasts(journal: Journal) -> bool:
    """Return whether *journal* is on disk; False for one that is in memory only."""
    return journal._path is not None
