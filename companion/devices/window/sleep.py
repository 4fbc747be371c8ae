"""Sleeping until the window system has something to say, and waking up for signals."""

from __future__ import annotations

import ctypes
import signal
import socket
from collections.abc import Callable
from threading import Thread
from typing import Any

import pygame


def sleeper() -> Callable[[int], Any]:
    """Return what sleeps for so many milliseconds at most, and until an event lies in pygame's queue.

    It returns the event if it had to take it out of the queue, else None. ``pygame.event.wait`` looks for events
    every millisecond (pygame 2.6, github.com/pygame/pygame/issues/3036); SDL below it sleeps in the kernel.
    """
    wait = _sdl_wait()
    if wait is None:
        return pygame.event.wait

    def sleep(timeout_ms: int) -> None:
        # Without a place to put it the event stays in the queue.
        wait(None, timeout_ms)

    return sleep


def _sdl_wait() -> Any:
    """Return SDL's waiting, found through a module of pygame's, so that it is the SDL that pygame has loaded."""
    try:
        return ctypes.CDLL(pygame.display.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        # A pygame that is linked in another way: better a window that looks for events than none.
        return None


class SignalBell:
    """Rings whenever a signal arrives: SDL sleeps through them, and Python's handlers wait until it wakes."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._ear, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._before = signal.set_wakeup_fd(self._rope.fileno(), warn_on_full_buffer=False)
        self._listener = Thread(target=self._listen, name="signals", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Ring no more."""
        signal.set_wakeup_fd(self._before)
        self._rope.close()
        self._listener.join()
        self._ear.close()

    def _listen(self) -> None:
        while self._ear.recv(64):
            self._ring()
