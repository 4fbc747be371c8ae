from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.pegs.codes import Answer, Space, answer, is_possible, most_whites
from tests.support.effort import slow
from tests.support.oracle import naive_answer
from tests.support.peg_rows import codes_of

SPACES = {
    1296: Space(4, 6, repeats=True, holes=False),
    2401: Space(4, 6, repeats=True, holes=True),
    6720: Space(5, 8, repeats=False, holes=False),
    19081: Space(5, 8, repeats=False, holes=True),
    32768: Space(5, 8, repeats=True, holes=False),
    59049: Space(5, 8, repeats=True, holes=True),
}


@pytest.mark.parametrize(
    "space",
    [
        pytest.param(Space(4, 4, repeats=True, holes=False), id="256"),
        pytest.param(SPACES[1296], id="1296", marks=slow),
    ],
)
def test_every_pair_of_codes_is_answered_as_a_person_would(space: Space) -> None:
    wrong = [
        (code, guess)
        for code, guess in product(space, space)
        if (keys := answer(code, guess)) and (keys.blacks, keys.whites) != naive_answer(code, guess)
    ]
    assert wrong == []


@pytest.mark.parametrize("size", SPACES)
def test_random_pairs_of_every_boxed_space_are_answered_as_a_person_would(size: int) -> None:
    space, random = SPACES[size], Random(size)
    for _ in range(20_000):
        code, guess = space.code(random.randrange(size)), space.code(random.randrange(size))
        assert answer(code, guess) == Answer(*naive_answer(code, guess)), (code, guess)


@pytest.mark.parametrize(
    ("code", "guess", "blacks", "whites"),
    [
        ("RGBY", "RBOO", 1, 1),
        ("RGBY", "RRGG", 1, 1),
        ("RGBY", "GRYB", 0, 4),
        ("RGBY", "YGOO", 1, 1),
        ("RRBG", "BRRR", 1, 2),
        ("BTYO", "TTPP", 1, 0),
        ("YBYG", "BYYP", 1, 2),
    ],
)
def test_worked_answers_of_the_booklets(code: str, guess: str, blacks: int, whites: int) -> None:
    letters = "RGBYOTP"
    assert answer(tuple(map(letters.index, code)), tuple(map(letters.index, guess))) == Answer(blacks, whites)


def test_answers_to_1122_are_distributed_as_published() -> None:
    """D. E. Knuth, The Computer as Master Mind, Journal of Recreational Mathematics 9 (1976-77), 1-6."""
    counts = Counter(answer(code, (0, 0, 1, 1)) for code in SPACES[1296])
    published = {
        (0, 0): 256, (0, 1): 256, (0, 2): 96, (0, 3): 16, (0, 4): 1, (1, 0): 256, (1, 1): 208,
        (1, 2): 36, (2, 0): 114, (2, 1): 32, (2, 2): 4, (3, 0): 20, (4, 0): 1,
    }  # fmt: skip
    assert counts == {Answer(*keys): number for keys, number in published.items()}


@pytest.mark.parametrize("size", SPACES)
def test_code_space_has_the_size_of_the_booklet(size: int) -> None:
    assert SPACES[size].size == size == sum(1 for _ in SPACES[size])


@pytest.mark.parametrize("size", SPACES)
def test_each_number_is_another_code_of_the_space(size: int) -> None:
    space = SPACES[size]
    codes = [space.code(number) for number in range(size)]
    assert codes == list(space)
    assert len(set(codes)) == size
    assert all(code in space for code in codes)


@pytest.mark.parametrize("number", [-1, 1296])
def test_code_number_beyond_the_space_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="expected a code number from 0 to 1295"):
        SPACES[1296].code(number)


def test_repeat_is_not_in_a_space_without_repeats() -> None:
    assert (0, 1, 2, 3, 3) not in SPACES[6720]
    assert (0, 1, 8, 3, 3) not in SPACES[19081]


def test_holes_are_no_repeats() -> None:
    assert (8, 1, 8, 3, 8) in SPACES[19081]
    assert list(SPACES[19081]) == list(codes_of(SPACES[19081]))


def test_hole_is_only_in_a_space_with_holes() -> None:
    assert (6, 0, 0, 0) in SPACES[2401]
    assert (6, 0, 0, 0) not in SPACES[1296]


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=8))
def test_answer_is_the_same_either_way_round_and_possible(pairs: list[tuple[int, int]]) -> None:
    code, guess = tuple(a for a, _ in pairs), tuple(b for _, b in pairs)
    keys = answer(code, guess)
    assert keys == answer(guess, code)
    assert is_possible(keys, len(code))


@pytest.mark.parametrize("keys", [Answer(3, 1), Answer(5, 0), Answer(2, 3), Answer(-1, 0)])
def test_key_pegs_that_no_row_of_four_can_have_are_impossible(keys: Answer) -> None:
    assert not is_possible(keys, 4)


def test_every_possible_answer_of_four_pegs_occurs() -> None:
    seen = {answer(code, guess) for code in list(SPACES[1296])[:60] for guess in SPACES[1296]}
    every = {Answer(b, w) for b in range(5) for w in range(5) if is_possible(Answer(b, w), 4)}
    assert seen == every


@pytest.mark.parametrize("pegs", [2, 3, 4])
def test_most_whites_are_those_that_some_code_gives(pegs: int) -> None:
    codes = list(product(range(pegs + 2), repeat=pegs))
    for guess in combinations_with_replacement(range(pegs), pegs):
        given_answers = {answer(code, guess) for code in codes}
        for blacks in range(pegs + 1):
            assert most_whites(guess, blacks) == max(keys.whites for keys in given_answers if keys.blacks == blacks)
