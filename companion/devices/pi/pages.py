"""Pictures turned by quarters, and in pages of eight rows: one byte per column, the lowest bit on top.

A module of its own, because the image of a card is drawn by it where luma is not installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from PIL import Image

Pages = tuple[bytes, ...]

# Setting another address in a page costs five or six bytes on I2C: address, control byte and one or two commands, then
# the address and control byte of the data. So runs of up to four unchanged columns are sent along.
GAP = 4
RUNS = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % GAP)


# Quarter turns clockwise, as luma counts them; Pillow counts the other way round.
_TURNS = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """Return *image* turned clockwise by 0 to 3 *quarters*."""
    return image.transpose(_TURNS[quarters]) if quarters else image


def pack(image: Image.Image) -> Pages:
    """Return the pages of *image* (mode ``1``), whose height must be a multiple of eight."""
    # After a rotation by 270 degrees each column is a row, whose bits Pillow packs by itself, the lowest row first.
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()
    count = image.height // 8
    return tuple(columns[count - 1 - page :: count] for page in range(count))


def changes(old: Pages | None, new: Pages) -> Iterator[tuple[int, int, bytes]]:
    """Yield page, first column and bytes of each run to send to turn *old* into *new*; all pages if *old* is None."""
    for number, page in enumerate(new):
        if old is None:
            yield number, 0, page
        elif old[number] != page:
            for first, last in _runs(old[number], page):
                yield number, first, page[first:last]


def _runs(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    difference = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
    for run in RUNS.finditer(difference.to_bytes(len(new), "big")):
        yield run.span()
