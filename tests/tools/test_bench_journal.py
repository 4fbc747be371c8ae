from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage import database as journal_database
from companion.storage import journal as journal_files
from tools.bench.bench_journal import flips_unseen, log_flips, shown


def test_no_flipped_bit_changes_anything_unseen() -> None:
    assert [flipped for flipped in flips_unseen(20) if flipped[2]] == []


def test_journal_without_proofs_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_database, "link", lambda before, *columns: b"always")
    assert sum(unseen for _, _, unseen in flips_unseen(60)) > 0


def test_no_flipped_bit_in_what_a_cut_off_box_leaves_takes_more_than_a_move() -> None:
    assert [flip for flip in log_flips(12) if flip[1] or flip[2] > 1] == []


def test_evening_that_is_in_the_log_alone_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_files, "COPIED_FROM", 1000)
    assert max(missing for _, _, missing in log_flips(12)) > 1


def test_journal_that_is_set_aside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"no database" * 1000)
    assert shown(path).is_told
