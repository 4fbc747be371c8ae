from __future__ import annotations

from random import Random

import pytest

from companion.games.pegs.codes import Answer, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs import sampling
from companion.strategy.pegs.bitsets import whole
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.sampling import count, nearest, sample
from tests.support.peg_rows import answered, any_code, boxed, fitting, paired, random_rows

WIDE = Space(8, 12, repeats=True, holes=True)
SPACES = boxed()


@pytest.fixture
def short_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make ends of two or three places, so that small spaces are counted as large ones are."""
    monkeypatch.setattr(sampling, "_ENDS_LIMIT", 300)


@pytest.mark.usefixtures("short_ends")
@pytest.mark.parametrize("name", SPACES)
def test_what_is_called_exact_is_exact_and_an_estimate_is_near(name: str) -> None:
    space, random = SPACES[name], Random(name)
    for _ in range(8):
        _, rows = random_rows(space, random, 5)
        truth = candidates_after(space, rows).count
        found = count(space, rows)
        assert found.count == truth if found.is_exact else truth / 2 - 10 < found.count < truth * 2 + 10


@pytest.mark.usefixtures("short_ends")
def test_a_contradiction_is_never_called_one_that_is_not() -> None:
    space, random = SPACES["brainiac normal"], Random(2)
    seen = 0
    while seen < 10:
        _, rows = random_rows(space, random, 6)
        wrong = (Row(rows[0].guess, Answer(random.randrange(4), 0)), *rows[1:])
        found = count(space, wrong)
        assert (found.count == 0) == (not fitting(space, wrong))
        seen += found.count == 0


@pytest.mark.usefixtures("short_ends")
def test_a_search_that_breaks_off_calls_nothing_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_STEPS", 10)
    monkeypatch.setattr(sampling, "_STEPS_TO_FIND_ONE", 10)
    for seed in range(20):
        _, rows = random_rows(SPACES["ambassador repeats"], Random(seed), 5)
        estimate = count(SPACES["ambassador repeats"], rows)
        assert not estimate.is_exact
        assert estimate.count >= 1
        assert not sample(SPACES["ambassador repeats"], rows, 10**6).is_whole


@pytest.mark.usefixtures("short_ends")
@pytest.mark.parametrize("name", SPACES)
def test_a_whole_sample_has_all_codes(name: str) -> None:
    _, rows = random_rows(SPACES[name], Random(name), 6)
    found = sample(SPACES[name], rows, 10**6)
    assert sorted(found.codes) == fitting(SPACES[name], rows) or not found.is_whole


def test_the_count_of_two_million_codes_is_exact_or_nearly_so() -> None:
    """The oracle holds sets of all codes; it takes 50 MiB, which a small board can do without."""
    space, random = Space(7, 8, repeats=True, holes=False), Random(7)
    sets = whole.__wrapped__(7, 8)
    for _ in range(3):
        secret, found, rows = any_code(space, random), sets.every, tuple[Row, ...]()
        for _ in range(4):
            rows += answered(secret, [any_code(space, random)])
            assert rows[-1].answer is not None
            found = sets.matching(rows[-1].guess, rows[-1].answer, found)
            estimate = count(space, rows)
            assert estimate.count == pytest.approx(found.bit_count(), rel=0 if estimate.is_exact else 0.3)


@pytest.mark.parametrize(
    "space", [WIDE, Space(8, 12, repeats=False, holes=True), Space(7, 8, repeats=True, holes=False)]
)
def test_codes_of_a_sample_fit(space: Space) -> None:
    secret, rows = random_rows(space, Random(5), 5)
    codes = sample(space, rows, 50).codes
    assert codes
    assert all(code in space for code in codes)
    assert all(paired(code, row.guess) == row.answer for code in codes for row in rows)
    found = candidates_after(space, rows)
    assert found.count >= 1
    assert secret in found
    assert found.sample(1)[0] in found


def test_before_the_first_row_all_codes_are_left() -> None:
    assert (candidates_after(WIDE, ()).count, candidates_after(WIDE, ()).is_exact) == (13**8, True)


def test_where_nothing_is_found_the_nearest_code_is_played() -> None:
    """Two rows that contradict each other outright, in a space where the search says so."""
    random = Random(6)
    secret = any_code(WIDE, random)
    rows = answered(secret, [any_code(WIDE, random) for _ in range(3)])
    wrong = [*rows, Row((0,) * 8, Answer(8, 0)), Row((1,) * 8, Answer(8, 0))]
    found = candidates_after(WIDE, wrong)
    assert (found.count, found.is_exact) == (0, True)
    assert found.sample(5) == [nearest(WIDE, wrong)]
    assert nearest(WIDE, wrong) in WIDE


def test_the_nearest_code_is_one_that_fits_where_the_way_there_is_short() -> None:
    space = SPACES["brainiac normal"]
    secret, rows = random_rows(space, Random(3), 1)
    assert paired(nearest(space, rows), rows[0].guess) == paired(secret, rows[0].guess)
