import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.turn_clock import Stage, TurnClock


def running(now: float = 0.0) -> TurnClock:
    clock = TurnClock(60, 20)
    clock.run(now)
    return clock


def test_free_time_comes_first_and_then_the_clock_waits() -> None:
    clock = running()
    assert [clock.stage(now) for now in (0, 59.9, 60, 1000)] == [Stage.FREE, Stage.FREE, Stage.OPEN, Stage.OPEN]


def test_limit_cannot_be_imposed_in_the_free_time() -> None:
    clock = running()
    assert clock.impose(59.9) is False
    assert clock.stage(59.9) is Stage.FREE


def test_limit_runs_from_where_it_was_imposed() -> None:
    clock = running()
    assert clock.impose(75) is True
    assert [clock.stage(now) for now in (75, 94.9, 95)] == [Stage.LIMIT, Stage.LIMIT, Stage.UP]


def test_limit_is_imposed_once() -> None:
    clock = running()
    clock.impose(60)
    assert clock.impose(70) is False
    assert clock.seconds(70) == 10


def test_clock_that_runs_is_not_disturbed_by_being_run() -> None:
    clock = running()
    clock.run(30)
    assert clock.seconds(30) == 30


def test_clock_stands_still_while_it_is_paused() -> None:
    clock = running()
    clock.pause(10)
    assert clock.seconds(500) == 50
    assert clock.due(500) is None
    clock.run(500)
    assert clock.due(500) == 550


def test_clock_that_was_never_shown_wakes_nobody() -> None:
    assert TurnClock(60, 20).due(5) is None


def test_clock_that_waits_wakes_nobody() -> None:
    assert running().due(61) is None


def test_limit_wakes_every_second() -> None:
    clock = running()
    clock.impose(60)
    assert [clock.due(now) for now in (60, 60.5, 61, 78.9, 79.5)] == pytest.approx([61, 61, 62, 79, 80])


def test_limit_that_is_over_wants_to_be_told_at_once() -> None:
    clock = running()
    clock.impose(60)
    assert clock.due(80) == 80


@given(st.floats(0, 1e6), st.floats(0, 61))
def test_free_time_that_runs_is_due_later_than_now(started: float, later: float) -> None:
    clock = running(started)
    now = started + later
    due = clock.due(now)
    assert clock.stage(now) is Stage.OPEN or (due is not None and now < due)


def test_what_is_left_of_the_free_time_by_rounding_is_no_time() -> None:
    clock = running(1030.1)
    assert clock.stage(1090.0999999999999) is Stage.OPEN


@given(st.floats(0, 1e6), st.floats(0, 19.999))
def test_limit_that_runs_is_due_later_than_now(imposed: float, later: float) -> None:
    clock = running(-100)
    clock.impose(imposed)
    now = imposed + later
    due = clock.due(now)
    assert clock.stage(now) is Stage.UP or (due is not None and now < due <= now + 1.001)
