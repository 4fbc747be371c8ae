"""Sleeping until the window system has an event, and waking up for signals."""

from __future__ import annotations

import ctypes
import signal
import socket
from collections.abc import Callable
from threading import Thread
from typing import Any

import pygame


def sleeper() -> Callable[[int], Any]:
    """Return a function that sleeps until pygame's queue has an event, for at most the given milliseconds.

    The function returns the event if it had to take it out of the queue, else None. ``pygame.event.wait`` polls for
    events every millisecond (pygame 2.6, github.com/pygame/pygame/issues/3036); SDL's own function sleeps in the
    kernel.
    """
    wait = _sdl_wait()
    if wait is None:
        return pygame.event.wait

    def sleep(timeout_ms: int) -> None:
        # With NULL for the event structure, SDL leaves the event in the queue.
        wait(None, timeout_ms)

    return sleep


def _sdl_wait() -> Any:
    """Return the wait function of the SDL that pygame has loaded, looked up through a pygame module, or None."""
    try:
        return ctypes.CDLL(pygame.display.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        # This pygame is linked in another way; polling for events is better than no window.
        return None


class SignalBell:
    """Calls *ring* whenever a signal arrives: SDL's sleep ignores signals, and Python's handlers run only after it."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._ear, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._before = signal.set_wakeup_fd(self._rope.fileno(), warn_on_full_buffer=False)
        self._listener = Thread(target=self._listen, name="signals", daemon=True)
        self._listener.start()

    def close(self) -> None:
        """Stop calling *ring* and restore the wake-up descriptor."""
        signal.set_wakeup_fd(self._before)
        self._rope.close()
        self._listener.join()
        self._ear.close()

    def _listen(self) -> None:
        while self._ear.recv(64):
            self._ring()
