"""The cup: throws dice, and brings every throw into the ledger before anybody sees it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.dice.ledger import Ledger
from companion.dice.model import Dice, DiceRoll, DiceSpec, Start, throw
from companion.errors import JournalFailed

log = logging.getLogger(__name__)


class DiceRoller:
    """What throws; ``draw(n)`` returns a uniform number below n, ``stamp()`` the time of day in UTC."""

    def __init__(self, ledger: Ledger, draw: Callable[[int], int], stamp: Callable[[], str]) -> None:
        self._ledger = ledger
        self._draw = draw
        self._stamp = stamp
        self._cast: DiceSpec | None = None

    @property
    def cast(self) -> DiceSpec:
        """What is thrown next unless something else is chosen: what was thrown last, at first one six-sided die."""
        if self._cast is None:
            last = self.last(1)
            # Who starts was asked for one table and one evening.
            self._cast = Dice() if not last or isinstance(last[0].cast, Start) else last[0].cast
        return self._cast

    @cast.setter
    def cast(self, cast: DiceSpec) -> None:
        self._cast = cast

    def throw(self) -> DiceRoll:
        """Throw what is in the cup; when this returns the ledger has the throw."""
        thrown = throw(self.cast, self._draw, self._stamp())
        self._ledger.enter([thrown])
        return thrown

    def last(self, most: int) -> tuple[DiceRoll, ...]:
        """Return the last throws, the newest first."""
        try:
            return self._ledger.throws(most)
        except JournalFailed as failure:
            log.warning("ledger of throws not read: %s", failure)
            return ()
