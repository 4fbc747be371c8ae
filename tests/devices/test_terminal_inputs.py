from __future__ import annotations

import errno
import itertools
import os
import signal
import termios
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from companion.box import Button, Event, Press, Quit, Redraw, Typed
from companion.devices.terminal.inputs import TerminalInputs
from companion.devices.terminal.tty import Terminal, retry_eintr
from tests.devices.terminal_parts import opened, window
from tests.fakes.terminal import FakeTerminal

KEYS = {
    "\x1b[A": Button.UP,
    "\x1bOA": Button.UP,
    "\x1b[B": Button.DOWN,
    "\x1b[C": Button.RIGHT,
    "\x1b[D": Button.LEFT,
    "\r": Button.OK,
    "\n": Button.OK,
    "\x1bOM": Button.OK,
    "\x1b": Button.BACK,
    "\x7f": Button.BACK,
    "\b": Button.BACK,
    "\x1b[3~": Button.BACK,
}
TYPED = {
    "k": Button.UP,
    "j": Button.DOWN,
    "h": Button.LEFT,
    "l": Button.RIGHT,
    "w": Button.UP,
    "s": Button.DOWN,
    "a": Button.LEFT,
    "d": Button.RIGHT,
    " ": Button.OK,
    "q": Button.BACK,
    "r": Button.ROLL,
    "R": Button.ROLL,
    "x": None,
    "é": None,
    "я": None,
}


# The clock stands at 7: this is how long something on its way may take, not how long it does.
SOON = 17.0


@contextmanager
def inputs_on(terminal: FakeTerminal) -> Iterator[TerminalInputs]:
    # A program that looks at the clock a thousand times does not sleep.
    clock = itertools.repeat(7.0, 1000)
    with opened(terminal) as tty:
        tty.enter()
        inputs = TerminalInputs(tty, clock=lambda: next(clock))
        try:
            yield inputs
        finally:
            inputs.close()


def until_quit(inputs: TerminalInputs) -> list[Event]:
    found: list[Event] = []
    while not isinstance(event := inputs.wait(SOON), Quit):
        assert event is not None
        found.append(event)
    return found


@pytest.mark.parametrize(("keys", "button"), KEYS.items())
def test_key_presses_its_button_once(keys: str, button: Button) -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type(keys)
        assert inputs.wait(SOON) == Press(button, 7.0)
        inputs.post(Quit())
        assert until_quit(inputs) == []


@pytest.mark.parametrize(("key", "button"), TYPED.items())
def test_letter_is_typed_and_names_its_button(key: str, button: Button | None) -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type(key + "\x04")
        assert until_quit(inputs) == [Typed(key, button, 7.0)]


def test_keys_typed_in_one_go_are_all_pressed() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("\x1b[A\x1b[B\r\x04")
        presses = [event.button for event in until_quit(inputs) if isinstance(event, Press)]
        assert presses == [Button.UP, Button.DOWN, Button.OK]


def test_two_quick_escapes_are_two_presses() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("\x1b\x1b")
        assert [inputs.wait(SOON), inputs.wait(SOON)] == [Press(Button.BACK, 7.0)] * 2


@pytest.mark.parametrize(
    "keys", ["\x1b[99~", "\x1b[?1;2c", "\x1b[I", "\x1b[9s", "\x1b[1;5A", "\x1bq", "\x00", "\x1b[<0;3;4M"]
)
def test_other_keys_press_nothing(keys: str) -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type(keys + "\x04")
        assert until_quit(inputs) == []


def test_key_after_an_unknown_one_is_pressed() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("\x1b[99~j")
        assert inputs.wait(SOON) == Typed("j", Button.DOWN, 7.0)


def test_bytes_that_are_no_text_press_nothing() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type_bytes(b"\xff\xfe\x04")
        assert until_quit(inputs) == []


def test_ctrl_l_draws_anew() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("\x0c")
        assert inputs.wait(SOON) == Redraw()


def test_hang_up_quits() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.hang_up()
        assert [inputs.wait(SOON), inputs.wait(SOON)] == [Quit()] * 2


def test_keyboard_that_cannot_be_read_is_gone() -> None:
    master, slave = os.openpty()
    os.close(slave)
    with open(os.devnull, "w", encoding="utf-8") as screen:
        terminal = Terminal("xterm", screen, master)
        assert (terminal.kbhit(0), terminal.is_gone) == (False, True)
    os.close(master)


def test_keys_before_a_hang_up_are_not_lost() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("j")
        assert inputs.wait(SOON) == Typed("j", Button.DOWN, 7.0)
        terminal.hang_up()
        assert inputs.wait(SOON) == Quit()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_ctrl_c_and_ctrl_d_are_keys_that_quit(key: str) -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type(key)
        assert inputs.wait(SOON) == Quit()


def test_wait_ends_at_its_time() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        assert inputs.wait(7.0) is None


def test_key_that_is_there_comes_before_the_time() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.type("j")
        assert inputs.wait(6.0) == Typed("j", Button.DOWN, 7.0)


def post(inputs: TerminalInputs) -> None:
    inputs.post(Quit())


def take_a_signal(inputs: TerminalInputs) -> None:
    signal.pthread_kill(threading.get_ident(), signal.SIGWINCH)


@pytest.mark.parametrize(("act", "event"), [(post, Quit()), (take_a_signal, Redraw())])
def test_other_thread_wakes_without_interrupting_the_sleep(
    act: Callable[[TerminalInputs], None], event: Event
) -> None:
    sleeps = threading.Event()

    def wait_and_act() -> None:
        sleeps.wait()
        act(inputs)

    with window() as terminal, inputs_on(terminal) as inputs:
        thread = threading.Thread(target=wait_and_act)
        thread.start()
        # The other thread runs when this one lets go of the interpreter, which is in select.
        sleeps.set()
        assert inputs.wait(SOON) == event
        thread.join()


def test_after_a_post_it_sleeps_again() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        inputs.post(Redraw())
        assert [inputs.wait(7.0), inputs.wait(7.0)] == [Redraw(), None]


def test_a_hundred_thousand_posts_do_not_block() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        for _ in range(100_000):
            inputs.post(Redraw())
        inputs.post(Quit())
        assert len(until_quit(inputs)) == 100_000


def test_resize_draws_anew() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        os.kill(os.getpid(), signal.SIGWINCH)
        assert inputs.wait(SOON) == Redraw()


def test_continuing_after_a_stop_takes_the_terminal_anew() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        terminal.settle().feed(b"\x1b[?1049l\x1b[?25h")
        os.kill(os.getpid(), signal.SIGCONT)
        assert inputs.wait(SOON) == Redraw()
        assert (terminal.settle().is_alternate, terminal.glass.has_cursor) == (True, False)


def test_modes_are_those_from_before_the_stop_when_it_is_over() -> None:
    with window() as terminal:
        before = terminal.modes()
        with inputs_on(terminal) as inputs:
            os.kill(os.getpid(), signal.SIGCONT)
            assert inputs.wait(SOON) == Redraw()
        assert terminal.modes() == before


def test_call_that_a_signal_interrupts_is_made_again() -> None:
    answers = iter([termios.error(errno.EINTR, "interrupted"), "done"])

    def call() -> str:
        answer = next(answers)
        if isinstance(answer, termios.error):
            raise answer
        return str(answer)

    assert retry_eintr(call) == "done"


def test_close_gives_the_signals_back() -> None:
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGWINCH, signal.SIGTSTP, signal.SIGCONT)
    before = [signal.getsignal(number) for number in numbers]
    with window() as terminal, inputs_on(terminal):
        pass
    assert [signal.getsignal(number) for number in numbers] == before


def test_post_after_close_is_harmless() -> None:
    with window() as terminal, inputs_on(terminal) as inputs:
        inputs.close()
        inputs.post(Quit())
        assert inputs.wait(SOON) == Quit()
