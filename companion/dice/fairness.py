"""Tests of whether dice are fair: observed against expected counts, chi-square and its p-value.

The p-value is the regularised incomplete gamma function, summed as in Abramowitz and Stegun, Handbook of
Mathematical Functions, 6.5.29 (a series) and 6.5.31 (a continued fraction).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from companion.dice.model import Dice, DiceRoll, Start, throw

LEAST_EXPECTED = 5.0
"""The expected count per side below which, by a common rule of thumb, chi-square is not valid."""

ODD, WRONG = 0.01, 1e-6
"""Limits of the p-value: below the first the counts are odd; below the second the die is not fair."""

_PRECISION = 1e-15
_TINY = 1e-300


class Verdict(Enum):
    """The result of a fairness test."""

    TOO_FEW = "too few throws to tell"
    FAIR = "as a fair one does"
    ODD = "odd"
    WRONG = "not fair"


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fairness test of one kind of dice: ``counts`` by side, and the chi-square with its p-value.

    ``expected`` is the average count of each side of a fair die; ``p`` is the probability that a fair die falls at
    least as unevenly.
    """

    counts: tuple[int, ...]
    expected: float
    chi_square: float
    p: float

    @property
    def verdict(self) -> Verdict:
        """The verdict on the counts; counts that are unusually even are not a fault, so the test has one side."""
        if self.expected < LEAST_EXPECTED:
            return Verdict.TOO_FEW
        if self.p < WRONG:
            return Verdict.WRONG
        return Verdict.ODD if self.p < ODD else Verdict.FAIR


def fairness(counts: Sequence[int]) -> Fairness:
    """Test a die by the count of each of its sides; raises ``ValueError`` for fewer than two sides or no throw."""
    if len(counts) < 2 or sum(counts) < 1:
        raise ValueError(f"expected counts of at least two sides and one throw, got {counts!r}")
    expected = sum(counts) / len(counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    return Fairness(tuple(counts), expected, chi_square, p_value(chi_square, len(counts) - 1))


def counts_by_kind(throws: Iterable[DiceRoll]) -> dict[str, tuple[int, ...]]:
    """Return how often each side of each kind came up, ordered by number of sides, choices of a starting player last.

    >>> from companion.dice.model import Coin
    >>> counts_by_kind([DiceRoll(Coin(), (2,)), DiceRoll(Dice(3, 4), (1, 1, 4))])
    {'coin': (0, 1), 'd4': (2, 0, 0, 1)}
    """
    found: dict[tuple[bool, int, str], Counter[int]] = {}
    for thrown in throws:
        cast = thrown.cast
        key = isinstance(cast, Start), cast.sides, f"d{cast.sides}" if isinstance(cast, Dice) else str(cast)
        found.setdefault(key, Counter()).update(thrown.values)
    return {key[2]: tuple(found[key][side] for side in range(1, key[1] + 1)) for key in sorted(found)}


def p_value(chi_square: float, degrees: int) -> float:
    """Return the probability of a chi-square of at least *chi_square* with *degrees* of freedom.

    Raises ``ValueError`` for a negative chi-square or less than one degree.

    >>> round(p_value(11.070, 5), 4)
    0.05
    """
    if chi_square < 0 or degrees < 1:
        raise ValueError(f"expected a chi-square from 0 up and at least 1 degree, got {chi_square!r}, {degrees!r}")
    a, x = degrees / 2, chi_square / 2
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
    value, change = d, 0.0
    step = 0
    while abs(change - 1) > _PRECISION * 10:
        step += 1
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b or _TINY)
        c = b + numerator / c or _TINY
        change = d * c
        value *= change
    return value * _weight(a, x)


def fresh_counts(die: Dice, throws: int, draw: Callable[[int], int]) -> tuple[int, ...]:
    """Roll *die* *throws* times and return how often each side came up; the rolls are not stored."""
    found: Counter[int] = Counter()
    for _ in range(throws):
        found.update(throw(die, draw).values)
    return tuple(found[side] for side in range(1, die.sides + 1))
