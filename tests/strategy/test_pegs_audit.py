from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Round, Row
from companion.games.secret import Secret
from companion.strategy.pegs.audit import Mistake, mistake, suspects
from companion.strategy.pegs.candidates import candidates_after
from tests.support.peg_rows import answered, answers, any_code, boxed, fitting, guesses_of, paired, random_rows

MASTERMIND = Space(4, 6, repeats=True, holes=False)
AMBASSADOR = Space(5, 8, repeats=False, holes=False)
SPACES = boxed()
LETTERS = "RGBYOW"


def code(text: str) -> Code:
    return tuple(map(LETTERS.index, text))


def row(guess: str, blacks: int, whites: int) -> Row:
    return Row(code(guess), Answer(blacks, whites))


def spoilt(rows: Sequence[Row], number: int, random: Random) -> list[Row]:
    """Return *rows* with another answer in one of them."""
    others = [given for given in answers(len(rows[0].guess)) if given != rows[number].answer]
    return [*rows[:number], Row(rows[number].guess, random.choice(others)), *rows[number + 1 :]]


def by_force(space: Space, rows: Sequence[Row], size: int) -> dict[tuple[int, ...], dict[tuple[Answer, ...], int]]:
    """Return, for each choice of *size* rows that can explain all, the answers and how many codes they leave."""
    found: dict[tuple[int, ...], dict[tuple[Answer, ...], int]] = {}
    for chosen in combinations(range(len(rows)), size):
        for secret in fitting(space, [row for number, row in enumerate(rows) if number not in chosen]):
            rights = tuple(paired(secret, rows[number].guess) for number in chosen)
            counts = found.setdefault(chosen, {})
            counts[rights] = counts.get(rights, 0) + 1
    return found


def test_mistakes_are_told_apart_and_ranked_from_the_likeliest() -> None:
    assert [mistake.name for mistake in sorted(Mistake)] == [
        "WHITE_FORGOTTEN",
        "SWAPPED",
        "COUNTED_TWICE",
        "BLACK_FORGOTTEN",
        "ONE_TOO_MANY",
        "OTHER",
    ]


@pytest.mark.parametrize(
    ("secret", "guess", "given", "kind"),
    [
        ("RGBY", "RBOO", Answer(1, 0), Mistake.WHITE_FORGOTTEN),
        ("RGBY", "RBOO", Answer(0, 2), Mistake.SWAPPED),
        ("RRBG", "BRRR", Answer(2, 1), Mistake.SWAPPED),
        ("RGBY", "RRGG", Answer(1, 2), Mistake.COUNTED_TWICE),
        ("RRBG", "RBOO", Answer(1, 2), Mistake.COUNTED_TWICE),
        ("RGBY", "GROO", Answer(0, 3), Mistake.ONE_TOO_MANY),
        ("RGBY", "RBOO", Answer(2, 1), Mistake.ONE_TOO_MANY),
        ("RGBY", "RBOO", Answer(0, 1), Mistake.BLACK_FORGOTTEN),
        ("RGBY", "RBOO", Answer(0, 0), Mistake.OTHER),
        ("RGBY", "GRYB", Answer(0, 2), Mistake.OTHER),
    ],
)
def test_every_kind_of_mistake_is_told_at_the_reveal(secret: str, guess: str, given: Answer, kind: Mistake) -> None:
    assert mistake(code(guess), code(secret), given) is kind


def test_a_forgotten_white_is_named_first() -> None:
    """Code RGBY, whose second row lacks a white; other rows may be wrong as well, but in less likely ways."""
    rows = [row("RRGG", 1, 1), row("RBOO", 1, 0), row("RGOY", 3, 0), row("WGBY", 3, 0)]
    found = suspects(MASTERMIND, rows)
    assert [suspect.rows for suspect in found] == [(1,), (3,), (0,)]
    assert found[0].readings[0].answers == (Answer(1, 1),)
    assert found[0].readings[0].mistakes == (Mistake.WHITE_FORGOTTEN,)


def test_a_colour_counted_twice_is_named() -> None:
    """Code RGBY, guess RRGG: the second red got a white as well."""
    rows = [row("RRGG", 1, 2), row("OGBY", 3, 0), row("RGBO", 3, 0), row("ROBY", 3, 0)]
    found = suspects(MASTERMIND, rows)
    assert [suspect.rows for suspect in found] == [(0,)]
    assert [reading.mistakes for reading in found[0].readings] == [(Mistake.COUNTED_TWICE,)]


def test_likelier_mistakes_come_before_others() -> None:
    random, seen = Random(4), 0
    while seen < 40:
        _, rows = random_rows(MASTERMIND, random, 8)
        wrong = spoilt(rows, random.randrange(len(rows)), random)
        found = suspects(MASTERMIND, wrong)
        ranks = [reading.rank for suspect in found for reading in suspect.readings]
        assert [suspect.readings[0].rank for suspect in found] == sorted(s.readings[0].rank for s in found)
        for suspect in found:
            assert [reading.rank for reading in suspect.readings] == sorted(r.rank for r in suspect.readings)
        seen += len(ranks) > 1


@pytest.mark.parametrize("size", [1, 2])
def test_suspects_are_those_that_brute_force_finds(size: int) -> None:
    random, seen = Random(size), 0
    while seen < 12:
        secret = any_code(MASTERMIND, random)
        rows: Sequence[Row] = answered(secret, [any_code(MASTERMIND, random) for _ in range(random.randint(3, 6))])
        for number in random.sample(range(len(rows)), size):
            rows = spoilt(rows, number, random)
        if fitting(MASTERMIND, rows) or (size == 2 and by_force(MASTERMIND, rows, 1)):
            continue
        seen += 1
        found = {
            suspect.rows: {reading.answers: reading.codes for reading in suspect.readings}
            for suspect in suspects(MASTERMIND, rows)
        }
        expected = by_force(MASTERMIND, rows, size)
        assert found == expected if size == 1 else found.items() <= expected.items()
        assert len(found) == min(len(expected), 12)


def test_nobody_is_suspected_where_the_answers_fit() -> None:
    _, rows = random_rows(AMBASSADOR, Random(7), 6)
    assert suspects(AMBASSADOR, rows) == ()


@pytest.mark.parametrize("name", SPACES)
def test_the_wrong_row_is_named_whenever_nothing_fits_and_at_the_reveal(name: str) -> None:
    space, random, contradictions = SPACES[name], Random(name), 0
    for _ in range(150):
        secret, rows = random_rows(space, random, 9)
        number = random.randrange(len(rows))
        wrong = spoilt(rows, number, random)
        assert [found.row for found in Round(None, 0, Secret(secret), rows=tuple(wrong)).wrong] == [number]
        if candidates_after(space, wrong).count:
            continue
        contradictions += 1
        (named,) = [suspect for suspect in suspects(space, wrong) if suspect.rows == (number,)]
        assert (rows[number].answer,) in [reading.answers for reading in named.readings]
        for reading in named.readings:
            mended = [*wrong[:number], Row(wrong[number].guess, reading.answers[0]), *wrong[number + 1 :]]
            assert candidates_after(space, mended).count == reading.codes > 0
    assert contradictions > 20


def test_a_wrong_row_in_a_space_too_large_for_sets_is_named() -> None:
    space, random = Space(8, 10, repeats=True, holes=False), Random(8)
    secret = any_code(space, random)
    guesses = [tuple(random.choice((peg, random.randrange(10))) for peg in secret) for _ in range(8)]
    rows = [*answered(secret, guesses), Row(guesses[0], None)]
    rows[0] = Row(rows[0].guess, Answer(0, 0))
    found = suspects(space, rows)
    assert candidates_after(space, rows).count == 0
    assert [reading.answers for reading in found[0].readings] == [(paired(secret, guesses[0]),)]
    assert guesses_of(space) == space
