from __future__ import annotations

import pytest

from companion.games.pegs.codes import Space
from companion.strategy.pegs.audit import Suspect
from tools.bench import bench_strategy
from tools.bench.bench_strategy import audit_named_of, rows_needed, spread_codes

MASTERMIND = Space(4, 6, repeats=True, holes=False)


def test_every_contradiction_of_some_hundred_games_names_the_wrong_row() -> None:
    assert audit_named_of(600) == 1


def test_an_audit_that_names_nobody_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(space: Space, rows: object) -> tuple[Suspect, ...]:
        return ()

    monkeypatch.setattr(bench_strategy, "suspects", nobody)
    assert audit_named_of(60) == 0


def test_live_choice_is_near_the_best_strategy() -> None:
    """Over 60 codes; the proven best needs 4.34 rows on average."""
    assert rows_needed(MASTERMIND, spread_codes(MASTERMIND, 60)) < 4.6
