"""The clock of a turn of Coda as front ends are told of it: a state for each change, and none while it counts down."""

from __future__ import annotations

from random import Random

import pytest

from companion.front_ends.messages import Clock, MoveRequest, Refusal, TableState
from companion.front_ends.watch import TableWatch
from companion.match.clock import Stage
from companion.ui.games.shared.match import Match
from tests.flows.test_coda_flows import keys_for, limit, pass_time, right, timed, wrong
from tests.front_ends.test_leaks import twin, with_state
from tests.support.flow import Flow

FREE, OPEN, LIMIT = Stage.FREE, Stage.OPEN, Stage.LIMIT
Seen = tuple[Stage, bool] | None


class Told:
    """What front ends of *flow* are told from now on: they are told each time the loop is about to sleep."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.states: list[TableState] = []
        self._read = 0
        self.watch = TableWatch(self.states.append)
        flow.before_sleep = self.look
        self.look()

    def look(self) -> None:
        if isinstance(match := self.flow.top.owner, Match):
            self.watch.look(match.driver)

    @property
    def clock(self) -> Clock:
        """The clock of the newest state, which has one."""
        clock = self.states[-1].clock
        assert clock is not None
        return clock

    def stages(self) -> list[Seen]:
        """Return the stages of the states since the last call, and whether the clock runs in them."""
        clocks = [state.clock for state in self.states[self._read :]]
        self._read = len(self.states)
        return [None if clock is None else (clock.stage, clock.is_running) for clock in clocks]

    def left_s(self) -> float:
        """Return the seconds that a front end shows."""
        if self.clock.ends_ms is None:
            assert self.clock.left_ms is not None
            return self.clock.left_ms / 1000
        return self.clock.ends_ms / 1000 - self.flow.box.inputs.now()


def test_running_clock_is_told_once_and_counted_down_by_whom_it_is_told() -> None:
    flow = timed()
    told = Told(flow)
    assert told.stages() == [(FREE, True)]
    before = told.left_s()
    flow.press("LEFT RIGHT UP")
    pass_time(flow, 30)
    assert told.stages() == []
    assert 29.9 < before - told.left_s() < 31


def test_each_stage_is_told_when_it_begins() -> None:
    flow = timed()
    told = Told(flow)
    pass_time(flow, 61)
    assert told.stages() == [(FREE, True), (OPEN, True)]
    assert (told.clock.ends_ms, told.clock.left_ms) == (None, None)
    limit(flow)
    assert told.stages() == [(OPEN, False), (LIMIT, True)]
    assert 19 < told.left_s() <= 20
    pass_time(flow, 19)
    assert told.stages() == []
    pass_time(flow, 2)
    # The time is up: knocking down a panel is not timed, and the next turn has not begun.
    assert told.stages() == [None]


def test_pause_menu_stops_the_clock_that_is_told() -> None:
    flow = timed()
    told = Told(flow)
    pass_time(flow, 61)
    limit(flow)
    pass_time(flow, 5)
    told.stages()
    flow.press("BACK")
    assert told.stages() == [(LIMIT, False)]
    assert told.clock.ends_ms is None
    paused = told.left_s()
    assert 14 < paused < 15.1
    pass_time(flow, 100)
    flow.press("OK")
    assert told.stages() == [(LIMIT, True)]
    assert paused - 0.2 < told.left_s() <= paused


def test_next_turn_is_told_with_a_clock_of_its_own() -> None:
    flow = timed()
    told = Told(flow)
    pass_time(flow, 30)
    told.stages()
    flow.press(keys_for(flow, wrong(flow)))
    assert told.stages() == [None, (FREE, True)]
    assert 59 < told.left_s() <= 60


def test_right_attack_leaves_the_clock_as_it_is() -> None:
    flow = timed()
    told = Told(flow)
    ends = told.clock.ends_ms
    told.stages()
    flow.press(keys_for(flow, right(flow)))
    assert told.stages() == [(FREE, True)]
    assert told.clock.ends_ms == ends


@pytest.mark.parametrize(("back", "result"), [(0, "made"), (1, "made"), (2, Refusal.STALE)])
def test_move_for_a_state_in_which_only_the_clock_was_another_is_made(back: int, result: object) -> None:
    flow = timed()
    told = Told(flow)
    pass_time(flow, 61)
    position = told.states[-1].position
    assert position is not None
    assert position.player_to_move == 0
    assert [state.version - state.moved for state in told.states] == [0, 1]
    attack = right(flow)
    text = f"attack {attack.seat + 1}.{attack.place + 1} {attack.number}"
    made = told.watch.make(MoveRequest(1, told.states[-1].version - back, 0, text, is_sealed=True))
    assert ("made" if isinstance(made, int) else made) == result


def test_version_after_the_newest_is_stale() -> None:
    assert [TableState(5, moved=3).takes(version, 0) for version in (2, 3, 5, 6)] == [False, True, True, False]


def test_turn_is_known_by_what_all_players_see() -> None:
    match = timed().top.owner
    assert isinstance(match, Match)
    turn = match.session.timed_turn
    assert turn is not None
    for seed in range(20):
        changed = with_state(match.driver, twin(match.session._state, Random(seed)))
        assert changed.session.timed_turn == turn
