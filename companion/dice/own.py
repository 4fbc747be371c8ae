"""Throws of players' own dice: as they are typed, and as the ledger keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.config.names import THROW_LENGTHS, cleaned, known_as
from companion.config.untrusted import whole_number
from companion.dice.fairness import throws_to_find, values_by_kind
from companion.dice.model import DiceRoll, Own
from companion.errors import TextUnreadable

ONE_DIGIT = 9
"""The most sides of a die whose throws may be typed without spaces."""


def read_sides(text: str, sides: int) -> tuple[int, ...]:
    """Return the throws in *text*, between spaces or commas; raises ``TextUnreadable`` for what is no side.

    >>> read_sides("3 4,1\\n66", 6), read_sides("12 3", 20)
    ((3, 4, 1, 6, 6), (12, 3))
    """
    words: Sequence[str] = text.replace(",", " ").split()
    found = []
    for number, word in enumerate("".join(words) if sides <= ONE_DIGIT else words, 1):
        try:
            found.append(whole_number(word, range(1, sides + 1)))
        except TextUnreadable as wrong:
            raise TextUnreadable(f"{wrong} as throw {number}; an example: 3 4 1 2") from wrong
    return tuple(found)


def own_dice(throws: Iterable[DiceRoll]) -> dict[Own, bytearray]:
    """Return the throws of each own die among *throws*."""
    kinds = values_by_kind(thrown for thrown in throws if isinstance(thrown.cast, Own))
    return {kind: values for kind, values in kinds.items() if isinstance(kind, Own)}


def own_die(name: str, sides: int | None, known: Iterable[Own]) -> Own:
    """Return the die *name* as it is *known*, or a new one: of 6 sides where none are said.

    Raises ``NameRefused``, and ``ThrowRefused`` for too many sides.
    """
    dice = list(known)
    called = known_as(cleaned(name, THROW_LENGTHS), [die.name for die in dice])
    before = next((die.sides for die in dice if die.name == called), 6)
    return Own(called, sides or before)


def more_to_find(bias: float, sides: int, thrown: int) -> int:
    """Return how many more than *thrown* throws ``throws_to_find`` wants; 0 for enough."""
    return max(0, throws_to_find(bias, sides) - thrown)
