"""The example of an own edition is a game that is played to its end; the other examples are tested in tests/app."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.match.catalogue import load_catalogue
from tests.front_ends.random_matches import RandomMatch

ROOT = Path(__file__).parents[2]
EDITION = ROOT / "docs/examples/weekend.toml"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    shutil.copy(EDITION, tmp_path)
    return tmp_path


@pytest.mark.parametrize("variant", ["normal", "repeats"])
def test_example_is_a_game_that_is_played_to_its_end(own: Path, variant: str) -> None:
    catalogue = load_catalogue(own)
    assert catalogue.refused == ()
    match = RandomMatch(catalogue["weekend"], {"variant": variant}, 2)
    *_, last = match.positions(1000)
    assert last.position.player_to_move is None
