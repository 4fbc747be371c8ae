"""The program that tries to have a clean result of a code it knows."""

from __future__ import annotations

import pytest

from companion.games.coda.game import CodaGame
from companion.match.session import Session
from companion.ui.home import play
from tools.bench.bench_oracle import oracle_results


def test_nobody_has_a_clean_result_of_a_code_that_was_learned() -> None:
    assert oracle_results(40) == 0


@pytest.mark.parametrize(
    ("place", "name", "instead"),
    [
        (CodaGame, "why_final", lambda *told: ""),
        (Session, "undone_answers", {}),
        (play, "_refuse_tried", lambda *told: None),
    ],
)
def test_attacker_finds_each_way_that_is_open(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, instead: object
) -> None:
    monkeypatch.setattr(place, name, instead)
    assert oracle_results(60) > 0
