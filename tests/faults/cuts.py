"""The power is cut after every act of a recording, in many ways, and what is then found is judged.

In SQLite's manner: an acknowledged line is there, regardless of the unsynced rest; a line that was not is there
whole, with all that was appended with it, or not at all; and the box finds nothing wrong with its card.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.config.settings import load
from companion.errors import MatchDamaged
from companion.match.archive import LogEntry
from companion.storage.journal import Journal
from tests.faults.card import Act, Card, Files, FolderSynced, Told, after
from tests.faults.recorded import BACKUP_TALES, backup_before, version_before
from tests.faults.traced import traced
from tests.support.opened import lasts, open_journal

# Each state is written and opened again: where there is a file system in memory, on that.
SHM = Path("/dev/shm")  # noqa: S108
PLACE = SHM if os.access(SHM, os.W_OK) else None


@dataclass(frozen=True, slots=True)
class Promise:
    """What was told by some act: a match has *lines* lines, and a result or none."""

    match: int
    lines: int
    result: str | None


@dataclass(frozen=True, slots=True)
class Tally:
    """Over all the states that a card was left in: what had been told and was missing, what was half there."""

    states: int = 0
    lost: int = 0
    torn: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.states + other.states, self.lost + other.lost, self.torn + other.torn)


def record(tale: str) -> list[Act]:
    """Run one of ``TALES`` or ``BACKUP_TALES`` and return all it did to its folder and told."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "state"
        folder.mkdir()
        if tale == "upgraded":
            version_before(folder)
        if tale in BACKUP_TALES:
            backup_before(folder)
        path = os.pathsep.join(filter(None, sys.path))
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        return traced([sys.executable, recorded_file(), tale, str(folder)], folder, environment)


def recorded_file() -> str:
    """Return the path of the program that tells the tales."""
    return str(Path(__file__).with_name("recorded.py"))


def cut_everywhere(acts: Sequence[Act], samples: int, random: Random, every: int = 1) -> Tally:
    """Cut after each *every* acts; judge what is left with nothing, with all, and with *samples* samples of some."""
    judge = Judge(acts)
    total = Tally()
    # What comes first brings the card to where the recording began.
    begun = acts.index(FolderSynced()) + 1
    for length in range(begun, len(acts) + 1, every):
        card = after(acts[:length])
        for files in outcomes(card, samples, random):
            total += judge.judged(files, acts[:length])
    return total


def outcomes(card: Card, samples: int, random: Random) -> Iterator[Files]:
    yield card.with_nothing()
    if not card.pending and not card.pending_names:
        return
    yield card.with_all()
    for _ in range(samples):
        yield card.with_some(random)


class Judge:
    """Knows what a recording ends with, and so what every part of it may hold."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._whole = {number: entries for number, _, entries in _found_in(after(acts).with_all())[0]}
        # What was in the journal from before was promised before.
        self._old = [Promise(number, 1, None) for number in self._whole if not _begins(acts, number)]
        self._ends = {(promise.match, promise.lines, promise.result) for promise in _promises(acts)}
        self._ends |= {(promise.match, promise.lines, promise.result) for promise in self._old}

    def judged(self, files: Files, acts: Sequence[Act]) -> Tally:
        """Judge *files*, left by a card after *acts*."""
        promises = [*self._old, *_promises(acts)]
        matches, is_sound, volume = _found_in(files)
        kept = {number: (len(entries), result) for number, result, entries in matches}
        lost = sum(kept.get(each.match, (-1, None))[0] < each.lines for each in promises)
        lost += sum(kept.get(each.match, (-1, None))[1] != each.result for each in promises if each.result)
        told = [int(act.words.split()[1]) for act in acts if isinstance(act, Told) and act.words.startswith("volume")]
        lost += int(bool(told) and volume < told[-1])
        torn = int(not is_sound)
        for number, result, entries in matches:
            is_whole = entries == self._whole[number][: len(entries)]
            torn += int(not is_whole or (number, len(entries), result) not in self._ends)
        return Tally(1, lost, torn)


def _begins(acts: Sequence[Act], number: int) -> bool:
    return any(promise.match == number and promise.lines == 0 for promise in _promises(acts))


def _promises(acts: Sequence[Act]) -> list[Promise]:
    told = [act.words.split(" ", 3) for act in acts if isinstance(act, Told)]
    return [Promise(int(words[1]), int(words[2]), words[3] or None) for words in told if words[0] == "match"]


Found = list[tuple[int, str | None, tuple[LogEntry, ...]]]


def _found_in(files: Files) -> tuple[Found, bool, int]:
    """Switch a box on whose card holds *files*: its matches, whether all was well, and how loud it is."""
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        settings, refused = load(folder / "settings.toml")
        journal, troubles = open_journal(folder / "journal.db", datetime.now(UTC))
        with closing(journal):
            matches, unread = _matches(journal)
            is_sound = not troubles and not refused and not unread and lasts(journal)
            return matches, is_sound, settings.volume


def _matches(journal: Journal) -> tuple[Found, int]:
    """Return the matches that can be read, and how many cannot."""
    found: Found = []
    unread = 0
    for summary in journal.matches():
        try:
            found.append((summary.number, summary.result, journal.read(summary.number)[1]))
        except MatchDamaged:
            unread += 1
    return found, unread
