from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Row, Strength
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import best, choose
from companion.strategy.pegs.search import cost
from tests.support.peg_rows import answered, any_code, boxed, fitting, guesses_of, paired, random_rows

MASTERMIND = Space(4, 6, repeats=True, holes=False)
SPACES = boxed()
WRONG = (Row((0, 0, 0, 0), Answer(1, 0)), Row((0, 0, 0, 0), Answer(2, 0)))


class OnePage:
    """A book that knows what to play first, and nothing else."""

    def __init__(self, first: Code) -> None:
        self.first = first

    def row(self, rows: Sequence[Row]) -> Code | None:
        return None if rows else self.first


@pytest.mark.parametrize("repeats", [False, True])
def test_colours_are_renamed_and_holes_are_not(repeats: bool) -> None:
    space, random = Space(5, 8, repeats, holes=True), Random(1)
    rows = [Row((0, 1, 2, 3, 4), Answer(0, 0))]
    chosen = best(space, space, rows)
    assert chosen is not None
    seen = {choose(space, space, rows, Strength.PERFECT, random.randrange) for _ in range(40)}
    assert {None if one is None else one.count(8) for one in seen} == {chosen.count(8)}
    assert all(one in space for one in seen if one is not None)
    assert len(seen) > 1


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize("name", SPACES)
def test_the_box_plays_a_row_that_is_allowed(name: str, strength: Strength) -> None:
    space, random = SPACES[name], Random(name)
    for guesses in {space, guesses_of(space)}:
        _, rows = random_rows(space, random, 3)
        choice = choose(space, guesses, rows, strength, random.randrange)
        assert choice is not None
        assert choice in guesses


@pytest.mark.parametrize("strength", Strength)
def test_where_no_code_fits_the_box_has_no_row(strength: Strength) -> None:
    assert choose(MASTERMIND, MASTERMIND, WRONG, strength, Random(1).randrange) is None


def test_a_beginner_plays_every_code_that_may_be_right_alike() -> None:
    rows = answered((0, 1, 2, 3), [(0, 0, 1, 1), (0, 2, 1, 4), (5, 1, 3, 0)])
    codes = fitting(MASTERMIND, rows)
    numbers = iter(range(len(codes)))
    choices = [choose(MASTERMIND, MASTERMIND, rows, Strength.BEGINNER, lambda _: next(numbers)) for _ in codes]
    assert choices == codes


def test_a_club_player_plays_the_best_of_three_codes() -> None:
    rows = answered((0, 1, 2, 3), [(0, 0, 1, 1)])
    codes_left = candidates_after(MASTERMIND, rows)
    draws = iter([7, 50, 101])
    choice = choose(MASTERMIND, MASTERMIND, rows, Strength.CLUB, lambda _: next(draws))
    assert choice is not None
    assert choice == min((codes_left.code(n) for n in (7, 50, 101)), key=lambda code: cost(codes_left, code))


def games(strength: Strength, count: int) -> float:
    """Return how many rows *strength* needs on average for *count* codes."""
    random, total = Random(1), 0
    for _ in range(count):
        secret, rows = any_code(MASTERMIND, random), list[Row]()
        while not rows or rows[-1].guess != secret:
            choice = choose(MASTERMIND, MASTERMIND, rows, strength, random.randrange)
            assert choice is not None
            rows.append(Row(choice, paired(secret, choice)))
        total += len(rows)
    return total / count


def test_a_club_player_needs_fewer_rows_than_a_beginner() -> None:
    assert games(Strength.BEGINNER, 100) > games(Strength.CLUB, 100) > 4.34


def test_the_book_is_asked_first_and_the_row_found_where_it_does_not_know() -> None:
    book = OnePage((5, 5, 4, 3))
    assert best(MASTERMIND, MASTERMIND, (), book) == book.first
    rows = answered((0, 1, 2, 3), [book.first])
    assert best(MASTERMIND, MASTERMIND, rows, book) == best(MASTERMIND, MASTERMIND, rows)


def test_a_row_of_the_book_that_the_table_does_not_allow_is_not_played() -> None:
    choice = best(Space(5, 8, False, False), Space(5, 8, False, False), (), OnePage((0, 0, 1, 2, 3)))
    assert choice == (0, 1, 2, 3, 4)


def test_strong_play_varies_its_first_colours() -> None:
    random = Random(1)
    firsts = {choose(MASTERMIND, MASTERMIND, (), Strength.PERFECT, random.randrange) for _ in range(40)}
    shapes = {tuple(choice.index(peg) for peg in choice) for choice in firsts if choice}
    assert shapes == {(0, 0, 2, 3)}
    assert len(firsts) > 10


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_colours_that_are_exchanged_divide_the_codes_alike(seed: int) -> None:
    random = Random(seed)
    _, rows = random_rows(MASTERMIND, random, 3)
    plain = best(MASTERMIND, MASTERMIND, rows)
    named = choose(MASTERMIND, MASTERMIND, rows, Strength.PERFECT, random.randrange)
    assert plain is not None
    assert named is not None
    used = {value for row in rows for value in row.guess}
    assert [value in used and value for value in named] == [value in used and value for value in plain]
    codes_left = candidates_after(MASTERMIND, rows)
    assert sorted(codes_left.sizes(named).items()) == sorted(codes_left.sizes(plain).items())


@pytest.mark.parametrize("strength", Strength)
def test_a_space_too_large_for_sets_is_played_too(strength: Strength) -> None:
    space, random = Space(8, 10, repeats=True, holes=False), Random(2)
    _, rows = random_rows(space, random, 4)
    choice = choose(space, space, rows, strength, random.randrange)
    assert choice is not None
    assert choice in space
