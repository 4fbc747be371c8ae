from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalFailed, MatchDamaged
from companion.match.archive import MatchSummary
from companion.storage.journal import Journal, JournalDamaged, open_for_reading, open_for_writing_later
from companion.storage.schema import VERSION
from tests.support.match_lines import CODE, GUESS, HEADING, MANY, NOW, as_somebody, opened, room_for
from tests.support.opened import lasts, open_journal

# --- what may be wrong


def test_journal_in_memory_does_not_last(path: Path) -> None:
    path.parent.mkdir()
    path.mkdir()
    journal, _ = open_journal(path, NOW)
    with closing(journal):
        assert not lasts(journal)


def set_aside(path: Path) -> dict[str, bytes]:
    """What was set aside, but for what SQLite only has while a database is open: its -shm, an empty log."""
    kept = {file.name: file.read_bytes() for file in path.parent.iterdir() if "damaged" in file.name}
    return {name: content for name, content in kept.items() if content and not name.endswith("-shm")}


def test_damaged_database_is_set_aside_by_name_and_play_goes_on_saved(path: Path) -> None:
    path.parent.mkdir()
    damaged = b"no database" * 1000
    path.write_bytes(damaged)
    path.with_name("journal.db-wal").write_bytes(b"its log")
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert lasts(journal)
        assert journal.begin(HEADING) == 1
    assert set_aside(path) == {
        "journal-damaged-20260304T050607Z.db": damaged,
        "journal-damaged-20260304T050607Z.db-wal": b"its log",
    }
    assert str(report).endswith(f"in {path}; 0 matches came back; set aside as journal-damaged-20260304T050607Z.db")


def test_log_whose_database_was_emptied_is_kept(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    path.with_name("journal.db-wal").write_bytes(b"its log")
    journal, (report,) = open_journal(path, NOW)
    journal.close()
    assert set_aside(path)["journal-damaged-20260304T050607Z.db-wal"] == b"its log"
    assert "expected a database beside its log, got an empty file" in str(report)


def test_database_set_aside_overwrites_no_other(path: Path) -> None:
    path.parent.mkdir()
    for content in (b"first" * 1000, b"second" * 1000, b"third" * 1000):
        path.write_bytes(content)
        open_journal(path, NOW)[0].close()
    assert set_aside(path) == {
        "journal-damaged-20260304T050607Z.db": b"first" * 1000,
        "journal-damaged-20260304T050607Z-2.db": b"second" * 1000,
        "journal-damaged-20260304T050607Z-3.db": b"third" * 1000,
    }


def test_page_that_is_overwritten_is_found_at_start(path: Path) -> None:
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), MANY, None)
    content = bytearray(path.read_bytes())
    content[2 * 4096 : 3 * 4096] = bytes(4096)
    path.write_bytes(content)
    journal, (report,) = open_journal(path, NOW)
    journal.close()
    assert "database disk image is malformed" in str(report)
    assert set_aside(path) == {"journal-damaged-20260304T050607Z.db": bytes(content)}


@pytest.mark.parametrize("damage", [b"CREATE TABL\x80 matches", b"CREATE TABLE  atches"])
def test_damaged_description_of_a_table_is_found_at_start(path: Path, damage: bytes) -> None:
    opened(path).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE matches", damage))
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert lasts(journal)
    assert str(report).endswith("set aside as journal-damaged-20260304T050607Z.db")


def test_database_that_a_flipped_bit_makes_read_only_is_set_aside(path: Path) -> None:
    opened(path).close()
    content = bytearray(path.read_bytes())
    content[18] ^= 1
    path.write_bytes(content)
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        journal.append(journal.begin(HEADING), [CODE], None)
    assert "expected a database that can be written, got write version 3" in str(report)


def test_database_of_something_else_is_set_aside(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (text)")
    journal, (report,) = open_journal(path, NOW)
    journal.close()
    assert "expected the tables of a journal, got others" in str(report)


# Each example opens a new database; how long that takes on a busy machine is no question here.
@settings(deadline=None)
@given(data=st.data())
def test_no_damage_stops_the_box_or_is_deleted(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("state") / "journal.db"
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), MANY[:20], "done")
    content = bytearray(path.read_bytes())
    start = data.draw(st.integers(0, len(content)))
    with_what = data.draw(st.binary(max_size=200))
    content[start : start + len(with_what)] = with_what
    del content[data.draw(st.integers(0, len(content)) | st.just(len(content))) :]
    path.write_bytes(content)
    journal, reports = open_journal(path, NOW)
    with closing(journal):
        journal.append(journal.begin(HEADING), [CODE], None)
        assert len(list(journal.matches())) > 0
    if any(isinstance(report, JournalDamaged) for report in reports):
        assert set_aside(path) == {"journal-damaged-20260304T050607Z.db": bytes(content)}


def test_damage_that_is_noticed_in_play_is_told_as_not_saved_and_set_aside_at_the_next_start(path: Path) -> None:
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), MANY, None)
    with closing(opened(path)) as journal:
        path.write_bytes(b"no database" * 1000)
        with pytest.raises(JournalFailed) as noticed:
            journal.read(1)
    assert noticed.value.sentence == "Nothing is being saved: check the card."
    journal, (report, _) = open_journal(path, NOW)
    journal.close()
    assert report.sentence == "Journal was damaged and is set aside. A new one is used."


def test_line_that_is_no_utf8_is_damaged_and_not_quoted(path: Path) -> None:
    with closing(opened(path)) as journal:
        number = journal.begin(HEADING)
        journal.append(number, [CODE], None)
    path.write_bytes(path.read_bytes().replace(b"code RGBY", b"code RG\xffY"))
    with closing(opened(path)) as journal, pytest.raises(MatchDamaged) as refused:
        journal.read(number)
    assert str(refused.value) == "expected line 1 as it was written, got none or another, in match 1"


def test_journal_of_a_newer_version_is_left_untouched_and_play_goes_on(path: Path) -> None:
    opened(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not lasts(journal)
    assert str(report) == f"expected a journal of version {VERSION} at most, got {VERSION + 1}, in {path}"
    assert path.read_bytes() == before


def test_second_program_plays_on_unsaved_and_is_told_why(journal: Journal, path: Path) -> None:
    second, (report,) = open_journal(path, NOW)
    with closing(second):
        assert second.begin(HEADING) == 1
        assert list(journal.matches()) == []
    assert report.sentence == "Codemaker is running already: nothing is saved now."


def test_journal_let_go_can_be_written_by_the_next(path: Path) -> None:
    opened(path).close()
    opened(path).close()


# --- a card that is full or read-only


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A journal in a folder that everybody can read and no one can write to."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        opened(path).close()
        for file in path.parent.iterdir():
            file.chmod(0o444)
        path.parent.chmod(0o555)
        yield path
        path.parent.chmod(0o755)


def test_full_disk_refuses_the_whole_append_and_later_there_is_room_again(journal: Journal) -> None:
    number = journal.begin(HEADING)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages + 10}")
    with pytest.raises(JournalFailed, match="database or disk is full"):
        journal.append(number, MANY, "done")
    assert journal.read(number) == (MatchSummary(number, HEADING, None, 0), ())
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(number, MANY, "done")
    assert journal.read(number) == (MatchSummary(number, HEADING, "done", len(MANY)), MANY)


def test_system_that_refuses_to_write_keeps_nothing_half_written(journal: Journal) -> None:
    number = journal.begin(HEADING)
    with room_for(100_000), pytest.raises(JournalFailed, match=r"got (disk I/O error|database or disk is full)"):
        journal.append(number, MANY, "done")
    journal.append(number, [GUESS], None)
    assert journal.read(number) == (MatchSummary(number, HEADING, None, 1), (GUESS,))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_card_full_at_the_start_is_told_and_play_goes_on(path: Path, size: int) -> None:
    with room_for(size):
        journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not lasts(journal)
    assert str(report).startswith("expected a journal to read and write, got ")


def test_card_full_at_the_first_start_does_no_harm_to_the_next(path: Path) -> None:
    with room_for(5000):
        open_journal(path, NOW)[0].close()
    opened(path).close()


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_journal_on_a_card_without_room_can_be_read(path: Path, size: int) -> None:
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [CODE, GUESS], None)
    with room_for(size), closing(open_for_reading(path)) as journal:
        assert journal.read(1) == (MatchSummary(1, HEADING, None, 2), (CODE, GUESS))
    opened(path).close()


def test_lines_of_a_box_that_was_cut_can_be_read_on_a_card_without_room(path: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut" / "journal.db"
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [CODE], None)
        # The line is in the log alone, and the file of its index is not on the disk yet.
        cut.parent.mkdir()
        for file in (path, path.with_name("journal.db-wal")):
            shutil.copy(file, cut.parent)
    with room_for(0), closing(open_for_reading(cut)) as journal:
        assert journal.read(1) == (MatchSummary(1, HEADING, None, 1), (CODE,))


def test_no_other_program_writes_to_a_journal_that_waits_for_room(path: Path) -> None:
    opened(path).close()
    with room_for(0):
        waiting = open_for_writing_later(path)
    with closing(waiting):
        other, (report,) = open_journal(path, NOW)
        other.close()
        assert str(report).startswith("expected to be the only one to write")
    opened(path).close()


def test_read_only_journal_is_told_left_and_play_goes_on(read_only: Path) -> None:
    before = read_only.read_bytes()
    with as_somebody():
        journal, (report,) = open_journal(read_only, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not lasts(journal)
    assert "Permission denied" in str(report)
    assert read_only.read_bytes() == before


def test_folder_that_cannot_be_made_is_told_and_play_goes_on(read_only: Path) -> None:
    with as_somebody():
        journal, (report,) = open_journal(read_only.parent / "deeper" / "journal.db", NOW)
    with closing(journal):
        assert not lasts(journal)
    assert "Permission denied" in str(report)
