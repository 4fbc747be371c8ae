"""Codes left in spaces too large for sets: counted exactly when that is little work, estimated otherwise.

A code is taken as a front and an end. Fronts are tried one after the other, and for each the set of all ends that
fit is worked out at once as in ``sets``. Where too many fronts may fit, an even sample of them is taken and the sum
scaled up: as every front of the sample is counted exactly, that errs far less than a sample of single codes.

All limits are in steps, not in seconds, so that the same rows give the same count everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import gcd, inf
from typing import TypeAlias

from companion.games.pegs.codes import Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.rows import neighbours
from companion.strategy.pegs.sets import CodeSet, spread, whole, without_repeats

Needs: TypeAlias = tuple[tuple[int, int], ...]
"""For every row the blacks, and the key pegs in all, that it still needs from the places to come."""

ENDS_LIMIT = 30_000
_STEPS = 1_500
"""Fronts tried, and rows held against ends, before an estimate has to do: some 10 ms on a desk computer."""

_FRONTS = 250
"""Fronts, times rows, that are counted exactly."""

_STEPS_TO_FIND_ONE = 60_000
"""Steps after which it stays unknown whether any code is left."""

_STARTS = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many codes are left; where that is not exact, at least 1."""

    count: int
    is_exact: bool


class Walk:
    """A way through the fronts of codes, place by place, that leaves those which no end can make fit.

    After so many ``steps`` it breaks off, and ``is_cut`` says so.
    """

    def __init__(self, space: Space, rows: Sequence[Row], steps: float) -> None:
        self.space = space
        answers = [row.answer for row in rows if row.answer is not None]
        self.guesses = [row.guess for row in rows if row.answer is not None]
        self._needs = tuple((given.blacks, given.blacks + given.whites) for given in answers)
        self._counts = [Counter(guess) for guess in self.guesses]
        self._steps = steps
        self.is_cut = False

    def fronts(self, length: int) -> Iterator[tuple[Code, Needs]]:
        """Yield the fronts of *length* that may fit, in the order of numbers, with what is needed after them."""
        return self._onward(length, (), self._needs)

    def needs_after(self, front: Code) -> Needs | None:
        """Return what is needed after *front*, None where no end can make it fit."""
        needs: Needs | None = self._needs
        for place, value in enumerate(front):
            needs = needs and self._after(front[:place], needs, value)
        return needs

    def _onward(self, length: int, front: Code, needs: Needs) -> Iterator[tuple[Code, Needs]]:
        if len(front) == length:
            yield front, needs
            return
        for value in range(self.space.values):
            self._steps -= 1
            if self._steps < 0:
                self.is_cut = True
                return
            after = None if value in front and not self.space.repeats else self._after(front, needs, value)
            if after is not None:
                yield from self._onward(length, (*front, value), after)

    def _after(self, front: Code, needs: Needs, value: int) -> Needs | None:
        place, had = len(front), front.count(value)
        rest = self.space.pegs - place - 1
        after = []
        for (blacks, total), guess, counts in zip(needs, self.guesses, self._counts, strict=True):
            blacks_after = blacks - (guess[place] == value)
            total_after = total - (had < counts[value])
            if not (0 <= blacks_after <= rest and 0 <= total_after <= rest):
                return None
            after.append((blacks_after, total_after))
        return tuple(after)


def search(space: Space, rows: Sequence[Row], steps: float = inf) -> Iterator[Code]:
    """Yield the codes that give *rows* their answers, in the order of numbers; after so many *steps* no more."""
    return (code for code, _ in Walk(space, rows, steps).fronts(space.pegs))


def count(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return how many codes give *rows* their answers."""
    if not rows:
        return Estimate(space.size, True)
    ends = _Ends(space)
    walk = Walk(space, rows, _STEPS)
    fronts = list(islice(walk.fronts(ends.start), _FRONTS // len(rows) + 1))
    if not walk.is_cut and len(fronts) <= _FRONTS // len(rows):
        return Estimate(sum(ends.fitting(walk, front, needs).bit_count() for front, needs in fronts), True)
    found = [fitting.bit_count() for _, fitting in ends.evenly(walk)]
    if any(found):
        return Estimate(max(1, round(sum(found) * ends.fronts.size / len(found))), False)
    return _any(space, rows)


def sample(space: Space, rows: Sequence[Row], most: int) -> list[Code]:
    """Return up to *most* codes that give *rows* their answers, from all over the space, at least one.

    Where none is found, that is the one that comes nearest to it.
    """
    ends = _Ends(space)
    fronts = [(front, fitting) for front, fitting in ends.evenly(Walk(space, rows, 0)) if fitting]
    each = -(-most // len(fronts)) if fronts else 0
    codes = [front + ends.code(number) for front, fitting in fronts for number in spread(fitting, each)]
    return codes[:most] or list(islice(search(space, rows, _STEPS_TO_FIND_ONE), most)) or [_nearest(space, rows)]


def _any(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return 0 codes where a whole search finds none, an estimate of 1 where it finds one or has to give up."""
    walk = Walk(space, rows, _STEPS_TO_FIND_ONE)
    has_one = next(walk.fronts(space.pegs), None) is not None
    return Estimate(1, False) if has_one or walk.is_cut else Estimate(0, True)


def _nearest(space: Space, rows: Sequence[Row]) -> Code:
    """Return a code whose answers differ little from those of *rows*: less than those of all its neighbours."""

    def distance(code: Code) -> int:
        differences = 0
        for row in rows:
            right = answer(code, row.guess)
            if row.answer is not None:
                differences += abs(right.blacks - row.answer.blacks) + abs(right.whites - row.answer.whites)
        return differences

    reached = []
    for start in range(_STARTS):
        here, nearer = None, space.code(space.size * start // _STARTS)
        while nearer != here:
            here = nearer
            nearer = min((here, *neighbours(here, space)), key=distance)
        reached.append(nearer)
    return min(reached, key=distance)


class _Ends:
    """The sets of ends, which fit a front when they give every row what it still needs."""

    def __init__(self, space: Space) -> None:
        length = next(length for length in range(space.pegs, 0, -1) if space.values**length <= ENDS_LIMIT)
        self.start = space.pegs - length
        self.fronts = Space(self.start, space.colours, space.repeats, space.holes)
        self._repeats = space.repeats
        self._sets = whole(length, space.values)
        self._every = self._sets.every if space.repeats else without_repeats(self._sets)

    def code(self, number: int) -> Code:
        """Return end *number*."""
        return self._sets.code(number)

    def fitting(self, walk: Walk, front: Code, needs: Needs) -> CodeSet:
        """Return the ends that fit *front*, after which *needs* are left."""
        found = self._every
        for value in () if self._repeats else front:
            found ^= found & self._sets.at_least(value, 1)
        for (blacks, total), guess in zip(needs, walk.guesses, strict=True):
            if not found:
                break
            wanted = Counter(guess)
            wanted.subtract(front)
            found = self._sets.meeting(guess[self.start :], wanted, blacks, total, found)
        return found

    def evenly(self, walk: Walk) -> Iterator[tuple[Code, CodeSet]]:
        """Yield fronts, spread over all, and the ends that fit them, until the steps for it are used up."""
        size = self.fronts.size
        stride = _stride(size)
        steps = _STEPS
        for number in range(size):
            front = self.fronts.code(number * stride % size)
            needs = walk.needs_after(front)
            yield front, 0 if needs is None else self.fitting(walk, front, needs)
            steps -= 2 if needs is None else 2 + 4 * len(needs)
            if steps <= 0:
                break


def _stride(size: int) -> int:
    """Return a step that comes past all of *size* numbers, near the golden section, which spreads evenly."""
    stride = max(1, round(size * 0.6180339887))
    while gcd(stride, size) > 1:
        stride += 1
    return stride
