"""Housekeeping while the display is off: drop caches and return free memory to the operating system."""

from __future__ import annotations

import ctypes
import gc

from companion.strategy.pegs import candidates, library


def release_memory() -> None:
    """Drop the caches that are quick to rebuild, and return all free memory to the operating system.

    Python runs a full collection by itself only after the number of objects has grown by a quarter. It allocates
    everything larger than half a kilobyte on the heap of the C library. Freed blocks there between blocks still in use
    stay with the process until ``malloc_trim`` is called, if that library has it.
    """
    library.forget()
    candidates.forget()
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
