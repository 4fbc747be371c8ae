"""The archive that a game writes to: the journal, with a queue in front of it for writes that the disk refuses.

A write that fails - the journal cannot be opened, or the card is full - is queued in memory, and play goes on. Every
later write, and a timer with growing pauses, tries to open the journal and to write the queue in order. Reads return
the journal with the queued writes applied; one that can be read but not written is read. The players are told when
saving stops and when everything is saved again.

The session and the dice write, the screens read, the event loop calls ``retry`` at ``retry_at``: all in one thread.
When a write returns and ``trouble`` is None, everything is on the disk.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import N_, JournalFailed, MatchDamaged
from companion.i18n.translator import Text, filled
from companion.match import archive
from companion.storage import queued

if TYPE_CHECKING:
    from companion.dice.model import DiceRoll
    from companion.match.archive import Archive, Change, LogEntry, MatchHeader, MatchSummary

    Opener = Callable[[Callable[[JournalFailed], None]], Archive]
    """Opens the journal or raises ``JournalFailed``; calls its argument with each damage that it repaired."""

log = logging.getLogger(__name__)

SAVED_AGAIN = N_("Everything is saved again.")
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0


class DeferredJournal:
    """A ``BufferedArchive`` over the journal that *open_journal* opens.

    While it cannot be opened for writing, *open_reader* opens it for reading, or raises ``JournalFailed``. ``now()``
    is the event loop's clock in seconds. ``trouble`` is the reason why the journal is closed or writes are queued, and
    None while everything is saved. ``reports`` lists the damage that the first opening repaired.
    """

    def __init__(
        self,
        open_journal: Opener,
        now: Callable[[], float] = time.monotonic,
        open_reader: Callable[[], Archive] | None = None,
    ) -> None:
        self.trouble: JournalFailed | None = None
        self.retry_at: float | None = None
        self._open = open_journal
        self._open_reader = open_reader
        self._now = now
        self._journal: Archive | None = None
        self._reader: Archive | None = None
        self._waiting: deque[queued.Write] = deque()
        self._numbers: dict[int, int] = {}
        self._begun = 0
        self._is_held = False
        self._pause_s = FIRST_PAUSE_S
        self._reports: list[JournalFailed] = []
        self._notice: Text | None = None
        self._listener: Callable[[JournalFailed | None], None] = lambda trouble: None
        self.retry()
        self.reports = tuple(self._reports)
        self._reports.clear()

    def listen(self, listener: Callable[[JournalFailed | None], None]) -> None:
        """Call *listener* with ``trouble`` whenever it changes, and now unless it is None."""
        self._listener = listener
        if self.trouble is not None:
            listener(self.trouble)

    def take_notice(self) -> Text | None:
        """Return the newest message that the players have not seen, once; None where there is none."""
        notice, self._notice = self._notice, None
        return notice

    # Writing

    def begin(self, header: MatchHeader) -> int:
        """Store a new match and return its number, which is below 0 while the match is queued."""
        self._begun -= 1
        match = self._begun
        self._put(queued.Begun(match, header))
        return self._number(match)

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add *entries* to a match and set its result."""
        last = self._waiting[-1] if self._waiting else None
        if isinstance(last, queued.Lines) and last.match == number:
            # One transaction for all queued lines: every transaction syncs the card.
            self._waiting[-1] = queued.Lines(number, (*last.entries, *entries), result)
            self.retry()
        else:
            self._put(queued.Lines(number, tuple(entries), result))

    def give_up(self, number: int) -> None:
        """Mark a match as given up."""
        self._put(queued.GivenUp(number))

    def enter(self, throws: Sequence[DiceRoll]) -> None:
        """Add *throws*."""
        self._put(queued.Thrown(tuple(throws)))

    @contextmanager
    def together(self) -> Iterator[Archive]:
        """Return a context with an archive whose writes are all made, or none; raises ``JournalFailed`` on failure.

        What is written to this one meanwhile is queued, because it is no part of them.
        """
        self.retry()
        if self._journal is None or self.trouble is not None:
            raise JournalFailed(f"expected a journal that takes everything, got {self.trouble}")
        self._is_held = True
        try:
            with self._journal.together() as journal:
                yield journal
        finally:
            self._is_held = False
            self.retry()

    def take_out_newest(self) -> None:
        """Raise ``TypeError``: matches are removed from the archive that ``together`` gives alone."""
        raise TypeError("expected a call in the context of together, got one outside")

    def mend(self, numbers: Container[int]) -> int:
        """Replace damaged matches out of *numbers* by their copies, and return how many were replaced."""
        return 0 if self._journal is None or self._is_held else self._journal.mend(numbers)

    def change(self, changes: Sequence[Change]) -> None:
        """Keep *changes* at once, which never wait; raises ``JournalFailed`` where they cannot be written now."""
        self.retry()
        if self._journal is None or self._is_held or self.trouble is not None:
            raise JournalFailed(f"expected a journal that takes a change, got {self.trouble}")
        self._journal.change(changes)

    def _put(self, write: queued.Write) -> None:
        self._waiting.append(write)
        self.retry()

    def retry(self) -> None:
        """Open the journal if it is closed, and write the queue; a failure sets ``trouble`` and is not raised."""
        if self._is_held:
            return
        try:
            if self._journal is None:
                self._close_reader()
                self._journal = self._open(self._report)
            while self._waiting:
                self._write_first(self._journal)
        except JournalFailed as failure:
            if self._journal is None:
                self._reader = self._new_reader()
            self._note(failure)
        else:
            self._note_saved()

    def _new_reader(self) -> Archive | None:
        try:
            return None if self._open_reader is None else self._open_reader()
        except JournalFailed as failure:
            log.warning("journal not read: %s", failure)
            return None

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def _write_first(self, journal: Archive) -> None:
        first = self._waiting.popleft()
        try:
            first.write(journal, self._numbers)
        except MatchDamaged as damage:
            # A damaged match is kept unchanged: this write is dropped, and the queue for other matches is written.
            log.error("line not saved: %s", damage)
            self._notice = damage.sentence
        except BaseException as failure:
            # After a MemoryError the write may be on the disk already; writing it again would store it twice.
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
            last = self._reports[-1] if self._reports else JournalFailed("", SAVED_AGAIN)
            self._notice = filled(last.sentence, **last.values) if last.values else last.sentence
            self._reports.clear()
            self._set_trouble(None)

    def _set_trouble(self, trouble: JournalFailed | None) -> None:
        self.trouble = trouble
        self._listener(trouble)

    def close(self) -> None:
        """Try a last time to write the queue, and close the journal."""
        if self._waiting:
            self.retry()
        self._close_reader()
        if self._journal is not None:
            self._journal.close()

    # Reading

    @property
    def _readable(self) -> Archive | None:
        return self._reader if self._journal is None else self._journal

    def number_of(self, match: int) -> int | None:
        """Return the journal's number of *match*, or None until it is saved."""
        number = self._number(match)
        return number if number > 0 else None

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""
        yield from self._summaries_begun()
        if (stored := self._readable) is not None:
            yield from map(self._with_queued, stored.matches())

    def newest(self) -> MatchSummary | None:
        """Return the newest match, or None while there is none."""
        for summary in self._summaries_begun():
            return summary
        newest = None if (stored := self._readable) is None else stored.newest()
        return None if newest is None else self._with_queued(newest)

    def played_numbers(self) -> Sequence[int]:
        """Return the numbers of the matches that have at least one entry, the newest first."""
        stored = () if self._readable is None else self._readable.played_numbers()
        waiting = {self._number(write.match) for write in self._waiting if isinstance(write, queued.Lines)}
        # Of the numbers below 0, the newest match has the lowest.
        return tuple(sorted({*stored, *waiting}, key=lambda number: (number > 0, -abs(number)))) if waiting else stored

    def summary(self, number: int) -> MatchSummary:
        """Return a match without its entries; raises ``KeyError`` for an unknown number."""
        begun = self._begun_as(number)
        return self._with_queued(self._archive(number).summary(self._number(number)) if begun is None else begun)

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """Return a match and its entries in order; raises ``KeyError`` for an unknown number."""
        entries: tuple[LogEntry, ...] = ()
        if (begun := self._begun_as(number)) is None:
            begun, entries = self._archive(number).read(self._number(number))
        waiting = (write for write in self._waiting_for(number) if isinstance(write, queued.Lines))
        return self._with_queued(begun), (*entries, *(entry for write in waiting for entry in write.entries))

    def changes(self) -> Sequence[Change]:
        """Return the changes that were kept, the oldest first."""
        return () if self._readable is None else self._readable.changes()

    def as_recorded(self) -> DeferredJournal:
        """Return this archive for reading, without any changes."""
        recorded = copy(self)
        for name in ("_journal", "_reader"):
            stored: Archive | None = getattr(self, name)
            setattr(recorded, name, None if stored is None else stored.as_recorded())
        return recorded

    def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
        """Return the rolls, the newest first: all of them, or the last *most*.

        Damaged rolls are left out, with a notice for the players.
        """
        waiting = [throw for write in self._waiting if isinstance(write, queued.Thrown) for throw in write.throws]
        newest = tuple(reversed(waiting))[:most]
        if (stored := self._readable) is None:
            return newest
        try:
            return (*newest, *stored.throws(None if most is None else most - len(newest)))
        except archive.ThrowsDamaged as damage:
            log.warning("throws left out: %s", damage)
            self._notice = damage.sentence
            return (*newest, *damage.sound)

    def sound_throws(self) -> Iterator[DiceRoll]:
        """Yield the undamaged rolls, the oldest first, without holding all of them in memory."""
        if (stored := self._readable) is not None:
            yield from stored.sound_throws()
        for write in self._waiting:
            if isinstance(write, queued.Thrown):
                yield from write.throws

    def _archive(self, number: int) -> Archive:
        if (stored := self._readable) is None:
            raise KeyError(number)
        return stored

    def _number(self, match: int) -> int:
        return self._numbers.get(match, match)

    def _waiting_for(self, match: int) -> Iterator[queued.Begun | queued.Lines | queued.GivenUp]:
        number = self._number(match)
        for write in self._waiting:
            if not isinstance(write, queued.Thrown) and self._number(write.match) == number:
                yield write

    def _begun_as(self, match: int) -> MatchSummary | None:
        """Return the summary of a queued new match, without its queued lines; None for any other match."""
        headers = (write.header for write in self._waiting_for(match) if isinstance(write, queued.Begun))
        return next((archive.MatchSummary(match, header, None, 0) for header in headers), None)

    def _summaries_begun(self) -> Iterator[MatchSummary]:
        for write in reversed(self._waiting):
            if isinstance(write, queued.Begun):
                yield self._with_queued(archive.MatchSummary(write.match, write.header, None, 0))

    def _with_queued(self, summary: MatchSummary) -> MatchSummary:
        """Return *summary* with the match's queued writes applied."""
        for write in self._waiting_for(summary.number):
            match write:
                case queued.Lines(entries=entries, result=result):
                    summary = replace(summary, result=result, entries=summary.entries + len(entries))
                case queued.GivenUp():
                    summary = replace(summary, result="")
        return summary
