"""Sleeping until the window system has something to say, and waking up for signals."""

from __future__ import annotations

import ctypes
import signal
import socket
from collections.abc import Callable
from threading import Thread
from typing import Any

import pygame


def sleeper() -> Callable[[int], None]:
    """Return what sleeps for so many milliseconds at most, and until an event lies in pygame's queue.

    ``pygame.event.wait`` looks for events every millisecond (pygame 2.6, github.com/pygame/pygame/issues/3036);
    SDL below it sleeps in the kernel. Asked through a module of pygame's, it is the SDL that pygame has loaded.
    """
    wait = _sdl_wait()
    if wait is None:
        return _sleep_with_pygame

    def sleep(timeout_ms: int) -> None:
        # Without a place to put the event it stays in the queue.
        wait(None, timeout_ms)

    return sleep


def _sdl_wait() -> Any:
    try:
        return ctypes.CDLL(pygame.display.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        # A pygame that is linked in another way: better a window that looks for events than none.
        return None


def _sleep_with_pygame(timeout_ms: int) -> None:
    event = pygame.event.wait(timeout_ms)
    if event.type != pygame.NOEVENT:
        pygame.event.post(event)


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
