from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from stat import S_IMODE

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalFailed
from companion.games.secret import Secret
from companion.match.archive import Archive, EntryKind, LogEntry, MatchHeader, MatchSummary
from companion.storage import journal as files
from companion.storage.journal import Journal, open_for_reading
from companion.storage.schema import APPLICATION_ID, VERSION
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened, revealed
from tests.support.opened import open_journal

texts = st.text(st.characters(codec="utf-8"))
secrets = st.none() | texts.map(Secret)
lines = st.builds(LogEntry, st.sampled_from(EntryKind), texts, secrets, secrets, texts)
headings = st.builds(
    MatchHeader, texts, st.lists(st.tuples(texts, texts)).map(tuple), st.lists(texts).map(tuple), texts
)


# --- what an archive does


def test_journal_is_an_archive(journal: Journal) -> None:
    archive: Archive = journal
    assert list(archive.matches()) == []


# Each example opens a new database; how long that takes on a busy machine is no question here.
@settings(deadline=None)
@given(header=headings, entries=st.lists(lines), result=st.none() | texts)
def test_what_is_written_is_what_is_read(header: MatchHeader, entries: list[LogEntry], result: str | None) -> None:
    journal, _ = open_journal(Path("/dev/null/none"), NOW)
    with closing(journal):
        number = journal.begin(header)
        journal.append(number, entries, result)
        assert journal.read(number) == (MatchSummary(number, header, result, len(entries)), tuple(entries))


def test_lines_outlive_the_program_with_their_secrets(path: Path) -> None:
    with closing(opened(path)) as journal:
        number = journal.begin(HEADING)
        journal.append(number, [CODE, GUESS], None)
    with closing(opened(path)) as journal:
        _, entries = journal.read(number)
    assert entries == (CODE, GUESS)
    assert revealed(entries) == ["code RGBY", "c0ffee"]


def test_match_of_a_name_that_utf8_cannot_have_is_read(journal: Journal) -> None:
    header = MatchHeader("mini", (("mode", "box"),), ("A\udcff",), "2026-01-02T12:00:00Z")
    assert journal.summary(journal.begin(header)).header == header


def test_lines_are_numbered_over_many_appends(journal: Journal) -> None:
    number = journal.begin(HEADING)
    other = journal.begin(HEADING)
    for entry in (CODE, GUESS, LogEntry(EntryKind.UNDO), LogEntry(EntryKind.REDO)):
        journal.append(number, [entry], None)
        journal.append(other, [GUESS], None)
    assert [entry.deed for entry in journal.read(number)[1]] == [
        EntryKind.PLAY,
        EntryKind.PLAY,
        EntryKind.UNDO,
        EntryKind.REDO,
    ]
    kept = journal._db.execute("SELECT match, seq FROM entries ORDER BY match, seq").fetchall()
    assert kept == [(match, seq) for match in (number, other) for seq in (1, 2, 3, 4)]


def test_matches_are_listed_the_newest_first(journal: Journal) -> None:
    first, second = journal.begin(HEADING), journal.begin(HEADING)
    journal.append(first, [CODE, GUESS], "solved in 1")
    assert list(journal.matches()) == [
        MatchSummary(second, HEADING, None, 0),
        MatchSummary(first, HEADING, "solved in 1", 2),
    ]


def test_newest_match_is_found_with_and_without_lines(journal: Journal) -> None:
    assert journal.newest() is None
    first, second = journal.begin(HEADING), journal.begin(HEADING)
    assert journal.newest() == MatchSummary(second, HEADING, None, 0)
    journal.append(first, [CODE], None)
    journal.append(second, [CODE, GUESS], "solved in 1")
    assert journal.newest() == MatchSummary(second, HEADING, "solved in 1", 2)


def test_matches_that_have_lines_are_numbered_the_newest_first(journal: Journal) -> None:
    assert list(journal.played_numbers()) == []
    first, _, third = journal.begin(HEADING), journal.begin(HEADING), journal.begin(HEADING)
    for number in (first, third):
        journal.append(number, [CODE, GUESS], None)
    assert list(journal.played_numbers()) == [third, first]


def test_summary_of_a_match_is_that_of_the_list(journal: Journal) -> None:
    for _ in range(3):
        journal.append(journal.begin(HEADING), [GUESS], "solved in 1")
    assert list(map(journal.summary, journal.played_numbers())) == list(journal.matches())


def test_newest_match_is_found_without_looking_at_the_others(journal: Journal) -> None:
    """A home menu asks for it at every press, on a box that has played thousands."""
    for _ in range(500):
        journal.append(journal.begin(HEADING), [CODE, GUESS], None)
    assert steps(journal, journal.newest) < 100
    assert steps(journal, lambda: journal.summary(250)) < 100
    assert steps(journal, journal.played_numbers) < 100
    assert steps(journal, lambda: list(journal.matches())) > 500


def test_journal_takes_no_more_memory_the_longer_it_is(journal: Journal) -> None:
    """SQLite's own limit is 2 MiB; a negative number counts KiB."""
    assert journal._db.execute("PRAGMA cache_size").fetchone() == (-128,)


def steps(journal: Journal, read: Callable[[], object]) -> int:
    """Count the steps of SQLite's machine that *read* takes."""
    taken = itertools.count()
    # What is returned is false: go on.
    journal._db.set_progress_handler(lambda: next(taken) < 0, 1)
    try:
        read()
    finally:
        journal._db.set_progress_handler(None, 1)
    return next(taken)


def test_result_can_be_taken_back(journal: Journal) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [GUESS], "solved in 1")
    journal.append(number, [LogEntry(EntryKind.UNDO)], None)
    assert journal.read(number)[0].result is None


def test_match_given_up_has_the_empty_result(journal: Journal) -> None:
    number = journal.begin(HEADING)
    journal.give_up(number)
    assert journal.read(number)[0].result == ""


@pytest.mark.parametrize("read", [Journal.read, Journal.summary])
def test_reading_an_unknown_match_is_a_key_error(journal: Journal, read: Callable[[Journal, int], object]) -> None:
    with pytest.raises(KeyError, match="7"):
        read(journal, 7)


@pytest.mark.parametrize("write", [partial(Journal.append, entries=[GUESS], result=None), Journal.give_up])
def test_writing_to_an_unknown_match_is_refused(journal: Journal, write: Callable[..., None]) -> None:
    with pytest.raises(JournalFailed, match="expected the number of a match, got 7"):
        write(journal, number=7)


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
    assert [words.split()[0] for words in statements] == ["SELECT", "BEGIN", "INSERT", "INSERT", "UPDATE", "COMMIT"]


def alone(path: Path, folder: Path) -> Path:
    """Return a copy of the database at *path* in *folder*, without its log."""
    copy = folder / "alone.db"
    copy.write_bytes(path.read_bytes())
    return copy


def test_acknowledged_line_is_in_the_database_without_its_log(journal: Journal, path: Path, tmp_path: Path) -> None:
    number = journal.begin(HEADING)
    for line in (CODE, GUESS):
        journal.append(number, [line], None)
        with closing(opened(alone(path, tmp_path))) as copy:
            assert copy.read(number) == journal.read(number)


def test_reader_that_is_slow_neither_delays_nor_refuses_a_line(journal: Journal, path: Path, tmp_path: Path) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [CODE, GUESS], None)
    # A wait for the reader would be a call of SQLite's busy handler; without one the write would fail at once.
    journal._db.execute("PRAGMA busy_timeout = 0")
    with closing(open_for_reading(path)) as reader:
        rows = reader._db.execute("SELECT * FROM entries")
        assert rows.fetchone() is not None
        journal.append(number, [GUESS], None)
        rows.close()
    journal.append(number, [GUESS], None)
    with closing(opened(alone(path, tmp_path))) as copy:
        assert copy.read(number) == journal.read(number)


def read_slowly(path: Path, journal: Journal, number: int, then: Callable[[], object] = int) -> None:
    """Play three moves while a reader is in one long statement; call *then* before its end."""
    with closing(open_for_reading(path)) as reader:
        rows = reader._db.execute("SELECT * FROM entries")
        assert rows.fetchone() is not None
        for _ in range(3):
            journal.append(number, [GUESS], None)
        then()
        rows.close()


def test_moves_of_a_long_read_are_in_the_database_after_it(journal: Journal, path: Path, tmp_path: Path) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [CODE, GUESS], None)
    read_slowly(path, journal, number)
    with closing(opened(alone(path, tmp_path))) as copy:
        assert copy.read(number) == journal.read(number)


def test_moves_that_a_damaged_log_had_alone_are_told(journal: Journal, path: Path, tmp_path: Path) -> None:
    number = journal.begin(HEADING)
    journal.append(number, [CODE, GUESS], None)
    cut = tmp_path / "cut"
    read_slowly(path, journal, number, lambda: shutil.copytree(path.parent, cut))
    content = (cut / "journal.db-wal").read_bytes()
    told, silent = set[int](), set[int]()
    for at in range(0, len(content), 101):
        changed = bytearray(content)
        changed[at] ^= 1 << at % 8
        (folder := tmp_path / str(at)).mkdir()
        (folder / "journal.db").write_bytes((cut / "journal.db").read_bytes())
        (folder / "journal.db-wal").write_bytes(changed)
        found, reports = open_journal(folder / "journal.db", NOW)
        with closing(found):
            (told if reports else silent).add(found.summary(number).entries)
    assert told == {2, 3}
    # A move is begun before it is shown, so the last one is lost without a word.
    assert silent <= {4, 5}


def test_full_log_of_an_older_program_is_read_and_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "COPIED_FROM", 1000)
    old, new = tmp_path / "old" / "journal.db", tmp_path / "new" / "journal.db"
    with closing(opened(old)) as journal:
        number = journal.begin(HEADING)
        for _ in range(40):
            journal.append(number, [GUESS], None)
        shutil.copytree(old.parent, new.parent)
    monkeypatch.undo()
    assert new.with_name("journal.db-wal").stat().st_size > new.stat().st_size
    with closing(opened(new)) as journal:
        assert journal.read(number)[1] == (GUESS,) * 40
        with closing(opened(alone(new, tmp_path))) as copy:
            assert copy.read(number) == journal.read(number)


def test_only_the_owner_can_read_what_is_kept(journal: Journal, path: Path) -> None:
    journal.begin(HEADING)
    modes = {file.name: S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    names = [f"journal.{suffix}" for suffix in ("db", "db-wal", "db-shm", "db.lock", "known-1", "known-2")]
    assert modes == dict.fromkeys(names, 0o600)
    assert S_IMODE(path.parent.stat().st_mode) == 0o700


def test_database_readable_by_others_is_made_private_again(path: Path) -> None:
    opened(path).close()
    path.chmod(0o644)
    opened(path).close()
    assert S_IMODE(path.stat().st_mode) == 0o600


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
        assert list(reader.matches()) == []
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
