"""The codes left after answered rows: their number and the codes themselves, exact where the space is small enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.bitsets import CodeSet, Universe, nth, spread, universe_of, whole, without_repeats
from companion.strategy.pegs.sampling import count, nearest, sample

WHOLE_LIMIT = 1_200_000
"""Up to this many codes, repeats included, sets have a bit for each of them: a set of a million codes is 125 kB."""

LISTED_LIMIT = 100_000
"""Up to this many codes without repeats, sets have a bit for those alone where ``WHOLE_LIMIT`` is exceeded."""

_SAMPLE = 200


@dataclass(frozen=True, slots=True)
class Candidates:
    """The codes of ``space`` that give all answered ``rows`` their answers.

    Where ``is_exact`` is false, ``count`` is an estimate and at least 1: it is 0 only if certainly no code is left.
    ``found`` is the set of the codes; None in a space too large for sets.
    """

    space: Space
    rows: tuple[Row, ...]
    count: int
    is_exact: bool
    found: CodeSet | None

    def __contains__(self, code: Code) -> bool:
        return code in self.space and all(answer(code, row.guess) == row.answer for row in self.rows)

    def code(self, index: int) -> Code:
        """Return code *index*, from 0, of ``found`` in the order of numbers; raises ``IndexError`` beyond them."""
        number = nth(self.found or 0, index)
        return universe(self.space).code(number)

    def sizes(self, guess: Code) -> dict[Answer, int]:
        """Return answer -> number of codes that give it to *guess*; in a space too large for sets, of a sample."""
        if self.found is None:
            return Counter(answer(code, guess) for code in self.sample(_SAMPLE))
        parts = universe(self.space).split(guess, self.found)
        return {given: part.bit_count() for given, part in parts.items()}

    def groups(self, guess: Code) -> int:
        """Return the number of groups into which the answers to *guess* divide the codes, or a sample of them."""
        return len(self.sizes(guess))

    def sample(self, most: int) -> list[Code]:
        """Return up to *most* of the codes, spread over all of them.

        In a space too large for sets the search may find none; then the result is the one code found whose answers
        come nearest to those of the rows.
        """
        if self.found is None:
            return sample(self.space, self.rows, most).codes or [nearest(self.space, self.rows)]
        return list(map(universe(self.space).code, spread(self.found, most)))


def candidates_after(space: Space, rows: Sequence[Row]) -> Candidates:
    """Return the codes of *space* that fit *rows*; rows without an answer are ignored."""
    answered = tuple(row for row in rows if row.answer is not None)
    if not has_sets(space):
        estimate = count(space, answered)
        return Candidates(space, answered, estimate.count, estimate.is_exact, None)
    sets = universe(space)
    found = every(space)
    for row in answered:
        if row.answer is not None:
            found = sets.matching(row.guess, row.answer, found)
    return Candidates(space, answered, found.bit_count(), True, found)


def has_sets(space: Space) -> bool:
    """Return whether the codes of *space* are few enough for sets."""
    return _is_whole(space) or bool(space.words) or space.size <= LISTED_LIMIT


def _is_whole(space: Space) -> bool:
    return not space.words and bool(space.values**space.pegs <= WHOLE_LIMIT)


def universe(space: Space) -> Universe:
    """Return the universe of *space*, which must have sets.

    Codes with repeats may have numbers in it even where *space* has none; ``every(space)`` leaves them out.
    """
    return whole(space.pegs, space.values) if _is_whole(space) else _universe(space)


@lru_cache(maxsize=1)
def _universe(space: Space) -> Universe:
    return universe_of(list(space), space.values, space.code)


@lru_cache(maxsize=2)
def every(space: Space) -> CodeSet:
    """Return the set of all codes of *space*, which must have sets."""
    sets = universe(space)
    return sets.every if space.repeats else without_repeats(sets, space.colours)


def forget() -> None:
    """Drop the cached sets of all codes; the next row builds them again in a millisecond."""
    for kept in (every, _universe, whole):
        kept.cache_clear()
