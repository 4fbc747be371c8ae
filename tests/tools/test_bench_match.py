from __future__ import annotations

from pathlib import Path

import pytest

from companion.box import Button
from tools.bench.bench_match import KEYS, Cost, keys_of, play, played_out


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Cost], list[str | None]]:
    return play(keys_of(KEYS), tmp_path_factory.mktemp("box"))


def test_recorded_match_is_played_to_its_end(played: tuple[list[Cost], list[str | None]]) -> None:
    assert played[1] == ["Player 1 6, Player 2 5: Player 1 wins"]


def test_match_costs_the_same_bytes_every_time(tmp_path: Path, played: tuple[list[Cost], list[str | None]]) -> None:
    assert [cost.sent for cost in play(keys_of(KEYS), tmp_path)[0]] == [cost.sent for cost in played[0]]


def test_script_that_a_menu_leads_elsewhere_is_no_measurement(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="expected one match played to its end"):
        played_out([Button.UP, *keys_of(KEYS)], tmp_path)
