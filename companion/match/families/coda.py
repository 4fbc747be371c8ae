"""The family of Coda."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.coda import CodaGame
from companion.games.coda.moves import Move
from companion.games.coda.view import Position
from companion.games.contract import AnyGame
from companion.strategy import coda


def boxed_games() -> Sequence[AnyGame]:
    """Return Coda."""

    def policy(position: Position, draw: Callable[[int], int]) -> Move:
        # Only here, so that the code of the module runs when the box first moves.
        return coda.play(position, draw)

    return (CodaGame(policy),)
