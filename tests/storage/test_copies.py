"""The second copy of the matches: written when a match ends, and used where the journal is broken."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box import Call
from companion.errors import JournalFailed, JournalLost, MatchDamaged
from companion.match.archive import LogEntry
from companion.storage import copies
from companion.storage.check import JournalCheck
from companion.storage.copies import copy_of
from companion.storage.journal import Journal, in_memory
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened
from tests.support.opened import lasts, open_journal

PLAYED = (CODE, GUESS)


def written(path: Path) -> Path:
    """Return the copy of a journal with two matches that have ended and one that goes on."""
    with closing(opened(path)) as journal:
        for lines, result in ((PLAYED, "done"), (PLAYED, None), ((CODE, GUESS, GUESS), "lost")):
            journal.append(journal.begin(HEADING), lines, result)
        journal.give_up(2)
    return copy_of(path)


def taken(copy: Path) -> int:
    """Return how many matches an empty journal takes from *copy*."""
    with closing(in_memory()) as journal:
        return journal.take_copies(copy)


def damage(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE entries SET text = 'GGGG' WHERE match = ? AND seq = 2", (number,))


def lines_of(journal: Journal) -> list[tuple[LogEntry, ...]]:
    return [journal.read(number)[1] for number in (1, 2, 3)]


def test_copy_has_each_match_that_has_ended_once(path: Path) -> None:
    copy = written(path)
    assert [line.split(" ")[0] for line in copy.read_text().splitlines() if line] == ["1", "3", "2"]
    assert copy.stat().st_mode & 0o777 == 0o600


def test_journal_that_is_gone_comes_back_from_its_copy(path: Path) -> None:
    written(path)
    path.unlink()
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert report.values["count"] == 3
        assert lines_of(journal) == [PLAYED, PLAYED, (CODE, GUESS, GUESS)]
        assert [journal.summary(number).result for number in (1, 2, 3)] == ["done", "", "lost"]
        assert journal.begin(HEADING) == 4


def test_damaged_match_comes_back_and_sound_ones_stay(path: Path) -> None:
    written(path)
    damage(path, 3)
    with closing(opened(path)) as journal:
        with pytest.raises(MatchDamaged):
            journal.read(3)
        assert journal.mend({1, 3}) == 1
        assert lines_of(journal) == [PLAYED, PLAYED, (CODE, GUESS, GUESS)]
        assert journal.mend({1, 3}) == 0


def test_later_of_two_matches_with_one_number_comes_back(path: Path) -> None:
    copy = written(path)
    path.unlink()
    with closing(opened(path.with_name("other.db"))) as journal:
        journal.append(journal.begin(replace(HEADING, begun="2026-05-05T05:05:05Z")), PLAYED, "newer")
        journal.complete(copy)
    with closing(in_memory()) as whole:
        assert whole.take_copies(copy) == 3
        assert whole.summary(1).result == "newer"


def test_match_that_ended_in_the_copy_alone_comes_back_whole(path: Path) -> None:
    copy = written(path)
    path.unlink()
    with closing(opened(path.with_name("other.db"))) as journal:
        journal.append(journal.begin(HEADING), (CODE,), None)
        assert journal.take_copies(copy, {1}) == 1
        assert journal.read(1)[1] == PLAYED


def test_match_that_went_on_is_not_replaced_by_its_copy(path: Path) -> None:
    copy = written(path)
    with closing(opened(path)) as journal:
        journal.append(3, (GUESS,), None)
        assert journal.take_copies(copy) == 0
        assert len(journal.read(3)[1]) == 4


@pytest.mark.parametrize("place", [0.1, 0.4, 0.6, 0.9])
def test_damaged_line_of_a_copy_is_left_out_and_completed(path: Path, place: float) -> None:
    copy = written(path)
    content = bytearray(copy.read_bytes())
    content[int(place * len(content))] ^= 1
    copy.write_bytes(content)
    assert taken(copy) == 2
    with closing(opened(path)) as journal:
        journal.complete(copy)
    assert taken(copy) == 3


def test_line_that_was_cut_off_takes_no_other_with_it(path: Path) -> None:
    copy = written(path)
    copy.write_bytes(copy.read_bytes()[:-20])
    with closing(opened(path)) as journal:
        journal.give_up(2)
    assert taken(copy) == 3


def test_copy_that_cannot_be_written_stops_nothing(path: Path) -> None:
    copy_of(path).mkdir(parents=True)
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), PLAYED, "done")
        assert journal.read(1)[1] == PLAYED


def test_start_completes_every_copy(path: Path, tmp_path: Path) -> None:
    written(path)
    stick = tmp_path / "stick.copy"
    checked(path, stick)
    assert taken(stick) == 3


def checked(path: Path, *files: Path) -> list[JournalFailed]:
    """Return what a check of the journal tells; damaged matches are replaced by their copies."""
    told: list[JournalFailed] = []
    posted: list[object] = []
    with closing(opened(path)) as journal:
        with JournalCheck(path, told.append, posted.append, journal.mend, lambda: files) as check:
            check._thread.join()
        for event in posted:
            if isinstance(event, Call):
                event.run()
    return told


def test_check_mends_what_it_finds_and_says_so(path: Path) -> None:
    written(path)
    damage(path, 1)
    (report,) = checked(path)
    assert report.values["count"] == 1
    with closing(opened(path)) as journal:
        assert journal.read(1)[1] == PLAYED


def test_damage_that_no_copy_mends_is_told(path: Path) -> None:
    copy = written(path)
    copy.unlink()
    damage(path, 1)
    (report,) = checked(path)
    assert report.values["numbers"] == "1"


def test_long_line_is_read_in_parts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = written(path)
    monkeypatch.setattr(copies, "MOST_LINE", 40)
    assert list(copies.matches_in(copy)) == []


def test_copy_that_cannot_be_read_stops_no_start(path: Path) -> None:
    copy = written(path)
    copy.unlink()
    copy.mkdir()
    path.unlink()
    journal, reports = open_journal(path, NOW)
    with closing(journal):
        assert lasts(journal)
        assert [type(report) for report in reports] == [JournalLost]
