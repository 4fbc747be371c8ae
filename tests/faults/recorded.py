"""What is recorded for the power cuts: programs that write, and say on standard output what they have acknowledged.

The arguments are one of ``TALES`` or ``BACKUP_TALES`` and the folder for the state. What is said is
``match 1 7 RESULT``: match 1 has seven lines now, and its result, if it has one; or ``volume 20``: so loud was it set.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.config.settings import Settings, save
from companion.dice.model import DiceRoll
from companion.match.archive import Archive, EntryKind, LogEntry, MatchHeader, MatchSummary, StoredMatch
from companion.match.backup import check, finish, free_path, load
from companion.match.backup import save as save_backup
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, in_memory
from companion.storage.schema import APPLICATION_ID, TABLES
from tests.faults.scripted import GOES_ON, Stage
from tests.support.opened import open_journal

# After the third row of the second game the first box dies.
DIES_AT = GOES_ON[11]
HEADING = MatchHeader("pegs", (), ("Ada", "Zoé"), "2026-03-04T05:06:07Z")
NOON = "2026-03-04T12:00:00Z"
STICK = "codemaker-1.backup"
LONG = tuple(LogEntry(EntryKind.PLAY, f"{line} " + "x" * 400) for line in range(8))


def _match(second: int, lines: int, result: str | None) -> StoredMatch:
    return StoredMatch(replace(HEADING, begun=f"2026-03-04T05:06:{second:02}Z"), result, LONG[:lines])


HERE = (_match(1, 2, "done"), _match(2, 3, None), _match(3, 4, None))
"""The matches of the box; the last one goes on."""
THERE = (_match(2, 8, "done"), _match(4, 8, "won"), _match(1, 2, "done"), _match(5, 5, ""), _match(6, 6, "lost"))
"""The matches of the backup: one went on there, one is the same, three are new."""


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
        self.together = archive.together
        self.take_out_newest = archive.take_out_newest
        self.sound_throws = archive.sound_throws
        self.matches = archive.matches
        self.newest = archive.newest
        self.played_numbers = archive.played_numbers
        self.summary = archive.summary
        self.mend = archive.mend
        self.change = archive.change
        self.changes = archive.changes
        self.as_recorded = archive.as_recorded
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
    """Write many lines at a time, and the volume in between."""
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


def restored(folder: Path) -> None:
    """Load a backup of four matches, one of which goes on there, into a box with a match that goes on."""
    stick = folder / STICK
    with closing(_opened(folder)) as journal:
        for match in HERE:
            journal.append(journal.begin(match.header), match.entries, match.result)
        tell("begun")
        finish(load(journal, finish(check(stick))))
        tell("restored")


def saved(folder: Path) -> None:
    """Write a second backup beside a first one."""
    tell("begun")
    with closing(in_memory()) as journal:
        for match in THERE:
            journal.append(journal.begin(match.header), match.entries, match.result)
        finish(save_backup(journal, ("Ada",), (), free_path(folder), NOON))
    tell("saved")


def backup_before(folder: Path) -> None:
    """Lay the backup of another box into *folder*."""
    with closing(in_memory()) as journal:
        for match in THERE:
            journal.append(journal.begin(match.header), match.entries, match.result)
        finish(save_backup(journal, (), (), folder / STICK, NOON))


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
    return journal


TALES: dict[str, Callable[[Path], None]] = {"played": played, "written": written, "upgraded": upgraded}
BACKUP_TALES: dict[str, Callable[[Path], None]] = {"restored": restored, "saved": saved}

if __name__ == "__main__":
    (TALES | BACKUP_TALES)[sys.argv[1]](Path(sys.argv[2]))
