"""The second copy of the matches: a text file to which a line is added for each match that ends.

A line has the number of the match, and its rows in the journal as JSON. The digests in the rows say whether they are
as they were written; changes have lines of their own. Of two lines of a match the later one counts.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.config.text_file import open_regular
from companion.storage.files import open_or_make

CHANGE = "change"
"""The word before the row of a change, in the place of the number of a match."""
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
    _add(file, f"{match[0]} {json.dumps([match, lines], default=bytes.hex)}")


def add_changes(file: Path, rows: Iterable[Columns]) -> None:
    """Add the *rows* of changes; when this returns they are on the disk. Raises ``OSError``."""
    _add(file, *(f"{CHANGE} {json.dumps(row, default=bytes.hex)}" for row in rows))


def changes_in(file: Path) -> Iterator[Columns]:
    """Yield the rows of the changes; lines, and files, that cannot be read are left out."""
    with suppress(OSError), open_regular(file) as lines:
        while line := lines.readline(MOST_LINE):
            if line.startswith(f"{CHANGE} ".encode()):
                with suppress(TypeError, ValueError, RecursionError):
                    yield _row(json.loads(line[len(CHANGE) :]), 1)


def _add(file: Path, *lines: str) -> None:
    with open(open_or_make(file), "r+b") as out:
        # The check of the start may add to the file from its own thread.
        fcntl.fcntl(out, fcntl.F_SETFL, os.O_APPEND)
        # Each in a line of its own, also after one that was cut off.
        out.write("".join(f"\n{line}\n" for line in lines).encode())
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
