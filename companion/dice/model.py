"""Dice, a coin, and who starts: what may be thrown, and what a throw showed.

Values alone: the numbers come from whoever throws, and what becomes of a throw is up to the cup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.errors import N_, OptionRefused, TextUnreadable
from companion.games.die import ATTITUDES, Attitude, attitude

MOST_DICE: Final = 6
SIDES: Final = (4, 6, 8, 10, 12, 20)
FEWEST_SEATS, MOST_SEATS = 2, 6
HEADS: Final = 1
SHAPE = "1 to 6 dice of 4, 6, 8, 10, 12 or 20 sides such as 2d6, or coin, or start 3"

_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]?)")
_START = re.compile(r"start ([2-6])")


class ThrowRefused(OptionRefused):
    """Dice that the box does not have, or a table of too many or too few."""

    sentence = N_("The box has 1 to 6 dice, and 2 to 6 players.")


@dataclass(frozen=True, slots=True)
class Dice:
    """Some dice of one kind."""

    count: int = 1
    sides: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_DICE or self.sides not in SIDES:
            raise ThrowRefused(f"expected {SHAPE}, got {self}")

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class Coin:
    """A coin: 1 is heads, 2 is tails."""

    @property
    def count(self) -> int:
        """One coin at a time."""
        return 1

    @property
    def sides(self) -> int:
        """Heads and tails."""
        return 2

    def __str__(self) -> str:
        return "coin"


@dataclass(frozen=True, slots=True)
class Start:
    """Who starts among *seats* players; their names, by seat, where they are known."""

    seats: int
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not FEWEST_SEATS <= self.seats <= MOST_SEATS:
            raise ThrowRefused(f"expected {FEWEST_SEATS} to {MOST_SEATS} players, got {self.seats}")
        if len(self.names) not in (0, self.seats):
            raise ThrowRefused(f"expected {self.seats} names or none, got {len(self.names)}")

    @property
    def count(self) -> int:
        """One starts."""
        return 1

    @property
    def sides(self) -> int:
        """Whoever may start."""
        return self.seats

    def __str__(self) -> str:
        return f"start {self.seats}"


DiceSpec = Dice | Coin | Start
"""What is thrown; its text reads back, but for the names."""


def read_cast(text: str, names: Sequence[str] = ()) -> DiceSpec:
    """Read what is to be thrown; raises ``TextUnreadable``, or ``ThrowRefused`` for dice that there are not.

    >>> read_cast("d20"), read_cast("start 2", ["Ada", "Zoé"])
    (Dice(count=1, sides=20), Start(seats=2, names=('Ada', 'Zoé')))
    """
    words = text.strip().lower()
    if words == "coin":
        return Coin()
    if start := _START.fullmatch(words):
        return Start(int(start[1]), tuple(names))
    if dice := _DICE.fullmatch(words):
        return Dice(int(dice[1] or 1), int(dice[2]))
    raise TextUnreadable(f"expected {SHAPE}, got {text!r}")


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """What a throw showed: ``values`` from 1 up, by die; ``at`` is UTC, ISO 8601, seconds.

    ``norths`` says, for six-sided dice, which face of each looks north: with the top it is the die's attitude.
    """

    cast: DiceSpec
    values: tuple[int, ...]
    norths: tuple[int, ...] = ()
    at: str = ""

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(self.values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who might have started; nothing for anything else."""
        return self.cast.names if isinstance(self.cast, Start) else ()

    @property
    def attitudes(self) -> tuple[Attitude, ...]:
        """How each six-sided die lies; nothing for other dice."""
        return tuple(attitude(top, north) for top, north in zip(self.values, self.norths, strict=False))


def throw(cast: DiceSpec, draw: Callable[[int], int], at: str = "") -> DiceRoll:
    """Throw *cast*; ``draw(n)`` returns a uniform number below n.

    A six-sided die falls into one of its 24 attitudes, so that not only the top is left to chance.
    """
    if isinstance(cast, Dice) and cast.sides == len(ATTITUDES) // 4:
        lying = [ATTITUDES[draw(len(ATTITUDES))] for _ in range(cast.count)]
        return DiceRoll(cast, tuple(die.top for die in lying), tuple(die.north for die in lying), at)
    return DiceRoll(cast, tuple(draw(cast.sides) + 1 for _ in range(cast.count)), at=at)
