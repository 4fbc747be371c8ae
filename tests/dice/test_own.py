"""Own dice: how their throws are read and kept, and the number of throws that finds a biased one."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.names import NameRefused
from companion.dice.fairness import (
    BIAS,
    LEAST_EXPECTED,
    Verdict,
    fairness,
    power,
    throws_to_find,
    values_by_kind,
)
from companion.dice.model import Dice, DiceRoll, Own, ThrowRefused, read_cast, roll_of
from companion.dice.own import more_to_find, own_dice, own_die, read_sides
from companion.errors import TextUnreadable

TRIED = 400
RED = Own("Red die")


# --- what is read and kept


@pytest.mark.parametrize(
    ("text", "sides", "read"),
    [
        ("3 4 1 6", 6, (3, 4, 1, 6)),
        ("3416\n21, 5", 6, (3, 4, 1, 6, 2, 1, 5)),
        ("12, 3 20", 20, (12, 3, 20)),
        ("9 8", 9, (9, 8)),
        ("1 2", 10, (1, 2)),
        ("", 6, ()),
    ],
)
def test_throws_are_read_as_they_are_typed(text: str, sides: int, read: tuple[int, ...]) -> None:
    assert read_sides(text, sides) == read


@pytest.mark.parametrize(
    ("text", "sides", "says"),
    [
        ("3 7 1", 6, "expected a whole number from 1 to 6, got '7' as throw 2; an example: 3 4 1 2"),
        ("30", 6, "got '0' as throw 2"),
        ("3 x", 6, "got 'x' as throw 2"),
        ("21", 20, "got '21' as throw 1"),
        ("3 \u0663", 6, "as throw 2"),
        ("-3", 6, "got '-' as throw 1"),
        ("1 " * 5 + "0", 20, "got '0' as throw 6"),
    ],
)
def test_what_is_no_side_is_named_with_its_place(text: str, sides: int, says: str) -> None:
    with pytest.raises(TextUnreadable) as refused:
        read_sides(text, sides)
    assert says in str(refused.value)


@given(st.integers(2, 100), st.integers(1, 5000), st.text(min_size=1, max_size=16))
def test_own_die_reads_back_with_its_name(sides: int, count: int, name: str) -> None:
    die = Own(name, sides, count)
    assert read_cast(str(die), [name]) == die
    thrown = DiceRoll(die, (1,) * 3, at="then")
    assert roll_of([*thrown.columns()[:1], [name], [1, 1, 1], [], "then"]) == thrown


def test_own_die_without_a_name_is_no_throw_to_make() -> None:
    with pytest.raises(TextUnreadable, match="got 'own 5d6' at character 1"):
        read_cast("own 5d6")


@pytest.mark.parametrize("sides", [1, 101])
def test_own_die_has_two_to_a_hundred_sides(sides: int) -> None:
    with pytest.raises(ThrowRefused, match=f"expected a die of 2 to 100 sides, got {sides}"):
        Own("Red die", sides)


def test_own_dice_are_counted_by_name_and_sides_and_apart_from_those_of_the_box() -> None:
    throws = [
        DiceRoll(Own("Red die", 6, 2), (1, 6)),
        DiceRoll(Dice(2, 6), (2, 2)),
        DiceRoll(Own("Blue"), (4,)),
        DiceRoll(RED, (5,)),
    ]
    assert own_dice(throws) == {RED: bytearray([1, 6, 5]), Own("Blue"): bytearray([4])}
    assert [str(kind) for kind in values_by_kind(throws)] == ["1d6", "own 1d6", "own 1d6"]


def test_die_that_is_known_keeps_its_name_and_sides() -> None:
    known = [Own("Red die", 20)]
    assert own_die("RED  die", None, known) == Own("Red die", 20)
    assert own_die("red die", 6, known) == Own("Red die", 6)
    assert own_die(" Blue", None, known) == Own("Blue", 6)


def test_die_has_a_name_that_displays_show() -> None:
    with pytest.raises(NameRefused, match="expected names of 1 to 16 letters"):
        own_die("A name of 17 chars", None, [])


# --- how many throws find a biased die


@pytest.mark.parametrize(("sides", "critical"), [(2, 3.841), (4, 7.815), (6, 11.070), (20, 30.144)])
def test_power_without_a_bias_is_the_rate_of_false_alarms(sides: int, critical: float) -> None:
    """The critical values of 0.05, as NIST prints them; counts are whole numbers, which two sides show most."""
    assert power(2_000, 0.0, sides, critical) == pytest.approx(0.05, abs=4e-3)


@pytest.mark.parametrize("bias", [0.05, 0.1, 0.3])
def test_power_of_two_sides_is_a_sum_of_binomial_probabilities(bias: float) -> None:
    throws, critical = 200, 6.635
    found = [heads for heads in range(throws + 1) if 2 * (heads - throws / 2) ** 2 / (throws / 2) >= critical]
    by_hand = math.fsum(
        math.comb(throws, heads) * (0.5 + bias) ** heads * (0.5 - bias) ** (throws - heads) for heads in found
    )
    assert power(throws, bias, 2, critical) == pytest.approx(by_hand, rel=1e-9)


def biased(random: Random, sides: int, bias: float, throws: int) -> list[int]:
    """Return throws of a die whose last side comes *bias* more often."""
    others = (1 - 1 / sides - bias) / (sides - 1)
    return random.choices(range(1, sides + 1), [*[others] * (sides - 1), 1 / sides + bias], k=throws)


def share_found(sides: int, bias: float, throws: int) -> float:
    """Return the share of biased dice that are not said to be fair."""
    random = Random(sides)
    dice = [fairness(bytes(biased(random, sides, bias, throws)), sides) for _ in range(TRIED)]
    assert Verdict.TOO_FEW not in {found.verdict for found in dice}
    return sum(found.verdict is not Verdict.FAIR for found in dice) / TRIED


@pytest.mark.parametrize(("sides", "bias"), [(6, BIAS), (20, BIAS), (4, 0.1), (2, 0.1), (6, 0.15), (100, 0.05)])
def test_biased_die_is_found_in_90_of_100_with_the_number_of_throws_that_was_named(sides: int, bias: float) -> None:
    needed = throws_to_find(bias, sides)
    # Three standard deviations of the share are 0.045; the seeds are fixed.
    assert share_found(sides, bias, needed) >= 0.9 - 0.045
    if needed > LEAST_EXPECTED * sides:
        assert share_found(sides, bias, max(round(needed * 0.6), round(LEAST_EXPECTED * sides))) < 0.85


def test_fewer_throws_are_named_for_a_greater_bias_and_never_too_few_for_the_test() -> None:
    named = [throws_to_find(percent / 100, 6) for percent in range(1, 50)]
    assert named == sorted(named, reverse=True)
    assert named[-1] == 5 * 6


def test_throws_that_were_made_are_not_wanted_again() -> None:
    needed = throws_to_find(BIAS, 6)
    assert [more_to_find(BIAS, 6, thrown) for thrown in (0, 100, needed, needed + 1)] == [needed, needed - 100, 0, 0]
