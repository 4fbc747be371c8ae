"""The cup: throws dice, and brings every throw into the ledger before anybody sees it.

When the disk refuses, the throw holds all the same: it waits here, the table is told once, and the next throw tries
to bring all of them to the disk again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.archive import Ledger, ThrowsDamaged
from companion.dice import Cast, Dice, Start, Throw, throw
from companion.errors import N_, JournalFailed

log = logging.getLogger(__name__)


class Cup:
    """What throws; ``draw(n)`` returns a uniform number below n, ``stamp()`` the time of day in UTC."""

    def __init__(self, ledger: Ledger, draw: Callable[[int], int], stamp: Callable[[], str]) -> None:
        self._ledger = ledger
        self._draw = draw
        self._stamp = stamp
        self._waiting: list[Throw] = []
        self._trouble: JournalFailed | None = None
        self._cast: Cast | None = None

    @property
    def cast(self) -> Cast:
        """What is thrown next unless something else is chosen: what was thrown last, at first one six-sided die."""
        if self._cast is None:
            last = self.last(1)
            # Who starts was asked for one table and one evening.
            self._cast = Dice() if not last or isinstance(last[0].cast, Start) else last[0].cast
        return self._cast

    @cast.setter
    def cast(self, cast: Cast) -> None:
        self._cast = cast

    def throw(self) -> Throw:
        """Throw what is in the cup; when this returns the throw is in the ledger, or its failure is noted."""
        thrown = throw(self.cast, self._draw, self._stamp())
        self._waiting.append(thrown)
        try:
            self._ledger.enter(self._waiting)
        except JournalFailed as failure:
            self._note(failure)
        else:
            self._waiting.clear()
        return thrown

    def _note(self, failure: JournalFailed) -> None:
        log.error("throw not saved, %d wait: %s", len(self._waiting), failure)
        if len(self._waiting) == 1:
            self._trouble = JournalFailed(str(failure), N_("Throws are not being saved: check the card."))

    def take_trouble(self) -> JournalFailed | None:
        """Return a failure that the table has not been told yet, once."""
        trouble, self._trouble = self._trouble, None
        return trouble

    def last(self, most: int) -> tuple[Throw, ...]:
        """Return the last throws, the newest first; what waits for the disk comes before what is on it."""
        waiting = tuple(reversed(self._waiting))[:most]
        try:
            return (*waiting, *self._ledger.throws(most - len(waiting)))
        except ThrowsDamaged as damage:
            log.warning("throws left out: %s", damage)
            self._trouble = damage
            return (*waiting, *damage.sound)
        except JournalFailed as failure:
            log.warning("ledger of throws not read: %s", failure)
            return waiting
