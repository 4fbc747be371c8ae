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
from math import gcd

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs.sets import CodeSet, whole, without_repeats

_ENDS_LIMIT = 30_000
_STEPS = 2_000
"""Fronts tried, and rows held against ends, before an estimate has to do: some 10 ms on a desk computer."""

_STEPS_TO_FIND_ONE = 60_000
"""Steps after which it stays unknown whether any code is left."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many codes are left; where that is not exact, at least 1."""

    count: int
    is_exact: bool


@dataclass(frozen=True, slots=True)
class _Need:
    """What a row still needs from the places to come: so many blacks, so many key pegs in all."""

    guess: Code
    blacks: int
    total: int

    def after(self, front: Code, value: int) -> _Need:
        """Return what is needed when *value* follows *front*."""
        is_black = self.guess[len(front)] == value
        counts = front.count(value) < self.guess.count(value)
        return _Need(self.guess, self.blacks - is_black, self.total - counts)

    def can_be_met(self, rest: int) -> bool:
        """Whether *rest* places can do it; of none, whether it is met."""
        return 0 <= self.blacks <= rest and 0 <= self.total <= rest


class Walk:
    """A way through the fronts of codes, place by place, leaving those that no end can make fit."""

    def __init__(self, space: Space, rows: Sequence[Row], steps: int | None = None) -> None:
        self.space = space
        self.needs = tuple(
            _Need(row.guess, row.answer.blacks, row.answer.blacks + row.answer.whites) for row in rows if row.answer
        )
        self.steps = steps
        self.is_cut = False

    def fronts(self, length: int, front: Code = ()) -> Iterator[Code]:
        """Yield the fronts of *length* that begin with *front*, in the order of numbers, until the steps run out."""
        yield from self._onward(length, front, self.needs_after(front))

    def needs_after(self, front: Code) -> tuple[_Need, ...]:
        """Return what every row needs after *front*."""
        needs = self.needs
        for place, value in enumerate(front):
            needs = tuple(need.after(front[:place], value) for need in needs)
        return needs

    def _onward(self, length: int, front: Code, needs: tuple[_Need, ...]) -> Iterator[Code]:
        if len(front) == length:
            yield front
            return
        rest = self.space.pegs - len(front) - 1
        for value in range(self.space.values):
            if self.steps is not None:
                self.steps -= 1
                if self.steps < 0:
                    self.is_cut = True
                    return
            if value in front and not self.space.repeats:
                continue
            after = tuple(need.after(front, value) for need in needs)
            if all(need.can_be_met(rest) for need in after):
                yield from self._onward(length, (*front, value), after)


def search(space: Space, rows: Sequence[Row], steps: int | None = None) -> Iterator[Code]:
    """Yield the codes that give *rows* their answers, in the order of numbers; after so many *steps* no more."""
    return Walk(space, rows, steps).fronts(space.pegs)


def count(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return how many codes give *rows* their answers."""
    ends = _Ends(space)
    steps = Walk(space, rows, _STEPS)
    fronts = []
    for front in steps.fronts(ends.start):
        fronts.append(front)
        if len(fronts) * len(rows) > _STEPS // 8:
            break
    else:
        if not steps.is_cut:
            return Estimate(sum(ends.fitting(front, steps.needs_after(front)).bit_count() for front in fronts), True)
    return _sampled(ends, Walk(space, rows)) or _any(space, rows)


def _sampled(ends: _Ends, walk: Walk) -> Estimate | None:
    """Return an estimate, None where the sample has no code that fits."""
    space = walk.space
    fronts = Space(ends.start, space.colours, space.repeats, space.holes)
    stride = _stride(fronts.size)
    found = sampled = 0
    steps = _STEPS
    while steps > 0 and sampled < fronts.size:
        front = fronts.code(sampled * stride % fronts.size)
        needs = walk.needs_after(front)
        sampled += 1
        steps -= 2
        if all(need.can_be_met(space.pegs - ends.start) for need in needs):
            steps -= 4 * len(needs)
            found += ends.fitting(front, needs).bit_count()
    return Estimate(max(1, round(found * fronts.size / sampled)), False) if found else None


def _any(space: Space, rows: Sequence[Row]) -> Estimate:
    """Return 0 codes where a whole search finds none, an estimate of 1 where it finds one or has to give up."""
    walk = Walk(space, rows, _STEPS_TO_FIND_ONE)
    has_one = any(True for _ in walk.fronts(space.pegs))
    return Estimate(1, False) if has_one or walk.is_cut else Estimate(0, True)


def _stride(count: int) -> int:
    """Return a step that comes past all of *count* numbers, near the golden section, which spreads evenly."""
    stride = max(1, round(count * 0.6180339887))
    while gcd(stride, count) > 1:
        stride += 1
    return stride


class _Ends:
    """The sets of ends, which fit a front when they give every row what it still needs."""

    def __init__(self, space: Space) -> None:
        length = next(length for length in range(space.pegs, 0, -1) if space.values**length <= _ENDS_LIMIT)
        self.start = space.pegs - length
        self._repeats = space.repeats
        self._sets = whole(length, space.values)
        self._every = self._sets.every if space.repeats else without_repeats(self._sets)

    def fitting(self, front: Code, needs: Sequence[_Need]) -> CodeSet:
        """Return the ends that fit *front*."""
        found = self._every
        if not self._repeats:
            for value in front:
                found ^= found & self._sets.at_least(value, 1)
        for need in needs:
            wanted = Counter(need.guess)
            wanted.subtract(front)
            found = self._sets.meeting(need.guess[self.start :], wanted, need.blacks, need.total, found)
            if not found:
                break
        return found
