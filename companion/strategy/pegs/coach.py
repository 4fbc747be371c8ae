"""The coach: hints during a round, and a review of each row afterwards.

Hints are computed only from rows and their answers, which all players see, so a hint cannot reveal a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log2

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.state import Row, contradicts
from companion.strategy.pegs.bitsets import CodeSet, Universe
from companion.strategy.pegs.candidates import Candidates, candidates_after, every, universe
from companion.strategy.pegs.choice import OpeningBook, best

STAR_LIMITS = (0.1, 0.4, 0.8, 1.4)
"""The bits that a row may give away, compared with the best row, to get five, four, three and two stars."""
MOST_STARS = len(STAR_LIMITS) + 1
OWN_LINE_LIMIT = 20
"""The largest number of rows that an edition may have."""


class FactKind(Enum):
    """What is known of a colour: it is in a place, not in a place, somewhere in the code, or nowhere in it."""

    HERE = "here"
    NOT_HERE = "not here"
    SOMEWHERE = "somewhere"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a colour that is true of all codes left; ``place`` is None where it is about all places."""

    kind: FactKind
    colour: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Waste:
    """Why a row was wasted: it contradicted earlier rows, was no possible code, or its answer was known before.

    ``contradicted`` has the numbers of the earlier rows that show that this row could not be right. ``is_no_code``
    is true where the rules allow no such hidden code; ``told_nothing`` where all codes left gave the same answer.
    """

    contradicted: tuple[int, ...]
    is_no_code: bool
    told_nothing: bool

    def __bool__(self) -> bool:
        """Return whether the row was wasted for any reason."""
        return bool(self.contradicted) or self.is_no_code or self.told_nothing


@dataclass(frozen=True, slots=True)
class RowReview:
    """The review of one row.

    The row reduced ``before`` codes to ``after``. It leaves ``expected`` codes on average, and the row ``best``
    ``best_expected``.

    ``luck`` and ``skill`` are in bits; one bit halves the number of codes. ``luck`` is the information of the row's
    answer minus the average information of its answers. ``skill`` is that average minus the average of the row
    ``best``: 0 for equally good play, negative for worse; above 0 where the best row was chosen for the rows after it.
    """

    guess: Code
    answer: Answer
    before: int
    after: int
    is_exact: bool
    expected: float
    luck: float
    skill: float
    waste: Waste
    best: Code
    best_expected: float

    @property
    def is_solved(self) -> bool:
        """Whether the row was the code."""
        return self.answer.blacks == len(self.guess)

    @property
    def stars(self) -> int:
        """How good the row was, from 1 to 5: by its skill, and 1 if its answer was known before."""
        if self.waste.told_nothing and not self.is_solved:
            return 1
        return MOST_STARS - sum(-self.skill > limit for limit in STAR_LIMITS)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a round: its rows, and the rows in which the box would have found the code."""

    rows: tuple[RowReview, ...]
    solver_line: tuple[Row, ...]

    @property
    def luck(self) -> float:
        """The information of all answers beyond the expected, in bits."""
        return sum(row.luck for row in self.rows)

    @property
    def skill(self) -> float:
        """The expected information of all rows minus that of the best rows, in bits."""
        return sum(row.skill for row in self.rows)


def waste_of(space: Space, rows: Sequence[Row]) -> Waste:
    """Return why the last of *rows* was wasted, if it was."""
    *earlier, last = rows
    codes_left = candidates_after(space, earlier)
    is_told = codes_left.is_exact and codes_left.count > 0 and codes_left.groups(last.guess) == 1
    return Waste(contradicts(earlier, last.guess), last.guess not in space, is_told)


def can_be(space: Space, rows: Sequence[Row], pegs: Sequence[int | None]) -> bool | None:
    """Return whether a code that fits *rows* has all *pegs*, of which None is any; None in a space without sets."""
    left = candidates_after(space, rows).found
    if left is None:
        return None
    for place, peg in enumerate(pegs):
        if peg is not None:
            left &= universe(space).place(place, peg)
    return bool(left)


def colour_in(space: Space, rows: Sequence[Row], colour: int) -> tuple[bool, bool] | None:
    """Return whether a code that fits *rows* has *colour*, and whether one lacks it; None in a space without sets."""
    left = candidates_after(space, rows).found
    if left is None:
        return None
    having = universe(space).at_least(colour, 1)
    return bool(left & having), bool(left & ~having)


def fact(space: Space, rows: Sequence[Row]) -> Fact | None:
    """Return the most useful certain fact; None where none is certain that was not certain before the first row.

    Facts that no single row shows come first; among them, the fact that is true of the fewest codes of the whole
    space. In a space too large for sets the result is None.
    """
    codes_left = candidates_after(space, rows)
    if codes_left.found is None or not codes_left.found:
        return None
    certain = [(codes, found) for codes, found in _facts(space) if not codes_left.found & ~codes]
    alone = [candidates_after(space, (row,)).found or 0 for row in codes_left.rows]
    ranked = [
        (any(not one & ~codes for one in alone), codes.bit_count(), number)
        for number, (codes, _) in enumerate(certain)
    ]
    return certain[min(ranked)[2]][1] if ranked else None


def _facts(space: Space) -> Iterator[tuple[CodeSet, Fact]]:
    """Yield every fact that is not true of all codes of *space*, with the codes of which it is true."""
    every_code = every(space)
    for codes, found in _all_facts(universe(space)):
        if codes & every_code != every_code:
            yield codes & every_code, found


def _all_facts(sets: Universe) -> Iterator[tuple[CodeSet, Fact]]:
    """Yield all possible facts, each with the set of codes, out of all of *sets*, of which it is true."""
    for colour in range(sets.values):
        somewhere = sets.at_least(colour, 1)
        yield somewhere, Fact(FactKind.SOMEWHERE, colour)
        yield sets.every & ~somewhere, Fact(FactKind.NOWHERE, colour)
        for place in range(sets.pegs):
            here = sets.place(place, colour)
            yield here, Fact(FactKind.HERE, colour, place)
            yield sets.every & ~here, Fact(FactKind.NOT_HERE, colour, place)


def review(
    space: Space, guesses: Space, rows: Sequence[Row], code: Code | None = None, book: OpeningBook | None = None
) -> Review:
    """Return the review of *rows* and, where *code* is given, the rows in which the box would have found it.

    A row has no review where it has no answer, or where no code fits the answers up to it.
    """
    judged_rows = (review_row(space, guesses, rows[: number + 1], book) for number in range(len(rows)))
    line = () if code is None else solver_line(space, guesses, code, book)
    return Review(tuple(row for row in judged_rows if row is not None), line)


def review_row(space: Space, guesses: Space, rows: Sequence[Row], book: OpeningBook | None = None) -> RowReview | None:
    """Return the review of the last of *rows*; None where it has no answer, or where no code fits the answers."""
    *earlier, last = rows
    before, after = candidates_after(space, earlier), candidates_after(space, rows)
    better = best(space, guesses, earlier, book)
    if last.answer is None or better is None or not after.count:
        return None
    sizes, best_sizes = before.sizes(last.guess), before.sizes(better)
    told = log2(before.count / after.count)
    return RowReview(
        guess=last.guess,
        answer=last.answer,
        before=before.count,
        after=after.count,
        is_exact=before.is_exact and after.is_exact,
        expected=_average_left(sizes, before),
        luck=told - _bits(sizes),
        skill=_bits(sizes) - _bits(best_sizes),
        waste=waste_of(space, rows),
        best=better,
        best_expected=_average_left(best_sizes, before),
    )


def solver_line(space: Space, guesses: Space, code: Code, book: OpeningBook | None = None) -> tuple[Row, ...]:
    """Return the rows in which the box, at its best, finds *code*, or the first ``OWN_LINE_LIMIT`` of them.

    Raises ``ValueError`` when *code* is not in *space*.
    """
    rows: tuple[Row, ...] = ()
    while len(rows) < OWN_LINE_LIMIT and not (rows and rows[-1].guess == code):
        guess = best(space, guesses, rows, book)
        if guess is None:
            raise ValueError(f"expected a code of {space}, got another")
        rows = (*rows, Row(guess, answer(code, guess)))
    return rows


def _average_left(sizes: Mapping[Answer, int], before: Candidates) -> float:
    """Return the average number of codes left after a row that divides the codes into groups of *sizes*."""
    asked = sum(sizes.values())
    return before.count * sum((size / asked) ** 2 for size in sizes.values())


def _bits(sizes: Mapping[Answer, int]) -> float:
    """Return the average information of an answer in bits: the Shannon entropy of the groups."""
    asked = sum(sizes.values())
    return sum(size / asked * log2(asked / size) for size in sizes.values())
