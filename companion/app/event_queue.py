"""Queues with back-pressure for events from outside the loop: at most one is pending, so presses stay responsive.

A source that never stops, such as a tray or another front end, would otherwise fill the queue that also holds the
button presses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import Lock
from typing import Generic, TypeVar

from companion.box import Call, Event, FromTray
from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost, TrayTrouble

MOST_WAITING = 16
"""The most items of one source that wait while an earlier item is pending in the loop."""

T = TypeVar("T")


class CoalescingQueue(Generic[T]):
    """Passes the items of one source to *post* one at a time, each after the previous one was taken.

    *event* makes the event for an item; its second argument is the function to call when the item was taken.
    *coalesced* gets the waiting items, oldest first, and returns those to keep.
    """

    def __init__(
        self,
        post: Callable[[Event], None],
        event: Callable[[T, Callable[[], None]], Event],
        coalesced: Callable[[Sequence[T]], Sequence[T]],
    ) -> None:
        self._post = post
        self._event = event
        self._coalesced = coalesced
        self._lock = Lock()
        self._waiting: list[T] = []
        self._is_taken = True

    def put(self, item: T) -> bool:
        """Add *item* without blocking, from any thread; return False if coalescing dropped it."""
        with self._lock:
            before, self._waiting = self._waiting, list(self._coalesced([*self._waiting, item]))
            is_kept = self._waiting != before
            if self._is_taken:
                self._let_through()
            return is_kept

    def _take(self) -> None:
        with self._lock:
            self._let_through()

    def _let_through(self) -> None:
        self._is_taken = not self._waiting
        if self._waiting:
            self._post(self._event(self._waiting.pop(0), self._take))


def call_queue(post: Callable[[Event], None]) -> CoalescingQueue[Callable[[], object]]:
    """Return the queue that runs the calls of one front end in the loop; a call beyond ``MOST_WAITING`` is refused."""
    return CoalescingQueue(post, Call, lambda waiting: waiting[:MOST_WAITING])


def tray_queue(post: Callable[[Event], None]) -> CoalescingQueue[TrayEvent]:
    """Return the queue that passes tray events to *post*."""
    return CoalescingQueue(post, FromTray, _coalesced)


def _coalesced(waiting: Sequence[TrayEvent]) -> Sequence[TrayEvent]:
    """Return the waiting events to keep; those of a working tray always fit into the queue."""
    *earlier, newest = waiting
    if isinstance(newest, Reading) and earlier and isinstance(earlier[-1], Reading):
        # Only the newest reading is kept: the earlier one is out of date.
        waiting = [*earlier[:-1], newest]
    return list(shortened(waiting)) if len(waiting) > MOST_WAITING else waiting


def shortened(waiting: Iterable[TrayEvent]) -> Iterator[TrayEvent]:
    """Yield a summary of too many events: the troubles, the last state of the tray, and the number of missed presses.

    The rows of those presses are lost and reported as ``RowMissed``, so that the player presses again.
    """
    troubles: dict[str, TrayTrouble] = {}
    state: TrayFound | TrayLost | None = None
    presses = 0
    for news in waiting:
        match news:
            case TrayTrouble(error=error):
                troubles[error.sentence] = news
            case TrayFound() | TrayLost():
                state = news
            case RowCommitted():
                presses += 1
            case RowMissed():
                presses += news.presses
            case Reading():
                pass
    yield from list(troubles.values())[: MOST_WAITING // 2]
    if state is not None:
        yield state
    if presses:
        yield RowMissed(presses)
