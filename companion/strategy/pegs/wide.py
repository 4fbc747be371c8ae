"""Codes left in spaces too large for sets: counted exactly when that is little work, estimated otherwise.

A code is taken as a front and an end. All fronts of the same colours have the same key pegs in all, whatever their
order; so the set of ends that bring these up to the answers is worked out once for them, as in ``sets``. For each of
the fronts it is then cut down to the ends that bring the blacks up, too.

Where there are too many fronts, the colours of some are taken, spread evenly over all, and the sum is scaled up.
All limits are counts of steps, not times, so that the same rows give the same count everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from math import gcd

from companion.games.pegs.codes import Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.rows import evenly, neighbours
from companion.strategy.pegs.sets import CodeSet, numbers, spread, whole, without_repeats

_ENDS_LIMIT = 30_000
"""So many ends at most: a set of them is 4 kB."""

_STEPS = 1_000
_STEPS_TO_FIND_ONE = 15_000
"""Steps, of some 10 microseconds here, after which an estimate has to do; and where no code has been found till then,
after which it stays unknown whether one is left."""

_STARTS = 4


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many codes are left; where that is not exact, at least 1."""

    count: int
    is_exact: bool


class Halves:
    """The codes that give rows their answers, by their fronts.

    Going through them breaks off after a number of steps; ``is_whole`` tells whether all have been gone through, and
    ``passed`` how many fronts.
    """

    def __init__(self, space: Space, rows: Sequence[Row]) -> None:
        length = next(length for length in range(space.pegs, 0, -1) if space.values**length <= _ENDS_LIMIT)
        self._start = space.pegs - length
        self._space = space
        self._sets = whole(length, space.values)
        self._every = self._sets.every if space.repeats else without_repeats(self._sets)
        self._rows = [(row.guess, Counter(row.guess), row.answer) for row in rows if row.answer is not None]
        self._by_blacks = [self._sets.by_blacks(guess[self._start :]) for guess, _, _ in self._rows]
        self.fronts = Space(self._start, space.colours, space.repeats, space.holes)
        self.passed = 0
        self.is_whole = False

    def go(self) -> Iterator[tuple[Code, CodeSet]]:
        """Yield fronts, spread over all of them, and for each the set of ends that fit, where some do."""
        of_colours = combinations_with_replacement if self._space.repeats else combinations
        choices = list(of_colours(range(self._space.values), self._start))
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

    def in_order(self) -> Iterator[Code]:
        """Yield the codes in the order of their numbers."""
        ends: dict[Code, CodeSet] = {}
        for front in self.fronts:
            colours = tuple(sorted(front))
            if colours not in ends:
                ends[colours] = self._ends(colours)
            for _, fitting in self._fitting_fronts([front], ends[colours]):
                yield from (front + self.end(number) for number in numbers(fitting))

    def end(self, number: int) -> Code:
        """Return end *number*."""
        return self._sets.code(number)

    def _ends(self, colours: Code) -> CodeSet:
        """Return the ends that make all key pegs right after a front of *colours*."""
        found = self._every
        for colour in () if self._space.repeats else colours:
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
        """Yield those of *fronts* that have blacks enough with some of *ends*, and these."""
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


def search(space: Space, rows: Sequence[Row]) -> Iterator[Code]:
    """Yield the codes that give *rows* their answers, in the order of their numbers."""
    return Halves(space, rows).in_order()


def count(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return how many codes give *rows* their answers."""
    if not rows:
        return Estimate(space.size, True)
    halves = Halves(space, rows)
    found = sum(fitting.bit_count() for _, fitting in halves.go())
    if halves.is_whole:
        return Estimate(found, True)
    return Estimate(max(1, round(found * halves.fronts.size / halves.passed)), False)


@dataclass(frozen=True, slots=True)
class Sample:
    """Some codes that give rows their answers, all of them where ``is_whole``."""

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


def _stride(size: int) -> int:
    """Return a step that comes past all of *size* numbers, near the golden section, which spreads evenly."""
    stride = max(1, round(size * 0.6180339887))
    while gcd(stride, size) > 1:
        stride += 1
    return stride
