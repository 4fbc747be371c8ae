from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import pytest

from companion.box import Button, Event, Press, Quit, Redraw, Release
from companion.devices.debounce import HOLD, SETTLE
from companion.devices.pi.boards import BOARDS, Board
from companion.devices.pi.buttons import PiInputs
from tests.fakes.header import FakeHeader, ManualClock

BONNET = BOARDS["bonnet"]
WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

UP, OK, ROLL = 17, 4, 6
PRESSED, KEY3 = 13, 16


def opened(header: FakeHeader, board: Board = BONNET, clock: Callable[[], float] = time.monotonic) -> PiInputs:
    """Return the buttons of *board* on *header*."""
    inputs = PiInputs(clock)
    inputs.open(board.buttons, header.pins)
    return inputs


class Desk:
    """A bonnet under somebody's fingers."""

    def __init__(self, board: Board = BONNET) -> None:
        self.clock = ManualClock(10.0)
        self.header = FakeHeader(self.clock)
        self.inputs = opened(self.header, board, self.clock)

    def events(self) -> list[Event]:
        """Everything that has happened up to now."""
        events = []
        while (event := self.inputs.wait(self.clock())) is not None:
            events.append(event)
        return events


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_press_is_there_after_a_millisecond(desk: Desk) -> None:
    desk.header.press(UP)
    assert desk.events() == []
    desk.clock.advance(HOLD)
    assert desk.events() == [Press(Button.UP, 10.0)]


def test_press_of_5_ms_is_seen(desk: Desk) -> None:
    desk.header.press(UP)
    desk.clock.advance(0.005)
    desk.header.release(UP)
    desk.clock.advance(SETTLE)
    assert desk.events() == [Press(Button.UP, 10.0), Release(Button.UP, 10.005)]


def test_press_while_the_program_was_busy_has_the_time_of_its_edge(desk: Desk) -> None:
    desk.header.press(UP)
    desk.clock.advance(0.5)
    assert desk.events() == [Press(Button.UP, 10.0)]


@pytest.mark.parametrize(("now", "kernels"), [(10.004, 10.0), (10.0, 1.7e9)], ids=["reported late", "another clock"])
def test_edge_has_the_time_when_it_was(now: float, kernels: float) -> None:
    header = FakeHeader(ManualClock(kernels))
    clock = ManualClock(now)
    inputs = opened(header, clock=clock)
    header.press(UP)
    clock.time = max(now, 10.0 + HOLD)
    assert inputs.wait(clock()) == Press(Button.UP, 10.0)


def test_release_of_one_button_comes_before_a_later_press_of_another(desk: Desk) -> None:
    desk.header.press(UP)
    desk.clock.advance(0.5)
    desk.header.release(UP)
    desk.clock.advance(0.5)
    desk.header.press(OK)
    desk.clock.advance(HOLD)
    assert desk.events() == [Press(Button.UP, 10.0), Release(Button.UP, 10.5), Press(Button.OK, 11.0)]


def test_edge_that_the_kernel_swallowed_is_found(desk: Desk) -> None:
    desk.header.press(UP)
    desk.events()
    desk.header.lose_edges(UP)
    desk.header.release(UP)
    desk.clock.advance(SETTLE)
    desk.events()
    desk.clock.advance(SETTLE)
    assert desk.events() == [Release(Button.UP, 10.0 + SETTLE)]


def test_wait_comes_back_empty_when_the_clock_reaches_until(desk: Desk) -> None:
    assert desk.inputs.wait(10.0) is None


def test_two_keys_for_one_button_press_it_once() -> None:
    desk = Desk(WAVESHARE_1IN3)
    desk.header.press(PRESSED)
    desk.header.press(KEY3)
    desk.clock.advance(HOLD)
    assert desk.events() == [Press(Button.OK, 10.0)]


def test_button_of_two_keys_is_released_with_the_last() -> None:
    desk = Desk(WAVESHARE_1IN3)
    desk.header.press(PRESSED)
    desk.header.press(KEY3)
    desk.header.release(PRESSED)
    desk.clock.advance(0.1)
    desk.events()
    desk.header.release(KEY3)
    desk.clock.advance(SETTLE)
    assert desk.events() == [Release(Button.OK, 10.1)]


def test_button_held_while_starting_is_no_event_and_nor_is_letting_go_of_it() -> None:
    clock = ManualClock()
    header = FakeHeader(clock)
    header.press(UP)
    inputs = opened(header, clock=clock)
    assert inputs.wait(0.0) is None
    header.release(UP)
    clock.advance(SETTLE)
    assert inputs.wait(clock()) is None


def test_posted_event_arrives(desk: Desk) -> None:
    desk.inputs.post(Redraw())
    assert desk.events() == [Redraw()]


def test_event_posted_by_another_thread_wakes_a_wait_without_end() -> None:
    inputs = PiInputs()
    poster = threading.Timer(0.01, inputs.post, [Quit()])
    poster.start()
    assert inputs.wait(None) == Quit()


def test_event_posted_by_a_signal_handler_wakes_a_wait_without_end() -> None:
    inputs = PiInputs()
    before = signal.signal(signal.SIGALRM, lambda number, frame: inputs.post(Quit()))
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    try:
        assert inputs.wait(None) == Quit()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_wait_sleeps_through_to_until() -> None:
    inputs = opened(FakeHeader(time.monotonic))
    wanted = inputs.now() + 0.05
    before = time.thread_time()
    inputs.wait(wanted)
    # The time of the processor, not of the wall: polling uses it up.
    assert (inputs.now() >= wanted, time.thread_time() - before < 0.01) == (True, True)


def test_buttons_start_no_thread() -> None:
    before = threading.active_count()
    opened(FakeHeader(ManualClock()))
    assert threading.active_count() == before


def test_board_with_a_roll_key_has_roll(desk: Desk) -> None:
    assert desk.inputs.has_roll


def test_board_of_four_keys_has_no_roll() -> None:
    assert not opened(FakeHeader(ManualClock()), BOARDS["waveshare-a"]).has_roll


def test_roll_key_that_is_taken_leaves_rolling_to_ok() -> None:
    header = FakeHeader(ManualClock())
    header.occupy(ROLL)
    assert not opened(header).has_roll


def test_pin_that_is_taken_is_told() -> None:
    header = FakeHeader(ManualClock())
    header.occupy(UP)
    told = [str(missing) for missing in PiInputs().open(BONNET.buttons, header.pins)]
    assert [text.startswith("expected a free pin for UP, got GPIOPinInUse") for text in told] == [True]


def test_pin_that_is_taken_leaves_the_others() -> None:
    clock = ManualClock()
    header = FakeHeader(clock)
    header.occupy(UP)
    inputs = opened(header, clock=clock)
    header.press(OK)
    clock.advance(HOLD)
    assert inputs.wait(HOLD) == Press(Button.OK, 0.0)


def test_closed_buttons_say_nothing(desk: Desk) -> None:
    desk.inputs.close()
    desk.header.press(UP)
    assert desk.events() == []


def test_closed_buttons_can_be_opened_again(desk: Desk) -> None:
    desk.inputs.close()
    assert PiInputs(desk.clock).open(BONNET.buttons, desk.header.pins) == ()
