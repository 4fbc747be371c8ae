"""What is recorded for the power cuts: programs that write, and say on standard output what they have acknowledged.

The arguments are one of ``TALES`` and the folder for the state. What is said is ``match 1 7 RESULT``: match 1 has
seven lines now, and its result, if it has one; or ``volume 20``: so loud was it set.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.config.settings import Settings, save
from companion.dice.model import DiceRoll
from companion.match.archive import Archive, EntryKind, LogEntry, MatchHeader, MatchSummary
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, open_journal
from companion.storage.schema import APPLICATION_ID, TABLES
from tests.faults.scripted import GOES_ON, Stage

# After the third row of the second game the first box dies.
DIES_AT = GOES_ON[11]
HEADING = MatchHeader("pegs", (), ("Ada", "Zoé"), "2026-03-04T05:06:07Z")
# The number of pages after which the log goes into the database, instead of 1,000, which no evening has.
CHECKPOINT_PAGES = 12


def tell(words: str) -> None:
    """Say *words*, with nothing in between that could hold them back."""
    os.write(1, f"{words}\n".encode())


class Telling:
    """An archive that says what *archive* has acknowledged, before the box can show it."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self.enter = archive.enter
        self.throws = archive.throws
        self.give_up = archive.give_up
        self.merge = archive.merge
        self.matches = archive.matches
        self.newest = archive.newest
        self.played = archive.played
        self.summary = archive.summary
        self.close = lambda: None

    def begin(self, header: MatchHeader) -> int:
        """Open a match."""
        number = self._archive.begin(header)
        tell(f"match {number} 0 ")
        return number

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add lines."""
        self._archive.append(number, entries, result)
        tell(f"match {number} {self._archive.read(number)[0].entries} {result or ''}")

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """Read a match."""
        return self._archive.read(number)


def told(archive: Archive) -> DeferredJournal:
    """Return what a game writes to, that says what *archive* has acknowledged."""
    return DeferredJournal(lambda report: Telling(archive))


def played(folder: Path) -> None:
    """Play the match on two boxes: the first dies in the second game, and what it left is gone on with."""
    if (first := os.fork()) == 0:
        stage = Stage(folder)
        stage.around = told
        stage.before = lambda key: os._exit(0) if key == DIES_AT else None
        stage.live()
        os._exit(1)
    if os.waitpid(first, 0)[1]:
        raise RuntimeError("expected the first box to die in the second game")
    stage = Stage(folder, drawn=2)
    stage.around = told
    stage.at = DIES_AT
    stage.live()


def written(folder: Path) -> None:
    """Write many lines at a time, so that the log comes back into the database often, and the volume in between."""
    with closing(_opened(folder)) as journal:
        archive = Telling(journal)
        number = archive.begin(HEADING)
        for place in range(12):
            lines = [LogEntry(EntryKind.PLAY, f"{place} {line} " + "x" * 700) for line in range(6)]
            archive.append(number, lines, "done" if place == 11 else None)
            volume = Settings().volume + 1 + place
            save(folder / "settings.toml", Settings(volume=volume))
            tell(f"volume {volume}")


def upgraded(folder: Path) -> None:
    """Bring a journal of the version before up to date, and write on in it."""
    with closing(_opened(folder)) as journal:
        archive = Telling(journal)
        archive.append(1, [LogEntry(EntryKind.PLAY, "newer")], None)
        throws: Sequence[DiceRoll] = ()
        archive.enter(throws)


def version_before(folder: Path) -> None:
    """Lay a journal of the version before, with a match in it, into *folder*."""
    with closing(sqlite3.connect(folder / "journal.db", isolation_level=None)) as db:
        for statement in (*TABLES[1], f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 1"):
            db.execute(statement)
        db.execute("INSERT INTO matches (game, options, players, begun) VALUES ('pegs', '[]', '[]', '')")
        db.execute("INSERT INTO entries VALUES (1, 1, 'play', 'older', NULL, NULL, '')")


def _opened(folder: Path) -> Journal:
    journal, troubles = open_journal(folder / "journal.db", datetime.now(UTC))
    if troubles:
        raise troubles[0]
    journal._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return journal


TALES: dict[str, Callable[[Path], None]] = {"played": played, "written": written, "upgraded": upgraded}

if __name__ == "__main__":
    TALES[sys.argv[1]](Path(sys.argv[2]))
