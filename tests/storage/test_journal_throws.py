"""The ledger of throws in the journal, and a journal that was made before there was one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.ledger import Ledger
from companion.dice.model import SIDES, Coin, Dice, DiceRoll, Start, read_cast
from companion.errors import JournalFailed
from companion.storage.journal import Journal, in_memory, open_for_reading
from companion.storage.rows import link
from companion.storage.schema import APPLICATION_ID, TABLES, VERSION
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened, revealed, room_for
from tests.support.opened import lasts, open_journal

TWO = DiceRoll(Dice(2, 6), (3, 5), (1, 4), "2026-03-04T05:06:07Z")
HEADS = DiceRoll(Coin(), (1,), at="2026-03-04T05:06:08Z")
ZOE = DiceRoll(Start(2, ("Ada", "Zoé")), (2,), at="2026-03-04T05:06:09Z")

texts = st.text(st.characters(codec="utf-8"))
casts = (
    st.builds(Dice, st.integers(1, 20), st.sampled_from(SIDES))
    | st.sampled_from(["4d6kh3", "20d100kl1", "2d6+1d4-1", "0-3dF+2"]).map(read_cast)
    | st.just(Coin())
    | st.integers(2, 6).flatmap(
        lambda seats: st.builds(Start, st.just(seats), st.just(()) | st.tuples(*[texts] * seats))
    )
)
numbers = st.lists(st.integers(1, 100), max_size=20).map(tuple)
throws = st.lists(st.builds(DiceRoll, casts, numbers, numbers, texts), max_size=5)


def test_journal_is_a_ledger(journal: Journal) -> None:
    ledger: Ledger = journal
    assert ledger.throws() == ()


@given(throws)
def test_what_is_thrown_is_what_is_read_the_newest_first(entered: list[DiceRoll]) -> None:
    with closing(in_memory()) as journal:
        journal.enter(entered)
        assert journal.throws() == tuple(reversed(entered))


def test_throws_outlive_the_program(path: Path) -> None:
    with closing(opened(path)) as journal:
        journal.enter([TWO])
        journal.enter([HEADS, ZOE])
    with closing(opened(path)) as journal:
        assert journal.throws() == (ZOE, HEADS, TWO)


def test_only_the_last_throws_are_read_where_they_are_enough(journal: Journal) -> None:
    journal.enter([TWO, HEADS, ZOE])
    assert journal.throws(2) == (ZOE, HEADS)


def test_throws_are_entered_all_or_none(journal: Journal) -> None:
    journal._db.execute(
        "CREATE TRIGGER t BEFORE INSERT ON throws WHEN NEW.dice = 'coin' BEGIN SELECT raise(FAIL, 'no'); END"
    )
    with pytest.raises(JournalFailed, match="got no, in "):
        journal.enter([TWO, HEADS])
    assert journal.throws() == ()


def test_throw_in_a_match_is_read_meanwhile(journal: Journal, path: Path) -> None:
    with closing(open_for_reading(path)) as reader:
        journal.enter([TWO])
        assert reader.throws() == (TWO,)


def test_throw_that_nobody_can_read_is_a_journal_that_failed(journal: Journal) -> None:
    columns = ("9d9", "[]", "[1]", "[]", "")
    journal._db.execute("INSERT INTO throws VALUES (1, ?, ?, ?, ?, ?, ?)", (*columns, link(None, 1, *columns)))
    with pytest.raises(JournalFailed, match=r"got 9d9, in .*journal\.db"):
        journal.throws()


# --- a journal made before there was a ledger


@pytest.fixture
def old(path: Path) -> Path:
    """A journal of version 1 with two matches in it."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        marks = (f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 1", "PRAGMA journal_mode = WAL")
        for statement in (*TABLES[1], *marks):
            db.execute(statement)
        match = "INSERT INTO matches (game, options, players, begun, result) VALUES ('pegs', ?, ?, ?, ?)"
        agreed = ('[["edition", "mastermind"], ["rows", "12"]]', '["Ada", "Zoé"]', HEADING.begun)
        db.executemany(match, [(*agreed, "done"), (*agreed, None)])
        line = "INSERT INTO entries VALUES (1, ?, 'play', ?, ?, ?, ?)"
        db.execute(line, (1, "code", "code RGBY", "c0ffee", "2026-03-04T05:06:08Z"))
        db.execute(line, (2, "guess RRGG", None, None, "2026-03-04T05:06:09Z"))
        db.commit()
    return path


@pytest.mark.parametrize(("number", "digest"), [(1, "f041d44600e860f0"), (2, "9fc0a4c2d6b1ff93")])
def test_tables_of_a_version_that_is_out_never_change(number: int, digest: str) -> None:
    """A box compares them word for word; what is to be different is another version."""
    assert sha256("\n".join(TABLES[number]).encode()).hexdigest()[:16] == digest


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        number: int = db.execute("PRAGMA user_version").fetchone()[0]
        return number


def test_older_journal_keeps_everything_and_gets_a_ledger(old: Path) -> None:
    with closing(opened(old)) as journal:
        assert [(match.number, match.header, match.result) for match in journal.matches()] == [
            (2, HEADING, None),
            (1, HEADING, "done"),
        ]
        entries = journal.read(1)[1]
        assert (entries, revealed(entries)) == ((CODE, GUESS), ["code RGBY", "c0ffee"])
        journal.enter([TWO])
    assert version(old) == VERSION
    with closing(opened(old)) as journal:
        assert (journal.throws(), len(list(journal.matches()))) == ((TWO,), 2)


def test_older_journal_and_a_new_one_are_the_same(old: Path, tmp_path: Path) -> None:
    def described(path: Path) -> list[tuple[str, str]]:
        with closing(opened(path)) as journal:
            return journal._db.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()

    assert described(old) == described(tmp_path / "new" / "journal.db")


def test_older_journal_that_cannot_grow_is_left_as_it_is(old: Path) -> None:
    before = old.read_bytes()
    with room_for(len(before)):
        journal, (report,) = open_journal(old, NOW)
        with closing(journal):
            assert not lasts(journal)
            journal.enter([TWO])
    assert version(old) == 1
    assert "expected a journal to read and write, got " in str(report)
    with closing(opened(old)) as journal:
        assert (len(list(journal.matches())), journal.throws()) == (2, ())


def test_older_journal_that_is_looked_at_has_no_throws_and_is_not_touched(old: Path) -> None:
    before = old.read_bytes()
    with closing(open_for_reading(old)) as reader:
        assert (len(list(reader.matches())), reader.throws()) == (2, ())
    assert (old.read_bytes(), version(old)) == (before, 1)


def test_journal_of_one_version_with_the_tables_of_another_is_set_aside(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.execute(f"PRAGMA user_version = {VERSION}")
    journal, (report,) = open_journal(old, NOW)
    journal.close()
    assert "expected the tables of a journal, got others" in str(report)
