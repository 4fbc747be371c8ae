"""What keeps the rolls of the dice: the protocol that the roller writes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    # A word in signatures: who plays no dice need not wait for them at the start.
    from companion.dice.model import DiceRoll


class Ledger(Protocol):
    """Keeps throws; every method raises ``JournalFailed`` when it cannot."""

    def enter(self, throws: Sequence[DiceRoll]) -> None:
        """Add *throws*, all or none; when this returns they are on the disk."""
        ...

    def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
        """The throws, the newest first: all of them, or the last *most*; raises ``ThrowsDamaged`` with the rest."""
        ...
