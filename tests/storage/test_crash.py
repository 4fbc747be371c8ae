"""Kill -9 the whole program at random writes while it is played; the benchmark does it more often."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.bench.bench_crash import (
    WRITES_OF_ROWS,
    Tally,
    compile_once,
    crash_often,
    furnish,
    kept,
    live_and_die,
    seen_moves,
    tally,
)
from tools.bench.signalled import chance


def test_no_move_that_was_seen_is_lost_by_kill_9() -> None:
    total = crash_often(cycles=6, draw=chance())
    assert total.seen > 0
    assert total.lost == 0


def test_match_is_gone_on_with_after_kill_9(tmp_path: Path) -> None:
    furnish(tmp_path)
    compile_once(tmp_path)
    first = live_and_die(tmp_path, WRITES_OF_ROWS, 1)
    before, is_open = kept(tmp_path)
    second = live_and_die(tmp_path, WRITES_OF_ROWS, 2)
    assert is_open
    assert (first.lost, second.lost) == (0, 0)
    assert min(first.seen, second.seen) > 0
    assert kept(tmp_path)[0][: len(before)] == before


def test_killed_before_the_first_frame_nothing_was_seen() -> None:
    assert seen_moves([], False, frames=0) == []


def test_move_is_seen_with_the_frame_that_answers_it() -> None:
    # Set-up, the code's seal, the empty row, and nine keys for the first row.
    seen = [seen_moves([], False, frames) for frames in (1, 2, 11, 12)]
    assert seen == [[], ["code"], ["code"], ["code", "RRRR"]]


@pytest.mark.parametrize(
    ("written", "lost"),
    [(["code", "RRRR", "YYRR"], 0), (["code", "RRRR"], 0), (["code"], 1), (["code", "YYRR"], 1), ([], 2)],
)
def test_move_that_is_not_at_its_place_counts_as_lost(written: list[str], lost: int) -> None:
    assert tally(["code", "RRRR"], written) == Tally(2, lost)
