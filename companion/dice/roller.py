"""The dice roller: rolls dice, and enters every roll into the ledger before it is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.dice.ledger import Ledger
from companion.dice.model import Dice, DiceRoll, DiceSpec, Own, Start, throw
from companion.errors import JournalFailed

log = logging.getLogger(__name__)

OWN_MOST = 2_000
"""The most throws of own dice that are passed over in search of those of the box."""


class DiceRoller:
    """Rolls dice; ``draw(n)`` returns a uniform number below n, ``stamp()`` the current time in UTC."""

    def __init__(self, ledger: Ledger, draw: Callable[[int], int], stamp: Callable[[], str]) -> None:
        self._ledger = ledger
        self._draw = draw
        self._stamp = stamp
        self._cast: DiceSpec | None = None

    @property
    def cast(self) -> DiceSpec:
        """The dice of the next roll: those of the last roll unless others are set, at first one six-sided die."""
        if self._cast is None:
            last = self.last(1)
            # A choice of the starting player is for one group of players and is not repeated.
            self._cast = Dice() if not last or isinstance(last[0].cast, Start) else last[0].cast
        return self._cast

    @cast.setter
    def cast(self, cast: DiceSpec) -> None:
        self._cast = cast

    def throw(self) -> DiceRoll:
        """Roll the dice of ``cast``; when this returns the roll is in the ledger."""
        thrown = throw(self.cast, self._draw, self._stamp())
        self._ledger.enter([thrown])
        return thrown

    def last(self, most: int) -> tuple[DiceRoll, ...]:
        """Return the last *most* rolls, the newest first; none, with a warning in the log, if reading fails.

        Throws of players' own dice are left out.
        """
        try:
            found = self._ledger.throws(most)
            if any(isinstance(thrown.cast, Own) for thrown in found):
                found = self._ledger.throws(most + OWN_MOST)
            return tuple(thrown for thrown in found if not isinstance(thrown.cast, Own))[:most]
        except JournalFailed as failure:
            log.warning("ledger of throws not read: %s", failure)
            return ()
