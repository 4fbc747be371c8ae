"""The match's book: the lines that a session writes, on the disk before anybody sees their effect.

When the disk refuses, play goes on: the lines are kept here, the table is told once, and every later line tries to
bring all of them to the disk again.
"""

from __future__ import annotations

import logging

from companion.archive import Archive, Entry, Heading
from companion.errors import JournalFailed

log = logging.getLogger(__name__)


class Book:
    """One match's lines on their way to the archive."""

    def __init__(self, archive: Archive, heading: Heading, number: int | None = None) -> None:
        self.number = number
        self._archive = archive
        self._heading = heading
        self._waiting: list[Entry] = []
        self._trouble: JournalFailed | None = None

    def write(self, entry: Entry | None, result: str | None) -> None:
        """Bring *entry*, and what waits, to the archive; a failure is noted, not raised."""
        self._waiting += [entry] if entry is not None else []
        try:
            if self.number is None:
                self.number = self._archive.begin(self._heading)
            if self._waiting:
                self._archive.append(self.number, tuple(self._waiting), result)
        except JournalFailed as failure:
            self._note(failure)
            return
        self._waiting.clear()

    def _note(self, failure: JournalFailed) -> None:
        log.error("match not saved, %d lines wait: %s", len(self._waiting), failure)
        if len(self._waiting) <= 1:
            self._trouble = failure

    def take_trouble(self) -> JournalFailed | None:
        """Return a failure that the table has not been told yet, once."""
        trouble, self._trouble = self._trouble, None
        return trouble

    def give_up(self) -> None:
        """Mark the match as given up."""
        try:
            if self.number is not None:
                self._archive.give_up(self.number)
        except JournalFailed as failure:
            self._note(failure)
