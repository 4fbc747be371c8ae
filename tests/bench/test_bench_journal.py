from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.storage import database as journal_database
from companion.storage import journal as journal_files
from companion.storage.journal import open_for_reading
from tests.bench.bench_journal import Shown, flips_unseen, log_flips, shown, used_bytes, write_many
from tests.support.match_lines import CODE, HEADING, opened

RIGHT = Shown({1: "one", 2: "two"}, throws="six")


@pytest.mark.parametrize(
    ("found", "unseen"),
    [
        (Shown({1: "one", 2: "two"}, throws="six"), 0),
        (Shown({1: "one", 2: "too"}, throws="six"), 1),
        (Shown({1: "one"}, throws="six"), 1),
        (Shown({1: "one"}, {2}, throws="six"), 0),
        (Shown({1: "one", 2: "two", 3: "three"}, throws="six"), 1),
        (Shown({2: "one", 1: "two"}, throws="five"), 3),
        (Shown({}, is_told=True), 0),
    ],
)
def test_what_is_other_and_not_told_counts_as_unseen(found: Shown, unseen: int) -> None:
    assert found.unseen(RIGHT) == unseen


def test_no_flipped_bit_changes_anything_unseen() -> None:
    assert [flipped for flipped in flips_unseen(20) if flipped[2]] == []


def test_journal_without_proofs_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_database, "link", lambda before, *columns: b"always")
    assert sum(unseen for _, _, unseen in flips_unseen(60)) > 0


def test_no_flipped_bit_in_what_a_cut_off_box_leaves_takes_more_than_a_move() -> None:
    assert [flip for flip in log_flips(12) if flip[1] or flip[2] > 1] == []


def test_evening_that_is_in_the_log_alone_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_files, "COPIED_FROM", 1000)
    found = [*log_flips(12)]
    assert max(missing for _, _, missing in found) > 1
    assert sum(unseen for _, unseen, _ in found) > 0


@pytest.mark.parametrize(
    ("found", "missing"),
    [
        (Shown(lines={1: 7, 2: 4}), 0),
        (Shown(lines={1: 7, 2: 2}), 2),
        (Shown(lines={2: 4}), 7),
        (Shown(lines={2: 4}, refused={1}), 0),
        (Shown(is_set_aside=True), 0),
    ],
)
def test_lines_that_no_file_holds_are_missing(found: Shown, missing: int) -> None:
    assert found.missing(Shown(lines={1: 7, 2: 4})) == missing


def test_text_of_a_line_is_in_use_and_the_hole_before_the_cells_is_not(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [CODE], None)
    content = path.read_bytes()
    used = {*used_bytes(content)}
    at = content.index(b"code RGBY")
    assert {*range(at, at + 9)} <= used
    hole = content.index(bytes(100), at - at % 4096)
    assert hole not in used


def test_many_matches_are_a_sound_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    write_many(path, matches=5, lines=3)
    with closing(open_for_reading(path)) as journal:
        assert list(journal.check()) == []
        assert [len(journal.read(number)[1]) for number in journal.played()] == [3] * 5


def test_journal_that_is_set_aside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"no database" * 1000)
    assert shown(path).is_told
