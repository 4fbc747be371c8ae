"""Signals end the loop between two frames, even one that comes in the instant before it falls asleep.

A Python handler runs between two instructions of the main thread: if the signal comes after the last look for it and
before the sleep, the handler waits until something else wakes the thread. So the byte that Python writes for every
signal is read by a thread of its own, which sleeps until then.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_NOBODY = -1


@contextmanager
def calling(quit_: Callable[[], None]) -> Iterator[None]:
    """Call *quit_*, from whichever thread, when the system or Ctrl-C asks the program to end."""

    def handle(number: int, frame: FrameType | None) -> None:
        quit_()

    before = {number: signal.signal(number, handle) for number in ENDING}
    try:
        with _listening(quit_):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
