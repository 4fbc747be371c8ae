from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage import salvage, witness
from tools.bench import bench_gone
from tools.bench.bench_gone import checked_100k_s, journal_gone_untold, losses, salvaged


def test_no_loss_of_files_is_untold() -> None:
    assert [found for found in losses(9) if found[1]] == []


def test_box_without_witnesses_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "read", lambda path: witness.Held())
    assert sum(untold for _, untold, _ in losses(30)) > 0


def test_witnesses_that_tell_a_loss_that_is_none_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "read", lambda path: witness.Held(matches=99))
    with pytest.raises(RuntimeError, match="expected a sound journal"):
        next(losses(1))


def test_faults_that_take_nothing_are_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_gone, "losses", lambda: iter([("{'journal.db': 'truncated'}", 0, False)]))
    with pytest.raises(RuntimeError, match="expected faults that take something, got 0 of 1"):
        journal_gone_untold()


def test_whole_matches_of_a_damaged_journal_come_back() -> None:
    assert salvaged(300, 20) >= 0.99


def test_inner_pages_that_are_not_read_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salvage, "INDEX_INNER", 99)
    assert salvaged(300, 20) < 0.99


def test_damage_that_hits_no_match_is_a_failure() -> None:
    with pytest.raises(RuntimeError, match="got 0 damaged"):
        salvaged(300, 1)


def test_check_that_finds_too_few_matches_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_gone, "write_many", lambda path: Path(path).touch())
    with pytest.raises(RuntimeError, match="expected 100000 sound matches, got 0"):
        checked_100k_s()
