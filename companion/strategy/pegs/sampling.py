"""Codes left in spaces too large for sets: counted exactly where that is little work, otherwise estimated.

A code is split into a front and an end. All fronts with the same colours have the same total of key pegs, in any
order, so the set of ends that complete this total to the answers is computed once for all of them, as in ``bitsets``.
For each front the set is then reduced to the ends that complete the blacks, too.

Where there are too many fronts, the colours of some are taken, spread evenly over all, and the sum is scaled up.
All limits are counts of steps, not times, so that the same rows give the same count on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations
from math import gcd

from companion.games.pegs.codes import Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.bitsets import CodeSet, spread, whole, without_repeats
from companion.strategy.pegs.rows import evenly, neighbours

_ENDS_LIMIT = 30_000
"""The largest number of ends: a set of them is 4 kB."""

_STEPS = 1_000
_STEPS_TO_FIND_ONE = 15_000
"""Limits in steps of about 10 microseconds each: after ``_STEPS`` the result is an estimate; if no code was found by
then, the search goes on up to ``_STEPS_TO_FIND_ONE``, after which it stays unknown whether one is left."""

_STARTS = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """The number of codes left; where it is not exact, it is at least 1."""

    count: int
    is_exact: bool


class Halves:
    """The codes that give rows their answers, by their fronts.

    ``go`` stops after a number of steps; then ``is_whole`` says whether it went through all fronts, and ``passed``
    how many it went through.
    """

    def __init__(self, space: Space, rows: Sequence[Row]) -> None:
        length = next(length for length in range(space.pegs, 0, -1) if space.values**length <= _ENDS_LIMIT)
        self._start = space.pegs - length
        self._space = space
        self._sets = whole(length, space.values)
        self._every = self._sets.every if space.repeats else without_repeats(self._sets, space.colours)
        self._rows = [(row.guess, Counter(row.guess), row.answer) for row in rows if row.answer is not None]
        self._by_blacks = [self._sets.by_blacks(guess[self._start :]) for guess, _, _ in self._rows]
        self.fronts = Space(self._start, space.colours, space.repeats, space.holes)
        self.passed = 0
        self.is_whole = False

    def go(self) -> Iterator[tuple[Code, CodeSet]]:
        """Yield the fronts that have fitting ends, spread over all fronts, each with the set of those ends."""
        every = combinations_with_replacement(range(self._space.values), self._start)
        choices = [colours for colours in every if colours in self.fronts]
        stride, steps, has_found = _stride(len(choices)), 0, False
        for number in range(len(choices)):
            colours = choices[number * stride % len(choices)]
            fronts = sorted(set(permutations(colours)))
            ends = self._ends(colours)
            if ends:
                steps += len(self._rows) * (2 + self._every.bit_length() // 3000 + len(fronts) // 4)
                for found in self._fitting_fronts(fronts, ends):
                    has_found = True
                    yield found
            self.passed += len(fronts)
            steps += 1
            if steps > (_STEPS if has_found else _STEPS_TO_FIND_ONE):
                return
        self.is_whole = True

    def end(self, number: int) -> Code:
        """Return end *number*."""
        return self._sets.code(number)

    def _ends(self, colours: Code) -> CodeSet:
        """Return the ends that, after a front of *colours*, give every row its total of key pegs."""
        found = self._every
        for colour in (colour for colour in colours if not self._space.may_repeat(colour)):
            found ^= found & self._sets.at_least(colour, 1)
        for _, counts, given in self._rows:
            shared = sum(min(colours.count(colour), times) for colour, times in counts.items())
            needed = given.blacks + given.whites - shared
            if not found or not 0 <= needed <= self._space.pegs - self._start:
                return 0
            rest = {colour: times - colours.count(colour) for colour, times in counts.items()}
            found = self._sets.sharing(rest, needed, found)
        return found

    def _fitting_fronts(self, fronts: Sequence[Code], ends: CodeSet) -> Iterator[tuple[Code, CodeSet]]:
        """Yield each of *fronts* that gives every row its blacks with some of *ends*, and the set of those ends."""
        for front in fronts:
            fitting = ends
            for (guess, _, given), by_blacks in zip(self._rows, self._by_blacks, strict=True):
                blacks = given.blacks - sum(map(int.__eq__, front, guess))
                fitting &= by_blacks.get(blacks, 0)
                if not fitting:
                    break
            else:
                if fitting:
                    yield front, fitting


def count(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return the number of codes that give *rows* their answers, exact or estimated."""
    if not rows:
        return Estimate(space.size, True)
    halves = Halves(space, rows)
    found = sum(fitting.bit_count() for _, fitting in halves.go())
    if halves.is_whole:
        return Estimate(found, True)
    return Estimate(max(1, round(found * halves.fronts.size / halves.passed)), False)


@dataclass(frozen=True, slots=True)
class Sample:
    """Some codes that give rows their answers; all of them where ``is_whole``."""

    codes: list[Code]
    is_whole: bool


def sample(space: Space, rows: Sequence[Row], most: int) -> Sample:
    """Return up to *most* codes that give *rows* their answers, spread over the space."""
    halves = Halves(space, rows)
    fronts = list(halves.go())
    each = -(-most // len(fronts)) if fronts else 0
    codes = [front + halves.end(number) for front, fitting in fronts for number in spread(fitting, each)]
    is_whole = halves.is_whole and sum(fitting.bit_count() for _, fitting in fronts) == len(codes) <= most
    return Sample(list(evenly(codes, most)), is_whole)


def nearest(space: Space, rows: Sequence[Row]) -> Code:
    """Return a code whose answers differ little from those of *rows*; none of its neighbours differs less."""

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


def _stride(size: int) -> int:
    """Return a step coprime to *size*, so that it visits all numbers; near the golden section it spreads evenly."""
    stride = max(1, round(size * 0.6180339887))
    while gcd(stride, size) > 1:
        stride += 1
    return stride
