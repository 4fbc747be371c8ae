"""A journal that holds less than it did is told, also where one witness is lost too, until the players accept it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.dice.model import Coin, DiceRoll
from companion.errors import JournalLost
from companion.storage import witness
from companion.storage.copies import copy_of
from companion.storage.journal import open_for_reading
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened
from tests.support.opened import open_journal

KNOWN = ("journal.known-1", "journal.known-2")


def used(path: Path, matches: int = 2) -> Path:
    with closing(opened(path)) as journal:
        for _ in range(matches):
            journal.append(journal.begin(HEADING), [CODE, GUESS], "done")
    # What the copy has is no loss.
    copy_of(path).unlink(missing_ok=True)
    return path


def losses(path: Path) -> list[JournalLost]:
    """Return what a reader and a start tell of a loss."""
    with closing(open_for_reading(path)) as reader:
        found = [reader.loss]
    journal, reports = open_journal(path, NOW)
    journal.close()
    return [each for each in (*found, *reports) if isinstance(each, JournalLost)]


def delete(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("other", [None, *KNOWN])
@pytest.mark.parametrize("lose", [delete, empty])
def test_journal_that_is_gone_is_told_though_another_file_is_gone_too(
    path: Path, lose: Callable[[Path], None], other: str | None
) -> None:
    lose(used(path))
    if other is not None:
        path.with_name(other).write_bytes(bytes(40))
    assert len(losses(path)) == 2
    (lost, _) = losses(path)
    assert str(lost).startswith(
        "expected 2 matches, 0 throws and 2 lines in match 2, got 0 matches, 0 throws and 0 lines in match 2"
    )


def test_older_copy_is_told(path: Path) -> None:
    used(path)
    older = shutil.copy(path, path.with_name("older"))
    with closing(opened(path)) as journal:
        journal.append(1, [GUESS], "done again")
    shutil.copy(older, path)
    assert "expected 2 matches, 0 throws and 3 lines in match 1" in str(losses(path)[0])


def test_older_copy_with_fewer_throws_is_told(path: Path) -> None:
    used(path)
    older = shutil.copy(path, path.with_name("older"))
    with closing(opened(path)) as journal:
        journal.enter([DiceRoll(Coin(), (1,), at=HEADING.begun)])
    shutil.copy(older, path)
    assert len(losses(path)) == 2


def test_loss_is_told_until_it_is_accepted_however_many_matches_follow(path: Path) -> None:
    used(path).unlink()
    losses(path)
    journal, _ = open_journal(path, NOW)
    with closing(journal):
        for _ in range(3):
            journal.append(journal.begin(HEADING), [CODE], "done")
    assert len(losses(path)) == 2
    journal, _ = open_journal(path, NOW)
    with closing(journal), journal.together():
        pass
    assert losses(path) == []
    path.unlink()
    copy_of(path).unlink()
    assert len(losses(path)) == 2


def test_new_folder_and_one_without_a_match_are_no_loss(path: Path) -> None:
    assert losses(path) == []
    path.unlink()
    assert losses(path) == []
    assert [path.with_name(name).exists() for name in KNOWN] == [False, False]


def test_match_that_is_stored_again_under_a_higher_number_is_no_loss(path: Path) -> None:
    used(path, 1)
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), [CODE, GUESS, GUESS], None)
    with closing(opened(path)) as journal, journal.together() as both:
        both.take_out_newest()
        both.begin(HEADING)
        both.append(both.begin(HEADING), [CODE, GUESS, GUESS], None)
        # As if the power were cut here, after the commit.
        journal._db.commit()
        during = witness.read(path)
    assert (during.number, during.lines) == (2, 0)
    assert losses(path) == []
    assert witness.read(path)[2:4] == (3, 0)


def test_restored_backup_is_accepted(path: Path) -> None:
    used(path, 9).unlink()
    losses(path)
    journal, _ = open_journal(path, NOW)
    with closing(journal), journal.together() as target:
        target.begin(HEADING)
    assert losses(path) == []


def test_damaged_match_is_no_loss_beside(path: Path) -> None:
    used(path)
    with closing(opened(path)) as journal, journal._db:
        journal._db.execute("UPDATE matches SET lines = 1 WHERE id = 2")
    assert losses(path) == []


def test_move_that_ends_no_match_writes_no_witness(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(path)) as journal:
        journal.copies = lambda: ()
        number = journal.begin(HEADING)
        before = witness.read(path)
        monkeypatch.setattr("os.fsync", lambda descriptor: pytest.fail("a witness waits for the card"))
        journal.append(number, [CODE], None)
        assert witness.read(path) == before
        journal.append(number, [GUESS], "done")
        assert witness.read(path).lines == 2


def test_witness_that_cannot_be_written_stops_nothing(path: Path) -> None:
    path.parent.mkdir()
    for name in KNOWN:
        path.with_name(name).mkdir()
    used(path)
    assert witness.read(path) == witness.Held()


def test_witness_that_is_damaged_or_missing_is_written_again_at_the_next_start(path: Path) -> None:
    used(path)
    first, second = (path.with_name(name) for name in KNOWN)
    first.write_bytes(bytes(2000))
    second.unlink()
    journal, _ = open_journal(path, NOW)
    # The power is cut here: nothing is closed.
    assert first.read_text("utf-8") == second.read_text("utf-8")
    assert witness.read(path)[2:] == (2, 0, 2, 2, 0)
    journal.close()


def test_box_that_is_cut_off_in_a_match_knows_of_it(path: Path) -> None:
    with closing(opened(path)) as journal:
        journal.begin(HEADING)
        assert witness.read(path).matches == 1
