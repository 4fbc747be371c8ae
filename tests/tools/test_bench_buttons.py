from __future__ import annotations

from tools.bench.bench_buttons import lost_presses


def test_no_press_of_a_thousand_is_lost_or_doubled() -> None:
    assert lost_presses(1_000, seed=7) == 0
