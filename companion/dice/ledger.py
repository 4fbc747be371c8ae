"""The protocol of the store that the dice roller writes rolls to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    # Needed for annotations only: importing the dice would delay the start of every program that rolls none.
    from companion.dice.model import DiceRoll


class Ledger(Protocol):
    """Stores dice rolls; every method raises ``JournalFailed`` when reading or writing fails."""

    def enter(self, throws: Sequence[DiceRoll]) -> None:
        """Add the rolls *throws*, all or none; when this returns they are on the disk."""

    def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
        """Return the rolls, the newest first: all of them, or the last *most*.

        Raises ``ThrowsDamaged``, which holds the undamaged rolls, where some are damaged.
        """

    def sound_throws(self) -> Iterator[DiceRoll]:
        """Yield the undamaged rolls, the oldest first, without holding all of them in memory."""
