from pathlib import Path

import pytest

from tools.bench.bench_appliance import unit_exposure, writes_kib_per_match


def test_unit_is_scored() -> None:
    assert 0 < unit_exposure() <= 1.0


def test_match_writes_a_row_a_move_and_not_the_whole_journal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The bar, held in every run: rewriting the file for every move fails here."""
    monkeypatch.chdir(tmp_path)
    assert 8 < writes_kib_per_match() <= 512
