"""A move as the session keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.games.secret import Secret

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class PlayedMove(Generic[S, M]):
    """A move in the current line of play: who made it, the state after it, and the nonce of the seal on its secret.

    ``at`` is when it was written, in a match that was resumed.
    """

    move: M
    seat: int
    after: S
    nonce: Secret[str] | None
    at: str = ""
