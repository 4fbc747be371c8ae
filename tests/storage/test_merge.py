"""A backup is loaded into a journal on disk in one step, and the open match of the journal stays the newest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.dice.model import Dice, DiceRoll
from companion.errors import JournalFailed, MatchDamaged
from companion.match.archive import StoredMatch
from companion.match.backup import Loaded, check, finish, free_path, load, save
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, in_memory
from tests.support.match_lines import CODE, GUESS, HEADING, opened, room_for
from tests.support.paper import NOON, PaperArchive

OTHER = StoredMatch(replace(HEADING, begun=NOON), "done", (CODE, GUESS, GUESS))
LONGER = StoredMatch(HEADING, "over", (CODE, GUESS, GUESS))
THROW = DiceRoll(Dice(1, 6), (3,), (1,), NOON)


class Stopped(Exception):
    """Ends a context before its end."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(opened(tmp_path / "journal.db")) as journal:
        yield journal


def written(journal: Journal, *results: str | None) -> None:
    for result in results:
        journal.append(journal.begin(HEADING), (CODE, GUESS), result)


def merge(journal: Journal, *matches: StoredMatch, throws: Sequence[DiceRoll] = ()) -> Loaded:
    """Load a backup of *matches* and *throws* into *journal*."""
    with TemporaryDirectory() as folder, closing(in_memory()) as other:
        for match in matches:
            other.append(other.begin(match.header), match.entries, match.result)
        other.enter(throws)
        path = finish(save(other, (), (), free_path(Path(folder)), NOON)).path
        return finish(load(journal, finish(check(path))))


def results(journal: Journal) -> list[str | None]:
    return [summary.result for summary in reversed([*journal.matches()])]


def test_matches_are_added_behind_those_that_have_ended(journal: Journal) -> None:
    written(journal, "one", "")
    merge(journal, OTHER, OTHER, throws=(THROW,))
    assert results(journal) == ["one", "", "done", "done"]
    assert journal.read(3)[0].header == OTHER.header
    assert journal.read(4)[1] == OTHER.entries
    assert journal.throws() == (THROW,)
    assert [*journal.check()] == []


def test_open_match_stays_the_newest_and_goes_on(journal: Journal, tmp_path: Path) -> None:
    written(journal, "one", None)
    merge(journal, OTHER, OTHER)
    assert results(journal) == ["one", "done", "done", None]
    journal.append(4, (GUESS,), None)
    assert journal.read(4)[1] == (CODE, GUESS, GUESS)
    assert [*journal.check()] == []
    journal.close()
    with closing(opened(tmp_path / "journal.db")) as again:
        assert again.begin(HEADING) == 5
        assert [*again.check()] == []


def test_open_match_keeps_its_number_where_none_is_added(journal: Journal) -> None:
    written(journal, None)
    journal.append(journal.begin(OTHER.header), (CODE,), None)
    assert merge(journal, StoredMatch(HEADING, "done", (CODE, GUESS, GUESS))) == Loaded(longer=1)
    assert results(journal) == ["done", None]
    assert journal.read(1)[1] == (CODE, GUESS, GUESS)
    assert [*journal.check()] == []


def test_open_match_that_ended_elsewhere_is_not_open_any_more(journal: Journal) -> None:
    written(journal, None)
    merge(journal, LONGER, OTHER)
    assert results(journal) == ["over", "done"]


def test_match_without_a_line_is_no_open_one(journal: Journal) -> None:
    journal.begin(HEADING)
    merge(journal, OTHER)
    assert results(journal) == [None, "done"]


def test_damaged_open_match_is_left_where_it_is(journal: Journal) -> None:
    written(journal, None)
    with journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess BBBB' WHERE seq = 2")
    merge(journal, OTHER)
    assert [summary.number for summary in journal.matches()] == [2, 1]
    with pytest.raises(MatchDamaged):
        journal.read(1)


def test_open_match_that_ended_elsewhere_is_found_while_it_is_taken_out(journal: Journal) -> None:
    written(journal, None)
    assert merge(journal, OTHER, LONGER) == Loaded(added=1, longer=1)
    assert results(journal) == ["done", "over"]
    assert journal.read(2)[1] == LONGER.entries
    assert [*journal.check()] == []


def test_open_match_goes_on_elsewhere_before_others_are_added(journal: Journal) -> None:
    written(journal, None)
    assert merge(journal, replace(LONGER, result=None), OTHER) == Loaded(added=1, longer=1)
    assert results(journal) == ["done", None]
    assert journal.read(2)[1] == LONGER.entries
    assert [*journal.check()] == []


@pytest.mark.parametrize("steps", range(9))
def test_loading_that_is_stopped_anywhere_changes_nothing(journal: Journal, tmp_path: Path, steps: int) -> None:
    written(journal, "one", None)
    before = [journal.read(number) for number in (1, 2)]
    with closing(in_memory()) as other:
        for match in (LONGER, OTHER, replace(OTHER, result="won")):
            other.append(other.begin(match.header), match.entries, match.result)
        path = finish(save(other, (), (), free_path(tmp_path), NOON)).path
    loading = load(journal, finish(check(path)))
    assert len([*zip(range(steps), loading, strict=False)]) == min(steps, 6)
    loading.close()
    # The seventh step is the end.
    if steps < 7:
        assert [journal.read(summary.number) for summary in reversed([*journal.matches()])] == before
    assert [*journal.check()] == []
    journal.append(max(summary.number for summary in journal.matches()), (GUESS,), None)


def test_nothing_is_added_where_one_part_fails(journal: Journal) -> None:
    written(journal, "one", None)
    with suppress(Stopped), journal.together() as together:
        together.append(together.begin(HEADING), (CODE,), None)
        together.append(2, (GUESS,), None)
        together.enter((THROW,))
        with pytest.raises(JournalFailed, match="expected the number of a match, got 7"):
            together.append(7, (GUESS,), None)
        raise Stopped
    assert [summary.number for summary in journal.matches()] == [2, 1]
    assert len(journal.read(2)[1]) == 2
    assert journal.throws() == ()


def test_full_card_takes_nothing_and_loses_nothing(journal: Journal, tmp_path: Path) -> None:
    written(journal, "one", None)
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    many = replace(OTHER, entries=(CODE, *[GUESS] * 500))

    def fill() -> None:
        with journal.together() as together:
            for _ in range(20):
                together.append(together.begin(many.header), many.entries, many.result)

    with room_for(size + 4096), pytest.raises(JournalFailed):
        fill()
    assert results(journal) == ["one", None]
    assert [*journal.check()] == []


def test_nothing_is_loaded_while_writes_wait() -> None:
    paper = PaperArchive()
    deferred = DeferredJournal(lambda report: paper)
    paper.break_pencil()
    deferred.begin(HEADING)
    with pytest.raises(JournalFailed, match="expected a journal that takes everything"), deferred.together():
        pass
    paper.sharpen_pencil()
    with deferred.together() as together:
        together.begin(HEADING)
    assert [summary.number for summary in deferred.matches()] == [2, 1]


def test_what_is_written_while_a_backup_is_loaded_is_kept_though_the_loading_fails(journal: Journal) -> None:
    deferred = DeferredJournal(lambda report: journal)
    with suppress(Stopped), deferred.together() as together:
        together.begin(HEADING)
        deferred.enter((THROW,))
        assert deferred.throws() == (THROW,)
        assert journal.throws() == ()
        raise Stopped
    assert journal.throws() == (THROW,)
    assert results(journal) == []
