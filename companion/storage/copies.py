"""The second copy of the matches: a text file to which a line is added for each match that ends.

A line has the number of the match, and its rows in the journal as JSON. The digests in the rows say whether they are
as they were written. Of two lines of a match the later one counts.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from companion.config.text_file import open_regular
from companion.storage.files import open_or_make

MOST_LINE = 1 << 24
"""Bytes. A longer line is none of a match."""

Columns = tuple[object, ...]


def copy_of(journal: Path) -> Path:
    """Return the file of the copy beside *journal*."""
    return journal.with_suffix(".copy")


def add(file: Path, match: Columns, lines: Sequence[Columns]) -> None:
    """Add the row of a *match* and the rows of its *lines*; when this returns they are on the disk.

    Raises ``OSError``.
    """
    text = json.dumps([match, lines], default=bytes.hex)
    with open(open_or_make(file), "r+b") as out:
        # The check of the start may add to the file from its own thread.
        fcntl.fcntl(out, fcntl.F_SETFL, os.O_APPEND)
        # In a line of its own, also after one that was cut off.
        out.write(f"\n{match[0]} {text}\n".encode())
        out.flush()
        os.fsync(out.fileno())


def matches_in(file: Path, numbers: Container[int] | None = None) -> Iterator[tuple[Columns, list[Columns]]]:
    """Yield the rows of every match, or of those with *numbers*; lines that cannot be read are left out.

    Raises ``OSError``.
    """
    with open_regular(file) as lines:
        while line := lines.readline(MOST_LINE):
            number, _, text = line.partition(b" ")
            try:
                if numbers is None or int(number) in numbers:
                    match, rows = json.loads(text)
                    yield _row(match, 2), [_row(row, 1) for row in rows]
            except (TypeError, ValueError, RecursionError):
                continue


def _row(columns: list[object], digests: int) -> Columns:
    return (*columns[:-digests], *(bytes.fromhex(str(digest)) for digest in columns[-digests:]))
