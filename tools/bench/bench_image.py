"""The card image: its size, and on the emulated Pi its start, power cuts and what is written to its root.

The figures of the start count instructions of one processor, one in each nanosecond of its clock, and idle time; the
firmware's part, and unpacking the kernel, are not in them.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from tests.support.tools import need
from tools.card.card import IMAGE
from tools.card.cuts import Cut, cut_all
from tools.card.table import FirstStart, Table, table

IN_BOOT, IN_PLAY = 10, 10
BY = "make image"


def image_mib(image: Path = IMAGE) -> float:
    """Return the size of the packed image."""
    need(str(image.absolute()), by=BY)
    return image.stat().st_size / (1 << 20)


def image_splash_ginstr() -> float:
    """Return the instructions from the kernel's start to the first light on the panel."""
    return _first_start().splash_g


def image_frame_ginstr() -> float:
    """Return the instructions from the kernel's start to the first page that a player can answer."""
    return _first_start().frame_g


def image_cuts_lost() -> float:
    """Return after how many of twenty power cuts something was lost, or the match was not offered again."""
    return sum(bool(cut.trouble) for cut in _cuts())


def image_root_written() -> float:
    """Return in how many of the starts with these cuts something was written before the data partition."""
    _cuts()
    at = _table()
    print(f"{len(at.starts)} starts: {at.written}", file=sys.stderr)
    return len(at.written)


def _table() -> Table:
    need(str(IMAGE.absolute()), by=BY)
    return table()


@cache
def _first_start() -> FirstStart:
    return _table().first_start()


@cache
def _cuts() -> list[Cut]:
    return cut_all(_table(), IN_BOOT, IN_PLAY)
