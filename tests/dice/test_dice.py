from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import cycle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.fairness import WRONG, chi_square, fairness, fresh_values, side_counts
from companion.dice.model import SIDES, Coin, Dice, DiceRoll, Kind, Start, ThrowRefused, read_cast, throw
from companion.errors import TextUnreadable
from companion.games.die import ATTITUDES
from companion.match import randomness

dice = st.builds(Dice, st.integers(1, 20), st.sampled_from(SIDES))
casts: st.SearchStrategy[Kind] = dice | st.just(Coin()) | st.builds(Start, st.integers(2, 6))

THROWS = 600_000
"""Enough rolls to notice a byte modulo 6; a fair die fails here less than once in a million runs, by ``WRONG``."""


def counting(*numbers: int) -> Callable[[int], int]:
    """Return a chance that draws *numbers* one after another."""
    ahead = iter(numbers)
    return lambda outcomes: next(ahead)


# --- what is thrown


@given(casts)
def test_text_of_a_cast_reads_back(cast: Kind) -> None:
    assert read_cast(str(cast)) == cast


@pytest.mark.parametrize(
    ("text", "cast"),
    [("d20", Dice(1, 20)), (" 2D6 ", Dice(2, 6)), ("COIN", Coin()), ("start 4", Start(4)), ("6d12", Dice(6, 12))],
)
def test_cast_is_read_however_it_is_typed(text: str, cast: Kind) -> None:
    assert read_cast(text) == cast


@pytest.mark.parametrize("text", ["", "d", "6", "2x6", "2d6+", "start", "start 7", "0d6", "d06", "２d6", "coins"])
def test_cast_that_cannot_be_read_is_refused_with_what_could(text: str) -> None:
    with pytest.raises(
        TextUnreadable, match="expected 1 to 20 dice of 4, 6, 8, 10, 12, 20, 100 or F sides such as 2d6"
    ):
        read_cast(text)


@pytest.mark.parametrize("text", ["21d6", "d3", "2d7", "99d99", "100d6", "d1"])
def test_dice_that_the_box_does_not_have_are_refused(text: str) -> None:
    with pytest.raises(ThrowRefused, match=r"expected 1 to 20 dice .* got"):
        read_cast(text)


@pytest.mark.parametrize("seats", [1, 7])
def test_who_starts_is_asked_for_two_to_six(seats: int) -> None:
    with pytest.raises(ThrowRefused, match=f"expected 2 to 6 players, got {seats}"):
        Start(seats)


def test_who_starts_needs_a_name_for_every_seat_or_none() -> None:
    with pytest.raises(ThrowRefused, match="expected 3 names or none, got 2"):
        Start(3, ("Ada", "Zoé"))


# --- what a throw shows


@given(casts, st.randoms(use_true_random=False))
def test_every_die_shows_one_of_its_sides(cast: Kind, random: Random) -> None:
    thrown = throw(cast, random.randrange)
    assert len(thrown.values) == cast.count
    assert set(thrown.values) <= set(range(1, cast.sides + 1))


@pytest.mark.parametrize("cast", [Dice(1, 4), Dice(1, 20), Coin(), Start(5)], ids=str)
def test_every_side_can_come(cast: Kind) -> None:
    assert [throw(cast, counting(number)).values for number in range(cast.sides)] == [
        (side,) for side in range(1, cast.sides + 1)
    ]


def test_six_sided_die_falls_into_each_of_its_24_attitudes_by_one_draw_each() -> None:
    fallen = [throw(Dice(), counting(number)) for number in range(24)]
    assert [thrown.attitudes for thrown in fallen] == [(attitude,) for attitude in ATTITUDES]
    assert Counter(thrown.values[0] for thrown in fallen) == dict.fromkeys(range(1, 7), 4)


def test_total_is_the_sum_of_all_dice() -> None:
    assert throw(Dice(3, 8), counting(0, 7, 3)).total == 13


def test_dice_without_six_sides_have_no_attitude() -> None:
    assert throw(Dice(2, 4), counting(0, 1)).attitudes == ()


def test_throw_carries_its_time() -> None:
    assert throw(Coin(), counting(1), "2026-01-02T12:00:00Z") == DiceRoll(Coin(), (2,), at="2026-01-02T12:00:00Z")


# --- what is thrown is fair


def test_box_throws_fair_dice() -> None:
    """On the way every throw goes: entropy of the system, one of 24 attitudes, its top."""
    assert fairness(list(fresh_values(Dice(6, 6), THROWS // 6, randomness.draw)), 6).p > WRONG


def test_every_attitude_is_as_likely_as_any_other() -> None:
    lying = Counter(throw(Dice(), randomness.draw).attitudes[0] for _ in range(48_000))
    assert chi_square([lying[attitude] for attitude in ATTITUDES]).p > WRONG


@pytest.mark.parametrize("sides", [side for side in SIDES if side != 6])
def test_other_dice_are_fair_too(sides: int) -> None:
    assert chi_square(side_counts(fresh_values(Dice(6, sides), 10_000, randomness.draw), sides)).p > WRONG


def test_the_same_test_catches_a_byte_modulo_6() -> None:
    """Every byte equally often: 0 to 3 come from 43 of the 256, 4 and 5 from 42."""
    found = Counter(byte % 6 for byte, _ in zip(cycle(range(256)), range(THROWS), strict=False))
    assert chi_square([found[side] for side in range(6)]).p < WRONG


def test_the_same_test_catches_a_byte_modulo_24_in_the_place_of_chance() -> None:
    bytes_ = cycle(range(256))
    assert (
        chi_square(side_counts(fresh_values(Dice(6, 6), THROWS // 6, lambda outcomes: next(bytes_) % outcomes), 6)).p
        < WRONG
    )
