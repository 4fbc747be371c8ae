"""The archive that a game writes to: the journal, with a queue in front of it for what the disk refuses.

What cannot be written now - the journal cannot be opened, or the card is full - waits in memory, and play goes on.
Every later write, and a timer with growing pauses, tries to open the journal and to write all that waits, in its
order. What is read is the journal with what waits on top of it. The table is told when saving stops, and when
everything is saved again.

The session and the dice write, the screens read, the event loop calls ``retry`` at ``retry_at``: all in one thread.
When a write returns and ``trouble`` is None, everything is on the disk.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from companion.errors import N_, JournalFailed, MatchDamaged
from companion.match.archive import Archive, LogEntry, MatchHeader, MatchSummary, ThrowsDamaged

if TYPE_CHECKING:
    # Imported lazily: the first frame needs no dice.
    from companion.dice.model import DiceRoll

log = logging.getLogger(__name__)

SAVED_AGAIN = N_("Everything is saved again.")
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0


class Store(Archive, Protocol):
    """An archive that can be closed."""

    def close(self) -> None:
        """Let another program write."""
        ...


Opener = Callable[[Callable[[JournalFailed], None]], Store]
"""Opens the journal or raises ``JournalFailed``; what it repaired on the way it reports to its argument."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A match waits to be opened."""

    match: int
    heading: MatchHeader

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Open the match in *archive*, and add its number to *numbers*."""
        numbers[self.match] = archive.begin(self.heading)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a match wait, and the result behind the last of them."""

    match: int
    entries: tuple[LogEntry, ...]
    result: str | None

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Add the lines to *archive*."""
        archive.append(numbers.get(self.match, self.match), self.entries, self.result)


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The mark waits that a match was given up."""

    match: int

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Set the mark in *archive*."""
        archive.give_up(numbers.get(self.match, self.match))


@dataclass(frozen=True, slots=True)
class Thrown:
    """Throws wait."""

    throws: tuple[DiceRoll, ...]

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Add the throws to *archive*."""
        archive.enter(self.throws)


Write = Begun | Lines | GivenUp | Thrown


class DeferredJournal:
    """A ``BufferedArchive`` over the journal that *open_journal* opens.

    ``now()`` is the event loop's clock in seconds. ``trouble`` is why the journal is closed or something waits, None
    while everything is saved. ``reports`` is what the first opening repaired.
    """

    def __init__(self, open_journal: Opener, now: Callable[[], float] = time.monotonic) -> None:
        self.trouble: JournalFailed | None = None
        self.retry_at: float | None = None
        self._open = open_journal
        self._now = now
        self._journal: Store | None = None
        self._waiting: deque[Write] = deque()
        self._numbers: dict[int, int] = {}
        self._begun = 0
        self._pause_s = FIRST_PAUSE_S
        self._reports: list[JournalFailed] = []
        self._notice: str | None = None
        self._listener: Callable[[JournalFailed | None], None] = lambda trouble: None
        self.retry()
        self.reports = tuple(self._reports)
        self._reports.clear()

    def listen(self, listener: Callable[[JournalFailed | None], None]) -> None:
        """Call *listener* whenever ``trouble`` changes, and now if there is any."""
        self._listener = listener
        if self.trouble is not None:
            listener(self.trouble)

    def take_notice(self) -> str | None:
        """Return the newest sentence that the table has not been told yet, once."""
        notice, self._notice = self._notice, None
        return notice

    # Writing

    def begin(self, heading: MatchHeader) -> int:
        """Open a match; until the journal has it, its number is below 0."""
        self._begun -= 1
        match = self._begun
        self._put(Begun(match, heading))
        return self._number(match)

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add lines to a match and set its result."""
        last = self._waiting[-1] if self._waiting else None
        if isinstance(last, Lines) and last.match == number:
            # One transaction for all lines that wait: every transaction syncs the card.
            self._waiting[-1] = Lines(number, (*last.entries, *entries), result)
            self.retry()
        else:
            self._put(Lines(number, tuple(entries), result))

    def give_up(self, number: int) -> None:
        """Mark a match as given up."""
        self._put(GivenUp(number))

    def enter(self, throws: Sequence[DiceRoll]) -> None:
        """Add *throws*."""
        self._put(Thrown(tuple(throws)))

    def _put(self, write: Write) -> None:
        self._waiting.append(write)
        self.retry()

    def retry(self) -> None:
        """Open the journal if it is closed, and write what waits; a failure is noted, not raised."""
        try:
            if self._journal is None:
                self._journal = self._open(self._report)
            while self._waiting:
                self._write_first(self._journal)
        except JournalFailed as failure:
            self._note(failure)
        else:
            self._note_saved()

    def _write_first(self, journal: Store) -> None:
        first = self._waiting.popleft()
        try:
            first.write(journal, self._numbers)
        except MatchDamaged as damage:
            # The journal keeps a damaged match as it is, and what waits for the other matches is written.
            log.error("line not saved: %s", damage)
            self._notice = damage.sentence
        except BaseException as failure:
            # Where memory has run out, the disk may have it already, and it must not be there twice.
            if isinstance(failure, JournalFailed) or self.trouble is not None:
                self._waiting.appendleft(first)
            raise

    def _report(self, report: JournalFailed) -> None:
        log.warning("journal: %s", report)
        self._reports.append(report)

    def _note(self, failure: JournalFailed) -> None:
        now = self._now()
        if self.retry_at is None or self.retry_at <= now:
            self.retry_at = now + self._pause_s
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if self.trouble is None or self.trouble.sentence != failure.sentence:
            self._notice = failure.sentence
            self._set_trouble(failure)

    def _note_saved(self) -> None:
        self.retry_at = None
        self._pause_s = FIRST_PAUSE_S
        if self.trouble is not None:
            self._notice = self._reports[-1].sentence if self._reports else SAVED_AGAIN
            self._reports.clear()
            self._set_trouble(None)

    def _set_trouble(self, trouble: JournalFailed | None) -> None:
        self.trouble = trouble
        self._listener(trouble)

    def close(self) -> None:
        """Try a last time to write what waits, and close the journal."""
        if self._waiting:
            self.retry()
        if self._journal is not None:
            self._journal.close()

    # Reading

    def number_of(self, match: int) -> int | None:
        """Return the journal's number of a match, None until it has one."""
        number = self._number(match)
        return number if number > 0 else None

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""
        yield from self._summaries_begun()
        if self._journal is not None:
            yield from map(self._changed, self._journal.matches())

    def newest(self) -> MatchSummary | None:
        """The newest match, None while there is none."""
        for summary in self._summaries_begun():
            return summary
        newest = None if self._journal is None else self._journal.newest()
        return None if newest is None else self._changed(newest)

    def played(self) -> Sequence[int]:
        """The numbers of the matches that have a line, the newest first."""
        stored = () if self._journal is None else self._journal.played()
        waiting = {self._number(write.match) for write in self._waiting if isinstance(write, Lines)}
        # Below 0 the newest is the lowest.
        return tuple(sorted({*stored, *waiting}, key=lambda number: (number > 0, -abs(number)))) if waiting else stored

    def summary(self, number: int) -> MatchSummary:
        """One match without its lines; raises ``KeyError`` for a number that is not there."""
        begun = self._begun_as(number)
        return self._changed(self._stored(number).summary(self._number(number)) if begun is None else begun)

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """One match with its lines in order; raises ``KeyError`` for a number that is not there."""
        entries: tuple[LogEntry, ...] = ()
        if (begun := self._begun_as(number)) is None:
            begun, entries = self._stored(number).read(self._number(number))
        waiting = (write for write in self._waiting_for(number) if isinstance(write, Lines))
        return self._changed(begun), (*entries, *(entry for write in waiting for entry in write.entries))

    def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
        """The throws, the newest first: all of them, or the last *most*; damaged ones are left out, which is told."""
        waiting = [throw for write in self._waiting if isinstance(write, Thrown) for throw in write.throws]
        newest = tuple(reversed(waiting))[:most]
        if self._journal is None:
            return newest
        try:
            return (*newest, *self._journal.throws(None if most is None else most - len(newest)))
        except ThrowsDamaged as damage:
            log.warning("throws left out: %s", damage)
            self._notice = damage.sentence
            return (*newest, *damage.sound)

    def _stored(self, number: int) -> Store:
        if self._journal is None:
            raise KeyError(number)
        return self._journal

    def _number(self, match: int) -> int:
        return self._numbers.get(match, match)

    def _waiting_for(self, match: int) -> Iterator[Begun | Lines | GivenUp]:
        number = self._number(match)
        for write in self._waiting:
            if not isinstance(write, Thrown) and self._number(write.match) == number:
                yield write

    def _begun_as(self, match: int) -> MatchSummary | None:
        """Return a match that waits to be opened as it was then, None for any other."""
        headings = (write.heading for write in self._waiting_for(match) if isinstance(write, Begun))
        return next((MatchSummary(match, heading, None, 0) for heading in headings), None)

    def _summaries_begun(self) -> Iterator[MatchSummary]:
        for write in reversed(self._waiting):
            if isinstance(write, Begun):
                yield self._changed(MatchSummary(write.match, write.heading, None, 0))

    def _changed(self, summary: MatchSummary) -> MatchSummary:
        """Return *summary* with what waits for that match."""
        for write in self._waiting_for(summary.number):
            match write:
                case Lines(entries=entries, result=result):
                    summary = replace(summary, result=result, entries=summary.entries + len(entries))
                case GivenUp():
                    summary = replace(summary, result="")
        return summary
