"""What ``make books-check`` tries: every code of every book; the making of small ones against trying everything.

It takes minutes, and numpy and numba; hence no name that pytest would find by itself.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.games.pegs.codes import Answer, Code, Space
from companion.strategy.pegs.book import Book
from tests.support.book_replay import SPACES, TOTALS, game, keys, lengths, shipped, total
from tools.books.__main__ import make
from tools.books.board import AnswerTable
from tools.books.recipes import EVER, RECIPES, Recipe

ALL = ((EVER, 10_000),)
SMALL = [
    (Space(2, 3, repeats=True, holes=False), (0, 1)),
    (Space(2, 4, repeats=True, holes=False), (0, 1)),
    (Space(3, 3, repeats=True, holes=False), (0, 0, 1)),
    (Space(3, 4, repeats=False, holes=False), (0, 1, 2)),
]


def thorough(space: Space, first: Code, small: int) -> Recipe:
    """Return a recipe that leaves out no guess."""
    return Recipe(
        space, first, most=None, beams=ALL, quick=ALL, margins=((EVER, 40),), tries=ALL, glances=10_000, finals=ALL,
        small=small, slack=0.0,
    )  # fmt: skip


def best(space: Space, first: Code) -> int:
    """Return the fewest rows over all codes after *first*, by trying everything."""
    guesses = list(space)

    @cache
    def cost(codes: frozenset[Code]) -> int:
        if len(codes) == 1:
            return 1
        useful = (guess for guess in guesses if len({keys(code, guess) for code in codes}) > 1)
        return min(by(codes, guess) for guess in useful)

    def by(codes: frozenset[Code], guess: Code) -> int:
        classes: dict[Answer, set[Code]] = {}
        for code in codes - {guess}:
            classes.setdefault(keys(code, guess), set()).add(code)
        return len(codes) + sum(cost(frozenset(members)) for members in classes.values())

    return by(frozenset(guesses), first)


def fewest(space: Space) -> int:
    """Return the fewest rows over all codes of *space*, by trying every row; a branch too dear is left at a bound.

    A set of n codes takes at least 2n - 1 rows.
    """
    codes = list(space)
    table = [[keys(code, guess) for code in codes] for guess in codes]
    right = table[0][0]
    kept: dict[tuple[int, ...], tuple[int, bool]] = {}

    def classes(guess: int, members: tuple[int, ...]) -> list[tuple[int, ...]]:
        found: dict[Answer, list[int]] = {}
        for member in members:
            found.setdefault(table[guess][member], []).append(member)
        return sorted((tuple(below) for answer, below in found.items() if answer != right), key=len, reverse=True)

    def cost(members: tuple[int, ...], bound: int) -> int:
        """Return the fewest rows if they are below *bound*, else a number that they are not below."""
        if len(members) == 1:
            return 1
        known, is_exact = kept.get(members, (0, False))
        if is_exact or known >= bound:
            return known
        parts = ((classes(guess, members), guess) for guess in range(len(codes)))
        tried = [
            (len(members) + sum(2 * len(below) - 1 for below in part), guess, part)
            for part, guess in parts
            if part != [members]
        ]
        best, is_exact = bound, False
        for least, _, part in sorted(tried):
            total = least
            for below in part:
                if total >= best:
                    break
                spare = 2 * len(below) - 1
                total += cost(below, best - total + spare) - spare
            if total < best:
                best, is_exact = total, True
        kept[members] = best, is_exact
        return best

    # Every first row is one of these with other names or in other places.
    firsts = [
        guess
        for guess, code in enumerate(codes)
        if list(code) == sorted(code) and set(code) == {*range(max(code) + 1)}
    ]
    everything = tuple(range(len(codes)))
    return min(
        len(codes) + sum(cost(below, 10 * len(codes)) for below in classes(first, everything)) for first in firsts
    )


def test_no_strategy_for_junior_is_better_than_its_book() -> None:
    assert fewest(SPACES["3x6"]) == shipped("3x6").total


@pytest.mark.parametrize("name", TOTALS)
def test_every_code_of_every_book_is_found_in_the_rows_the_book_says(name: str) -> None:
    book = shipped(name)
    found = lengths(book, SPACES[name])
    assert (total(found), max(found), found.total()) == (book.total, book.longest, SPACES[name].size)


@pytest.mark.parametrize("name", ["3x6", "4x6", "4x6-five", "4x6-holes", "4x10-once", "5x8-once"])
def test_game_by_game_it_comes_to_the_same(name: str) -> None:
    book = shipped(name)
    assert sum(len(game(book, secret)) for secret in book.space) == book.total


@pytest.mark.parametrize(("space", "first"), SMALL)
@pytest.mark.parametrize("small", [2, 5, 100])
def test_a_thorough_search_of_a_small_space_finds_the_best_there_is(space: Space, first: Code, small: int) -> None:
    book = Book.read(make(thorough(space, first, small), jobs=1))
    assert book.total == best(space, first)
    assert total(lengths(book, space)) == book.total


def test_the_same_recipe_makes_the_same_book_however_many_share_the_work() -> None:
    space, first = SMALL[2]
    assert make(thorough(space, first, 5), jobs=1) == make(thorough(space, first, 5), jobs=3)


def test_the_answers_are_those_of_the_scorer() -> None:
    space = Space(3, 4, repeats=True, holes=False)
    board = AnswerTable(space, space)
    found = [[board.answers[number] for number in row] for row in board.table]
    assert found == [[keys(code, guess) for guess in space] for code in space]


def test_of_guesses_equal_by_names_and_places_one_is_left() -> None:
    space = Space(3, 4, repeats=True, holes=False)
    board = AnswerTable(space, space)
    left = [board.guess(int(number)) for number in np.flatnonzero(board.first_of_equals([]))]
    assert left == [(0, 0, 0), (0, 0, 1), (0, 1, 2)]
    after = [board.guess(int(number)) for number in np.flatnonzero(board.first_of_equals([(0, 0, 1)]))]
    assert after == [
        (0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 2, 0), (0, 2, 1), (0, 2, 2), (0, 2, 3),
        (1, 1, 0), (1, 1, 1), (1, 1, 2), (1, 2, 0), (1, 2, 1), (1, 2, 2), (1, 2, 3),
        (2, 2, 0), (2, 2, 1), (2, 2, 2), (2, 2, 3), (2, 3, 0), (2, 3, 1), (2, 3, 2),
    ]  # fmt: skip


def test_there_is_a_recipe_for_every_book() -> None:
    assert sorted(recipe.name for recipe in RECIPES) == sorted(SPACES)
