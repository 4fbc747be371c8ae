"""What the box does when its display has gone dark, for nobody waits for it then."""

from __future__ import annotations

import gc


def release_memory() -> None:
    """Forget what is quickly made again when a game goes on, and give the system all memory that is free.

    Python itself looks through everything for garbage only when there is a quarter more than the last time.
    """
    # The first frame does without.
    from companion.strategy.pegs import left
    from companion.strategy.pegs import library as bookshelf

    bookshelf.forget()
    left.forget()
    gc.collect()
    _give_back()


def _give_back() -> None:
    """Give the holes in the C library's heap back to the system, where that library can.

    Everything is there that is larger than half a kilobyte. What is freed lies in holes between what is still needed,
    and nobody else has it before somebody asks.
    """
    # Nor does the first frame need this.
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
