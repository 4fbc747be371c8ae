"""The cup: throws dice, and brings every throw into the ledger before anybody sees it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.dice.ledger import Ledger
from companion.dice.model import Cast, Dice, Start, Throw, throw
from companion.errors import JournalFailed

log = logging.getLogger(__name__)


class Cup:
    """What throws; ``draw(n)`` returns a uniform number below n, ``stamp()`` the time of day in UTC."""

    def __init__(self, ledger: Ledger, draw: Callable[[int], int], stamp: Callable[[], str]) -> None:
        self._ledger = ledger
        self._draw = draw
        self._stamp = stamp
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
        """Throw what is in the cup; when this returns the ledger has the throw."""
        thrown = throw(self.cast, self._draw, self._stamp())
        self._ledger.enter([thrown])
        return thrown

    def last(self, most: int) -> tuple[Throw, ...]:
        """Return the last throws, the newest first."""
        try:
            return self._ledger.throws(most)
        except JournalFailed as failure:
            log.warning("ledger of throws not read: %s", failure)
            return ()
