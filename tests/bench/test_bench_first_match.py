from __future__ import annotations

from tests.bench.bench_first_match import pressed
from tests.support.flow import start


def test_first_match_ends_with_a_winner_after_one_row_each() -> None:
    flow = start(seed=1, names=())
    flow.press(*(button.name for button in pressed(1)))
    view = flow.view()
    assert view.outcome is not None
    assert [len(done.rows) for done in view.done] == [1, 1]
    assert flow.archive.sheets[1][0].players == ("Player 1", "Player 2")
