"""Pictures in the panels' memory layout: pages of eight rows, one byte per column, the lowest bit on top."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PIL import Image

Pages = tuple[bytes, ...]

# Setting another address in a page costs five or six bytes on I2C: address, control byte and one or two commands, then
# the address and control byte of the data. So runs of up to four unchanged columns are sent along.
GAP = 4
RUNS = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % GAP)


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
