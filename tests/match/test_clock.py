import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import TextUnreadable
from companion.games.contract import TimedTurn
from companion.match.clock import SAVE_S, Stage, TimeUsed, TurnClock, read_time

TURN = TimedTurn("1.1.8.0", 60, 20)


class Timer:
    """A clock of a turn whose time a test sets; ``saved`` is what was saved."""

    def __init__(self, used: TimeUsed | None = None, now: float = 0.0) -> None:
        self.now = now
        self.saved: list[TimeUsed] = []
        self.clock = TurnClock(TURN, used or TimeUsed(), lambda: self.now, self.saved.append)

    def at(self, now: float) -> TurnClock:
        self.now = now
        return self.clock


def running(now: float = 0.0) -> Timer:
    timer = Timer(now=now)
    timer.clock.run()
    return timer


def test_free_time_comes_first_and_then_the_clock_waits() -> None:
    timer = running()
    stages = [timer.at(now).stage for now in (0, 59.9, 60, 1000)]
    assert stages == [Stage.FREE, Stage.FREE, Stage.OPEN, Stage.OPEN]


def test_limit_cannot_be_imposed_in_the_free_time() -> None:
    timer = running()
    assert timer.at(59.9).impose() is False
    assert timer.clock.stage is Stage.FREE


def test_limit_runs_from_where_it_was_imposed() -> None:
    timer = running()
    assert timer.at(75).impose() is True
    assert [timer.at(now).stage for now in (75, 94.9, 95)] == [Stage.LIMIT, Stage.LIMIT, Stage.UP]


def test_limit_is_imposed_once() -> None:
    timer = running()
    timer.at(60).impose()
    assert timer.at(70).impose() is False
    assert timer.clock.seconds == 10


def test_clock_that_runs_is_not_disturbed_by_being_run() -> None:
    timer = running()
    timer.at(30).run()
    assert timer.clock.seconds == 30


def test_clock_stands_still_while_it_is_paused() -> None:
    timer = running()
    timer.at(10).pause()
    assert timer.at(500).seconds == 50
    assert timer.clock.due() is None
    timer.clock.run()
    assert timer.clock.ends == 550


def test_clock_that_was_never_shown_has_not_begun_and_is_never_due() -> None:
    clock = Timer().at(5)
    assert (clock.has_begun, clock.due()) == (False, None)


def test_clock_that_waits_is_never_due() -> None:
    clock = running().at(61)
    assert clock.due() == 60
    clock.tick()
    assert clock.due() is None


def test_limit_is_due_every_second() -> None:
    timer = running()
    timer.at(60).impose()
    assert [timer.at(now).due() for now in (60, 60.5, 61)] == pytest.approx([61, 61, 61])
    # Until the tick it is due.
    timer.clock.tick()
    assert timer.clock.due() == pytest.approx(62)
    timer.at(78).tick()
    assert [timer.at(now).due() for now in (78.9, 79.5)] == pytest.approx([79, 79])


def test_limit_that_is_over_is_due_at_once() -> None:
    timer = running()
    timer.at(60).impose()
    assert timer.at(80).due() == 80


@given(st.floats(0, 1e6), st.floats(0, 61))
def test_free_time_that_runs_is_due_later_than_now(started: float, later: float) -> None:
    timer = running(started)
    clock = timer.at(started + later)
    clock.tick()
    due = clock.due()
    assert clock.stage is Stage.OPEN or (due is not None and timer.now < due)


def test_what_is_left_of_the_free_time_by_rounding_is_no_time() -> None:
    assert running(1030.1).at(1090.0999999999999).stage is Stage.OPEN


@given(st.floats(0, 1e6), st.floats(0, 19.999))
def test_limit_that_runs_is_due_later_than_now(imposed: float, later: float) -> None:
    timer = running(-100)
    timer.at(imposed).impose()
    clock = timer.at(imposed + later)
    clock.tick()
    due = clock.due()
    assert clock.stage is Stage.UP or (due is not None and timer.now < due <= timer.now + 1.001)


def test_time_is_saved_when_it_stops_when_the_free_time_is_over_and_with_the_limit() -> None:
    timer = running()
    timer.at(5).pause()
    timer.clock.run()
    timer.at(61).tick()
    timer.at(62).tick()
    timer.at(70).impose()
    assert timer.saved == [TimeUsed(5), TimeUsed(61), TimeUsed(70, 70)]


def test_no_more_time_than_the_bound_passes_without_being_saved() -> None:
    timer = running()
    for _ in range(20):
        due = timer.clock.due()
        if due is None:
            timer.at(timer.now + 3).impose()
        elif timer.clock.stage is Stage.UP:
            break
        else:
            assert timer.clock.used.seconds - (timer.saved[-1].seconds if timer.saved else 0) < SAVE_S
            timer.at(due).tick()
    assert [round(saved.seconds) for saved in timer.saved] == [10, 20, 30, 40, 50, 60, 63, 73]


def test_clock_goes_on_with_the_time_that_was_used() -> None:
    timer = Timer(TimeUsed(75, 63), now=1000)
    timer.clock.run()
    assert (timer.clock.stage, timer.clock.seconds) == (Stage.LIMIT, 8)


@pytest.mark.parametrize("used", [TimeUsed(3.25), TimeUsed(75, 63.5)])
def test_time_is_read_as_it_was_written(used: TimeUsed) -> None:
    assert read_time(used.text(TURN.key)) == (TURN.key, used)


@pytest.mark.parametrize("text", ["", "1.1", "1.1 5", "1.1 5.000 ", "1.1 -5.000", "1.1 5.000 6.000 7.000", "x 5.000"])
def test_other_text_is_not_read_as_a_time(text: str) -> None:
    with pytest.raises(TextUnreadable, match="expected the time of a turn"):
        read_time(text)


def test_what_is_due_stays_due_on_a_clock_that_goes_on_between_two_looks() -> None:
    times, saved = itertools.count(1), list[float]()
    at = [0.0]

    def now() -> float:
        return at[0] + next(times) / 1e6

    clock = TurnClock(TimedTurn("1", 0.0, 12.0), TimeUsed(), now, lambda used: saved.append(used.seconds))
    clock.run()
    ticks = []
    for second in range(1, 13):
        at[0] = second + 0.01
        woken, due = now(), clock.due()
        assert due is not None
        assert due <= woken
        if second < 12:
            clock.tick()
            ticks.append(clock.seconds)
            following = clock.due()
            assert following is not None
            assert following > now()
    assert ticks == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert [round(each) for each in saved] == [10]
    assert clock.stage is Stage.UP
