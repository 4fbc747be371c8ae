"""Names for KiCad's items that are the same every time."""

from __future__ import annotations

import uuid

_SPACE = uuid.UUID("5f0c3b52-6d1e-5c0a-9a3e-0c6f7e1d2b44")


def fixed_name(*words: str) -> str:
    """The name of the item that *words* tell apart from every other."""
    return str(uuid.uuid5(_SPACE, "/".join(words)))
