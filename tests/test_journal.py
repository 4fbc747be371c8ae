from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from stat import S_IMODE
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive import Archive, Deed, Entry, Heading, Summary
from companion.errors import JournalFailed
from companion.games.secret import Secret
from companion.journal import APPLICATION_ID, VERSION, Journal, open_for_reading, open_journal

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
HEADING = Heading("pegs", (("edition", "mastermind"), ("rows", "12")), ("Ada", "Zoé"), "2026-03-04T05:06:07Z")
CODE = Entry(Deed.PLAY, "code", Secret("code RGBY"), Secret("c0ffee"), "2026-03-04T05:06:08Z")
GUESS = Entry(Deed.PLAY, "guess RRGG", at="2026-03-04T05:06:09Z")
MANY = tuple(Entry(Deed.PLAY, f"{number} " + "x" * 1000) for number in range(400))

texts = st.text(st.characters(codec="utf-8"))
secrets = st.none() | texts.map(Secret)
lines = st.builds(Entry, st.sampled_from(Deed), texts, secrets, secrets, texts)
headings = st.builds(Heading, texts, st.lists(st.tuples(texts, texts)).map(tuple), st.lists(texts).map(tuple), texts)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "codemaker" / "journal.db"


def opened(path: Path) -> Journal:
    """A journal with which nothing is wrong."""
    journal, reports = open_journal(path, NOW)
    assert reports == ()
    return journal


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(opened(path)) as journal:
        yield journal


def revealed(entries: tuple[Entry, ...]) -> list[str]:
    """Every secret in *entries*: they are kept out of every text, but are they right?"""
    return [each.reveal() for entry in entries for each in (entry.hidden, entry.nonce) if each]


# --- what an archive does


def test_journal_is_an_archive(journal: Journal) -> None:
    archive: Archive = journal
    assert archive.matches() == ()


@given(heading=headings, entries=st.lists(lines), result=st.none() | texts)
def test_what_is_written_is_what_is_read(heading: Heading, entries: list[Entry], result: str | None) -> None:
    journal, _ = open_journal(Path("/dev/null/none"), NOW)
    with closing(journal):
        number = journal.begin(heading)
        journal.append(number, entries, result)
        assert journal.read(number) == (Summary(number, heading, result, len(entries)), tuple(entries))


def test_lines_outlive_the_program_with_their_secrets(path: Path) -> None:
    with closing(opened(path)) as journal:
        number = journal.begin(HEADING)
        journal.append(number, [CODE, GUESS], None)
    with closing(opened(path)) as journal:
        _, entries = journal.read(number)
    assert entries == (CODE, GUESS)
    assert revealed(entries) == ["code RGBY", "c0ffee"]


def test_lines_are_numbered_over_many_appends(journal: Journal) -> None:
    number = journal.begin(HEADING)
    other = journal.begin(HEADING)
    for entry in (CODE, GUESS, Entry(Deed.UNDO), Entry(Deed.REDO)):
        journal.append(number, [entry], None)
        journal.append(other, [GUESS], None)
    assert [entry.deed for entry in journal.read(number)[1]] == [Deed.PLAY, Deed.PLAY, Deed.UNDO, Deed.REDO]
    kept = journal._db.execute("SELECT match, seq FROM entries ORDER BY match, seq").fetchall()
    assert kept == [(match, seq) for match in (number, other) for seq in (1, 2, 3, 4)]


def test_matches_are_listed_the_newest_first(journal: Journal) -> None:
    first, second = journal.begin(HEADING), journal.begin(HEADING)
    journal.append(first, [CODE, GUESS], "solved in 1")
    assert journal.matches() == (
        Summary(second, HEADING, None, 0),
        Summary(first, HEADING, "solved in 1", 2),
    )


def test_result_can_be_taken_back(journal: Journal) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [GUESS], "solved in 1")
    journal.append(number, [Entry(Deed.UNDO)], None)
    assert journal.read(number)[0].result is None


def test_match_given_up_has_the_empty_result(journal: Journal) -> None:
    number = journal.begin(HEADING)
    journal.give_up(number)
    assert journal.read(number)[0].result == ""


def test_reading_an_unknown_match_is_a_key_error(journal: Journal) -> None:
    with pytest.raises(KeyError, match="7"):
        journal.read(7)


def test_line_for_an_unknown_match_is_refused(journal: Journal) -> None:
    with pytest.raises(JournalFailed, match=r"FOREIGN KEY constraint failed, in .*journal\.db"):
        journal.append(7, [GUESS], None)


def test_giving_up_an_unknown_match_is_refused(journal: Journal) -> None:
    with pytest.raises(JournalFailed, match="expected the number of a match, got 7"):
        journal.give_up(7)


def test_closed_journal_says_so_in_its_own_words(path: Path) -> None:
    journal = opened(path)
    journal.close()
    with pytest.raises(JournalFailed, match=r"got Cannot operate on a closed database\., in "):
        journal.begin(HEADING)


# --- what is on the disk


def test_database_is_synced_at_every_commit_and_marked_as_ours(journal: Journal, path: Path) -> None:
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
    values = [journal._db.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    assert values == ["wal", 2, 1, APPLICATION_ID, VERSION]


def test_one_append_is_one_commit(journal: Journal) -> None:
    number = journal.begin(HEADING)
    statements: list[str] = []
    journal._db.set_trace_callback(statements.append)
    journal.append(number, [CODE, GUESS], None)
    assert [words.split()[0] for words in statements] == ["BEGIN", "INSERT", "INSERT", "UPDATE", "COMMIT"]


def test_unchanged_result_is_not_written_again(journal: Journal) -> None:
    number = journal.begin(HEADING)
    before = journal._db.total_changes
    journal.append(number, [CODE, GUESS], None)
    assert journal._db.total_changes - before == 2


def test_only_the_owner_can_read_what_is_kept(journal: Journal, path: Path) -> None:
    journal.begin(HEADING)
    modes = {file.name: S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(["journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock"], 0o600)
    assert S_IMODE(path.parent.stat().st_mode) == 0o700


def test_database_readable_by_others_is_made_private_again(path: Path) -> None:
    opened(path).close()
    path.chmod(0o644)
    opened(path).close()
    assert S_IMODE(path.stat().st_mode) == 0o600


def test_copy_is_whole_private_and_new(journal: Journal, tmp_path: Path) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [CODE], None)
    journal.copy_to(tmp_path / "copy.db")
    assert S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600
    with closing(opened(tmp_path / "copy.db")) as copy:
        assert copy.read(number) == journal.read(number)


def test_copy_overwrites_nothing(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(JournalFailed, match=r"File exists.*copy\.db"):
        journal.copy_to(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_copy_reaches_the_disk(journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    journal.copy_to(tmp_path / "copy.db")
    assert synced == [(tmp_path / "copy.db").stat().st_ino]


def test_failed_copy_leaves_no_half(journal: Journal, tmp_path: Path) -> None:
    for number in range(40):
        journal.begin(Heading("x" * 1000, (), (), str(number)))
    with room_for(16384), pytest.raises(JournalFailed, match=r"in .*copy\.db"):
        journal.copy_to(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


# --- reading while a game runs


def test_match_in_play_can_be_read_meanwhile(journal: Journal, path: Path) -> None:
    number = journal.begin(HEADING)
    with closing(open_for_reading(path)) as reader:
        journal.append(number, [CODE, GUESS], None)
        assert reader.read(number) == journal.read(number)


def test_reader_cannot_write(journal: Journal, path: Path) -> None:
    with closing(open_for_reading(path)) as reader, pytest.raises(JournalFailed, match="readonly"):
        reader.begin(HEADING)


def test_reader_leaves_nothing_behind(path: Path) -> None:
    opened(path).close()
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    open_for_reading(path).close()
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


@pytest.mark.parametrize("content", [None, b""], ids=["missing", "empty"])
def test_journal_that_is_not_there_has_no_matches_and_is_not_made(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "journal.db"
    if content is not None:
        path.write_bytes(content)
    with closing(open_for_reading(path)) as reader:
        assert reader.matches() == ()
    assert path.exists() == (content is not None)


def test_reading_a_damaged_journal_fails_and_leaves_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_text("no database" * 1000)
    with pytest.raises(JournalFailed, match=r"file is not a database, in .*journal\.db"):
        open_for_reading(path)
    assert path.read_text() == "no database" * 1000


def test_reading_an_emptied_journal_leaves_its_log(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    path.with_name("journal.db-wal").write_bytes(b"its log")
    open_for_reading(path).close()
    assert path.with_name("journal.db-wal").read_bytes() == b"its log"


# --- what may be wrong


def test_journal_in_memory_does_not_last(path: Path) -> None:
    path.parent.mkdir()
    path.mkdir()
    journal, _ = open_journal(path, NOW)
    with closing(journal):
        assert not journal.lasts


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
        assert journal.lasts
        assert journal.begin(HEADING) == 1
    assert set_aside(path) == {
        "journal-damaged-20260304T050607Z.db": damaged,
        "journal-damaged-20260304T050607Z.db-wal": b"its log",
    }
    assert str(report).endswith(f"in {path}; set aside as journal-damaged-20260304T050607Z.db")


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
    assert "expected a sound database, got " in str(report)
    assert set_aside(path) == {"journal-damaged-20260304T050607Z.db": bytes(content)}


@pytest.mark.parametrize("damage", [b"CREATE TABL\x80 matches", b"CREATE TABLE  atches"])
def test_damaged_description_of_a_table_is_found_at_start(path: Path, damage: bytes) -> None:
    opened(path).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE matches", damage))
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert journal.lasts
    assert str(report).endswith("set aside as journal-damaged-20260304T050607Z.db")


def test_database_of_something_else_is_set_aside(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (text)")
    journal, (report,) = open_journal(path, NOW)
    journal.close()
    assert "expected the tables of a journal, got others" in str(report)


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
        assert len(journal.matches()) > 0
    if reports and journal.lasts:
        assert set_aside(path) == {"journal-damaged-20260304T050607Z.db": bytes(content)}


def test_hidden_text_that_is_no_utf8_is_not_told(path: Path) -> None:
    with closing(opened(path)) as journal:
        number = journal.begin(HEADING)
        journal.append(number, [CODE], None)
    path.write_bytes(path.read_bytes().replace(b"code RGBY", b"code RG\xffY"))
    with closing(opened(path)) as journal:
        assert revealed(journal.read(number)[1]) == ["code RG\ufffdY", "c0ffee"]


def test_journal_of_a_newer_version_is_left_untouched_and_play_goes_on(path: Path) -> None:
    opened(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not journal.lasts
    assert str(report) == f"expected a journal of version 1 at most, got 2, in {path}"
    assert path.read_bytes() == before


def test_second_program_plays_on_unsaved_and_is_told_why(journal: Journal, path: Path) -> None:
    second, (report,) = open_journal(path, NOW)
    with closing(second):
        assert second.begin(HEADING) == 1
        assert journal.matches() == ()
    assert report.sentence == "Codemaker is running already: this match is not saved."


def test_journal_let_go_can_be_written_by_the_next(path: Path) -> None:
    opened(path).close()
    opened(path).close()


# --- a card that is full or read-only


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond *size* bytes, as on a card that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def as_somebody() -> Iterator[None]:
    """Be somebody whom the modes of files hold for, even where the tests are run by root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A journal in a folder that everybody can look into and nobody can write to."""
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
    assert journal.read(number) == (Summary(number, HEADING, None, 0), ())
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(number, MANY, "done")
    assert journal.read(number) == (Summary(number, HEADING, "done", len(MANY)), MANY)


def test_system_that_refuses_to_write_keeps_nothing_half_written(journal: Journal) -> None:
    number = journal.begin(HEADING)
    with room_for(100_000), pytest.raises(JournalFailed, match=r"got (disk I/O error|database or disk is full)"):
        journal.append(number, MANY, "done")
    journal.append(number, [GUESS], None)
    assert journal.read(number) == (Summary(number, HEADING, None, 1), (GUESS,))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_card_full_at_the_start_is_told_and_play_goes_on(path: Path, size: int) -> None:
    with room_for(size):
        journal, (report,) = open_journal(path, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not journal.lasts
    assert str(report).startswith("expected a journal to read and write, got ")


def test_card_full_at_the_first_start_does_no_harm_to_the_next(path: Path) -> None:
    with room_for(5000):
        open_journal(path, NOW)[0].close()
    opened(path).close()


def test_read_only_journal_is_told_left_and_play_goes_on(read_only: Path) -> None:
    before = read_only.read_bytes()
    with as_somebody():
        journal, (report,) = open_journal(read_only, NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not journal.lasts
    assert "Permission denied" in str(report)
    assert read_only.read_bytes() == before


def test_folder_that_cannot_be_made_is_told_and_play_goes_on(read_only: Path) -> None:
    with as_somebody():
        journal, (report,) = open_journal(read_only.parent / "deeper" / "journal.db", NOW)
    with closing(journal):
        assert not journal.lasts
    assert "Permission denied" in str(report)
