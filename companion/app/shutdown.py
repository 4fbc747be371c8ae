"""Signals end the loop between two frames, even one that comes in the instant before it falls asleep.

A Python handler runs between two instructions of the main thread: if the signal comes after the last look for it and
before the sleep, the handler waits until something else wakes the thread. So the byte that Python writes for every
signal is read by a thread of its own, which sleeps until then. While the program starts it does not sleep.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
INTERRUPTED = 128 + signal.SIGINT
"""The exit status that shells give what Ctrl-C has ended."""

_NOBODY = -1


class ShutdownRequest:
    """The request to end: noted while the program starts, and passed on as soon as there is who ends it."""

    def __init__(self) -> None:
        self.is_asked = False
        self.status = 0
        self._quit: Callable[[], None] | None = None

    def ask(self) -> None:
        """Note the request, and pass it on; may be called from any thread or signal handler."""
        self.is_asked = True
        if self._quit is not None:
            self._quit()

    def interrupt(self) -> None:
        """Note that Ctrl-C was the request, which the exit status tells."""
        self.status = INTERRUPTED
        self.ask()

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Note what the system or Ctrl-C asks for, as long as the program does not fall asleep."""
        with handle_signals(self.ask), handle_signals(self.interrupt, (signal.SIGINT,)):
            yield

    def pass_on(self, quit_: Callable[[], None]) -> None:
        """Call *quit_* for every request from now on, and for one that came before."""
        self._quit = quit_
        if self.is_asked:
            quit_()


@contextmanager
def handle_signals(quit_: Callable[[], None], numbers: Sequence[signal.Signals] = ENDING) -> Iterator[None]:
    """Call *quit_* when the system or Ctrl-C asks the program to end, as long as it does not fall asleep."""

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
    """Call *quit_*, from whichever thread, when the system or Ctrl-C asks the program to end, asleep or not."""
    with handle_signals(quit_), _listening(quit_):
        yield


@contextmanager
def _listening(quit_: Callable[[], None]) -> Iterator[None]:
    ear, mouth = os.pipe()
    # Python writes from within its signal handler, where it must not have to wait.
    os.set_blocking(mouth, False)
    other = signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    if other != _NOBODY:
        # The device listens itself: a window and a terminal have more signals to hear than these.
        signal.set_wakeup_fd(other)
    thread = threading.Thread(target=_listen, args=(ear, quit_), name="signals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        if other == _NOBODY:
            signal.set_wakeup_fd(_NOBODY)
        os.close(mouth)
        thread.join()
        os.close(ear)


def _listen(ear: int, quit_: Callable[[], None]) -> None:
    while number := os.read(ear, 1):
        if number[0] in ENDING:
            quit_()
