"""A background check of the whole journal: every page, every line and every dice roll.

The start of the program does not wait for it. The check reads on a thread and a connection of its own, with pauses,
and runs once.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from companion.box import Call, Redraw
from companion.errors import DAMAGED_MATCHES, N_, JournalFailed, MatchDamaged
from companion.storage.journal import Journal, JournalDamaged, open_for_reading

log = logging.getLogger(__name__)

# The check pauses after this many rows, so that it holds the interpreter for only some milliseconds at a time.
ROWS_AT_ONCE = 20
PAUSE_S = 0.02
# The lowest priority: the thread mainly uses processor time that other threads leave.
NICE = 19
# The pause between two interrupts at exit: SQLite ignores an interrupt that arrives while no statement runs.
AGAIN_S = 0.05
NAMED, TOLD = 3, 10


class _Stopped(Exception):
    """The program ends while the check runs."""


def sum_up(findings: Iterable[JournalFailed]) -> JournalFailed | None:
    """Return all *findings* as one, or None where there are none; the message contains the first ten."""
    count, told, numbers = 0, list[JournalFailed](), list[int]()
    for finding in findings:
        count += 1
        told += [finding] if count <= TOLD else []
        if isinstance(finding, MatchDamaged) and len(numbers) <= NAMED:
            numbers.append(finding.number)
    if not told:
        return None
    message = "; ".join(map(str, told)) + (f"; and {count - TOLD} more" if count > TOLD else "")
    if not numbers:
        return JournalFailed(message, told[0].sentence)
    named = ", ".join(map(str, numbers[:NAMED])) + (" ..." if len(numbers) > NAMED else "")
    return JournalFailed(message, DAMAGED_MATCHES, numbers=named)


class JournalCheck:
    """A context manager that checks the journal at *path* once, on a thread; leaving the context stops the check.

    If it finds damage, it has the event loop call *mend* with the numbers of damaged matches, and *tell* with what
    is then still damaged. *post* takes the events for that. Matches that lack in the *copies* are added to them.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[JournalFailed], None],
        post: Callable[[Redraw | Call], None],
        mend: Callable[[Container[int]], int] = lambda numbers: 0,
        copies: Callable[[], Iterable[Path]] = lambda: (),
    ) -> None:
        self._path = path
        self._mend = mend
        self._copies = copies
        self._damaged: set[int] = set()
        self._tell = tell
        self._post = post
        self._is_ending = threading.Event()
        self._rows = 0
        self._journal: Journal | None = None
        self._guard = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="journal check", daemon=True)

    def __enter__(self) -> JournalCheck:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._is_ending.set()
        while self._thread.is_alive():
            with self._guard:
                if self._journal is not None:
                    self._journal.interrupt()
            self._thread.join(AGAIN_S)

    def _run(self) -> None:
        # The service may not change priorities; without a lower one the check still pauses between pages.
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        try:
            # A read error can be transient: damage is reported only when two passes find it.
            found = self._check_all() and self._check_all()
        except _Stopped:
            return
        if found is not None and not self._is_ending.is_set():
            log.error("journal checked: %s", found)
            self._post(Call(lambda: self._mend_and_tell(found)))
        elif found is None:
            self._complete()

    def _mend_and_tell(self, found: JournalFailed) -> None:
        """Replace damaged matches by their copies in the event loop, and tell the players what came of it."""
        try:
            count = self._mend(self._damaged)
        except JournalFailed as failure:
            log.error("copies not read: %s", failure)
            count = 0
        if count:
            sentence = N_("Matches that came back from the copy: {count}.")
            log.warning("%d matches came back from the copy", count)
            self._tell(JournalFailed(f"{found}; {count} came back from the copy", sentence, count=count))
        if count < max(1, len(self._damaged)):
            self._tell(found)

    def _complete(self) -> None:
        with suppress(JournalFailed, _Stopped), closing(open_for_reading(self._path)) as journal:
            for file in self._copies():
                try:
                    journal.complete(file, self._rest)
                except OSError as failure:
                    log.warning("copy not written: %s", failure)

    def _check_all(self) -> JournalFailed | None:
        try:
            with closing(open_for_reading(self._path)) as journal:
                try:
                    self._lend(journal)
                    return sum_up(self._note_damaged(journal.check(self._rest)))
                finally:
                    self._lend(None)
        except JournalDamaged as damage:
            return JournalDamaged(str(damage), N_("The journal is damaged. Switch the box off and on again."))
        except JournalFailed as failure:
            return JournalFailed(str(failure), N_("The matches cannot be read: check the card."))
        except MemoryError:
            # The game needs the memory more; the next start checks again.
            return None

    def _note_damaged(self, findings: Iterable[JournalFailed]) -> Iterator[JournalFailed]:
        self._damaged.clear()
        for finding in findings:
            if isinstance(finding, MatchDamaged):
                self._damaged.add(finding.number)
            yield finding

    def _lend(self, journal: Journal | None) -> None:
        """Set the open journal that ``__exit__`` interrupts; None before the journal is closed."""
        with self._guard:
            self._journal = journal

    def _rest(self) -> None:
        self._rows += 1
        if self._rows % ROWS_AT_ONCE == 0:
            self._is_ending.wait(PAUSE_S)
        if self._is_ending.is_set():
            raise _Stopped
