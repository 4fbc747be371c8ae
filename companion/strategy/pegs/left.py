"""Which codes are left after rows that have been answered: how many, which ones, and exactly where that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.sets import CodeSet, Universe, listed, nth, numbers, spread, whole, without_repeats
from companion.strategy.pegs.wide import count, nearest, sample, search

WHOLE_LIMIT = 1_200_000
"""Up to so many codes, repeats included, sets are kept of all of them: a set of a million codes is 125 kB."""

LISTED_LIMIT = 100_000
"""Up to so many codes without repeats sets are kept of them alone, where with repeats there are too many."""

_SAMPLE = 200


@dataclass(frozen=True, slots=True)
class Candidates:
    """The codes of ``space`` that give all answered ``rows`` their answers.

    Where ``is_exact`` is false, ``count`` is an estimate of at least 1: that none is left is only said when it is
    known. ``found`` is the set of them, None in a space too large for sets.
    """

    space: Space
    rows: tuple[Row, ...]
    count: int
    is_exact: bool
    found: CodeSet | None

    def after(self, guess: Code, given: Answer) -> Candidates:
        """Return what is left when *guess* has been answered *given* too: one row more costs one row."""
        rows = (*self.rows, Row(guess, given))
        if self.found is None:
            return _wide(self.space, rows)
        found = universe(self.space).matching(guess, given, self.found)
        return Candidates(self.space, rows, found.bit_count(), True, found)

    def without(self, index: int) -> Candidates:
        """Return what would be left if row *index* had not been played."""
        return left(self.space, self.rows[:index] + self.rows[index + 1 :])

    def __contains__(self, code: Code) -> bool:
        return code in self.space and all(answer(code, row.guess) == row.answer for row in self.rows)

    def __iter__(self) -> Iterator[Code]:
        """Yield the codes in the order of their numbers; in a space too large for sets that may take long."""
        if self.found is None:
            return search(self.space, self.rows)
        return map(universe(self.space).code, numbers(self.found))

    def code(self, index: int) -> Code:
        """Return the code before which *index* others come; raises ``IndexError`` where there are not so many."""
        if self.found is not None:
            return universe(self.space).code(nth(self.found, index))
        for code in islice(self, index, None):
            return code
        raise IndexError(f"expected an index below the number of codes left, got {index!r}")

    def sizes(self, guess: Code) -> dict[Answer, int]:
        """Return by how many codes each answer to *guess* is given, in a space too large for sets of a sample."""
        if self.found is None:
            return Counter(answer(code, guess) for code in self.sample(_SAMPLE))
        parts = universe(self.space).split(guess, self.found)
        return {given: part.bit_count() for given, part in parts.items()}

    def groups(self, guess: Code) -> int:
        """Return into how many groups the answers to *guess* divide the codes, or a sample of them."""
        return len(self.sizes(guess))

    def sample(self, most: int) -> list[Code]:
        """Return up to *most* of the codes, spread over all of them.

        In a space too large for sets it may be that none is found, and then the one that comes nearest to it comes.
        """
        if self.found is None:
            return sample(self.space, self.rows, most).codes or [nearest(self.space, self.rows)]
        return list(map(universe(self.space).code, spread(self.found, most)))


def left(space: Space, rows: Sequence[Row]) -> Candidates:
    """Return what *rows* leave of *space*; a row without an answer tells nothing."""
    answered = tuple(row for row in rows if row.answer is not None)
    if not has_sets(space):
        return _wide(space, answered)
    sets = universe(space)
    found = every(space)
    for row in answered:
        if row.answer is not None:
            found = sets.matching(row.guess, row.answer, found)
    return Candidates(space, answered, found.bit_count(), True, found)


def has_sets(space: Space) -> bool:
    """Whether the codes of *space* are few enough for sets."""
    return _is_whole(space) or space.size <= LISTED_LIMIT


def _is_whole(space: Space) -> bool:
    return bool(space.values**space.pegs <= WHOLE_LIMIT)


def universe(space: Space) -> Universe:
    """Return the sets of *space*, which has some; codes with repeats have numbers there even where they are none."""
    return whole(space.pegs, space.values) if _is_whole(space) else _listed(space)


@lru_cache(maxsize=1)
def _listed(space: Space) -> Universe:
    return listed(list(space), space.values, space.code)


@lru_cache(maxsize=2)
def every(space: Space) -> CodeSet:
    """Return the set of all codes of *space*, which has sets."""
    sets = universe(space)
    return sets.every if space.repeats else without_repeats(sets)


def forget() -> None:
    """Let go of the sets of all codes, which are made again for the next row, in a millisecond."""
    for kept in (every, _listed, whole):
        kept.cache_clear()


def _wide(space: Space, rows: tuple[Row, ...]) -> Candidates:
    estimate = count(space, rows)
    return Candidates(space, rows, estimate.count, estimate.is_exact, None)
