"""A journal in which something is changed or missing says so, and names the match and the line."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.dice.model import Coin, Dice, DiceRoll
from companion.errors import JournalFailed, MatchDamaged
from companion.match.archive import MatchSummary, ThrowsDamaged, damaged_summary
from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.match.record import check_record, read_record, write_record
from companion.match.seal import fingerprint
from companion.match.session import Session
from companion.storage.journal import Journal, open_for_reading
from companion.storage.rows import link
from companion.storage.schema import VERSION
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened
from tests.support.opened import open_journal
from tests.support.paper import deferred, environment
from tests.support.played_matches import FINISHED, fill

JOURNALS = Path(__file__).parents[1] / "journals"
# The versions before today's, and how many throws their journals hold: version 1 has no table of them.
OLD_THROWS = {1: 0, 2: 5}
VERSION_3 = JOURNALS / "version-3.db"
LINES = [CODE, GUESS, GUESS]
THROWS = [DiceRoll(Dice(2, 6), (3, 5), (1, 4), "2026-03-04T05:06:07Z"), DiceRoll(Coin(), (1,)), DiceRoll(Coin(), (2,))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two matches of three lines, and three throws."""
    path = tmp_path / "journal.db"
    with closing(opened(path)) as journal:
        for _ in range(2):
            journal.append(journal.begin(HEADING), LINES, "solved in 2")
        journal.enter(THROWS)
    return path


@pytest.fixture(params=OLD_THROWS, ids="version-{}".format)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A journal of an older version with the matches of ``played_matches``.

    That of version 2 was made by the program of that time; that of version 1 has the same matches in its own tables.
    """
    return Path(shutil.copy(JOURNALS / f"version-{request.param}.db", tmp_path / "journal.db"))


def change(path: Path, statement: str) -> None:
    """Change the database behind the journal's back."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def findings(path: Path) -> list[str]:
    with closing(open_for_reading(path)) as journal:
        return [str(finding) for finding in journal.check()]


# --- the digest


def test_rows_that_differ_have_other_digests() -> None:
    rows = [("a", "b"), ("ab", ""), ("", "ab"), ("a", None), ("a", "null"), ("a", 1), ("a", "1"), ("a", b"1"), ("a",)]
    assert len({link(None, *row) for row in rows}) == len(rows)


def test_same_row_after_another_row_has_another_digest() -> None:
    assert link(link(None, "a"), "c") != link(link(None, "b"), "c")


# --- one change, found


def test_sound_journal_has_no_findings(path: Path) -> None:
    assert findings(path) == []


@pytest.mark.parametrize(
    "changed",
    [
        "text = 'guess RRGP'",
        "hidden = 'code PGBY'",
        "nonce = ''",
        "hidden = ''",
        "deed = 'undo'",
        "deed = 'plax'",
        "at = '2026-03-04T05:06:00Z'",
        "seal = '24NI-OJ5J-UWCI-7LBQ'",
        "proof = x'00'",
        "text = CAST(x'ff' AS TEXT)",
        "seq = 7",
    ],
)
def test_changed_line_is_named_and_its_match_not_read(path: Path, changed: str) -> None:
    change(path, f"UPDATE entries SET {changed} WHERE match = 2 AND seq = 3")  # noqa: S608
    found = "expected line 3 as it was written, got none or another, in match 2"
    assert findings(path) == [found]
    with closing(opened(path)) as journal:
        with pytest.raises(MatchDamaged, match=found):
            journal.read(2)
        assert len(journal.read(1)[1]) == 3


@pytest.mark.parametrize(
    "changed",
    [
        "game = 'begs'",
        "options = '[]'",
        "options = '{'",
        'players = \'["Ada", "Zoe"]\'',
        "players = CAST(x'5b22ff225d' AS TEXT)",
        "begun = ''",
        "result = 'solved in 3'",
        "result = NULL",
        "lines = 2",
        "tip = x'00'",
        "proof = x'00'",
    ],
)
def test_changed_heading_or_result_is_named_and_not_shown(path: Path, changed: str) -> None:
    change(path, f"UPDATE matches SET {changed} WHERE id = 2")  # noqa: S608
    found = "expected its heading and result as they were written, got none or another, in match 2"
    assert findings(path) == [found]
    with closing(opened(path)) as journal:
        with pytest.raises(MatchDamaged, match=found):
            journal.read(2)
        assert journal.newest() == damaged_summary(2)
        assert list(journal.matches()) == [damaged_summary(2), MatchSummary(1, HEADING, "solved in 2", 3)]


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("DELETE FROM entries WHERE match = 2 AND seq = 3", "expected 3 lines, got none or another, in match 2"),
        ("DELETE FROM entries WHERE match = 2 AND seq = 2", "expected line 2 as it was written, got none or"),
        ("DELETE FROM entries WHERE match = 2", "expected 3 lines, got none or another, in match 2"),
        ("INSERT INTO entries SELECT 2, 4, deed, text, hidden, nonce, at, seal, proof FROM entries LIMIT 1", "line 4"),
        ("DELETE FROM matches WHERE id = 1", "expected a match, got none or another, in match 1"),
        ("DELETE FROM matches WHERE id = 2", "expected 2 matches, and so the last, got none or another, in match 2"),
        ("DELETE FROM throws WHERE id = 2", "expected throw 2 as it was written, got none or another"),
        ("DELETE FROM throws WHERE id = 3", "expected 3 throws, got 2"),
        (
            "UPDATE throws SET showed = '[4, 5]' WHERE id = 1",
            "expected throw 1 as it was written, got none or another",
        ),
    ],
)
def test_row_that_is_lost_or_not_its_own_is_named(path: Path, statement: str, found: str) -> None:
    change(path, statement)
    (told,) = findings(path)
    assert found in told


def test_lines_of_one_match_do_not_pass_for_those_of_another(path: Path) -> None:
    change(path, "DELETE FROM entries WHERE match = 2")
    change(path, "UPDATE entries SET match = 2 WHERE match = 1")
    assert len(findings(path)) == 2


def test_lost_match_is_listed_as_damaged(path: Path) -> None:
    change(path, "DELETE FROM entries WHERE match = 1")
    change(path, "DELETE FROM matches WHERE id = 1")
    with closing(opened(path)) as journal:
        assert list(journal.played_numbers()) == [2, 1]
        assert journal.summary(1) == damaged_summary(1)
        with pytest.raises(MatchDamaged, match="expected a match, got none"):
            journal.read(1)


def test_damaged_match_is_not_written_to(path: Path) -> None:
    change(path, "UPDATE matches SET players = '[]' WHERE id = 2")
    before = path.read_bytes()
    with closing(opened(path)) as journal:
        with pytest.raises(MatchDamaged, match="in match 2"):
            journal.append(2, [GUESS], None)
        with pytest.raises(MatchDamaged, match="in match 2"):
            journal.give_up(2)
    assert path.read_bytes() == before


def test_sound_throws_are_given_beside_the_damaged_one(path: Path) -> None:
    change(path, "UPDATE throws SET showed = '[2]' WHERE id = 2")
    with closing(opened(path)) as journal, pytest.raises(ThrowsDamaged, match="expected throw 2") as damaged:
        journal.throws()
    assert damaged.value.sound == (THROWS[2], THROWS[0])


# --- a code and its seal


def test_code_that_does_not_fit_the_seal_that_was_shown_is_not_played_on(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "journal.db")) as journal:
        fill(journal)
        running = len(FINISHED) + 1
        code = journal.read(running)[1][0]
        assert (code.seal,) == Session.resume(load_catalogue(None)["mastermind"], running, _world(journal)).seals
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db, db:
        # As damage to the memory would: another code is written, and its digest fits.
        _bind_again(db, running, code="code PPPP")
    refused = pytest.raises(MatchDamaged, match=f"expected a code with the seal {code.seal}, got another")
    with closing(opened(tmp_path / "journal.db")) as journal, refused:
        Session.resume(load_catalogue(None)["mastermind"], running, _world(journal))


def _world(journal: Journal) -> Environment:
    return replace(environment(), archive=deferred(journal))


def _bind_again(db: sqlite3.Connection, number: int, code: str) -> None:
    header = db.execute("SELECT id, game, options, players, begun FROM matches WHERE id = ?", (number,)).fetchone()
    tip = genesis = link(None, *header)
    columns = "SELECT seq, deed, text, hidden, nonce, at, seal FROM entries WHERE match = ? ORDER BY seq"
    lines = db.execute(columns, (number,)).fetchall()
    for seq, deed, text, hidden, *rest in lines:
        changed = None if hidden is None else code
        tip = link(tip, number, seq, deed, text, changed, *rest)
        db.execute("UPDATE entries SET hidden = ?, proof = ? WHERE (match, seq) = (?, ?)", (changed, tip, number, seq))
    proof = link(genesis, None, len(lines), tip)
    db.execute("UPDATE matches SET tip = ?, proof = ? WHERE id = ?", (tip, proof, number))


# --- what is printed


@pytest.mark.parametrize("column", ["text", "hidden", "nonce"])
@pytest.mark.parametrize("command", ["export", "review"])
def test_line_that_is_no_utf8_is_one_sentence_on_the_command_line(
    old: Path, capsys: pytest.CaptureFixture[str], column: str, command: str
) -> None:
    opened(old).close()
    change(old, f"UPDATE entries SET {column} = CAST(x'ff' AS TEXT) WHERE match = 1 AND seq = 1")  # noqa: S608
    assert main([command, "1", "--state", str(old.parent)]) == 2
    said = "codemaker: expected line 1 as it was written, got none or another, in match 1\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("column", ["text", "hidden", "nonce"])
def test_line_of_an_older_journal_that_is_no_utf8_is_damaged_before_and_after_it_is_brought_up(
    old: Path, column: str
) -> None:
    change(old, f"UPDATE entries SET {column} = CAST(x'ff' AS TEXT) WHERE match = 1 AND seq = 1")  # noqa: S608
    with closing(open_for_reading(old)) as journal, pytest.raises(MatchDamaged, match="expected line 1"):
        journal.read(1)
    with closing(opened(old)) as journal:
        with pytest.raises(MatchDamaged, match="expected line 1"):
            journal.read(1)
        assert len(list(journal.check())) == 1


@pytest.mark.parametrize("column", ["game", "begun", "result"])
def test_heading_of_an_older_journal_that_is_no_utf8_is_damaged_before_and_after_it_is_brought_up(
    old: Path, column: str
) -> None:
    change(old, f"UPDATE matches SET {column} = CAST(x'ff' AS TEXT) WHERE id = 2")  # noqa: S608
    with closing(open_for_reading(old)) as journal:
        assert journal.summary(2) == damaged_summary(2)
    with closing(opened(old)) as journal:
        assert journal.summary(2) == damaged_summary(2)
        assert journal.summary(1).is_sound
        assert len(list(journal.check())) == 1


def test_history_shows_no_word_of_a_damaged_match(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(path, "UPDATE matches SET result = 'solved in 1' WHERE id = 2")
    assert main(["history", "--state", str(path.parent)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "   2  damaged: codemaker doctor",
        "   1  2026-03-04T05:06:07Z  pegs         solved in 2",
    ]


# --- journals of older versions


def user_version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        number: int = db.execute("PRAGMA user_version").fetchone()[0]
        return number


def test_older_journal_keeps_every_match_and_throw(old: Path) -> None:
    wanted = OLD_THROWS[user_version(old)]
    with closing(open_for_reading(old)) as before:
        matches = [before.read(number) for number in before.played_numbers()]
        throws = before.throws()
    assert (len(matches), len(throws)) == (11, wanted)
    with closing(opened(old)) as journal:
        assert [journal.read(number) for number in journal.played_numbers()] == matches
        assert journal.throws() == throws
        assert list(journal.check()) == []
    assert user_version(old) == VERSION


def test_running_match_of_an_older_version_goes_on_with_its_seal(old: Path) -> None:
    game = load_catalogue(None)["mastermind"]
    with closing(open_for_reading(old)) as before:
        seal = Session.resume(game, 11, _world(before)).seals
    with closing(opened(old)) as journal:
        session = Session.resume(game, 11, _world(journal))
        assert session.seals == seal
        session.play(session.game.parse(None, "RRRR"))
    with closing(opened(old)) as journal:
        assert len(journal.read(11)[1]) == 6


def test_older_journal_that_is_looked_at_is_not_touched(old: Path) -> None:
    before = old.read_bytes()
    with closing(open_for_reading(old)) as journal:
        assert [match.entries for match in journal.matches()][:2] == [5, 11]
        assert list(journal.check()) == []
    assert old.read_bytes() == before


def test_older_journal_that_is_damaged_is_set_aside_before_it_is_brought_up(old: Path) -> None:
    content = bytearray(old.read_bytes())
    content[4 * 4096 : 5 * 4096] = bytes(4096)
    old.write_bytes(content)
    journal, (report,) = open_journal(old, NOW)
    journal.close()
    assert str(report).endswith("set aside as journal-damaged-20260304T050607Z.db")
    assert old.with_name("journal-damaged-20260304T050607Z.db").read_bytes() == bytes(content)


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(opened(path)) as journal:
        yield journal


def test_match_without_a_line_is_left_out_of_the_played(journal: Journal) -> None:
    for number in (3, 4):
        assert journal.begin(HEADING) == number
    journal.append(journal.begin(HEADING), [GUESS], None)
    played = journal.played_numbers()
    assert (list(played), len(played), list(played[1:]), played[-1]) == ([5, 2, 1], 3, [2, 1], 1)
    with pytest.raises(IndexError):
        played[3]


def test_writing_refused_by_the_system_leaves_the_chain_whole(journal: Journal) -> None:
    journal._db.execute(
        "CREATE TEMP TRIGGER t BEFORE INSERT ON entries WHEN NEW.seq = 5 BEGIN SELECT raise(FAIL, 'no'); END"
    )
    with pytest.raises(JournalFailed, match="got no, in "):
        journal.append(2, [GUESS, GUESS], None)
    journal._db.execute("DROP TRIGGER t")
    journal.append(2, [GUESS], None)
    assert list(journal.check()) == []
    assert journal._db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_matches_with_seals_of_the_earlier_line_are_resumed_and_go_on(tmp_path: Path) -> None:
    """The journal of ``played_matches``, made by the program that sealed lines with ``CODE`` and 20 letters."""
    path = Path(shutil.copy(VERSION_3, tmp_path / "journal.db"))
    with closing(opened(path)) as journal:
        world = replace(environment(), archive=deferred(journal))
        for match in list(journal.matches()):
            session = Session.resume(load_catalogue(None)[match.header.game], match.number, world)
            assert check_record(session.record(), session.game).result == (match.result or "*")
        newest = journal.newest()
        assert newest is not None
        session = Session.resume(load_catalogue(None)["mastermind"], newest.number, world)
        (seal,) = session.seals
        session.play(session.read("give up"))
        assert session.opened_seal is not None
        assert session.opened_seal.startswith("CODE ")
        assert fingerprint(session.opened_seal) == seal
        session.draw()
        session.play(session.read("give up"))
        assert session.opened_seal.startswith("BOX2 ")
        assert read_record(write_record(session.record())).result == session.record().result
