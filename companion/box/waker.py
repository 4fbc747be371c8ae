"""A pipe that ends the sleep of a thread that waits with ``select`` or ``poll``."""

from __future__ import annotations

import os
import select
from collections.abc import Iterable
from contextlib import suppress

WOKEN = 0
"""The byte that ``Waker.wake`` writes; no signal has this number."""


class Waker:
    """``fileno()`` becomes readable when any thread or signal handler calls ``wake``, until ``clear``.

    ``signal_fd`` is for ``signal.set_wakeup_fd``: Python writes the numbers of arriving signals to it.
    """

    def __init__(self) -> None:
        self._reader, self.signal_fd = os.pipe()
        os.set_blocking(self._reader, False)
        # Python writes from its C signal handler, which must not block.
        os.set_blocking(self.signal_fd, False)

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return self._reader

    def wake(self) -> None:
        """End the sleep, or the next one if there is none now; does nothing once the pipe is closed."""
        # If the pipe is full, the thread is about to wake anyway.
        with suppress(BlockingIOError):
            if self.signal_fd >= 0:
                os.write(self.signal_fd, bytes([WOKEN]))

    def clear(self) -> bytes:
        """Empty the pipe and return its content: ``WOKEN`` for each call of ``wake``, and the numbers of signals."""
        with suppress(BlockingIOError):
            return os.read(self._reader, 65536)
        return b""

    def sleep(self, files: Iterable[int], timeout_s: float | None) -> dict[int, int]:
        """Sleep until the pipe or one of *files* can be read, for at most *timeout_s* seconds, and empty the pipe.

        Returns the events of ``select.poll`` by file; those of the pipe are under ``fileno()``.
        """
        poll = select.poll()
        for file in (self._reader, *files):
            poll.register(file, select.POLLIN)
        # One millisecond is added so that the sleep does not end just before its time.
        awake = dict(poll.poll(None if timeout_s is None else max(0.0, timeout_s) * 1000 + 1))
        if self._reader in awake:
            self.clear()
        return awake

    def wait(self) -> bytes:
        """Sleep until the pipe has content, and return it."""
        select.select([self._reader], [], [])
        return self.clear()

    def close(self) -> None:
        """Close the pipe; a second call changes nothing."""
        if self.signal_fd >= 0:
            os.close(self._reader)
            os.close(self.signal_fd)
            self._reader = self.signal_fd = -1
