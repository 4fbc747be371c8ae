"""The C library's heap, where everything is that is larger than half a kilobyte.

What is freed there lies in holes between what is still needed, and it is the system's again when somebody asks.
"""

from __future__ import annotations


def give_back() -> None:
    """Give the holes back to the system, where the C library can."""
    # The first frame does without.
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
