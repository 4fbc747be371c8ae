"""The whole journal is checked while somebody plays; damage that is found late is dealt with at the next start."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.box import Call, Redraw
from companion.errors import JournalFailed, MatchDamaged
from companion.storage.check import JournalCheck, sum_up
from companion.storage.files import is_marked, mark_for_check
from companion.storage.journal import CHECKED_AT_START, Journal, JournalDamaged, open_for_reading
from tests.support.match_lines import CODE, GUESS, HEADING, MANY, NOW, opened
from tests.support.opened import lasts, open_journal

# A machine that does something else may be slow; a check that hangs never ends.
LONGEST_S = 60.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def large(path: Path) -> Path:
    """A journal that is too large to be checked before the first frame."""
    with closing(opened(path)) as journal:
        for _ in range(2):
            journal.append(journal.begin(HEADING), MANY, "done")
    assert path.stat().st_size > CHECKED_AT_START
    return path


def tear(path: Path) -> None:
    """Overwrite the page that leads to the lines."""
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(content)


def told(path: Path) -> list[JournalFailed]:
    """Return what a check tells until it is done."""
    found: list[JournalFailed] = []
    posted: list[Redraw | Call] = []
    with JournalCheck(path, found.append, posted.append) as check:
        check._thread.join(LONGEST_S)
        assert not check._thread.is_alive()
    assert found == []
    for event in posted:
        if isinstance(event, Call):
            event.run()
    return found


def test_sound_journal_is_not_worth_a_word(large: Path) -> None:
    assert told(large) == []


def test_journal_that_is_not_there_is_not_worth_a_word(path: Path) -> None:
    assert told(path) == []


def test_journal_that_cannot_be_opened_is_told_in_a_sentence_that_says_what_to_do(path: Path) -> None:
    path.mkdir()
    (failure,) = told(path)
    assert failure.sentence == "The matches cannot be read: check the card."
    assert str(path) in str(failure)


def test_journal_is_checked_where_no_priority_may_be_changed(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    tear(large)
    monkeypatch.setattr("os.setpriority", refused)
    assert told(large) != []


def test_damaged_matches_are_told_by_their_numbers(path: Path) -> None:
    with closing(opened(path)) as journal:
        for _ in range(9):
            journal.append(journal.begin(HEADING), [CODE, GUESS], "done")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entries SET text = 'guess PPPP' WHERE match IN (2, 3, 5, 7) AND seq = 2")
    (found,) = told(path)
    assert found.sentence.format(**found.values) == "Damaged matches: 2, 3, 5 .... They are kept, not shown."
    assert "expected line 2 as it was written, got none or another, in match 5" in str(found)
    assert not is_marked(path)


def test_findings_without_end_take_no_memory() -> None:
    findings: Iterator[JournalFailed] = (MatchDamaged(number, f"match {number}") for number in range(1, 10_001))
    found = sum_up(findings)
    assert str(found).endswith("match 9; match 10; and 9990 more")


def test_torn_page_of_a_large_journal_is_told_while_it_is_played_and_set_aside_at_the_next_start(large: Path) -> None:
    tear(large)
    with closing(opened(large)):
        (found,) = told(large)
    assert found.sentence == "The journal is damaged. Switch the box off and on again."
    assert is_marked(large)
    journal, (report,) = open_journal(large, NOW)
    with closing(journal):
        assert (lasts(journal), journal.begin(HEADING)) == (True, 3)
    assert report.sentence.format(**report.values) == "Journal was damaged. Matches that came back: 2."
    assert not is_marked(large)
    opened(large).close()


def test_torn_page_that_is_met_in_play_is_set_aside_at_the_next_start(large: Path) -> None:
    tear(large)
    with closing(opened(large)) as journal, pytest.raises(JournalDamaged):
        journal.read(1)
    assert is_marked(large)
    journal, (report,) = open_journal(large, NOW)
    journal.close()
    assert isinstance(report, JournalDamaged)


def test_sound_journal_that_is_marked_is_kept_and_the_mark_removed(large: Path) -> None:
    mark_for_check(large)
    with closing(opened(large)) as journal:
        assert len(journal.read(2)[1]) == len(MANY)
    assert not is_marked(large)


def test_damage_that_is_read_only_once_is_none(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark_for_check(large)
    right = iter([False])

    def wrong_once(db: sqlite3.Connection, where: object) -> None:
        if not next(right, True):
            raise JournalDamaged("expected a sound database, got another, at the first look")

    monkeypatch.setattr("companion.storage.journal.check_pages", wrong_once)
    with closing(opened(large)) as journal:
        assert lasts(journal)
    assert [*large.parent.glob("*damaged*")] == []


def test_check_that_reads_wrongly_once_tells_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [CODE, GUESS], None)
    looks = iter([[MatchDamaged(1, "expected another bit")]])
    monkeypatch.setattr(Journal, "check", lambda journal, rest: next(looks, []))
    assert told(path) == []


def test_match_that_is_played_meanwhile_is_no_damage(path: Path) -> None:
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [GUESS], None)
        more = iter(range(10))

        def play_on() -> None:
            if next(more, None) is not None:
                journal.append(journal.begin(HEADING), [CODE], None)
                journal.append(1, [GUESS], None)

        with closing(open_for_reading(path)) as reader:
            assert list(reader.check(play_on)) == []
        assert len(journal.read(1)[1]) == 11


def test_end_of_the_program_does_not_wait_for_the_check(large: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_checking = threading.Event()

    def endless(journal: Journal, rest: object) -> Iterator[JournalFailed]:
        is_checking.set()
        rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        with journal._using():
            journal._db.execute(rows).fetchall()
        return iter(())

    monkeypatch.setattr(Journal, "check", endless)
    found: list[JournalFailed] = []
    with JournalCheck(large, found.append, lambda event: None):
        assert is_checking.wait(LONGEST_S)
        before = time.monotonic()
    assert time.monotonic() - before < LONGEST_S
    assert found == []
