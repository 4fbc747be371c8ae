"""The values of dice rolls: what can be rolled - dice, a coin, a starting player - and what a roll showed.

The random numbers come from the caller; ``DiceRoller`` stores the rolls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.config.rules import is_whole
from companion.config.untrusted import INTEGERS, list_of, text_of
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
    """The box does not have these dice, or the number of players is out of range."""

    sentence = N_("The box has 1 to 6 dice, and 2 to 6 players.")


@dataclass(frozen=True, slots=True)
class Dice:
    """One or more dice of one kind; raises ``ThrowRefused`` for dice that the box does not have."""

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

    count: ClassVar = 1
    sides: ClassVar = 2

    def __str__(self) -> str:
        return "coin"


@dataclass(frozen=True, slots=True)
class Start:
    """The choice of the starting player among *seats* players; *names* are theirs by seat, or empty.

    Raises ``ThrowRefused`` for a number of players or names that does not fit.
    """

    seats: int
    names: tuple[str, ...] = ()
    count: ClassVar = 1

    def __post_init__(self) -> None:
        if not FEWEST_SEATS <= self.seats <= MOST_SEATS:
            raise ThrowRefused(f"expected {FEWEST_SEATS} to {MOST_SEATS} players, got {self.seats}")
        if len(self.names) not in (0, self.seats):
            raise ThrowRefused(f"expected {self.seats} names or none, got {len(self.names)}")

    @property
    def sides(self) -> int:
        """The number of players to choose from."""
        return self.seats

    def __str__(self) -> str:
        return f"start {self.seats}"


DiceSpec = Dice | Coin | Start
"""What is rolled; ``read_cast(str(spec))`` gives an equal value, except for the names."""


def read_cast(text: str, names: Sequence[str] = ()) -> DiceSpec:
    """Parse what is to be rolled; raises ``TextUnreadable``, or ``ThrowRefused`` for dice that the box does not have.

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
    """The result of a roll: ``values`` from 1 up, by die; ``at`` is UTC, ISO 8601, seconds.

    ``norths`` gives, for six-sided dice, the side of each that faces north; top and north are the die's attitude.
    ``match`` names the game and the match in which it was thrown; it is empty for a throw of the dice roller.
    """

    cast: DiceSpec
    values: tuple[int, ...]
    norths: tuple[int, ...] = ()
    at: str = ""
    match: str = ""

    @property
    def total(self) -> int:
        """The sum of all dice."""
        return sum(self.values)

    @property
    def kind(self) -> DiceSpec:
        """What is tested together: single dice of the same sides, the coin, or who starts among as many players."""
        if isinstance(self.cast, Start):
            return Start(self.cast.seats)
        return Dice(1, self.cast.sides) if isinstance(self.cast, Dice) else self.cast

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players to choose from; empty for dice and coins."""
        return self.cast.names if isinstance(self.cast, Start) else ()

    def columns(self) -> tuple[str, Sequence[str], Sequence[int], Sequence[int], str]:
        """Return what the journal and backups keep of the roll: dice, names, values, norths and time."""
        return str(self.cast), self.names, self.values, self.norths, self.at

    @property
    def attitudes(self) -> tuple[Attitude, ...]:
        """The attitude of each six-sided die; empty for other dice."""
        return tuple(attitude(top, north) for top, north in zip(self.values, self.norths, strict=False))


def roll_of(columns: Iterable[object], name_of: Callable[[object], str] = text_of) -> DiceRoll:
    """Return the roll with these ``columns``, as they are read from JSON; *name_of* checks each name.

    Raises ``TypeError`` or ``ValueError`` if they are not those of a roll, ``ThrowRefused`` for other dice.
    """
    dice, names, values, norths, at = columns
    cast = read_cast(text_of(dice), list_of(names, name_of))
    return DiceRoll(cast, list_of(values, _whole), list_of(norths, _whole), text_of(at))


def _whole(value: object) -> int:
    if not is_whole(value, INTEGERS):
        raise TypeError(f"expected a whole number, got {type(value).__name__}")
    return value


def throw(cast: DiceSpec, draw: Callable[[int], int], at: str = "") -> DiceRoll:
    """Roll *cast*; ``draw(n)`` returns a uniform number below n.

    A six-sided die gets one of its 24 attitudes, so that its north side is random as well as its top.
    """
    if isinstance(cast, Dice) and cast.sides == len(ATTITUDES) // 4:
        lying = [ATTITUDES[draw(len(ATTITUDES))] for _ in range(cast.count)]
        return DiceRoll(cast, tuple(die.top for die in lying), tuple(die.north for die in lying), at)
    return DiceRoll(cast, tuple(draw(cast.sides) + 1 for _ in range(cast.count)), at=at)
