from __future__ import annotations

import pytest

from companion.dice.model import Coin, Dice, DiceSpec, Start
from tests.bench.bench_dice import FULL_FRAME, die_chi2_p, sent_by_throw


def test_fairness_of_a_few_throws_is_a_probability() -> None:
    assert 0 <= die_chi2_p(600) <= 1


@pytest.mark.parametrize("cast", [Dice(), Dice(6, 20), Dice(6, 6), Coin(), Start(2)], ids=str)
def test_throw_with_its_tumbling_sends_less_than_luma_sends_for_its_frames(cast: DiceSpec) -> None:
    """Five frames of tumbling and the result."""
    assert 500 < sent_by_throw(cast) < 4.5 * FULL_FRAME
