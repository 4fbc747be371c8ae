"""Matches of another box are added in one step, and the open match of this box stays the newest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.dice.model import Dice, DiceRoll
from companion.errors import JournalFailed, MatchDamaged
from companion.match.archive import Merge, StoredMatch
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal
from tests.support.match_lines import CODE, GUESS, HEADING, opened, room_for
from tests.support.paper import NOON, PaperArchive

OTHER = StoredMatch(replace(HEADING, begun=NOON), "done", (CODE, GUESS, GUESS))
THROW = DiceRoll(Dice(1, 6), (3,), (1,), NOON)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(opened(tmp_path / "journal.db")) as journal:
        yield journal


def written(journal: Journal, *results: str | None) -> None:
    for result in results:
        journal.append(journal.begin(HEADING), (CODE, GUESS), result)


def results(journal: Journal) -> list[str | None]:
    return [summary.result for summary in reversed([*journal.matches()])]


def test_matches_are_added_behind_those_that_have_ended(journal: Journal) -> None:
    written(journal, "one", "")
    journal.merge(Merge((OTHER, OTHER), throws=(THROW,)))
    assert results(journal) == ["one", "", "done", "done"]
    assert journal.read(3)[0].header == OTHER.header
    assert journal.read(4)[1] == OTHER.entries
    assert journal.throws() == (THROW,)
    assert [*journal.check()] == []


def test_open_match_stays_the_newest_and_goes_on(journal: Journal, tmp_path: Path) -> None:
    written(journal, "one", None)
    journal.merge(Merge((OTHER, OTHER)))
    assert results(journal) == ["one", "done", "done", None]
    journal.append(4, (GUESS,), None)
    assert journal.read(4)[1] == (CODE, GUESS, GUESS)
    assert [*journal.check()] == []
    journal.close()
    with closing(opened(tmp_path / "journal.db")) as again:
        assert again.begin(HEADING) == 5
        assert [*again.check()] == []


def test_open_match_keeps_its_number_where_none_is_added(journal: Journal) -> None:
    written(journal, None, None)
    journal.merge(Merge(longer={1: StoredMatch(HEADING, "done", (GUESS,))}))
    assert results(journal) == ["done", None]
    assert journal.read(1)[1] == (CODE, GUESS, GUESS)
    assert [*journal.check()] == []


def test_open_match_that_ended_elsewhere_is_not_open_any_more(journal: Journal) -> None:
    written(journal, None)
    journal.merge(Merge((OTHER,), {1: StoredMatch(HEADING, "over", (GUESS,))}))
    assert results(journal) == ["over", "done"]


def test_match_without_a_line_is_no_open_one(journal: Journal) -> None:
    journal.begin(HEADING)
    journal.merge(Merge((OTHER,)))
    assert results(journal) == [None, "done"]


def test_damaged_open_match_is_left_where_it_is(journal: Journal) -> None:
    written(journal, None)
    with journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess BBBB' WHERE seq = 2")
    journal.merge(Merge((OTHER,)))
    assert [summary.number for summary in journal.matches()] == [2, 1]
    with pytest.raises(MatchDamaged):
        journal.read(1)


def test_nothing_is_added_where_one_part_fails(journal: Journal) -> None:
    written(journal, "one", None)
    with journal._db:
        journal._db.execute("UPDATE matches SET result = 'won' WHERE id = 1")
    with pytest.raises(MatchDamaged):
        journal.merge(Merge((OTHER,), {1: OTHER}))
    with pytest.raises(JournalFailed, match="expected the number of a match, got 7"):
        journal.merge(Merge((OTHER,), {2: StoredMatch(HEADING, None, (GUESS,)), 7: OTHER}))
    assert [summary.number for summary in journal.matches()] == [2, 1]
    assert len(journal.read(2)[1]) == 2


def test_full_card_takes_nothing_and_loses_nothing(journal: Journal, tmp_path: Path) -> None:
    written(journal, "one", None)
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    many = tuple(replace(OTHER, entries=(CODE, *[GUESS] * 500)) for _ in range(20))
    with room_for(size + 4096), pytest.raises(JournalFailed):
        journal.merge(Merge(many))
    assert results(journal) == ["one", None]
    assert [*journal.check()] == []


def test_merge_is_refused_while_writes_wait(tmp_path: Path) -> None:
    paper = PaperArchive()
    deferred = DeferredJournal(lambda report: paper)
    paper.break_pencil()
    deferred.begin(HEADING)
    with pytest.raises(JournalFailed, match="expected a journal that takes everything"):
        deferred.merge(Merge((OTHER,)))
    paper.sharpen_pencil()
    deferred.merge(Merge((OTHER,)))
    assert [summary.result for summary in deferred.matches()] == ["done", None]
