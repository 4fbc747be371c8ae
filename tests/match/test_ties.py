"""Less time decides a tie in the games that have it so; the times are those of the clocks on the own page of each."""

from __future__ import annotations

import pytest

from companion.front_ends.watch import clock_of, own_clocks
from companion.games.contract import Outcome
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.record import RecordRefused, check_record, decided_by_time, read_record, write_record
from companion.match.session import AnySession, Session
from companion.match.statistics import results_of
from tests.games.test_conformance import CATALOGUE
from tests.support.paper import PaperArchive, environment

GAME = CATALOGUE["mastermind-together"]
PLAYERS = ("Anna", "Ben", "Zoé")


class Table:
    """A match of one round; each player finds the code with the first row, and time passes on the player's page."""

    def __init__(self, box: str = "0", **options: str) -> None:
        self.now = 0.0
        self.archive = PaperArchive()
        self.session: AnySession = Session.begin(
            GAME, {"games": "1", "box-seats": box, **options}, PLAYERS, environment(self.archive)
        )
        self.driver: AnyDriver = MatchDriver(self.session, lambda: self.now)
        self.driver.advance()
        self.code = GAME.secret_of(self.session._line[0].move)

    def think(self, seat: int, seconds: float) -> None:
        """Let *seconds* pass while *seat* looks at its board."""
        self.driver.clocks[seat].run()
        self.now += seconds
        self.driver.pause_clock()

    def find(self, *seats: int) -> Table:
        """Let *seats* set the code as their rows."""
        for seat in seats:
            self.driver.submit_text(seat, f"{seat + 1} {self.code}")
        return self


def played(*seconds: float) -> Table:
    """Return the table after a round in which each player has thought for *seconds*."""
    table = Table()
    for seat, each in enumerate(seconds):
        if each:
            table.think(seat, each)
    return table.find(0, 1, 2)


def test_least_time_of_those_who_tie_wins() -> None:
    table = played(30, 20, 35)
    assert table.session.game.outcome(table.session._state) == Outcome((1, 1, 1), (0, 1, 2))
    assert table.driver.position.outcome == Outcome((1, 1, 1), (1,))
    assert [summary.result for summary in table.archive.matches()] == ["Anna 1, Ben 1, Zoé 1: Ben wins"]
    assert table.session.record().times == ("30", "20", "35")


def test_time_on_the_boxs_other_pages_does_not_count() -> None:
    table = Table()
    table.think(0, 20)
    table.find(0)
    table.now += 100
    table.think(1, 15)
    table.find(1)
    table.think(2, 25)
    assert table.find(2).session.outcome == Outcome((1, 1, 1), (1,))


def test_players_who_think_at_once_each_have_their_time() -> None:
    table = Table()
    for seat in (0, 1, 2):
        table.driver.clocks[seat].run()
    for seat in (2, 0, 1):
        table.now += 10
        table.find(seat)
    assert table.session.record().times == ("20", "30", "10")
    assert table.session.outcome == Outcome((1, 1, 1), (2,))


def test_equal_times_are_a_tie() -> None:
    assert played(20, 20, 35).session.outcome == Outcome((1, 1, 1), (0, 1))


def test_time_that_is_not_known_leaves_the_tie() -> None:
    assert played(20, 10, 0).session.outcome == Outcome((1, 1, 1), (0, 1, 2))


def test_resumed_match_has_the_same_winner() -> None:
    table = played(30, 20, 35)
    assert table.session.number is not None
    again = Session.resume(GAME, table.session.number, environment(table.archive))
    assert (again.outcome, again.record()) == (table.session.outcome, table.session.record())


def played_in_rows(*seconds: float) -> Table:
    """Return the table after a round for whose rows Anna has needed *seconds*, one after the other."""
    table = Table()
    *others, last = seconds
    for each in others:
        table.think(0, each)
        table.driver.submit_text(0, "1 RRRR" if table.code != "RRRR" else "1 GGGG")
    table.think(0, last)
    return table.find(0, 1, 2)


def test_time_is_that_of_the_journal_to_the_millisecond() -> None:
    table = played_in_rows(10.1666, 10.1666, 10.1666)
    assert table.session.number is not None
    again = Session.resume(GAME, table.session.number, environment(table.archive))
    assert (again.seconds_used, table.session.seconds_used) == ((31, 0, 0), (31, 0, 0))


def test_time_is_the_same_at_the_end_among_the_matches_and_in_statistics() -> None:
    session = played_in_rows(10.4, 10.4, 10.4).session
    assert (session.seconds_used[0], session.thought[0], results_of(session)[0].seconds) == (31, 31, 31)


def test_time_is_saved_before_the_row_is_set() -> None:
    table = Table()
    table.driver.clocks[1].run()
    table.now += 12
    table.driver.clocks[1].tick()
    assert table.session.number is not None
    again = Session.resume(GAME, table.session.number, environment(table.archive))
    assert MatchDriver(again, lambda: 0.0).clocks[1].used.seconds == 12


def test_clock_that_only_counts_is_told_to_no_front_end_and_has_no_end() -> None:
    table = Table()
    clock = table.driver.clocks[0]
    clock.run()
    assert (clock_of(table.driver), own_clocks(table.driver)) == (None, {})
    table.now += 599
    clock.tick()
    assert clock.due() == 600
    table.now += 100
    clock.tick()
    assert not clock.impose()
    assert (clock.due(), table.driver.late, clock.used.seconds) == (None, None, 699)


def test_record_says_the_times_and_is_checked_with_them() -> None:
    text = write_record(played(30, 20, 35).session.record())
    assert check_record(read_record(text), GAME).result == "Anna 1, Ben 1, Zoé 1: Ben wins"
    with pytest.raises(RecordRefused, match="expected the result 'Anna 1, Ben 1, Zoé 1: Zoé wins'"):
        check_record(read_record(text.replace('[Time "35"]', '[Time "3"]')), GAME)


def test_record_without_times_has_the_tie_of_the_rules() -> None:
    lines = write_record(played(30, 20, 35).session.record()).splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("[Time"))
    with pytest.raises(RecordRefused, match="expected the result 'Anna 1, Ben 1, Zoé 1: Anna and Ben and Zoé share"):
        check_record(read_record(text), GAME)


def test_box_takes_no_time() -> None:
    table = Table(box="1")
    table.think(0, 30)
    table.think(1, 20)
    table.find(0, 1)
    assert table.session.record().times == ("30", "20", "0")


def test_time_limit_decides_by_what_was_used() -> None:
    table = Table(time="300+5")
    for seat, seconds in enumerate((30, 20, 35)):
        table.think(seat, seconds)
    assert table.find(0, 1, 2).session.outcome == Outcome((1, 1, 1), (1,))


def test_time_decides_between_the_best_alone() -> None:
    assert decided_by_time(Outcome((5, 5, 7), (0, 1)), (60, 45, 20)).winners == (1,)
    assert decided_by_time(Outcome((5, 5, 7), (0, 1)), (0, 45, 20)).winners == (0, 1)
    assert decided_by_time(Outcome((5, 6, 7), (0,)), (60, 45, 20)).winners == (0,)
    assert decided_by_time(Outcome((5,), ()), (60,)).winners == ()
