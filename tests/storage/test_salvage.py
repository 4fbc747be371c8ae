"""What is whole in a damaged journal comes back, with its numbers; what is not is named as damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.dice.model import Coin, DiceRoll
from companion.errors import JournalLost, MatchDamaged
from companion.match.archive import LogEntry
from companion.storage import journal as files
from companion.storage.copies import copy_of
from companion.storage.database import Journal
from companion.storage.journal import in_memory
from companion.storage.salvage import PAGE, rows_in
from tests.support.match_lines import CODE, GUESS, HEADING, MANY, NOW, opened
from tests.support.opened import open_journal

THROW = DiceRoll(Coin(), (2,), at=HEADING.begun)
PLAYED = (CODE, GUESS)
# The page of the table's root in every journal.
ENTRIES = 4


def written(path: Path, *matches: Sequence[LogEntry]) -> Path:
    with closing(opened(path)) as journal:
        for lines in matches:
            journal.append(journal.begin(HEADING), lines, "done")
        journal.enter([THROW, THROW])
    copy_of(path).unlink(missing_ok=True)
    return path


def root(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    return int(page)


def zero(path: Path, *pages: int) -> None:
    content = bytearray(path.read_bytes())
    for page in pages:
        content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(content)


@contextmanager
def read_back(path: Path) -> Iterator[tuple[int, Journal]]:
    with closing(in_memory()) as whole:
        yield whole.take_in(rows_in(path)), whole


def count_back(path: Path) -> int:
    with read_back(path) as (count, _):
        return count


def test_journal_whose_first_page_is_gone_comes_back_with_its_numbers_at_the_start(path: Path) -> None:
    zero(written(path, PLAYED, (), MANY[:20]), 1)
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert [len(journal.read(number)[1]) for number in (1, 2, 3)] == [2, 0, 20]
        assert journal.read(3)[1] == MANY[:20]
        assert journal.throws() == (THROW, THROW)
        assert journal.begin(HEADING) == 4
        assert [*journal.check()] == []
    assert report.sentence.format(**report.values) == "Journal was damaged. Matches that came back: 2."
    assert "; 2 matches came back; set aside as journal-damaged-" in str(report)


def test_lines_that_have_pages_of_their_own_come_back(path: Path) -> None:
    long = LogEntry(PLAYED[1].deed, "x" * 3 * PAGE)
    with read_back(written(path, (long, GUESS), (CODE, long))) as (count, whole):
        assert count == 2
        assert whole.read(2)[1] == (CODE, long)


def test_inner_pages_of_lines_are_read_though_the_pages_around_them_are_gone(path: Path) -> None:
    written(path, *([MANY[:40]] * 12))
    zero(path, 1, root(path, "sqlite_sequence"))
    assert count_back(path) == 12
    zero(path, ENTRIES)
    # Its own rows are gone, each with the match that it belongs to.
    assert 3 <= count_back(path) < 12


def test_match_with_a_lost_line_is_named_as_damaged_and_one_without_heading_too(path: Path) -> None:
    written(path, *([PLAYED] * 3))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entries WHERE match = 1 AND seq = 2")
        db.execute("UPDATE matches SET players = '[]' WHERE id = 2")
    with read_back(path) as (count, whole):
        assert count == 1
        assert [str(each) for each in whole.check() if isinstance(each, MatchDamaged)] == [
            "expected 2 lines, got none or another, in match 1",
            "expected a match, got none or another, in match 2",
        ]


def test_older_copy_of_a_page_takes_nothing_from_a_match(path: Path) -> None:
    written(path, PLAYED)
    number = root(path, "matches")
    before = path.read_bytes()[(number - 1) * PAGE : number * PAGE]
    with closing(opened(path)) as journal:
        journal.append(1, [GUESS], "done again")
    for content in (path.read_bytes() + before, path.read_bytes().replace(before, b"") + before):
        path.write_bytes(content)
        with read_back(path) as (count, whole):
            assert (count, len(whole.read(1)[1])) == (1, 3)


def test_damaged_rows_of_other_types_are_left_out(path: Path) -> None:
    content = written(path, PLAYED, PLAYED).read_bytes()
    path.write_bytes(content.replace(b"guess RRGG", b"guess RR\xff\xff", 1))
    assert count_back(path) in (0, 1)


def test_last_match_that_is_lost_is_told_as_missing(path: Path) -> None:
    written(path, PLAYED, PLAYED)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE matches SET game = 'x' WHERE id = 2")
    zero(path, 1)
    journal, reports = open_journal(path, NOW)
    with closing(journal):
        assert [*journal.played_numbers()] == [1]
    assert isinstance(reports[-1], JournalLost)


def test_journal_that_is_too_large_for_a_start_is_only_set_aside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SALVAGED_AT_START", PAGE)
    zero(written(path, PLAYED), 1)
    journal, reports = open_journal(path, NOW)
    journal.close()
    assert reports[0].sentence == files.SET_ASIDE
    assert isinstance(reports[1], JournalLost)


def test_file_of_something_else_gives_nothing(path: Path) -> None:
    path.parent.mkdir()
    for content in (b"", b"text" * PAGE, bytes(3 * PAGE), b"\x02\xff" * 4 * PAGE, b"\x0d\x00\x00\xff\xff" * 4 * PAGE):
        path.write_bytes(content)
        assert count_back(path) == 0
