"""An archive of paper: keeps matches in memory, and refuses to write when its pencil breaks."""

from __future__ import annotations

import copy
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from companion.dice.model import DiceRoll
from companion.errors import JournalFailed
from companion.match.archive import Archive, Change, ChangeKind, LogEntry, MatchHeader, MatchSummary
from companion.match.changes import changed
from companion.match.environment import Environment
from companion.match.randomness import NONCE_LETTERS
from companion.storage.deferred_journal import DeferredJournal

NOON = "2026-01-02T12:00:00Z"


class PaperArchive:
    def __init__(self) -> None:
        self.sheets: dict[int, tuple[MatchHeader, list[LogEntry]]] = {}
        self.results: dict[int, str | None] = {}
        self.thrown: list[DiceRoll] = []
        self.changed: list[Change] = []
        self.is_broken = False
        self.smudged: set[int] | None = set()

    def break_pencil(self) -> None:
        self.is_broken = True

    def sharpen_pencil(self) -> None:
        self.is_broken = False

    def smudge(self, *numbers: int) -> None:
        """Make the sheets *numbers* unreadable, without any all of them and the list."""
        self.smudged = {*numbers} or None

    def _need_light(self, number: int | None = None) -> None:
        if self.smudged is None or number in self.smudged:
            raise JournalFailed("expected a clean sheet, got a smudged one")

    def _need_pencil(self) -> None:
        if self.is_broken:
            raise JournalFailed("expected a sharp pencil, got a broken one")

    def begin(self, header: MatchHeader) -> int:
        self._need_pencil()
        number = len(self.sheets) + 1
        self.sheets[number] = (header, [])
        self.results[number] = None
        return number

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        self._need_pencil()
        self.sheets[number][1].extend(entries)
        self.results[number] = result

    def give_up(self, number: int) -> None:
        self._need_pencil()
        self.results[number] = ""

    @contextmanager
    def together(self) -> Iterator[PaperArchive]:
        self._need_pencil()
        before = copy.deepcopy((self.sheets, self.results, self.thrown))
        try:
            yield self
        except BaseException:
            self.sheets, self.results, self.thrown = before
            raise

    def take_out_newest(self) -> None:
        self._need_pencil()
        newest = max(self.sheets)
        del self.sheets[newest], self.results[newest]

    def matches(self) -> Iterator[MatchSummary]:
        return (self.read(number)[0] for number in sorted(self.sheets.keys() - self._deleted(), reverse=True))

    def newest(self) -> MatchSummary | None:
        self._need_light()
        numbers = self.sheets.keys() - self._deleted()
        return self.summary(max(numbers)) if numbers else None

    def played_numbers(self) -> tuple[int, ...]:
        self._need_light()
        numbers = self.sheets.keys() - self._deleted()
        return tuple(number for number in sorted(numbers, reverse=True) if self.sheets[number][1])

    def summary(self, number: int) -> MatchSummary:
        return self.read(number)[0]

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        self._need_light(number)
        header, entries = self.sheets[number]
        if number in self._deleted():
            raise KeyError(number)
        summary = MatchSummary(number, header, self.results[number], len(entries))
        return changed(summary, self.changed) if self.changed else summary, tuple(entries)

    def enter(self, throws: Sequence[DiceRoll]) -> None:
        self._need_pencil()
        self.thrown.extend(throws)

    def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
        return tuple(reversed(self.thrown))[:most]

    def sound_throws(self) -> Iterator[DiceRoll]:
        yield from self.thrown

    def change(self, changes: Sequence[Change]) -> None:
        self._need_pencil()
        self.changed.extend(changes)

    def changes(self) -> Sequence[Change]:
        return tuple(self.changed)

    def as_recorded(self) -> PaperArchive:
        recorded = copy.copy(self)
        recorded.changed = []
        return recorded

    def _deleted(self) -> set[int]:
        return {change.match for change in self.changed if change.kind is ChangeKind.DELETED}

    def mend(self, numbers: Container[int]) -> int:
        return 0

    def close(self) -> None:
        pass


def deferred(archive: Archive, now: Callable[[], float] = lambda: 0.0) -> DeferredJournal:
    """Return what a game writes to, over *archive*."""
    return DeferredJournal(lambda report: archive, now)


def environment(
    archive: PaperArchive | None = None, seed: int = 0, now: Callable[[], float] = lambda: 0.0
) -> Environment:
    """Return a world whose chance is seeded and whose time of day stands at noon; *now* is the clock of the box."""
    random = Random(seed)

    def nonce() -> str:
        # 52 are drawn, as earlier nonces had: the seeded codes of all tests stay the same.
        return "".join(random.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for _ in range(52))[:NONCE_LETTERS]

    return Environment(deferred(archive or PaperArchive(), now), random.randrange, nonce, lambda: NOON)
