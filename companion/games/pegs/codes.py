"""Codes as rows of pegs, the space of all codes, and the key pegs that answer a guess."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

Code = tuple[int, ...]
"""Pegs from left to right as colour numbers from 0; an empty hole has the number after the last colour."""


@dataclass(frozen=True, slots=True, order=True)
class Answer:
    """Key pegs of one row: ``blacks`` are right in colour and place, ``whites`` in colour only."""

    blacks: int
    whites: int


def answer(code: Code, guess: Code) -> Answer:
    """Return the key pegs for *guess* against *code*; a hole counts as a colour.

    >>> answer((0, 1, 2, 3), (0, 2, 4, 4))
    Answer(blacks=1, whites=1)
    """
    blacks = sum(map(int.__eq__, code, guess))
    shared = sum(min(code.count(colour), guess.count(colour)) for colour in set(guess))
    return Answer(blacks, shared - blacks)


def is_possible(answer: Answer, pegs: int) -> bool:
    """Whether some code and guess of *pegs* pegs can have this answer.

    With all pegs but one right, the last peg has no other place where it could be right, so it cannot be a white.
    """
    total = answer.blacks + answer.whites
    in_range = answer.blacks >= 0 and answer.whites >= 0 and total <= pegs
    return in_range and not (answer.blacks == pegs - 1 and answer.whites == 1)


@dataclass(frozen=True, slots=True)
class Space:
    """All codes with a number of pegs and colours, with or without repeats and with or without holes.

    A hole counts as one more colour; without repeats, a code has at most one hole.
    """

    pegs: int
    colours: int
    repeats: bool
    holes: bool

    @property
    def values(self) -> int:
        """The number of different values of one place."""
        return self.colours + self.holes

    @property
    def size(self) -> int:
        """The number of codes.

        >>> Space(4, 6, repeats=True, holes=False).size, Space(5, 8, repeats=False, holes=False).size
        (1296, 6720)
        """
        return self.values**self.pegs if self.repeats else math.perm(self.values, self.pegs)

    def __contains__(self, code: Code) -> bool:
        in_range = len(code) == self.pegs and all(0 <= peg < self.values for peg in code)
        return in_range and (self.repeats or len(set(code)) == len(code))

    def __iter__(self) -> Iterator[Code]:
        """Yield the codes in the order of their numbers."""
        values = range(self.values)
        return product(values, repeat=self.pegs) if self.repeats else permutations(values, self.pegs)

    def code(self, number: int) -> Code:
        """Return code number *number*; raises ``ValueError`` unless 0 <= number < size.

        >>> Space(3, 4, repeats=False, holes=False).code(0)
        (0, 1, 2)
        """
        if not 0 <= number < self.size:
            raise ValueError(f"expected a code number from 0 to {self.size - 1}, got {number!r}")
        left = list(range(self.values))
        code = []
        weight = self.size
        for _ in range(self.pegs):
            weight //= len(left)
            digit, number = divmod(number, weight)
            code.append(left[digit] if self.repeats else left.pop(digit))
        return tuple(code)
