from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Row, contradicts
from companion.strategy.pegs import coach
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import best
from tests.support.peg_rows import answered, any_code, boxed, codes_of, fitting, guesses_of, paired, random_rows

MASTERMIND = Space(4, 6, repeats=True, holes=False)
JUNIOR = Space(3, 6, repeats=True, holes=False)
SPACES = boxed()
LETTERS = "RGBYOW"
HOLDS: dict[coach.FactKind, Callable[[Code, coach.Fact], bool]] = {
    coach.FactKind.HERE: lambda code, found: code[found.place or 0] == found.colour,
    coach.FactKind.NOT_HERE: lambda code, found: code[found.place or 0] != found.colour,
    coach.FactKind.SOMEWHERE: lambda code, found: found.colour in code,
    coach.FactKind.NOWHERE: lambda code, found: found.colour not in code,
}


def row(guess: str, blacks: int, whites: int) -> Row:
    return Row(tuple(map(LETTERS.index, guess)), Answer(blacks, whites))


def facts(space: Space) -> list[coach.Fact]:
    everywhere = [
        coach.Fact(kind, colour)
        for kind in (coach.FactKind.SOMEWHERE, coach.FactKind.NOWHERE)
        for colour in range(space.values)
    ]
    return everywhere + [
        coach.Fact(kind, colour, place)
        for kind in (coach.FactKind.HERE, coach.FactKind.NOT_HERE)
        for colour in range(space.values)
        for place in range(space.pegs)
    ]


def test_a_planned_row_contradicts_the_rows_that_it_would_answer_otherwise() -> None:
    rows = [row("RRGG", 1, 0), row("BBYY", 0, 1), Row((0, 0, 0, 0), None)]
    assert contradicts(rows, row("ROOB", 0, 0).guess) == ()
    assert contradicts(rows, row("RGOB", 0, 0).guess) == (0,)
    assert contradicts(rows, row("OOOO", 0, 0).guess) == (0, 1)


def test_a_row_that_might_have_been_right_and_told_something_is_not_wasted() -> None:
    assert not coach.waste_of(MASTERMIND, [row("RRGG", 1, 0), row("ROBB", 1, 1)])


def test_a_row_that_could_not_be_right_is_wasted_and_says_for_which_rows() -> None:
    waste = coach.waste_of(MASTERMIND, [row("RRGG", 1, 0), row("BBYY", 0, 1), row("RGBB", 0, 2)])
    assert waste
    assert waste.contradicted == (0, 1)
    assert not waste.told_nothing


def test_a_row_whose_answer_was_certain_told_nothing() -> None:
    rows = [row("RRGG", 0, 0), row("GGRR", 0, 0)]
    assert coach.waste_of(MASTERMIND, rows).told_nothing
    assert coach.waste_of(MASTERMIND, [row("RRGG", 1, 1), row("RRGG", 1, 1)]).told_nothing


def test_a_row_that_repeats_a_colour_cannot_be_a_code_where_none_repeats() -> None:
    waste = coach.waste_of(Space(5, 8, repeats=False, holes=False), [Row((0, 0, 1, 2, 3), Answer(1, 1))])
    assert waste.is_no_code
    assert (waste.contradicted, waste.told_nothing) == ((), False)


@pytest.mark.parametrize("seed", range(40))
def test_waste_is_what_brute_force_calls_so(seed: int) -> None:
    space, random = random_space(seed)
    _, rows = random_rows(space, random, 5)
    *earlier, last = rows
    codes = fitting(space, earlier)
    waste = coach.waste_of(space, rows)
    assert bool(waste.contradicted or waste.is_no_code) == (last.guess not in codes)
    assert waste.told_nothing == (len({paired(code, last.guess) for code in codes}) == 1)


def random_space(seed: int) -> tuple[Space, Random]:
    random = Random(seed)
    return random.choice([space for space in SPACES.values() if len(codes_of(space)) < 10_000]), random


@pytest.mark.parametrize("seed", range(40))
def test_a_fact_is_true_of_all_codes_left_and_not_of_all_codes(seed: int) -> None:
    space, random = random_space(seed)
    _, rows = random_rows(space, random, 6)
    codes = fitting(space, rows)
    certain = [
        found
        for found in facts(space)
        if all(HOLDS[found.kind](code, found) for code in codes)
        and not all(HOLDS[found.kind](code, found) for code in codes_of(space))
    ]
    found = coach.fact(space, rows)
    assert found in certain if certain else found is None


@pytest.mark.parametrize("seed", range(40))
def test_colour_is_in_the_codes_left_as_brute_force_says(seed: int) -> None:
    space, random = random_space(seed)
    _, rows = random_rows(space, random, 1 + seed % 6)
    left = fitting(space, rows)
    for colour in range(space.values):
        having = sum(colour in code for code in left)
        assert coach.colour_in(space, rows, colour) == (having > 0, having < len(left)), (rows, colour)


def test_where_no_code_fits_no_code_has_or_lacks_a_colour() -> None:
    assert coach.colour_in(MASTERMIND, [row("RRRR", 0, 0), row("RBBB", 4, 0)], 0) == (False, False)


def test_before_the_first_row_nothing_is_certain() -> None:
    assert coach.fact(MASTERMIND, ()) is None


def test_where_no_code_fits_nothing_is_certain() -> None:
    assert coach.fact(MASTERMIND, [row("RRRR", 1, 0), row("RRRR", 2, 0)]) is None


def test_what_two_rows_tell_together_comes_before_what_one_tells() -> None:
    """That there is no red is plain from row 1, and fewer codes have none than have a blue; but the blue is news."""
    rows = [row("RRGG", 0, 0), row("BRRG", 0, 1)]
    assert coach.fact(MASTERMIND, rows) == coach.Fact(coach.FactKind.SOMEWHERE, LETTERS.index("B"))


def test_what_is_true_of_every_code_is_no_news() -> None:
    """Three pegs of three colours, none twice: each colour is somewhere."""
    assert coach.fact(Space(3, 3, repeats=False, holes=False), ()) is None


def test_a_peg_in_its_place_is_told_before_one_that_is_not_there() -> None:
    assert coach.fact(MASTERMIND, [row("RGBO", 4, 0)]) == coach.Fact(coach.FactKind.HERE, 0, 0)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_hints_depend_on_the_rows_alone(seed: int) -> None:
    """Another code that has given the same answers gets the same hints."""
    random = Random(seed)
    secret, rows = random_rows(MASTERMIND, random, 4)
    other = random.choice(fitting(MASTERMIND, rows))
    twin = answered(other, [row.guess for row in rows])
    assert coach.waste_of(MASTERMIND, twin) == coach.waste_of(MASTERMIND, rows)
    assert coach.fact(MASTERMIND, twin) == coach.fact(MASTERMIND, rows)
    assert best(MASTERMIND, MASTERMIND, twin) == best(MASTERMIND, MASTERMIND, rows)
    assert candidates_after(MASTERMIND, twin) == candidates_after(MASTERMIND, rows)
    assert secret in candidates_after(MASTERMIND, twin)


@pytest.mark.parametrize("seed", range(12))
def test_rows_are_judged_by_their_groups(seed: int) -> None:
    space, random = random_space(seed)
    _, rows = random_rows(space, random, 4)
    codes = fitting(space, rows[:-1])
    given_answers = [paired(code, rows[-1].guess) for code in codes]
    sizes = {given: given_answers.count(given) for given in set(given_answers)}
    found = coach.review_row(space, guesses_of(space), rows)
    assert found is not None
    after = sizes[paired_answer(rows[-1])]
    assert (found.before, found.after) == (len(codes), after)
    assert found.expected == pytest.approx(sum(size * size for size in sizes.values()) / len(codes))
    mean = sum(size * log2(len(codes) / size) for size in sizes.values()) / len(codes)
    assert found.luck == pytest.approx(log2(len(codes) / after) - mean)
    assert found.best_expected <= found.before


def paired_answer(played: Row) -> Answer:
    assert played.answer is not None
    return played.answer


@pytest.mark.parametrize("seed", range(6))
def test_luck_evens_out_over_all_codes(seed: int) -> None:
    random = Random(seed)
    _, rows = random_rows(JUNIOR, random, 2)
    guess = any_code(JUNIOR, random)
    codes = fitting(JUNIOR, rows)
    lucks = [coach.review_row(JUNIOR, JUNIOR, (*rows, Row(guess, paired(code, guess)))) for code in codes]
    assert sum(found.luck for found in lucks if found) == pytest.approx(0, abs=1e-9)
    assert all(lucks)


def test_best_rows_have_no_lack_of_skill() -> None:
    line = coach.solver_line(MASTERMIND, MASTERMIND, (2, 0, 5, 1))
    found = coach.review(MASTERMIND, MASTERMIND, line, (2, 0, 5, 1))
    assert [row.skill for row in found.rows] == [0] * len(line)
    assert (found.skill, found.solver_line) == (0, line)
    assert found.luck == pytest.approx(log2(1296) - sum(log2(row.before / row.after) - row.luck for row in found.rows))


def test_a_review_shows_how_the_box_would_have_found_the_code() -> None:
    code = (3, 1, 1, 5)
    rows = answered(code, [(0, 0, 0, 0), (1, 1, 2, 2), (3, 1, 1, 4)])
    found = coach.review(MASTERMIND, MASTERMIND, rows, code)
    assert [(judge.guess, judge.answer) for judge in found.rows] == [(row.guess, row.answer) for row in rows]
    assert [judge.before for judge in found.rows[1:]] == [judge.after for judge in found.rows[:-1]]
    assert found.skill < 0
    assert found.solver_line[-1].guess == code
    assert all(row.answer == paired(code, row.guess) for row in found.solver_line)


def test_a_review_ends_where_answers_fit_no_code() -> None:
    rows = [row("RRGG", 1, 0), row("RRGG", 2, 0), row("BBYY", 1, 0)]
    found = coach.review(MASTERMIND, MASTERMIND, rows)
    assert [judge.after for judge in found.rows] == [256]
    assert found.solver_line == ()


def test_a_large_space_is_reviewed_with_estimates() -> None:
    space = Space(8, 10, repeats=True, holes=False)
    code, rows = random_rows(space, Random(1), 2)
    found = coach.review(space, space, rows)
    assert not all(judge.is_exact for judge in found.rows)
    assert coach.fact(space, rows) is None
    assert code in candidates_after(space, rows)


@pytest.mark.parametrize(
    ("given_away", "count"),
    [(0.0, 5), (0.1, 5), (0.11, 4), (0.4, 4), (0.8, 3), (0.81, 2), (1.4, 2), (1.41, 1), (9.0, 1)],
)
def test_stars_of_a_row_follow_from_the_bits_that_it_gave_away(given_away: float, count: int) -> None:
    shown = coach.review_row(MASTERMIND, MASTERMIND, [row("RRGG", 1, 0)])
    assert shown is not None
    assert replace(shown, skill=-given_away).stars == count


def test_best_row_has_all_stars() -> None:
    first = best(MASTERMIND, MASTERMIND, [])
    assert first is not None
    shown = coach.review_row(MASTERMIND, MASTERMIND, [Row(first, Answer(0, 0))])
    assert shown is not None
    assert shown.stars == coach.MOST_STARS == len(coach.STAR_LIMITS) + 1


def test_row_whose_answer_was_known_before_has_one_star_unless_it_is_the_code() -> None:
    same = row("RRGG", 1, 0)
    again = coach.review_row(MASTERMIND, MASTERMIND, [same, same])
    code = coach.review(MASTERMIND, MASTERMIND, [row("RRRR", 4, 0), row("RRRR", 4, 0)]).rows[-1]
    assert again is not None
    assert (replace(again, skill=0.0).stars, code.waste.told_nothing, code.stars) == (1, True, coach.MOST_STARS)


def test_stars_are_documented_with_their_limits() -> None:
    text = (Path(__file__).parents[2] / "docs" / "deduction.md").read_text(encoding="utf-8")
    assert [limit for limit in coach.STAR_LIMITS if f"at most {limit} bits" not in text] == []
