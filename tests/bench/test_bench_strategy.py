from __future__ import annotations

from random import Random

import pytest

from companion.games.pegs.codes import Space
from companion.strategy.pegs.audit import Suspect
from tests.bench import bench_strategy
from tests.bench.bench_strategy import (
    LARGEST,
    SPACES,
    audit_named_of,
    game_of,
    rows_needed,
    spread_codes,
    strategy_rss_mib,
)
from tests.support.peg_rows import boxed, codes_of, fitting

MASTERMIND = Space(4, 6, repeats=True, holes=False)


def test_the_five_spaces_are_those_of_the_boxed_editions() -> None:
    assert set(SPACES) <= set(boxed().values())
    assert max(SPACES, key=lambda space: space.size) == LARGEST


def test_every_contradiction_of_some_hundred_games_names_the_wrong_row() -> None:
    assert audit_named_of(600) == 1


def test_an_audit_that_names_nobody_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(space: Space, rows: object) -> tuple[Suspect, ...]:
        return ()

    monkeypatch.setattr(bench_strategy, "suspects", nobody)
    assert audit_named_of(60) == 0


def test_games_for_the_hints_go_on_while_codes_are_left() -> None:
    for seed in range(10):
        *earlier, _ = game_of(MASTERMIND, Random(seed), is_clever=True)
        assert all(len(fitting(MASTERMIND, rows)) > 1 for rows in earlier)


def test_codes_are_spread_over_the_space() -> None:
    assert spread_codes(MASTERMIND, 4) == [(0, 0, 0, 0), (1, 3, 0, 0), (3, 0, 0, 0), (4, 3, 0, 0)]
    assert spread_codes(MASTERMIND, 5000) == list(codes_of(MASTERMIND))


def test_live_choice_is_near_the_best_strategy() -> None:
    """Over 60 codes; the proven best needs 4.34 rows on average."""
    assert rows_needed(MASTERMIND, spread_codes(MASTERMIND, 60)) < 4.6


def test_memory_is_told_in_mib() -> None:
    assert 0.1 < strategy_rss_mib() < 25
