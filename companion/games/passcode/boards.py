"""Code boards: 18 digits per player, set by rolls of a die, in four codes of 3, 4, 5 and 6 digits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.die import ATTITUDES, Attitude, Turn

LEVELS: Final = (3, 4, 5, 6)
"""Each level is named by the length of its code."""

TOP_LEVEL: Final = LEVELS[-1]
BOARD_LENGTH: Final = sum(LEVELS)


def code_of(board: tuple[int, ...], level: int) -> tuple[int, ...]:
    """Return the code on *board* for *level*, as far as it is known: 0 stands for a digit that no player needs.

    >>> code_of((0, 0, 0, 4, 5, 6, 1), 3), code_of((0, 0, 0, 4, 5, 6, 1), 4)
    ((), (4, 5, 6, 1))
    """
    start = start_of(level)
    return tuple(digit for digit in board[start : start + level] if digit)


def start_of(level: int) -> int:
    """Return the place on a board where the code for *level* begins.

    >>> start_of(3), start_of(6)
    (0, 12)
    """
    return sum(LEVELS[: LEVELS.index(level)])


class Boards(Enum):
    """Where the codes come from: rolled for in the match, or written before it, also in a match that has begun."""

    ROLLED = "rolled"
    WRITTEN = "written"
    BEGUN = "begun"


class Seating(Enum):
    """How two players sit at the table; three players sit at the north, the east and the south."""

    OPPOSITE = "opposite"
    CORNER = "corner"


@dataclass(frozen=True, slots=True)
class TiltedDie:
    """A die that came to rest between two square positions, turned by ``twist`` from the square ``attitude``.

    Turning it back gives ``attitude``; turning it further gives the next square position.
    """

    attitude: Attitude
    twist: Turn

    def turned(self, turn: Turn) -> Attitude:
        """Return the attitude after turning the die in the direction *turn* to the next square position."""
        return self.attitude.turned(turn) if turn is self.twist else self.attitude


SKEWS: Final = tuple(TiltedDie(attitude, twist) for attitude in ATTITUDES for twist in Turn)
"""Every result of a roll, each equally likely."""


def facing(lying: Attitude, players: int, sitting: Seating = Seating.OPPOSITE) -> tuple[int, ...]:
    """Return the number that each player gets: the side they see, the fifth player the top, the sixth the bottom.

    Seats are numbered clockwise from the north.
    """
    if players == 2 and sitting is Seating.OPPOSITE:
        return lying.north, lying.south
    return (*lying.sides, lying.top, lying.bottom)[:players]
