"""How anything outside the loop posts events into it: one at a time, so that a press waits for one of them at most.

What talks without end - a tray, another front end - would otherwise fill the queue in which the presses stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

from companion.box import Call, Event

MOST_WAITING = 16
"""How many items of one source wait at most for the item before them to be taken."""

T = TypeVar("T")


class CoalescingQueue(Generic[T]):
    """Lets items of one source through to *post*, the next when the last has been taken.

    *event* makes the event of an item, and gets what is to be called when it has been taken. *coalesced* returns what
    is left of the items that wait; the newest is the last.
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
        """Take *item*, from any thread, without waiting for the loop; False where the queue was too full for it."""
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
    """Return the queue by which one front end has its submissions done in the loop; a call too many is not taken."""
    return CoalescingQueue(post, Call, lambda waiting: waiting[:MOST_WAITING])
