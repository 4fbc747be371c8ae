from __future__ import annotations

import pytest

from companion.dice.model import Coin, Dice, DiceSpec, Start
from tools.bench.bench_dice import FULL_FRAME, sent_by_throw


@pytest.mark.parametrize("cast", [Dice(), Dice(6, 20), Dice(6, 6), Coin(), Start(2)], ids=str)
def test_throw_with_its_tumbling_sends_less_than_luma_sends_for_its_frames(cast: DiceSpec) -> None:
    """Five frames of tumbling and the result."""
    assert 500 < sent_by_throw(cast) < 4.5 * FULL_FRAME
