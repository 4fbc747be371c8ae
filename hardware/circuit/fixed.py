"""Names for KiCad's items that are the same every time."""

from __future__ import annotations

import re
import uuid

_SPACE = uuid.UUID("5f0c3b52-6d1e-5c0a-9a3e-0c6f7e1d2b44")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def fixed_name(*words: str) -> str:
    """The name of the item that *words* tell apart from every other."""
    return str(uuid.uuid5(_SPACE, "/".join(words)))


def fixed_names(text: str) -> str:
    """The text with each random name replaced by one that follows from its place in the text."""
    names: dict[str, str] = {}
    return _UUID.sub(lambda found: names.setdefault(found[0], fixed_name("item", str(len(names)))), text)
