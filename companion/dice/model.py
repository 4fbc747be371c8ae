"""The values of dice rolls: what can be rolled - dice, a coin, a starting player - and what a roll showed.

The random numbers come from the caller; ``DiceRoller`` stores the rolls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final, NamedTuple, Self

from companion.config.rules import is_whole
from companion.config.untrusted import INTEGERS, brief, list_of, text_of
from companion.errors import N_, OptionRefused, TextUnreadable
from companion.games.die import ATTITUDES, Attitude, attitude

MOST_DICE: Final = 20
FATE: Final = 3
"""The sides of a die of Fate, also called Fudge: they count as -1, 0 and +1. No other die has three."""
SIDES: Final = (4, 6, 8, 10, 12, 20, 100, FATE)
MOST_PLUS: Final = 999
OWN_SIDES: Final = range(2, 101)
FEWEST_SEATS, MOST_SEATS = 2, 6
HEADS: Final = 1
SHAPE = "1 to 20 dice of 4, 6, 8, 10, 12, 20, 100 or F sides such as 2d6+3 or 4d6kh3, or coin, or start 3"

_NUMBER = "[1-9][0-9]{0,3}(?![0-9])"
_TERM = re.compile(
    rf"(?P<sign>[+-]?) *(?:(?P<count>{_NUMBER})?d(?P<sides>{_NUMBER}|%|F)(?:k(?P<end>[hl])(?P<keep>{_NUMBER})?)?"
    rf"|(?P<plus>{_NUMBER}|0)) *",
    re.ASCII | re.IGNORECASE,
)
_SIGN = re.compile("[+-]? *")
_START = re.compile(r"start ([2-6])")
_OWN = re.compile(rf"own ([1-9][0-9]*)d({_NUMBER})")


class ThrowRefused(OptionRefused):
    """The box does not have these dice, or the number of players is out of range."""

    sentence = N_("The box has 1 to 20 dice, and 2 to 6 players.")


class _Term:
    """What can be thrown alone, or as a term of a sum: all of it counts unless a class says otherwise."""

    __slots__ = ()
    keep: int = 0

    @property
    def kind(self) -> Self:
        """What is tested together: one such thing, alone or with others."""
        return self

    @property
    def zero(self) -> int:
        """The side that counts as 0."""
        return 0

    @property
    def terms(self) -> tuple[tuple[int, Self], ...]:
        """Itself, with the sign of what is added."""
        return ((1, self),)


@dataclass(frozen=True, slots=True)
class Dice(_Term):
    """One or more dice of one kind; raises ``ThrowRefused`` for dice that the box does not have.

    ``keep`` is how many of the highest count, or with a minus of the lowest; 0 for all.
    """

    count: int = 1
    sides: int = 6
    keep: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_DICE or self.sides not in SIDES:
            raise ThrowRefused(f"expected {SHAPE}, got {self}")
        if abs(self.keep) > self.count:
            raise ThrowRefused(f"expected to keep 1 to {self.count} of {self.count} dice, got {self}")

    @property
    def kind(self) -> Dice:
        """One such die, also where others of its throw are kept."""
        return Dice(1, self.sides)

    @property
    def zero(self) -> int:
        """The side that counts as 0; for a die of Fate the middle one."""
        return 2 if self.sides == FATE else 0

    def __str__(self) -> str:
        kept = f"k{'h' if self.keep > 0 else 'l'}{abs(self.keep)}" if self.keep else ""
        return f"{self.count}d{'F' if self.sides == FATE else self.sides}{kept}"


@dataclass(frozen=True, slots=True)
class Sum:
    """Dice that are added or, with the sign -1, subtracted, and a number ``plus``; ``summed`` makes it.

    Raises ``ThrowRefused`` for too many dice or too great a number.
    """

    terms: tuple[tuple[int, Dice], ...]
    plus: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST_DICE:
            raise ThrowRefused(f"expected 1 to {MOST_DICE} dice, got {self.count} in {self}")
        if abs(self.plus) > MOST_PLUS:
            raise ThrowRefused(f"expected numbers of {MOST_PLUS} at most together, got {self.plus:+} in {self}")

    @property
    def count(self) -> int:
        """The number of all dice."""
        return sum(dice.count for _, dice in self.terms)

    def __str__(self) -> str:
        dice = "".join(f"{'+' if sign > 0 else '-'}{dice}" for sign, dice in self.terms)
        # The notation begins without a sign.
        if dice.startswith("-"):
            return f"{max(self.plus, 0)}{dice}" + (f"{self.plus}" if self.plus < 0 else "")
        return dice[1:] + (f"{self.plus:+}" if self.plus else "")


def summed(terms: Sequence[tuple[int, Dice]], plus: int) -> Dice | Sum:
    """Return the sum of *terms*, which are signs and dice, and *plus*; dice alone are no sum.

    >>> str(summed([(1, Dice(2, 6)), (-1, Dice(1, 4))], 3))
    '2d6-1d4+3'
    """
    return terms[0][1] if len(terms) == 1 and terms[0][0] > 0 and not plus else Sum(tuple(terms), plus)


@dataclass(frozen=True, slots=True)
class Coin(_Term):
    """A coin: 1 is heads, 2 is tails."""

    count: ClassVar = 1
    sides: ClassVar = 2

    def __str__(self) -> str:
        return "coin"


@dataclass(frozen=True, slots=True)
class Start(_Term):
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

    @property
    def kind(self) -> Start:
        """The choice among as many players."""
        return Start(self.seats)

    def __str__(self) -> str:
        return f"start {self.seats}"


@dataclass(frozen=True, slots=True)
class Own(_Term):
    """Throws of a real die called *name*, which players have entered; raises ``ThrowRefused`` for too many sides."""

    name: str
    sides: int = 6
    count: int = 1

    def __post_init__(self) -> None:
        if self.sides not in OWN_SIDES:
            raise ThrowRefused(f"expected a die of 2 to {OWN_SIDES.stop - 1} sides, got {self.sides}")

    @property
    def names(self) -> tuple[str]:
        """The name of the die."""
        return (self.name,)

    @property
    def kind(self) -> Own:
        """One throw of the die."""
        return Own(self.name, self.sides)

    def __str__(self) -> str:
        return f"own {self.count}d{self.sides}"


Kind = Dice | Coin | Start | Own
"""What can be a term of a throw; its ``kind`` is tested together."""

DiceSpec = Kind | Sum
"""What is rolled; ``read_cast(str(spec))`` gives an equal value, except for the names."""


def read_cast(text: str, names: Sequence[str] = ()) -> DiceSpec:
    """Parse what is to be rolled; raises ``TextUnreadable``, or ``ThrowRefused`` for dice that the box does not have.

    >>> read_cast("d20"), read_cast("start 2", ["Ada", "Zoé"])
    (Dice(count=1, sides=20, keep=0), Start(seats=2, names=('Ada', 'Zoé')))
    >>> str(read_cast("1 + 2d% + 4D6KH3"))
    '2d100+4d6kh3+1'
    """
    words = text.strip()
    if words.lower() == "coin":
        return Coin()
    if start := _START.fullmatch(words.lower()):
        return Start(int(start[1]), tuple(names))
    if names and (own := _OWN.fullmatch(words)):
        return Own(names[0], int(own[2]), int(own[1]))
    terms, plus, at = [], 0, 0
    while at < len(words) or at == 0:
        term = _TERM.match(words, at)
        # Between two terms there is one sign, and before the first there is none.
        if term is None or bool(term["sign"]) is (at == 0):
            sign = _SIGN.match(words, at) if at else None
            raise _unreadable(words, sign.end() if sign else 0)
        way = -1 if term["sign"] == "-" else 1
        if term["plus"]:
            plus += way * int(term["plus"])
        else:
            terms.append((way, _dice(term)))
        at = term.end()
    if not terms:
        raise _unreadable(words, 0)
    return summed(terms, plus)


def _unreadable(words: str, at: int) -> TextUnreadable:
    rest = brief(words[at:]) if words[at:] else "nothing"
    return TextUnreadable(f"expected {SHAPE}, got {rest} at character {at + 1} of {brief(words)}")


def _dice(term: re.Match[str]) -> Dice:
    """Return the dice that *term* names."""
    sides = {"%": 100, "F": FATE}.get(term["sides"].upper()) or int(term["sides"])
    if sides == FATE and term["sides"].isdigit():
        raise ThrowRefused(f"expected {SHAPE}, got {term[0].strip(' +-')}")
    keep = int(term["keep"] or 1) if term["end"] else 0
    return Dice(int(term["count"] or 1), sides, keep if (term["end"] or "").lower() == "h" else -keep)


class ThrownDie(NamedTuple):
    """A die of a throw, the ``value`` it shows, and whether that counts."""

    sign: int
    part: Kind
    value: int
    is_kept: bool

    @property
    def number(self) -> int:
        """What the side that is up says: its number, or -1, 0 or +1 for a die of Fate."""
        return self.value - self.part.zero

    @property
    def text(self) -> str:
        """The number as it counts in the total, with a sign where it may be negative.

        >>> [die.text for die in DiceRoll(read_cast("1dF-1d6+1d6"), (3, 4, 4)).dice()]
        ['+1', '-4', '4']
        """
        worth = self.sign * self.number
        return f"{worth:+}" if worth and self.part.zero else str(worth)


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """The result of a roll: ``values`` from 1 up, by die; ``at`` is UTC, ISO 8601, seconds.

    ``norths`` gives, where all dice have six sides, the side of each that faces north; top and north are its attitude.
    ``match`` names the game and the match in which it was thrown; it is empty for a throw of the dice roller.
    """

    cast: DiceSpec
    values: tuple[int, ...]
    norths: tuple[int, ...] = ()
    at: str = ""
    match: str = ""

    @property
    def plus(self) -> int:
        """The number that is added to the dice."""
        return self.cast.plus if isinstance(self.cast, Sum) else 0

    @property
    def total(self) -> int:
        """The sum of all dice that are kept, and of what is added."""
        return sum(die.sign * die.number for die in self.dice() if die.is_kept) + self.plus

    def parts(self) -> Iterator[tuple[int, Kind, tuple[int, ...]]]:
        """Yield each term of the sum, its sign first, and the values of its dice."""
        ahead = iter(self.values)
        for sign, part in self.cast.terms:
            yield sign, part, tuple(islice(ahead, part.count))

    def dice(self) -> Iterator[ThrownDie]:
        """Yield all dice in their order; of equal ones those are kept that come first."""
        for sign, part, values in self.parts():
            order = sorted(range(len(values)), key=values.__getitem__, reverse=part.keep > 0)
            kept = order[: abs(part.keep) or None]
            yield from (ThrownDie(sign, part, value, at in kept) for at, value in enumerate(values))

    def numbers(self) -> list[str]:
        """Return what each die counts, in brackets where it is not kept, and what is added.

        >>> DiceRoll(read_cast("3d6kh2-1"), (2, 1, 6)).numbers()
        ['2', '(1)', '6', '-1']
        """
        shown = [die.text if die.is_kept else f"({die.text})" for die in self.dice()]
        return [*shown, f"{self.plus:+}"] if self.plus else shown

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players to choose from, or that of a player's own die; empty for other dice and coins."""
        return self.cast.names if isinstance(self.cast, Start | Own) else ()

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

    Where all dice have six sides, each gets one of its 24 attitudes: its north side is random as well as its top.
    """
    sides = [part.sides for _, part in cast.terms for _ in range(part.count)]
    if not isinstance(cast, Start) and set(sides) == {len(ATTITUDES) // 4}:
        lying = [ATTITUDES[draw(len(ATTITUDES))] for _ in sides]
        return DiceRoll(cast, tuple(die.top for die in lying), tuple(die.north for die in lying), at)
    return DiceRoll(cast, tuple(draw(most) + 1 for most in sides), at=at)
