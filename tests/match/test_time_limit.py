"""The time limit of a turn or a match, in every family of games, against a count that is not the program's."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.errors import MoveRefused
from companion.games.contract import TIME, Signal
from companion.games.pegs.moves import GiveUp, LoseRow
from companion.games.pegs.state import Ending
from companion.match.archive import EntryKind
from companion.match.clock import AWAY_S, Stage, TurnClock
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.record import RecordRefused, check_record, read_record, write_record
from companion.match.session import Session
from companion.match.statistics import results_of
from tests.games.test_conformance import CATALOGUE
from tests.support.paper import PaperArchive, environment

SAVED_EVERY_S = 10
GAMES = {"mastermind": 2, "bulls": 1, "coda": 3, "passcode": 2, "mini-together": 3}
LIMITS = [value for value in TIME.values if value != "off"]


class Table:
    """A match whose players think for a while, and a count of the time they took."""

    def __init__(self, seed: int, game: str, time: str, **options: str) -> None:
        self.now = 0.0
        self.random = Random(seed)
        self.archive = PaperArchive()
        self.environment = environment(self.archive, seed)
        players = ("Anna", "Ben", "Cleo")[: GAMES[game]]
        chosen = {"time": time, **options}
        session = Session.begin(CATALOGUE[game], chosen, players, self.environment)
        self.driver: AnyDriver = MatchDriver(session, lambda: self.now)
        self.driver.advance()
        self.thought: dict[str, float] = {}
        # For how long each clock may still wait for the screen of its player.
        self.waits: dict[TurnClock, float] = {}
        self.kills = self.lates = 0

    @property
    def written(self) -> dict[str, float]:
        """The seconds in the journal, by what they are counted for."""
        lines = (line.text.split() for line in self.archive.sheets[1][1] if line.deed is EntryKind.CLOCK)
        return {line[0]: float(line[1]) for line in lines}

    def think(self, seconds: float) -> None:
        """Let the clocks run for *seconds* while the box shows the turn, and wakes when it has to."""
        for clock in self.driver.clocks.values():
            clock.run()
        end = self.now + seconds
        while self.driver.late is None:
            dues = [clock.due(self.driver.late is not None) for clock in self.driver.clocks.values()]
            due = min((each for each in dues if each is not None), default=end)
            step = min(due, end) - self.now
            for clock in self.driver.clocks.values():
                self.thought[clock.turn.key] = self.thought.get(clock.turn.key, 0.0) + step
            self.now += step
            for clock in self.driver.clocks.values():
                clock.tick()
            self.check()
            if self.now >= end:
                break

    def check(self) -> None:
        for key, seconds in self.written.items():
            assert seconds <= self.thought[key] + 0.001
        for key, seconds in self.thought.items():
            assert seconds - self.written.get(key, 0.0) < SAVED_EVERY_S + 0.001
        for clock in self.driver.clocks.values():
            assert clock.used.seconds == pytest.approx(self.thought.get(clock.turn.key, 0.0), abs=0.001)

    def rest(self) -> None:
        """Pause: the time that passes counts for no player."""
        self.driver.pause_clock()
        self.now += self.random.random() * 500
        for key, seconds in self.thought.items():
            assert self.written.get(key, 0.0) == pytest.approx(seconds, abs=0.002)

    def lose_screen(self, seconds: float) -> None:
        """Let the screens of the players be away for *seconds*, the first of which count for no player."""
        for clock in self.driver.clocks.values():
            clock.run()
            clock.hold(True)
        end = self.now + seconds
        dues = [self.now + self.waits.get(clock, AWAY_S) for clock in self.driver.clocks.values()]
        if not dues:
            return
        waits = min(*dues, end) - self.now
        assert [clock.is_held for clock in self.driver.clocks.values()] == [at > self.now for at in dues]
        self.now += waits
        for clock in self.driver.clocks.values():
            self.waits[clock] = self.waits.get(clock, AWAY_S) - waits
            clock.tick()
        self.check()
        self.think(end - self.now)
        for clock in self.driver.clocks.values():
            clock.hold(False)

    def cut(self) -> None:
        """Cut the power: what is not written yet is lost, which is at most what a player may get back."""
        self.kills += 1
        self.driver = MatchDriver(Session.resume(self.driver.session.game, 1, self.environment), lambda: self.now)
        self.thought |= {key: self.written.get(key, 0.0) for key in self.thought}
        self.driver.advance()

    def act(self) -> None:
        """Move, undo or redo."""
        driver, chance = self.driver, self.random.random()
        seats = sorted(driver.position.seats_to_move)
        seat = self.random.choice(seats) if seats else None
        if driver.late is not None:
            self.lates += 1
            driver.time_up()
        elif chance < 0.12 and driver.session.undoable is not None:
            driver.undo()
        elif chance < 0.18 and driver.session.redoable is not None:
            driver.redo()
        elif seat is not None and driver.position.is_prompted:
            driver.submit(seat, Signal.GO)
        elif seat is not None:
            driver.submit_text(seat, self.random.choice(list(islice(driver.position.moves(seat), 40))))
        self.check()

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.driver.session.outcome is not None:
                return
            self.think(self.random.choice([0.3, 4, 25, 90]) * self.random.random())
            if self.random.random() < 0.1:
                self.rest()
            # Of several clocks that wait, each may wait for another time.
            if self.random.random() < 0.15 and len(self.driver.clocks) < 2:
                self.lose_screen(self.random.choice([5, 60]) * self.random.random())
            if self.random.random() < 0.06:
                self.cut()
            self.act()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options"), [*((game, {}) for game in GAMES), ("bulls", {"late": "row"}), ("mastermind", {"late": "row"})]
)
def test_clocks_agree_with_a_count_of_their_own(game: str, options: dict[str, str]) -> None:
    kills = lates = 0
    for seed in range(250):
        table = Table(seed, game, LIMITS[seed % len(LIMITS)], **options)
        table.play(30)
        kills, lates = kills + table.kills, lates + table.lates
    assert kills > 50
    assert lates > 20


def test_late_player_of_pegs_gives_the_round_up() -> None:
    table = Table(1, "bulls", "30")
    table.think(29.9)
    with pytest.raises(MoveRefused, match="expected a limit that is over"):
        table.driver.time_up()
    table.think(0.2)
    event = table.driver.time_up()
    assert (event.seat, event.move, event.text) == (0, GiveUp(), "give up")
    assert table.driver.session.view().done[-1].ending is Ending.GIVEN_UP


def lose(table: Table, rows: int) -> None:
    for _ in range(rows):
        table.think(30)
        assert table.driver.time_up().move == LoseRow()


def test_late_player_of_pegs_loses_the_row_alone_by_option() -> None:
    table = Table(1, "bulls", "30", late="row")
    table.driver.submit_text(0, "0123")
    lose(table, 1)
    table.driver.submit_text(0, "4567")
    shown = table.driver.session.view().now
    assert [None if row is None else row.guess for row in shown.board] == [(0, 1, 2, 3), None, (4, 5, 6, 7)]
    assert shown.used == 3
    assert left(table) == 30


def test_row_that_is_lost_counts_as_the_last_row_and_in_the_score() -> None:
    table = Table(1, "bulls", "30", late="row")
    rows = table.driver.session.view().rules.edition.rows
    lose(table, rows)
    ended = table.driver.session.view().done[-1]
    assert (ended.ending, ended.rows, ended.used) == (Ending.FAILED, (), rows)


def test_code_found_after_lost_rows_counts_them() -> None:
    table = Table(1, "bulls", "30", late="row")
    lose(table, 2)
    (hidden,) = [line.hidden for line in table.archive.sheets[1][1] if line.hidden is not None]
    table.driver.submit_text(0, hidden.reveal().removeprefix("code "))
    view = table.driver.session.view()
    assert view.done[-1].ending is Ending.SOLVED
    assert view.scores == (3,)
    assert [result.rows for result in results_of(table.driver.session)] == [3]


def test_undo_of_a_lost_row_gives_no_time_back() -> None:
    table = Table(1, "bulls", "30", late="row")
    lose(table, 1)
    table.driver.undo()
    assert table.driver.late == (0, LoseRow())


def test_row_is_lost_by_the_clock_alone() -> None:
    table = Table(1, "bulls", "30", late="row")
    with pytest.raises(MoveRefused, match="expected a player's move"):
        table.driver.submit_text(0, "row lost")


@pytest.mark.parametrize("options", [{"time": "30"}, {"time": "300+0", "late": "row"}, {"time": "off", "late": "row"}])
def test_no_row_is_lost_without_the_option_or_where_each_further_one_would_be(options: dict[str, str]) -> None:
    session = Table(1, "bulls", **options).driver.session
    with pytest.raises(MoveRefused, match="expected a time limit of a person"):
        session.validate(LoseRow())


def test_record_with_lost_rows_is_checked() -> None:
    table = Table(1, "bulls", "30", late="row")
    lose(table, 1)
    table.driver.submit_text(0, "0123")
    lose(table, 1)
    text = write_record(table.driver.session.record())
    assert text.count("row lost") == 2
    check_record(read_record(text), table.driver.session.game)


def test_turn_waits_for_an_absent_screen_for_half_a_minute_in_all() -> None:
    table = Table(1, "bulls", "120")
    table.think(10)
    (clock,) = table.driver.clocks.values()
    for seconds, used in ((20, 10), (25, 25), (7, 32)):
        clock.hold(True)
        for _ in range(seconds):
            table.now += 1
            clock.tick()
        clock.hold(False)
        assert clock.used.seconds == used
    table.driver.submit_text(0, "0123")
    (clock,) = table.driver.clocks.values()
    clock.run()
    clock.hold(True)
    assert clock.is_held


def test_wait_for_an_absent_screen_is_not_prolonged_by_a_pause() -> None:
    table = Table(1, "bulls", "120")
    (clock,) = table.driver.clocks.values()
    clock.run()
    clock.hold(True)
    table.now += 29
    table.rest()
    assert not clock.is_running
    clock.run()
    clock.hold(True)
    assert clock.due() == table.now + 1


def test_each_row_has_the_time_of_a_turn() -> None:
    table = Table(1, "bulls", "30")
    for row in ("0123", "4567"):
        table.think(20)
        table.driver.submit_text(0, row)
    assert [clock.left_s for clock in table.driver.clocks.values()] == [30]


def test_each_turn_adds_time_to_that_of_the_match_and_an_undo_takes_it_away() -> None:
    table = Table(1, "bulls", "300+5")
    for row in ("0123", "4567"):
        table.think(20)
        table.driver.submit_text(0, row)
    assert left(table) == 300 - 40 + 2 * 5
    table.driver.undo()
    assert left(table) == 300 - 40 + 5
    table.cut()
    assert left(table) == 300 - 40 + 5
    table.driver.redo()
    assert left(table) == 300 - 40 + 2 * 5


def left(table: Table) -> float:
    (clock,) = table.driver.clocks.values()
    return clock.left_s


def test_undo_of_a_lost_round_gives_no_time_back() -> None:
    table = Table(1, "bulls", "30")
    table.think(40)
    table.driver.time_up()
    table.driver.undo()
    assert left(table) == 0
    assert table.driver.late == (0, GiveUp())


def test_turn_of_passcode_passes_to_the_next_player_when_its_time_is_over() -> None:
    table = Table(1, "passcode", "30", first="1")
    while not table.driver.clocks:
        table.act()
    (seat,) = table.driver.clocks
    table.think(31)
    first = table.driver.time_up()
    moved = [event.text.split()[0] for event in (first, *table.driver.events) if event.seat >= 0]
    assert moved in (["draw", "discard"], ["draw"])
    assert table.driver.position.player_to_move != seat


def test_late_player_of_coda_loses_the_attack_when_it_is_due() -> None:
    table = Table(1, "coda", "30", deal="chance")
    table.think(31)
    assert table.driver.late is None
    (clock,) = table.driver.clocks.values()
    assert clock.stage is Stage.UP
    assert table.driver.position.player_to_move is not None
    table.driver.submit_text(table.driver.position.player_to_move, "draw dark")
    assert table.driver.time_up().text == "time up"


@pytest.mark.parametrize("options", [{"mode": "player"}, {"mode": "keeps"}])
def test_time_of_a_codemaker_does_not_count(options: dict[str, str]) -> None:
    table = Table(1, "mastermind", "30", **options)
    assert table.driver.position.seats_to_move
    assert table.driver.clocks == {}


def test_match_without_the_option_has_no_clock() -> None:
    assert Table(1, "mastermind", "off").driver.clocks == {}


def test_record_of_a_late_player_is_checked() -> None:
    table = Table(1, "coda", "30", deal="chance")
    table.think(31)
    table.driver.submit_text(table.driver.position.player_to_move or 0, "draw dark")
    table.driver.time_up()
    text = write_record(table.driver.session.record())
    assert '[Option "time" "30"]' in text
    check_record(read_record(text), table.driver.session.game)


@pytest.mark.parametrize(("time", "used"), [("300+5", 45), ("120", 45)])
def test_record_has_the_time_of_each_player(time: str, used: int) -> None:
    table = Table(1, "bulls", time)
    for row in ("0123", "4567"):
        table.think(22.4)
        table.driver.submit_text(0, row)
    assert f'[Time "{used}"]' in write_record(table.driver.session.record())


@pytest.mark.parametrize(
    "times",
    ['[Time "-3"]', '[Time "soon"]', '[Time "03"]', '[Time "3"]\n[Time "4"]'],
    ids=["below", "word", "zero", "two"],
)
def test_record_with_times_that_are_none_is_refused(times: str) -> None:
    table = Table(1, "bulls", "120")
    text = write_record(table.driver.session.record()).replace('[Time "0"]', times)
    with pytest.raises(RecordRefused, match=r"line [0-9]+: expected the whole seconds of each player"):
        read_record(text)


def test_record_without_the_option_has_no_times() -> None:
    text = write_record(Table(1, "bulls", "off").driver.session.record())
    assert "Time" not in text
    record = read_record(text.replace("[Result", '[Time "4"]\n[Result'))
    with pytest.raises(RecordRefused, match="expected no Time in a match without the option time"):
        check_record(record, CATALOGUE["bulls"])
