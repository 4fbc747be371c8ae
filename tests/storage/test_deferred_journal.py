"""What the disk refuses waits in order, is read as if it were written, and is written when the disk takes it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.model import Dice, DiceRoll
from companion.errors import JournalFailed, MatchDamaged
from companion.i18n.translator import Translator
from companion.match.archive import LogEntry, MatchHeader, MatchSummary, ThrowsDamaged
from companion.storage.deferred_journal import SAVED_AGAIN, DeferredJournal
from companion.storage.journal import Journal, open_for_writing, open_for_writing_later
from tests.support.match_lines import CODE, GUESS, HEADING, NOW, opened, room_for
from tests.support.paper import PaperArchive

BUSY = "Codemaker is running already: nothing is saved now."
OTHER = replace(HEADING, players=("Ben",))
THROWS = tuple(DiceRoll(Dice(1, 6), (side,)) for side in range(1, 7))


@dataclass
class Card:
    """An archive that cannot always be opened, and the clock of the box beside it."""

    paper: PaperArchive = field(default_factory=PaperArchive)
    is_locked: bool = False
    reports: Sequence[JournalFailed] = ()
    tries: int = 0
    time_s: float = 100.0

    def open(self, report: Callable[[JournalFailed], None]) -> PaperArchive:
        self.tries += 1
        if self.is_locked:
            raise JournalFailed("expected the lock, got another box", BUSY)
        for each in self.reports:
            report(each)
        return self.paper

    def deferred(self) -> DeferredJournal:
        return DeferredJournal(self.open, lambda: self.time_s)


def locked() -> tuple[Card, DeferredJournal]:
    card = Card(is_locked=True)
    return card, card.deferred()


# --- while the journal is closed


def test_match_begun_while_the_journal_is_closed_has_no_number_and_can_be_read() -> None:
    _, journal = locked()
    match = journal.begin(HEADING)
    journal.append(match, [CODE, GUESS], None)
    assert journal.number_of(match) is None
    assert match < 0
    assert journal.read(match) == (MatchSummary(match, HEADING, None, 2), (CODE, GUESS))
    assert journal.summary(match) == journal.newest() == MatchSummary(match, HEADING, None, 2)


def test_matches_that_wait_are_listed_the_newest_first() -> None:
    _, journal = locked()
    first, empty, last = journal.begin(HEADING), journal.begin(HEADING), journal.begin(OTHER)
    journal.append(last, [CODE], None)
    journal.append(first, [CODE], "done")
    journal.give_up(last)
    assert journal.played_numbers() == (last, first)
    assert [summary.number for summary in journal.matches()] == [last, empty, first]
    assert [summary.result for summary in journal.matches()] == ["", None, "done"]


def test_throws_that_wait_are_read_the_newest_first() -> None:
    card, journal = locked()
    card.paper.enter(THROWS[:2])
    journal.enter(THROWS[2:3])
    assert journal.throws() == THROWS[2:3]
    card.is_locked = False
    journal.retry()
    assert journal.throws(2) == (THROWS[2], THROWS[1])


def test_match_that_is_nowhere_is_a_key_error() -> None:
    card, journal = locked()
    with pytest.raises(KeyError):
        journal.read(1)
    card.is_locked = False
    journal.retry()
    with pytest.raises(KeyError):
        journal.summary(1)


def test_everything_is_written_in_order_once_the_journal_opens() -> None:
    card, journal = locked()
    card.paper.append(card.paper.begin(HEADING), [GUESS], None)
    first, last = journal.begin(HEADING), journal.begin(OTHER)
    journal.append(last, [CODE], None)
    journal.append(first, [CODE], None)
    journal.append(first, [GUESS], "done")
    journal.give_up(last)
    card.is_locked = False
    journal.enter(THROWS)
    assert (journal.number_of(first), journal.number_of(last)) == (2, 3)
    assert card.paper.sheets == {1: (HEADING, [GUESS]), 2: (HEADING, [CODE, GUESS]), 3: (OTHER, [CODE])}
    assert card.paper.results == {1: None, 2: "done", 3: ""}
    assert card.paper.thrown == [*THROWS]


def test_number_below_0_stays_valid_when_the_match_has_got_its_own() -> None:
    card, journal = locked()
    match = journal.begin(HEADING)
    card.is_locked = False
    journal.append(match, [CODE], None)
    journal.append(match, [GUESS], "done")
    assert journal.read(match) == journal.read(1) == (MatchSummary(1, HEADING, "done", 2), (CODE, GUESS))


def test_match_that_was_running_before_a_failed_start_is_there_when_the_journal_opens() -> None:
    card, journal = locked()
    card.paper.append(card.paper.begin(HEADING), [CODE], None)
    assert (journal.newest(), journal.played_numbers()) == (None, ())
    card.is_locked = False
    journal.retry()
    assert (journal.newest(), journal.played_numbers()) == (MatchSummary(1, HEADING, None, 1), (1,))


# --- while the journal is open and cannot be written


def test_lines_that_wait_are_read_behind_those_that_are_saved() -> None:
    card = Card()
    journal = card.deferred()
    match = journal.begin(HEADING)
    journal.append(match, [CODE], None)
    card.paper.break_pencil()
    journal.append(match, [GUESS], None)
    journal.append(match, [GUESS], "done")
    assert card.paper.sheets[1][1] == [CODE]
    assert journal.read(match) == (MatchSummary(1, HEADING, "done", 3), (CODE, GUESS, GUESS))
    assert journal.newest() == journal.summary(match) == MatchSummary(1, HEADING, "done", 3)


def test_match_whose_first_line_waits_is_played() -> None:
    card = Card()
    journal = card.deferred()
    for _ in range(2):
        journal.append(journal.begin(HEADING), [CODE], None)
    match = journal.begin(HEADING)
    card.paper.break_pencil()
    journal.append(match, [CODE], None)
    waiting = journal.begin(HEADING)
    journal.append(waiting, [CODE], None)
    assert journal.played_numbers() == (waiting, 3, 2, 1)


def test_lines_that_wait_for_one_match_are_written_at_once() -> None:
    class Counting(PaperArchive):
        appends = 0

        def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
            super().append(number, entries, result)
            self.appends += 1

    card = Card(Counting(), is_locked=True)
    journal = card.deferred()
    match = journal.begin(HEADING)
    for _ in range(5):
        journal.append(match, [GUESS], None)
    card.is_locked = False
    journal.append(match, [CODE], None)
    assert card.paper.sheets[1][1] == [*[GUESS] * 5, CODE]
    assert isinstance(card.paper, Counting)
    assert card.paper.appends == 1


@pytest.mark.parametrize("is_troubled", [False, True])
def test_write_that_memory_runs_out_in_is_kept_only_where_it_is_surely_not_saved(is_troubled: bool) -> None:
    class Hungry(PaperArchive):
        is_hungry = False

        def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
            if self.is_hungry:
                raise MemoryError
            super().append(number, entries, result)

    paper = Hungry()
    card = Card(paper)
    journal = card.deferred()
    match = journal.begin(HEADING)
    if is_troubled:
        paper.break_pencil()
        journal.append(match, [CODE], None)
    paper.is_hungry = True
    with pytest.raises(MemoryError):
        journal.append(match, [GUESS], None)
    paper.is_hungry, paper.is_broken = False, False
    journal.retry()
    assert paper.sheets[1][1] == ([CODE, GUESS] if is_troubled else [])


# --- what is told, and when it is tried again


def test_table_is_told_once_that_nothing_is_saved_and_once_that_all_is() -> None:
    card, journal = locked()
    journal.append(journal.begin(HEADING), [CODE], None)
    assert [journal.take_notice(), journal.take_notice()] == [BUSY, None]
    card.is_locked = False
    journal.retry()
    assert [journal.take_notice(), journal.take_notice()] == [SAVED_AGAIN, None]


def test_another_reason_is_told_as_well() -> None:
    card, journal = locked()
    journal.take_notice()
    card.is_locked = False
    card.paper.break_pencil()
    journal.begin(HEADING)
    assert journal.take_notice() == JournalFailed.sentence


def test_healthy_journal_tells_nothing_and_wants_no_retry() -> None:
    journal = Card().deferred()
    journal.append(journal.begin(HEADING), [CODE], None)
    assert (journal.take_notice(), journal.retry_at, journal.trouble) == (None, None, None)


def test_damage_found_at_the_start_is_reported_and_damage_found_later_is_told() -> None:
    damage = JournalFailed("expected a database, got noise", "Damaged.")
    assert Card(reports=[damage]).deferred().reports == (damage,)
    card = Card(is_locked=True, reports=[damage])
    journal = card.deferred()
    assert journal.reports == ()
    card.is_locked = False
    journal.retry()
    assert journal.take_notice() == "Damaged."


def test_damage_found_later_is_told_with_its_values() -> None:
    card = Card(is_locked=True, reports=[JournalFailed("expected a database, got noise", "Back: {count}.", count=3)])
    journal = card.deferred()
    card.is_locked = False
    journal.retry()
    notice = journal.take_notice()
    assert notice is not None
    assert Translator("en").say(notice) == "Back: 3."


def test_pauses_between_retries_grow_to_a_minute_and_begin_again_after_a_success() -> None:
    card, journal = locked()
    pauses = []
    for _ in range(8):
        assert journal.retry_at is not None
        pauses.append(journal.retry_at - card.time_s)
        card.time_s = journal.retry_at
        journal.retry()
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    card.is_locked = False
    journal.retry()
    card.paper.break_pencil()
    journal.begin(HEADING)
    assert journal.retry_at == card.time_s + 1


def test_every_write_tries_again_and_does_not_put_the_timer_off() -> None:
    card, journal = locked()
    at = journal.retry_at
    card.time_s += 0.5
    journal.enter(THROWS)
    assert (card.tries, journal.retry_at) == (2, at)


def test_listener_hears_of_each_change_and_of_trouble_that_was_there_before() -> None:
    card, journal = locked()
    heard: list[str | None] = []
    journal.listen(lambda trouble: heard.append(None if trouble is None else trouble.sentence))
    journal.enter(THROWS)
    card.is_locked = False
    journal.retry()
    assert heard == [BUSY, None]


def test_line_of_a_damaged_match_does_not_keep_the_others_waiting() -> None:
    class Damaged(PaperArchive):
        def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
            if number == 1:
                raise MatchDamaged(number, "expected line 3 as it was written, got another")
            super().append(number, entries, result)

    card = Card(Damaged())
    journal = card.deferred()
    damaged, sound = journal.begin(HEADING), journal.begin(OTHER)
    journal.append(damaged, [CODE], None)
    journal.append(sound, [CODE], None)
    assert journal.take_notice() == MatchDamaged.sentence
    assert (journal.retry_at, card.paper.sheets[sound]) == (None, (OTHER, [CODE]))


def test_damaged_throws_are_left_out_and_told() -> None:
    class Damaged(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
            raise ThrowsDamaged("expected throw 2 as it was written", THROWS[:1])

    journal = Card(Damaged()).deferred()
    assert journal.throws(5) == THROWS[:1]
    assert journal.take_notice() == ThrowsDamaged.sentence


def test_closing_tries_a_last_time() -> None:
    card, journal = locked()
    journal.enter(THROWS)
    card.is_locked = False
    journal.close()
    assert card.paper.thrown == [*THROWS]


# --- over the journal itself


def over(path: Path) -> DeferredJournal:
    def open_journal(report: Callable[[JournalFailed], None]) -> Journal:
        return open_for_writing(path, NOW, report)

    return DeferredJournal(open_journal, lambda: 0.0, lambda: open_for_writing_later(path))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_card_that_is_full_at_the_start_and_gets_room_has_everything(tmp_path: Path, size: int) -> None:
    path = tmp_path / "journal.db"
    with room_for(size):
        journal = over(path)
        match = journal.begin(HEADING)
        journal.append(match, [CODE], None)
        assert journal.take_notice() == JournalFailed.sentence
    with closing(journal):
        journal.append(match, [GUESS], "done")
        assert journal.take_notice() == SAVED_AGAIN
        assert journal.number_of(match) == 1
    with closing(opened(path)) as kept:
        assert kept.read(1) == (MatchSummary(1, HEADING, "done", 2), (CODE, GUESS))


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_match_on_a_card_that_is_full_at_the_start_is_seen_and_goes_on(tmp_path: Path, size: int) -> None:
    path = tmp_path / "journal.db"
    with closing(opened(path)) as before:
        before.append(before.begin(HEADING), [CODE], None)
        before.enter(THROWS[:2])
    with room_for(size):
        journal = over(path)
        assert journal.trouble is not None
        assert journal.newest() == MatchSummary(1, HEADING, None, 1)
        assert (tuple(journal.played_numbers()), journal.throws()) == ((1,), (THROWS[1], THROWS[0]))
        journal.append(1, [GUESS], None)
        assert journal.read(1) == (MatchSummary(1, HEADING, None, 2), (CODE, GUESS))
        assert list(journal.matches()) == [MatchSummary(1, HEADING, None, 2)]
    with closing(journal):
        journal.retry()
        assert journal.take_notice() == SAVED_AGAIN
    with closing(opened(path)) as kept:
        assert kept.read(1) == (MatchSummary(1, HEADING, None, 2), (CODE, GUESS))


def test_matches_of_a_program_that_plays_are_not_seen_by_another(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(opened(path)) as other, closing(over(path)) as journal:
        other.append(other.begin(HEADING), [CODE], None)
        journal.retry()
        assert (journal.newest(), journal.played_numbers()) == (None, ())


def test_lock_that_another_program_held_for_a_while_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(opened(path)) as other:
        other.append(other.begin(HEADING), [CODE], None)
        journal = over(path)
        assert journal.take_notice() == BUSY
        match = journal.begin(OTHER)
        journal.enter(THROWS)
    journal.retry()
    journal.close()
    assert (journal.take_notice(), journal.number_of(match)) == (SAVED_AGAIN, 2)
    with closing(opened(path)) as kept:
        assert [summary.header for summary in kept.matches()] == [OTHER, HEADING]
        assert kept.throws() == tuple(reversed(THROWS))


# --- any events in any order


class Failing(PaperArchive):
    """Refuses to be opened or written at the calls that *refuses* says."""

    def __init__(self, refuses: Sequence[bool]) -> None:
        super().__init__()
        self._refuses = iter(refuses)

    def open(self, report: Callable[[JournalFailed], None]) -> Failing:
        self._need_pencil()
        return self

    def _need_pencil(self) -> None:
        if next(self._refuses, False):
            raise JournalFailed("expected a sharp pencil, got a broken one")


@dataclass(frozen=True)
class Line:
    """An act of play: a match is begun, or gets a line or its result or is given up, or dice are thrown."""

    kind: str
    match: int = 0


MATCH = st.integers(0, 3)
ACTS = st.lists(
    st.builds(Line, st.sampled_from(("line", "line", "result", "give up")), MATCH)
    | st.builds(Line, st.sampled_from(("begin", "throw", "retry"))),
    max_size=40,
)


def play(journal: DeferredJournal, acts: Sequence[Line]) -> tuple[list[object], list[int]]:
    """Do *acts*, and return what is read of each match after each of them, and the matches."""
    seen: list[object] = []
    matches = [journal.begin(HEADING)]
    for place, act in enumerate(acts):
        match = matches[act.match % len(matches)]
        entry = replace(GUESS, text=f"guess {place}")
        if act.kind == "begin":
            matches.append(journal.begin(MatchHeader("pegs", (), (str(place),), "")))
        elif act.kind == "line":
            journal.append(match, [entry], None)
        elif act.kind == "result":
            journal.append(match, [entry], f"done {place}")
        elif act.kind == "give up":
            journal.give_up(match)
        elif act.kind == "throw":
            journal.enter([THROWS[place % 6]])
        else:
            journal.retry()
        read = [(replace(summary, number=0), entries) for summary, entries in map(journal.read, matches)]
        listed = [replace(summary, number=0) for summary in journal.matches()]
        seen.append((read, listed, len(journal.played_numbers()), journal.throws()))
    return seen, matches


@given(acts=ACTS, refuses=st.lists(st.booleans(), max_size=60))
def test_archive_that_fails_at_random_is_read_and_ends_as_one_that_never_fails(
    acts: list[Line], refuses: list[bool]
) -> None:
    sound, failing = Failing(()), Failing(refuses)
    expected, _ = play(DeferredJournal(sound.open, lambda: 0.0), acts)
    journal = DeferredJournal(failing.open, lambda: 0.0)
    found, matches = play(journal, acts)
    assert found == expected
    for _ in refuses:
        journal.retry()
    assert (failing.sheets, failing.results, failing.thrown) == (sound.sheets, sound.results, sound.thrown)
    assert list(map(journal.number_of, matches)) == [*sound.sheets]
    assert journal.trouble is None
