"""The family of Coda."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.coda import CodaGame
from companion.games.contract import AnyGame
from companion.strategy.coda import play


def boxed_games() -> Sequence[AnyGame]:
    """Return Coda."""
    return (CodaGame(play),)
