"""Games in which the players move one after another."""

from __future__ import annotations

from abc import abstractmethod
from typing import TypeVar

from companion.games.contract import Game

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class TurnBasedGame(Game[S, M, V]):
    """A game with at most one seat to move."""

    @abstractmethod
    def player_to_move(self, state: S) -> int | None:
        """Return the seat to move, ``CHANCE``, or None when the match is over."""

    def seats_to_move(self, state: S) -> frozenset[int]:
        """Return the seat to move, if there is one."""
        seat = self.player_to_move(state)
        return frozenset(() if seat is None else (seat,))

    def seat_of(self, state: S, move: M) -> int:
        """Return the seat to move; raises ``ValueError`` when the match is over."""
        (seat,) = self.seats_to_move(state)
        return seat
