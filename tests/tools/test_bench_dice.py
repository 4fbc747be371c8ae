from __future__ import annotations

import pytest

from companion.box import Button
from companion.dice.model import Coin, Dice, DiceSpec, Start
from tools.bench.bench_dice import FEWEST_KEYS, FULL_FRAME, presses_to_throw, sent_by_throw


@pytest.mark.parametrize("cast", [Dice(), Dice(6, 20), Dice(6, 6), Coin(), Start(2)], ids=str)
def test_throw_with_its_tumbling_sends_less_than_luma_sends_for_its_frames(cast: DiceSpec) -> None:
    """Five frames of tumbling and the result."""
    assert 500 < sent_by_throw(cast) < 4.5 * FULL_FRAME


@pytest.mark.parametrize(("keys", "presses"), [(tuple(Button), 1), (FEWEST_KEYS, 1)])
def test_last_throw_is_few_presses_from_home(keys: tuple[Button, ...], presses: int) -> None:
    assert presses_to_throw(keys) == presses


def test_presses_of_a_throw_are_not_found_where_no_press_throws() -> None:
    with pytest.raises(RuntimeError, match="expected the last throw after 3 presses at most"):
        presses_to_throw([Button.DOWN, Button.BACK])
