"""A slot between the loop and the thread of a front end."""

from __future__ import annotations

from threading import Condition
from typing import Generic, TypeVar

from companion.match.driver import MatchPosition

V = TypeVar("V")


class Mailbox(Generic[V]):
    """A slot for one position between the event loop and the thread of a front end; ``put`` never blocks.

    A newer position replaces an older one that was not taken: a slow front end misses versions, and the match goes on.
    """

    def __init__(self) -> None:
        self._filled = Condition()
        self._position: MatchPosition[V] | None = None

    def put(self, position: MatchPosition[V]) -> None:
        """Put *position* into the slot; this method can be a ``Subscriber``."""
        with self._filled:
            self._position = position
            self._filled.notify()

    def take(self, timeout: float | None = None) -> MatchPosition[V] | None:
        """Take the position out of the slot; waits for at most *timeout* seconds, then returns None."""
        with self._filled:
            self._filled.wait_for(lambda: self._position is not None, timeout)
            position, self._position = self._position, None
            return position
