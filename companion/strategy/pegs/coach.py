"""What a coach says: hints while a round is on, and what came of each row afterwards.

Everything here is worked out from rows and their answers, which the whole table sees; a hint cannot tell more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import log2

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.choice import OpeningBook, best
from companion.strategy.pegs.left import Candidates, every, left, universe
from companion.strategy.pegs.sets import CodeSet, Universe

OWN_LINE_LIMIT = 20
"""As many rows as an edition may have."""


class FactKind(Enum):
    """What is known of a colour: it is in a place, it is not there, it is somewhere, it is nowhere."""

    HERE = "here"
    NOT_HERE = "not here"
    SOMEWHERE = "somewhere"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is true of all codes left; ``place`` is None where it is about all places."""

    kind: FactKind
    colour: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Waste:
    """What was wasted in a row: it could not be right for the ``contradicted`` rows, or its answer was certain.

    ``is_no_code`` says that it could not be right because no hidden code may look so.
    """

    contradicted: tuple[int, ...]
    is_no_code: bool
    told_nothing: bool

    def __bool__(self) -> bool:
        """Whether anything was wasted."""
        return bool(self.contradicted) or self.is_no_code or self.told_nothing


@dataclass(frozen=True, slots=True)
class RowReview:
    """What came of a row.

    Of ``before`` codes ``after`` were left; its ``groups`` would have left ``expected`` of them on average, those of
    the row ``best`` would have left ``best_expected``.

    All in bits, one bit being half of the codes: ``luck`` is what the row's answer told more than the row's answers
    tell on average. ``skill`` is what they tell on average, less what those of the best row do: 0 for play as good,
    negative for less; above 0 where the best row was chosen for what comes after it.
    """

    guess: Code
    answer: Answer
    before: int
    after: int
    is_exact: bool
    groups: int
    expected: float
    luck: float
    skill: float
    waste: Waste
    best: Code
    best_groups: int
    best_expected: float


@dataclass(frozen=True, slots=True)
class Review:
    """A round gone through again: its rows, and those in which the box would have found the code."""

    rows: tuple[RowReview, ...]
    solver_line: tuple[Row, ...]

    @property
    def luck(self) -> float:
        """The bits by which the answers told more than could be expected."""
        return sum(row.luck for row in self.rows)

    @property
    def skill(self) -> float:
        """The bits by which the rows asked more, or where negative less, than the best ones."""
        return sum(row.skill for row in self.rows)


def contradicts(rows: Sequence[Row], guess: Code) -> tuple[int, ...]:
    """Return the numbers, from 0, of the rows whose answer *guess* would not give if it were the code."""
    return tuple(
        number for number, row in enumerate(rows) if row.answer is not None and answer(guess, row.guess) != row.answer
    )


def wasted(space: Space, rows: Sequence[Row]) -> Waste:
    """Return what was wasted in the last of *rows*."""
    *earlier, last = rows
    codes_left = left(space, earlier)
    is_told = codes_left.is_exact and codes_left.count > 0 and codes_left.groups(last.guess) == 1
    return Waste(contradicts(earlier, last.guess), last.guess not in space, is_told)


def fact(space: Space, rows: Sequence[Row]) -> Fact | None:
    """Return the most telling thing that is certain, None where nothing is that was not so before the first row.

    What no single row tells by itself comes first; among these what fewest codes of the whole space have in common.
    In a space too large for sets only a search to the end makes anything certain, so there mostly nothing is.
    """
    codes_left = left(space, rows)
    if codes_left.found is None or not codes_left.found:
        return None
    known = _Known(universe(space), every(space))
    certain = [(codes, found) for codes, found in known.facts() if not codes_left.found & ~codes]
    alone = [left(space, (row,)).found or 0 for row in codes_left.rows]
    ranked = [
        (any(not one & ~codes for one in alone), codes.bit_count(), number)
        for number, (codes, _) in enumerate(certain)
    ]
    return certain[min(ranked)[2]][1] if ranked else None


class _Known:
    """The sets of all codes of which a fact is true."""

    def __init__(self, sets: Universe, every_code: CodeSet) -> None:
        self._sets = sets
        self._every = every_code

    def facts(self) -> Iterator[tuple[CodeSet, Fact]]:
        """Yield every fact that is not true of all codes, with the codes of which it is true."""
        for codes, found in self._all():
            if codes & self._every != self._every:
                yield codes & self._every, found

    def _all(self) -> Iterator[tuple[CodeSet, Fact]]:
        for colour in range(self._sets.values):
            somewhere = self._sets.at_least(colour, 1)
            yield somewhere, Fact(FactKind.SOMEWHERE, colour)
            yield self._every & ~somewhere, Fact(FactKind.NOWHERE, colour)
            for place in range(self._sets.pegs):
                here = self._sets.place(place, colour)
                yield here, Fact(FactKind.HERE, colour, place)
                yield self._every & ~here, Fact(FactKind.NOT_HERE, colour, place)


def review(
    space: Space, guesses: Space, rows: Sequence[Row], code: Code | None = None, book: OpeningBook | None = None
) -> Review:
    """Return what came of each of *rows*, and how the box would have found *code*, where that is known.

    After a wrong answer that no code fits nothing can be said of rows.
    """
    judged_rows = (judged(space, guesses, rows[: number + 1], book) for number in range(len(rows)))
    line = () if code is None else solver_line(space, guesses, code, book)
    return Review(tuple(row for row in judged_rows if row is not None), line)


def judged(space: Space, guesses: Space, rows: Sequence[Row], book: OpeningBook | None = None) -> RowReview | None:
    """Return what came of the last of *rows*; None where it has no answer, or where no code fits the answers."""
    *earlier, last = rows
    before, after = left(space, earlier), left(space, rows)
    choice = best(space, guesses, earlier, book)
    if last.answer is None or choice is None or not after.count:
        return None
    sizes, best_sizes = before.sizes(last.guess), before.sizes(choice.guess)
    told = log2(before.count / after.count)
    return RowReview(
        guess=last.guess,
        answer=last.answer,
        before=before.count,
        after=after.count,
        is_exact=before.is_exact and after.is_exact,
        groups=len(sizes),
        expected=_expected(sizes, before),
        luck=told - _bits(sizes),
        skill=_bits(sizes) - _bits(best_sizes),
        waste=wasted(space, rows),
        best=choice.guess,
        best_groups=choice.groups,
        best_expected=_expected(best_sizes, before),
    )


def solver_line(space: Space, guesses: Space, code: Code, book: OpeningBook | None = None) -> tuple[Row, ...]:
    """Return the rows in which the box, at its best, finds *code*, or the first ``OWN_LINE_LIMIT`` of them."""
    rows: tuple[Row, ...] = ()
    while len(rows) < OWN_LINE_LIMIT and not (rows and rows[-1].guess == code):
        choice = best(space, guesses, rows, book)
        if choice is None:
            raise ValueError(f"expected a code of {space}, got another")
        rows = (*rows, Row(choice.guess, answer(code, choice.guess)))
    return rows


def _expected(sizes: Mapping[Answer, int], before: Candidates) -> float:
    """Return how many codes are left on average after a row that makes groups of *sizes*."""
    asked = sum(sizes.values())
    return before.count * sum((size / asked) ** 2 for size in sizes.values())


def _bits(sizes: Mapping[Answer, int]) -> float:
    """Return how many bits an answer tells on average: Shannon's entropy of the groups."""
    asked = sum(sizes.values())
    return sum(size / asked * log2(asked / size) for size in sizes.values())
