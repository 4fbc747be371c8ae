from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.fairness import Fairness, Verdict, chi_square, fairness, p_value, values_by_kind
from companion.dice.model import Coin, Dice, DiceRoll, Start

# Upper critical values of chi-square as NIST prints them, e-Handbook of Statistical Methods, 1.3.6.7.4.
TABLE = {
    1: {0.10: 2.706, 0.05: 3.841, 0.025: 5.024, 0.01: 6.635, 0.001: 10.828},
    3: {0.10: 6.251, 0.05: 7.815, 0.025: 9.348, 0.01: 11.345, 0.001: 16.266},
    5: {0.10: 9.236, 0.05: 11.070, 0.025: 12.833, 0.01: 15.086, 0.001: 20.515},
    7: {0.10: 12.017, 0.05: 14.067, 0.025: 16.013, 0.01: 18.475, 0.001: 24.322},
    9: {0.10: 14.684, 0.05: 16.919, 0.025: 19.023, 0.01: 21.666, 0.001: 27.877},
    11: {0.10: 17.275, 0.05: 19.675, 0.025: 21.920, 0.01: 24.725, 0.001: 31.264},
    19: {0.10: 27.204, 0.05: 30.144, 0.025: 32.852, 0.01: 36.191, 0.001: 43.820},
    100: {0.10: 118.498, 0.05: 124.342, 0.025: 129.561, 0.01: 135.807, 0.001: 149.449},
}
# The lower ones, of the same page.
LOWER = {1: {0.05: 0.004}, 5: {0.10: 1.610, 0.05: 1.145, 0.01: 0.554}, 19: {0.10: 11.651, 0.05: 10.117, 0.01: 7.633}}


@pytest.mark.parametrize(
    ("degrees", "p", "critical"), [(degrees, p, value) for degrees, row in TABLE.items() for p, value in row.items()]
)
def test_p_is_what_the_tables_print(degrees: int, p: float, critical: float) -> None:
    assert p_value(critical, degrees) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize(
    ("degrees", "p", "critical"), [(degrees, p, value) for degrees, row in LOWER.items() for p, value in row.items()]
)
def test_p_is_what_the_tables_print_at_the_lower_end(degrees: int, p: float, critical: float) -> None:
    assert 1 - p_value(critical, degrees) == pytest.approx(p, rel=1.5e-2)


@given(st.floats(0, 700))
def test_p_of_one_degree_is_that_of_the_normal_distribution(value: float) -> None:
    assert p_value(value, 1) == pytest.approx(math.erfc(math.sqrt(value / 2)), rel=1e-9, abs=0)


@given(st.floats(0, 700), st.integers(1, 20))
def test_p_of_an_even_number_of_degrees_is_a_finite_sum(value: float, half: int) -> None:
    """Of Poisson's probabilities of less than *half* events where chi-square / 2 are expected."""
    x = value / 2
    by_hand = math.fsum(math.exp(-x) * x**n / math.factorial(n) for n in range(half))
    assert p_value(value, 2 * half) == pytest.approx(by_hand, rel=1e-9, abs=0)


@pytest.mark.parametrize(("value", "degrees"), [(-1.0, 5), (1.0, 0)])
def test_p_of_what_is_no_chi_square_is_refused(value: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="expected a chi-square from 0 up and at least 1 degree"):
        p_value(value, degrees)


def test_chi_square_of_a_die_worked_by_hand() -> None:
    """Ten of each are expected; the squares of what is too few or too many are 25, 1, 4, 0, 1 and 9."""
    assert chi_square([5, 9, 12, 10, 11, 13]).value == pytest.approx(4.0)


def test_judging_without_a_throw_is_refused() -> None:
    with pytest.raises(ValueError, match="expected counts of at least two sides and one throw"):
        chi_square([0, 0])


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((4, 5), Verdict.TOO_FEW),
        ((10, 14), Verdict.FAIR),
        ((10, 40), Verdict.ODD),
        ((10, 90), Verdict.WRONG),
        ((20, 20), Verdict.FAIR),
    ],
)
def test_verdict_follows_p(counts: tuple[int, ...], verdict: Verdict) -> None:
    assert Fairness(chi_square(counts), None).verdict is verdict


def test_one_kind_is_counted_over_all_its_throws() -> None:
    throws = [DiceRoll(Dice(2, 6), (1, 6), (2, 2)), DiceRoll(Dice(1, 6), (6,), (2,)), DiceRoll(Dice(1, 4), (3,))]
    assert values_by_kind(throws) == {Dice(1, 4): bytearray([3]), Dice(1, 6): bytearray([1, 6, 6])}


def test_who_starts_among_three_is_no_die_of_three_and_its_names_do_not_matter() -> None:
    throws = [DiceRoll(Start(3, ("Ada", "Ben", "Zoé")), (1,)), DiceRoll(Start(3), (3,)), DiceRoll(Coin(), (2,))]
    assert values_by_kind(throws) == {Coin(): bytearray([2]), Start(3): bytearray([1, 3])}


# The order of the throws


@pytest.mark.parametrize(
    "order", [(1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1), (1, 4, 2, 6, 3, 5), (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)]
)
def test_die_that_repeats_an_order_is_not_fair_though_every_side_comes_equally_often(order: tuple[int, ...]) -> None:
    found = fairness([*order] * (360 // len(order)), 6)
    assert (found.sides.p, found.verdict) == (1.0, Verdict.WRONG)


def test_pairs_worked_by_hand() -> None:
    """Of ten pairs of a coin five are expected to be of each kind where there are twenty; here 8, 4, 4 and 4."""
    values = [1, 1] * 8 + [1, 2] * 4 + [2, 1] * 4 + [2, 2] * 4
    pairs = fairness(values, 2).pairs
    assert pairs is not None
    assert (pairs.counts, pairs.expected) == ((8, 4, 4, 4), 5.0)
    assert pairs.value == pytest.approx((9 + 1 + 1 + 1) / 5)


@pytest.mark.parametrize(("throws", "is_tested"), [(1, False), (358, False), (360, True)])
def test_pairs_are_tested_from_five_expected_of_each_kind(throws: int, is_tested: bool) -> None:
    random = Random(1)
    found = fairness([random.randint(1, 6) for _ in range(throws)], 6)
    assert (found.pairs is not None) is is_tested


def test_both_tests_together_give_a_false_alarm_in_at_most_one_of_a_hundred() -> None:
    random, tests = Random(14), 3_000
    dice = [fairness(random.choices(range(1, 7), k=720), 6) for _ in range(tests)]
    alarms = sum(found.verdict is not Verdict.FAIR for found in dice)
    # Bonferroni's inequality allows 30 on average; two tests at the full limit each would give about 60.
    assert 20 <= alarms <= 36
    assert all(found.pairs is not None for found in dice)
