"""Codes as rows of pegs, the space of all codes, and the key pegs that answer a guess."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from operator import eq

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
    blacks, shared = sum(map(eq, code, guess)), 0
    # A loop, because this is called more often than anything else, and min and a generator took half of the time.
    for colour in set(guess):
        here, there = code.count(colour), guess.count(colour)
        shared += here if here < there else there
    return Answer(blacks, shared - blacks)


def is_possible(answer: Answer, pegs: int) -> bool:
    """Whether some code and guess of *pegs* pegs can have this answer.

    With all pegs but one right, the last peg has no other place where it could be right, so it cannot be a white.
    """
    total = answer.blacks + answer.whites
    in_range = answer.blacks >= 0 and answer.whites >= 0 and total <= pegs
    return in_range and not (answer.blacks == pegs - 1 and answer.whites == 1)


def most_whites(guess: Code, blacks: int) -> int:
    """Return the most whites that an answer to *guess* with this many *blacks* can have.

    A white is a peg whose colour the code has at another place, where the guess has another colour. Of the pegs that
    are not black, each can be white unless one colour has more than half of them.

    >>> most_whites((0, 0, 0, 0), 0), most_whites((0, 0, 0, 1), 0), most_whites((0, 1, 2, 3), 3)
    (0, 2, 0)
    """
    counts = Counter(guess)
    for _ in range(blacks):
        counts[counts.most_common(1)[0][0]] -= 1
    left, most = counts.total(), max(counts.values())
    return min(left, 2 * (left - most))


@dataclass(frozen=True, slots=True)
class Space:
    """All codes with a number of pegs and colours, with or without repeats and with or without holes.

    A hole counts as one more colour, but without repeats several places may still be holes. With ``words``, different
    codes in rising order, these are all its codes.
    """

    pegs: int
    colours: int
    repeats: bool
    holes: bool
    words: tuple[Code, ...] = field(default=(), repr=False)

    @property
    def values(self) -> int:
        """The number of different values of one place."""
        return self.colours + self.holes

    @property
    def size(self) -> int:
        """The number of codes.

        >>> Space(4, 6, repeats=True, holes=False).size, Space(5, 8, repeats=False, holes=False).size
        (1296, 6720)
        >>> Space(5, 8, repeats=False, holes=True).size
        19081
        """
        if self.words:
            return len(self.words)
        return self.values**self.pegs if self.repeats else _ways(self.pegs, self.colours, self.holes)

    def may_repeat(self, peg: int) -> bool:
        """Whether a code may have *peg*, a colour or a hole, in several places."""
        return self.repeats or peg >= self.colours

    def __contains__(self, code: Code) -> bool:
        if self.words:
            return code in _numbers(self.words)
        in_range = len(code) == self.pegs and all(0 <= peg < self.values for peg in code)
        return in_range and (self.repeats or all(code.count(peg) == 1 for peg in code if peg < self.colours))

    def __iter__(self) -> Iterator[Code]:
        """Yield the codes in the order of their numbers."""
        values = range(self.values)
        if self.words:
            return iter(self.words)
        if self.holes and not self.repeats:
            return map(self.code, range(self.size))
        return product(values, repeat=self.pegs) if self.repeats else permutations(values, self.pegs)

    def code(self, number: int) -> Code:
        """Return code number *number*; raises ``ValueError`` unless 0 <= number < size.

        >>> Space(3, 4, repeats=False, holes=False).code(0)
        (0, 1, 2)
        """
        if not 0 <= number < self.size:
            raise ValueError(f"expected a code number from 0 to {self.size - 1}, got {number!r}")
        if self.words:
            return self.words[number]
        colours, code = list(range(self.colours)), list[int]()
        for after in reversed(range(self.pegs)):
            # All colours are followed by equally many codes; holes, which come last, by more.
            width = self._width(after, len(colours))
            at = min(number // width, len(colours)) if width else len(colours)
            number -= at * width
            code.append(colours[at] if at < len(colours) else self.colours)
            if at < len(colours) and not self.repeats:
                del colours[at]
        return tuple(code)

    def number(self, code: Code) -> int:
        """Return the number of *code*, which must be one of the space.

        >>> Space(3, 4, repeats=False, holes=False).number((0, 1, 2))
        0
        """
        if self.words:
            return _numbers(self.words)[code]
        colours, number = list(range(self.colours)), 0
        for after, peg in zip(reversed(range(self.pegs)), code, strict=True):
            at = colours.index(peg) if peg in colours else len(colours)
            number += at * self._width(after, len(colours))
            if not self.may_repeat(peg):
                del colours[at]
        return number

    def _width(self, after: int, colours: int) -> int:
        """Return how many codes there are after each colour out of *colours*, with *after* places left."""
        return self.values**after if self.repeats else _ways(after, colours - 1, self.holes)


@cache
def _ways(pegs: int, colours: int, holes: bool) -> int:
    """Return the number of codes without repeats; none of fewer than no colours, and with *holes* any number of them.

    >>> _ways(2, 3, False), _ways(2, 3, True)
    (6, 13)
    """
    most = pegs if holes else 0
    return (
        sum(math.comb(pegs, empty) * math.perm(colours, pegs - empty) for empty in range(most + 1))
        if colours >= 0
        else 0
    )


@cache
def _numbers(words: tuple[Code, ...]) -> dict[Code, int]:
    """Return the number of each of *words*."""
    return {code: number for number, code in enumerate(words)}
