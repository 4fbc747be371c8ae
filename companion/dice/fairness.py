"""Tests of whether dice are fair: observed against expected counts, chi-square and its p-value.

One test counts the sides. The other is the serial test of Knuth, The Art of Computer Programming, volume 2, 3.3.2 B:
it counts pairs of throws that follow each other and do not overlap, so that it finds a die whose sides come equally
often but in a regular order. The two share the rate of false alarms, by Bonferroni's inequality: p of both together is
twice the smaller p.

The p-value is the regularised incomplete gamma function, summed as in Abramowitz and Stegun, Handbook of
Mathematical Functions, 6.5.29 (a series) and 6.5.31 (a continued fraction).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from companion.dice.model import MOST_DICE, Dice, DiceRoll, Kind, Own, Start, throw

LEAST_EXPECTED = 5.0
"""The expected count per side below which, by a common rule of thumb, chi-square is not valid."""

ODD, WRONG = 0.01, 1e-6
"""Limits of the p-value: below the first the counts are odd; below the second the die is not fair."""

BIAS, POWER = 0.05, 0.9
"""How much more often a side comes that is to be found, as a share of all throws, and in what share of such dice."""

FRESH = 60_000
"""The number of throws made for the test: they take a tenth of a second, and would show one side in forty too many."""

_PRECISION = 1e-15
_TINY = 1e-300


class Verdict(Enum):
    """The result of a fairness test."""

    TOO_FEW = "too few throws to tell"
    FAIR = "as a fair one does"
    ODD = "odd"
    WRONG = "not fair"


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """A chi-square test of ``counts``, of which each is ``expected`` on average.

    ``p`` is the probability that a fair die falls at least as unevenly.
    """

    counts: tuple[int, ...]
    expected: float
    value: float
    p: float

    @property
    def is_valid(self) -> bool:
        """Whether there are enough throws for chi-square."""
        return self.expected >= LEAST_EXPECTED


def chi_square(counts: Sequence[int]) -> ChiSquare:
    """Test equally likely *counts*; raises ``ValueError`` for fewer than two of them or nothing counted."""
    if len(counts) < 2 or sum(counts) < 1:
        raise ValueError(f"expected counts of at least two sides and one throw, got {counts!r}")
    expected = sum(counts) / len(counts)
    value = sum((count - expected) ** 2 for count in counts) / expected
    return ChiSquare(tuple(counts), expected, value, p_value(value, len(counts) - 1))


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fairness tests of one kind of dice: how often each side came up, and each pair of sides one after the other.

    ``pairs`` is None where there are too few throws for the test of the pairs.
    """

    sides: ChiSquare
    pairs: ChiSquare | None

    @property
    def p(self) -> float:
        """The probability that a fair die does at least as badly in one of the tests; never too small."""
        return self.sides.p if self.pairs is None else min(1.0, 2 * min(self.sides.p, self.pairs.p))

    @property
    def verdict(self) -> Verdict:
        """The verdict on the throws; counts that are unusually even are not a fault, so the tests have one side."""
        if not self.sides.is_valid:
            return Verdict.TOO_FEW
        if self.p < WRONG:
            return Verdict.WRONG
        return Verdict.ODD if self.p < ODD else Verdict.FAIR


def fairness(values: Sequence[int], sides: int) -> Fairness:
    """Test a die of *sides* sides by the *values* it showed, in the order thrown; raises ``ValueError`` without any.

    >>> fairness([1, 2, 3, 4, 5, 6] * 60, 6).verdict
    <Verdict.WRONG: 'not fair'>
    """
    found = ((first - 1) * sides + second for first, second in zip(values[::2], values[1::2], strict=False))
    pairs = chi_square(side_counts(found, sides * sides)) if len(values) > 1 else None
    return Fairness(chi_square(side_counts(values, sides)), pairs if pairs is not None and pairs.is_valid else None)


def side_counts(values: Iterable[int], sides: int) -> tuple[int, ...]:
    """Return how often each side, from 1 to *sides*, is among *values*."""
    found = Counter(values)
    return tuple(found[side] for side in range(1, sides + 1))


def judge(throws: Iterable[DiceRoll], draw: Callable[[int], int]) -> dict[Kind | None, Fairness]:
    """Test each kind among *throws*, and as None ``FRESH`` throws of a die of 6 sides made now and not stored."""
    kinds = values_by_kind(throws)
    found: dict[Kind | None, Fairness] = {kind: fairness(values, kind.sides) for kind, values in kinds.items()}
    found[None] = fairness(bytearray(fresh_values(Dice(MOST_DICE), FRESH // MOST_DICE, draw)), Dice().sides)
    return found


def values_by_kind(throws: Iterable[DiceRoll]) -> dict[Kind, bytearray]:
    """Return the values of each kind of die, ordered by sides; then choices of a starting player, and own dice.

    Dice that were not kept count as well. A value takes one byte, so that all throws of many years fit in the memory
    of a small box.

    >>> from companion.dice.model import Coin
    >>> values_by_kind([DiceRoll(Coin(), (2,)), DiceRoll(Dice(3, 4), (1, 1, 4))])
    {Coin(): bytearray(b'\\x02'), Dice(count=1, sides=4, keep=0): bytearray(b'\\x01\\x01\\x04')}
    """
    found: defaultdict[Kind, bytearray] = defaultdict(bytearray)
    for thrown in throws:
        for _, part, values in thrown.parts():
            found[part.kind].extend(values)

    def order(kind: Kind) -> tuple[bool, bool, int]:
        return isinstance(kind, Own), isinstance(kind, Start), kind.sides

    return {kind: found[kind] for kind in sorted(found, key=order)}


@cache
def throws_to_find(bias: float, sides: int) -> int:
    """Return with how many throws a die of which one side comes *bias* more often is not said to be fair.

    That is so for ``POWER`` of such dice; the other sides come equally often. *bias* is a share of all throws, below
    a half.
    """
    alone = _least_throws(ODD, bias, sides)
    # From here on the pairs are tested, too, and p of the sides counts twice.
    return alone if alone < 2 * LEAST_EXPECTED * sides**2 else _least_throws(ODD / 2, bias, sides)


def _least_throws(limit: float, bias: float, sides: int) -> int:
    """Return the number of throws from which on the test of the sides has a p below *limit* for ``POWER`` of dice."""
    critical = 1.0
    while p_value(critical, sides - 1) > limit:
        critical *= 1.001
    low = high = math.ceil(LEAST_EXPECTED * sides)
    while power(high, bias, sides, critical) < POWER:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle, bias, sides, critical) >= POWER else (middle, high)
    return high


def power(throws: int, bias: float, sides: int, critical: float) -> float:
    """Return the probability that chi-square of a biased die is at least *critical*.

    Given the *count* of the biased side, which has a binomial distribution, the other counts are those of a fair die
    with one side less. Chi-square is the first term below plus theirs, times their share of the expected throws. This
    is closer than a noncentral chi-square, which holds for a small bias alone: for 5 in 100 throws too many it names
    about a tenth too few throws.
    """
    chance, rest = 1 / sides + bias, sides - 1
    spread = 8 * math.sqrt(throws * chance * (1 - chance)) + 1
    found = 0.0
    for count in range(max(0, int(throws * chance - spread)), min(throws, int(throws * chance + spread)) + 1):
        others = throws - count
        ways = math.lgamma(throws + 1) - math.lgamma(count + 1) - math.lgamma(others + 1)
        weight = math.exp(ways + count * math.log(chance) + others * math.log(1 - chance))
        left = critical - (count - throws / sides) ** 2 * sides**2 / (throws * rest)
        if left <= 0:
            found += weight
        elif sides > 2:
            found += weight * p_value(left * throws * rest / (sides * others), rest - 1)
    return found


def p_value(value: float, degrees: int) -> float:
    """Return the probability of a chi-square of at least *value* with *degrees* of freedom.

    Raises ``ValueError`` for a negative chi-square or less than one degree.

    >>> round(p_value(11.070, 5), 4)
    0.05
    """
    if value < 0 or degrees < 1:
        raise ValueError(f"expected a chi-square from 0 up and at least 1 degree, got {value!r}, {degrees!r}")
    a, x = degrees / 2, value / 2
    if x == 0:
        return 1.0
    # The series converges fast below a + 1, the continued fraction above it.
    return 1 - _lower_series(a, x) if x < a + 1 else _upper_fraction(a, x)


def _weight(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _lower_series(a: float, x: float) -> float:
    """Return P(a, x): the sum of x^n / (a (a+1) ... (a+n)), weighted."""
    term = total = 1 / a
    n = a
    while term > total * _PRECISION:
        n += 1
        term *= x / n
        total += term
    return total * _weight(a, x)


def _upper_fraction(a: float, x: float) -> float:
    """Return Q(a, x): the continued fraction in its even form, by Lentz's method, weighted."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    total, change = d, 0.0
    step = 0
    while abs(change - 1) > _PRECISION * 10:
        step += 1
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b or _TINY)
        c = b + numerator / c or _TINY
        change = d * c
        total *= change
    return total * _weight(a, x)


def fresh_values(die: Dice, throws: int, draw: Callable[[int], int]) -> Iterator[int]:
    """Roll *die* *throws* times and yield the values; the rolls are not stored."""
    for _ in range(throws):
        yield from throw(die, draw).values
