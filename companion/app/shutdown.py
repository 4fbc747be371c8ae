"""Signals end the loop between two frames, even a signal that arrives just before the loop goes to sleep.

Python runs a signal handler between two instructions of the main thread. If the signal arrives after the last check
and before the sleep, the handler does not run until something else wakes the main thread. Therefore a separate thread
reads the byte that Python writes for every signal. During start-up the program never sleeps, so a plain handler is
enough.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from companion.box.waker import WOKEN, Waker

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
INTERRUPTED = 128 + signal.SIGINT
"""The exit status that shells report for a program ended by Ctrl-C."""

_NOBODY = -1


class ShutdownRequest:
    """A request to end: recorded during start-up, and passed on once ``pass_on`` has set its receiver."""

    def __init__(self) -> None:
        self.is_asked = False
        self.status = 0
        self._quit: Callable[[], None] | None = None

    def ask(self) -> None:
        """Record the request and pass it on; may be called from any thread or signal handler."""
        self.is_asked = True
        if self._quit is not None:
            self._quit()

    def interrupt(self) -> None:
        """Record a request by Ctrl-C, which sets the exit status."""
        self.status = INTERRUPTED
        self.ask()

    @contextmanager
    def listen(self) -> Iterator[None]:
        """Record requests by the system or Ctrl-C while the context is open; only for code that does not sleep."""
        with handle_signals(self.ask), handle_signals(self.interrupt, (signal.SIGINT,)):
            yield

    def pass_on(self, quit_: Callable[[], None]) -> None:
        """Call *quit_* for every request from now on, and at once if there was one before."""
        self._quit = quit_
        if self.is_asked:
            quit_()


@contextmanager
def handle_signals(quit_: Callable[[], None], numbers: Sequence[signal.Signals] = ENDING) -> Iterator[None]:
    """Call *quit_* when one of the signals *numbers* arrives; only for code that does not sleep."""

    def handle(number: int, frame: FrameType | None) -> None:
        quit_()

    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def shutdown_signals(quit_: Callable[[], None]) -> Iterator[None]:
    """Call *quit_*, from any thread, when the system or Ctrl-C asks the program to end, even during a sleep."""
    with handle_signals(quit_), _listening(quit_):
        yield


@contextmanager
def _listening(quit_: Callable[[], None]) -> Iterator[None]:
    waker = Waker()
    other = signal.set_wakeup_fd(waker.signal_fd, warn_on_full_buffer=False)
    if other != _NOBODY:
        # The device has set its own wake-up descriptor: a terminal handles more signals than these.
        signal.set_wakeup_fd(other)
    thread = threading.Thread(target=_listen, args=(waker, quit_), name="signals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        if other == _NOBODY:
            signal.set_wakeup_fd(_NOBODY)
        waker.wake()
        thread.join()
        waker.close()


def _listen(waker: Waker, quit_: Callable[[], None]) -> None:
    numbers = b""
    while WOKEN not in numbers:
        numbers = waker.wait()
        if any(number in ENDING for number in numbers):
            quit_()
