from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.pegs.codes import Answer, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs.bitsets import nth, numbers, universe_of
from companion.strategy.pegs.candidates import candidates_after, universe
from companion.strategy.pegs.sampling import Estimate, count
from tests.support.peg_rows import answered, any_code, boxed, codes_of, fitting, guesses_of, paired, random_rows

ODD = {
    "three of five colours": Space(3, 5, repeats=True, holes=False),
    "two of twelve with holes, none twice": Space(2, 12, repeats=False, holes=True),
    "six of seven, none twice": Space(6, 7, repeats=False, holes=False),
}
SPACES = boxed() | ODD


@pytest.mark.parametrize("name", SPACES)
def test_codes_left_are_those_that_brute_force_leaves(name: str) -> None:
    space, random = SPACES[name], Random(name)
    for _ in range(4):
        _, rows = random_rows(space, random, 6)
        by_force = fitting(space, rows)
        found = candidates_after(space, rows)
        assert (found.count, found.is_exact) == (len(by_force), True)
        assert found.sample(found.count) == by_force


@pytest.mark.parametrize("name", SPACES)
def test_before_the_first_row_every_code_is_left(name: str) -> None:
    found = candidates_after(SPACES[name], ())
    assert found.count == len(codes_of(SPACES[name]))
    assert found.code(found.count - 1) == codes_of(SPACES[name])[-1]


@pytest.mark.parametrize("name", SPACES)
def test_groups_of_a_guess_are_its_answers(name: str) -> None:
    space, random = SPACES[name], Random(name)
    _, rows = random_rows(space, random, 2)
    guess = any_code(guesses_of(space), random)
    by_force = fitting(space, rows)
    parts = universe(space).split(guess, candidates_after(space, rows).found or 0)
    assert {given: part.bit_count() for given, part in parts.items()} == {
        given: sum(paired(code, guess) == given for code in by_force)
        for given in {paired(code, guess) for code in by_force}
    }
    assert candidates_after(space, rows).groups(guess) == len(parts)


def test_a_million_codes_are_counted() -> None:
    space, random = Space(6, 10, repeats=True, holes=False), Random(6)
    secret = any_code(space, random)
    rows = answered(secret, [any_code(space, random) for _ in range(3)])
    found = candidates_after(space, rows)
    sample = [any_code(space, random) for _ in range(2000)]
    assert found.is_exact
    assert [code in found for code in sample] == [
        all(paired(code, r.guess) == r.answer for r in rows) for code in sample
    ]
    every = found.sample(found.count)
    assert secret in every
    assert all(paired(code, row.guess) == row.answer for code in every for row in rows)


@pytest.mark.parametrize("space", [Space(8, 8, repeats=False, holes=False), Space(8, 8, repeats=True, holes=True)])
def test_first_row_of_a_large_space_leaves_as_many_as_arithmetic_says(space: Space) -> None:
    """With no two alike, a row of all eight colours is all right but for order: rencontres numbers, D(8, 3) = 2464."""
    guess = tuple(range(8))
    found = candidates_after(space, (Row(guess, Answer(3, 5)),))
    if not space.repeats:
        assert (found.count, found.is_exact) == (2464, True)
    else:
        assert not found.is_exact
        assert found.count > 2000


space_and_seed = st.tuples(st.sampled_from(sorted(SPACES)), st.integers(0, 10**6))


@given(space_and_seed)
def test_the_code_is_always_left(case: tuple[str, int]) -> None:
    space = SPACES[case[0]]
    secret, rows = random_rows(space, Random(case[1]), 10)
    found = candidates_after(space, rows)
    assert secret in found
    assert universe(space).code(nth(found.found or 0, 0)) == found.code(0)
    assert found.count >= 1


def test_a_row_without_an_answer_tells_nothing() -> None:
    space = Space(4, 6, repeats=True, holes=False)
    assert candidates_after(space, (Row((0, 0, 1, 1), None),)) == candidates_after(space, ())


@pytest.mark.parametrize("never", [Answer(3, 1), Answer(5, 0), Answer(0, 5), Answer(-1, 0), Answer(1, -1)])
def test_an_answer_that_cannot_be_leaves_nothing(never: Answer) -> None:
    assert candidates_after(Space(4, 6, repeats=True, holes=False), (Row((0, 1, 2, 3), never),)).count == 0


def test_index_beyond_the_codes_left_is_refused() -> None:
    found = candidates_after(Space(4, 6, repeats=True, holes=False), (Row((0, 0, 0, 0), Answer(4, 0)),))
    assert found.code(0) == (0, 0, 0, 0)
    with pytest.raises(IndexError, match="expected an index below 1, got 1"):
        found.code(1)


@given(st.sets(st.integers(0, 5000), min_size=1))
def test_numbers_of_a_set_come_back_in_order(members: set[int]) -> None:
    found = sum(1 << number for number in members)
    assert list(numbers(found)) == sorted(members)
    assert [nth(found, index) for index in range(len(members))] == sorted(members)


def test_listed_codes_answer_as_all_codes_do() -> None:
    space, random = Space(5, 8, repeats=True, holes=True), Random(5)
    _, rows = random_rows(space, random, 1)
    left = candidates_after(space, rows)
    found = left.sample(left.count)
    few = universe_of(found, space.values)
    guess = any_code(space, random)
    assert {given: [few.code(n) for n in numbers(part)] for given, part in few.split(guess, few.every).items()} == {
        given: [code for code in found if paired(code, guess) == given]
        for given in {paired(code, guess) for code in found}
    }


@pytest.mark.parametrize(
    "name", ["ambassador holes", "six of seven, none twice", "two of twelve with holes, none twice"]
)
def test_codes_are_counted_by_halves_as_brute_force_counts_them(name: str) -> None:
    space, random = SPACES[name], Random(name)
    for _ in range(3):
        _, rows = random_rows(space, random, 4)
        assert count(space, rows) == Estimate(len(fitting(space, rows)), True)
