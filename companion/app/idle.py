"""Housekeeping while the display is off: drop caches and return free memory to the operating system."""

from __future__ import annotations

import ctypes
import gc

from companion.strategy.pegs import candidates, library


def release_memory() -> None:
    """Drop the caches that are quick to rebuild, and return all free memory to the operating system.

    Python runs a full collection by itself only after the number of objects has grown by a quarter.
    """
    library.forget()
    candidates.forget()
    gc.collect()
    _give_back()


def _give_back() -> None:
    """Return the free parts of the C library's heap to the system, if that library can do it.

    Python allocates everything larger than half a kilobyte on that heap. Freed blocks between blocks still in use stay
    with the process until ``malloc_trim`` is called.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
