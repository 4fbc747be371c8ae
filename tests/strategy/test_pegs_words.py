"""Words as codes: the space, the codes that fit, and the box's next word, against brute force."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.errors import EditionRefused
from companion.games.pegs.codes import Space, answer
from companion.games.pegs.edition import Edition, parse_edition
from companion.games.pegs.state import Row, Strength
from companion.match.catalogue import Catalogue
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import best, choose
from tests.support.peg_rows import EDITIONS

TEXT = (EDITIONS / "words.toml").read_text("utf-8")
WORDS: Edition = Catalogue()["words"].edition  # type: ignore[attr-defined]
SPACES = [WORDS.space(variant) for variant in WORDS.variants]


def edition_of(words: str) -> Edition:
    return parse_edition(TEXT, "own.toml", lambda name: words)


@pytest.mark.parametrize("space", SPACES, ids=["en", "fr"])
def test_space_is_the_list_in_its_order(space: Space) -> None:
    assert [space.number(code) for code in space] == list(range(space.size))
    assert [space.code(number) for number in range(space.size)] == [*space] == sorted(set(space))
    assert all(code in space for code in space)
    assert (25,) * 5 not in space


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("space", SPACES, ids=["en", "fr"])
def test_codes_left_are_those_of_the_list_that_give_all_answers(space: Space, seed: int) -> None:
    random = Random(seed)
    code = random.choice(space.words)
    guesses = [random.choice(space.words), tuple(random.randrange(26) for _ in range(5))]
    rows = [Row(guess, answer(code, guess)) for guess in guesses]
    left = [word for word in space.words if all(answer(word, row.guess) == row.answer for row in rows)]
    found = candidates_after(space, rows)
    assert (found.count, found.is_exact) == (len(left), True)
    assert [found.code(number) for number in range(found.count)] == left
    for guess in guesses:
        assert found.sizes(guess) == Counter(answer(word, guess) for word in left)


@pytest.mark.parametrize("strength", [Strength.BEGINNER, Strength.CLUB, Strength.PERFECT])
def test_box_plays_words_of_the_list_and_finds_every_one_soon(strength: Strength) -> None:
    space, random = SPACES[0], Random(1)
    for code in random.sample(space.words, 20):
        rows: list[Row] = []
        while not rows or rows[-1].guess != code:
            guess = choose(space, space, rows, strength, random.randrange)
            assert guess in space.words
            rows.append(Row(guess, answer(code, guess)))
        assert len(rows) <= (6 if strength is Strength.PERFECT else 10)


def test_best_word_leaves_no_more_words_on_average_than_most_others() -> None:
    space = SPACES[1]
    row = Row(space.words[0], answer(space.words[7], space.words[0]))
    left = [word for word in space.words if answer(word, row.guess) == row.answer]

    def expected(guess: tuple[int, ...]) -> float:
        return sum(size * size for size in Counter(answer(word, guess) for word in left).values())

    found = best(space, space, [row])
    assert found is not None
    assert sum(expected(word) < expected(found) for word in space.words) <= space.size // 20


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("arbre\nherbes\n", "line 2: expected 5 letters A to Z, got 'HERBES'"),
        ("arbre\n\u00e9t\u00e9s1\n", "line 2: expected 5 letters A to Z"),
        ("arbre\n# fin\nARBRE # encore\n", "line 3: expected every word once, got ARBRE as in line 1"),
        ("arbre\n", "expected 2 to 10000 words, got 1"),
    ],
)
def test_list_that_is_wrong_is_refused_with_its_line(words: str, fault: str) -> None:
    with pytest.raises(EditionRefused, match=r"words-en\.txt") as refused:
        edition_of(words)
    assert fault in str(refused.value)


def test_words_are_in_all_variants_or_in_none_and_in_a_file_beside_the_edition() -> None:
    mixed = TEXT.replace('words = "words-fr.txt"', "repeats = true")
    with pytest.raises(EditionRefused, match="expected words in all of them or in none"):
        parse_edition(mixed, "own.toml", lambda name: "arbre\nherbe\n")
    for name in ("../words.txt", "/etc/passwd", "", ".."):
        with pytest.raises(EditionRefused):
            parse_edition(TEXT.replace("words-fr.txt", name), "own.toml", lambda name: "arbre\nherbe\n")
    with pytest.raises(EditionRefused):
        parse_edition(TEXT, "own.toml")


@pytest.mark.parametrize("strength", [Strength.CLUB, Strength.PERFECT])
def test_box_plays_only_codes_that_may_be_right_in_hard_mode(strength: Strength) -> None:
    random = Random(2)
    for space in (Space(4, 6, repeats=True, holes=False), Space(5, 8, repeats=False, holes=False), SPACES[0]):
        for _ in range(5):
            code, rows = space.code(random.randrange(space.size)), list[Row]()
            while not rows or rows[-1].guess != code:
                guess = choose(space, space, rows, strength, random.randrange, is_hard=True)
                assert guess is not None
                assert all(answer(guess, row.guess) == row.answer for row in rows)
                rows.append(Row(guess, answer(code, guess)))
