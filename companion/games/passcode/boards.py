"""Code boards: 18 digits a player, set by how a die lies, in four codes of 3, 4, 5 and 6 digits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.die import ATTITUDES, Attitude, Turn

LEVELS: Final = (3, 4, 5, 6)
"""The levels are called by the length of their codes."""

TOP_LEVEL: Final = LEVELS[-1]
BOARD_LENGTH: Final = sum(LEVELS)


def code_of(board: tuple[int, ...], level: int) -> tuple[int, ...]:
    """Return the code that stands on *board* at *level*.

    >>> code_of(tuple(range(18)), 4)
    (3, 4, 5, 6)
    """
    start = sum(LEVELS[: LEVELS.index(level)])
    return board[start : start + level]


class Seating(Enum):
    """How two players sit at the table; three take the north, the east and the south."""

    OPPOSITE = "opposite"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class TiltedDie:
    """A die that lies a little off the square ``attitude``: turned from it to the left or the right.

    Turning it back gives ``attitude``; turning it on gives the next square position.
    """

    attitude: Attitude
    twist: Turn

    def turned(self, turn: Turn) -> Attitude:
        """Return how the die lies once it was turned to the next square position."""
        return self.attitude.turned(turn) if turn is self.twist else self.attitude


SKEWS: Final = tuple(TiltedDie(attitude, twist) for attitude in ATTITUDES for twist in Turn)
"""Every way in which a roll can end, each equally likely."""


def facing(lying: Attitude, players: int, sitting: Seating = Seating.OPPOSITE) -> tuple[int, ...]:
    """Return the number that each of *players* gets: the side he sees, the fifth the top, the sixth the bottom.

    Seats go clockwise from the north.
    """
    if players == 2 and sitting is Seating.OPPOSITE:
        return lying.north, lying.south
    return (*lying.sides, lying.top, lying.bottom)[:players]
