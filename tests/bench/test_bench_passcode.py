from __future__ import annotations

import pytest

from companion.games.passcode.moves import Die
from tests.bench.bench_passcode import GAME, dealt, outcomes, refereed, table


@pytest.mark.parametrize("seed", [0, 1])
def test_finger_plays_the_game_of_the_table_to_its_end(seed: int) -> None:
    keys, numbers, turns = refereed(seed)
    steps = list(table(seed))
    assert GAME.outcome(steps[-1].after) is not None
    assert numbers == outcomes(steps)
    assert len(keys) > sum(turns) > 0


@pytest.mark.parametrize("seed", [0, 1])
def test_finger_plays_the_game_of_the_table_on_the_box_that_deals(seed: int) -> None:
    keys, presses, turns = dealt(seed)
    assert len(keys) > presses > turns == sum(step.begins_turn for step in table(seed))


def test_every_turn_takes_a_press() -> None:
    assert min(refereed(0)[2]) >= 1


def test_rolls_of_the_table_are_among_what_chance_brings() -> None:
    steps = list(table(0))
    assert len(outcomes(steps)) > sum(isinstance(step.move, Die) for step in steps) > 0
