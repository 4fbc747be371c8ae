from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs.candidates import Candidates, candidates_after, universe
from companion.strategy.pegs.rows import neighbours, without_twins
from companion.strategy.pegs.search import ByteTables, best_row, first_row
from tests.support.peg_rows import answered, any_code, boxed, codes_of, guesses_of, paired, random_rows

SPACES = boxed()
JUNIOR = Space(3, 6, repeats=True, holes=False)
WIDE = Space(8, 10, repeats=True, holes=False)


@pytest.mark.parametrize("name", SPACES)
def test_lanes_divide_codes_as_brute_force_does(name: str) -> None:
    space, random = SPACES[name], Random(name)
    codes = sorted({any_code(space, random) for _ in range(300)})
    lanes = ByteTables(codes, space.values)
    for _ in range(20):
        guess = any_code(guesses_of(space), random)
        answers = [paired(code, guess) for code in codes]
        assert list(lanes.answers(guess)) == [16 * (given.blacks + given.whites) + given.blacks for given in answers]
        counts = Counter(given for given in answers if given.blacks < space.pegs)
        assert sorted(size for size in lanes.sizes(guess) if size) == sorted(counts.values())


@pytest.mark.parametrize("name", SPACES)
def test_a_good_row_is_allowed_and_tells_something(name: str) -> None:
    space, random = SPACES[name], Random(name)
    for guesses in {space, guesses_of(space)}:
        for most in (1, 2, 5):
            _, rows = random_rows(space, random, most)
            codes_left = candidates_after(space, rows)
            guess = best_row(codes_left, guesses)
            assert guess in guesses
            assert codes_left.count == 1 or len(codes_left.sizes(guess)) > 1
            assert codes_left.count > 1 or guess in codes_left


@pytest.mark.parametrize(
    ("guesses", "expected"),
    [
        (Space(4, 6, repeats=True, holes=False), (0, 0, 1, 2)),
        (JUNIOR, (0, 1, 2)),
        (Space(5, 8, repeats=False, holes=False), (0, 1, 2, 3, 4)),
        (Space(4, 2, repeats=True, holes=False), (0, 0, 1, 0)),
        (Space(8, 12, repeats=True, holes=True), (0, 0, 1, 2, 3, 4, 5, 6)),
    ],
)
def test_first_row(guesses: Space, expected: Code) -> None:
    assert first_row(guesses) == expected
    assert expected in guesses


def test_first_row_of_any_edition_may_be_played() -> None:
    every = (Space(*of) for of in product(range(2, 9), range(2, 13), (False, True), (False, True)))
    assert [space for space in every if space.size and first_row(space) not in space] == []


def test_the_last_two_codes_are_played_one_after_the_other() -> None:
    space = Space(4, 6, repeats=True, holes=False)
    rows = answered((0, 1, 2, 3), [(0, 0, 1, 1), (2, 1, 2, 3), (4, 5, 2, 3), (0, 1, 2, 2)])
    assert candidates_after(space, rows).count in (1, 2)
    assert best_row(candidates_after(space, rows), space) == candidates_after(space, rows).code(0)


def test_codes_alike_but_for_one_peg_are_asked_for_by_a_row_that_is_none_of_them() -> None:
    """Such a code would only be told apart from the five others."""
    space = Space(4, 6, repeats=True, holes=False)
    sets = universe(space)
    found = sets.place(0, 0) & sets.place(1, 1) & sets.place(2, 2)
    codes_left = Candidates(space, answered((0, 1, 2, 3), [(0, 1, 2, 2), (0, 1, 2, 2)]), 6, True, found)
    most = max(len({paired(code, guess) for code in codes_left.sample(6)}) for guess in codes_of(space))
    assert most > 2
    assert codes_left.groups(best_row(codes_left, space)) == most


def rows_needed(space: Space, guesses: Space) -> int:
    """Return how many rows the live choice needs in all, over every code of *space*."""
    chosen: dict[tuple[Row, ...], Code] = {}
    total = 0
    for secret in codes_of(space):
        codes_left = candidates_after(space, ())
        while not codes_left.rows or codes_left.rows[-1].guess != secret:
            if codes_left.rows not in chosen:
                chosen[codes_left.rows] = best_row(codes_left, guesses)
            guess = chosen[codes_left.rows]
            codes_left = candidates_after(space, (*codes_left.rows, Row(guess, paired(secret, guess))))
        total += len(codes_left.rows)
    return total


def test_every_code_of_three_pegs_is_found_in_under_four_rows_on_average() -> None:
    assert rows_needed(JUNIOR, JUNIOR) < 4 * 216


@pytest.mark.parametrize(
    "played", [[], [(0, 0, 1, 2)], [(0, 1, 2, 3)], [(0, 0, 0, 0)], [(0, 0, 1, 1), (2, 2, 3, 3)], [(4, 0, 4, 1)]]
)
@pytest.mark.parametrize(
    "guesses",
    [
        Space(4, 5, repeats=True, holes=False),
        Space(4, 5, repeats=False, holes=False),
        Space(4, 4, repeats=False, holes=True),
    ],
)
def test_every_row_has_a_twin_among_those_that_are_tried(guesses: Space, played: list[Code]) -> None:
    rows = [Row(guess, None) for guess in played]
    used = {value for guess in played for value in guess}
    # A hole may be in a code more often than a colour, and is no colour's twin.
    fresh = [value for value in range(guesses.colours) if value not in used]
    tried = set(without_twins(guesses, rows, guesses))
    assert all(guess in guesses for guess in tried)
    same = [order for order in permutations(range(4)) if all(tuple(g[p] for p in order) == g for g in played)]
    for guess in codes_of(guesses):
        renamings = (dict(zip(fresh, names, strict=True)) for names in permutations(fresh))
        named = (tuple(names.get(value, value) for value in guess) for names in renamings)
        assert any(tuple(other[p] for p in order) in tried for other in named for order in same)
    assert len(tried) < len(codes_of(guesses)) or not (len(fresh) > 1 or len(same) > 1)


def test_neighbours_differ_in_a_peg_or_in_two_exchanged() -> None:
    space = Space(3, 4, repeats=False, holes=False)
    found = set(neighbours((0, 1, 2), space))
    assert found == {(3, 1, 2), (0, 3, 2), (0, 1, 3), (1, 0, 2), (2, 1, 0), (0, 2, 1)}


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_a_good_row_depends_on_the_rows_alone(seed: int) -> None:
    """Another code that has given the same answers gets the same row."""
    space = Space(4, 6, repeats=True, holes=True)
    _, rows = random_rows(space, Random(seed), 4)
    left = candidates_after(space, rows)
    twin = answered(left.code(Random(seed).randrange(left.count)), [row.guess for row in rows])
    assert best_row(candidates_after(space, twin), space) == best_row(candidates_after(space, rows), space)


def test_a_large_space_gets_a_row_that_tells_something() -> None:
    secret, rows = random_rows(WIDE, Random(3), 4)
    codes_left = candidates_after(WIDE, rows)
    guess = best_row(codes_left, WIDE)
    assert guess in WIDE
    assert codes_left.groups(guess) > 5
    assert secret in codes_left
