"""Reading what is left of a damaged database: the rows of each page, without the tree that leads to the pages.

SQLite reads the pages, each as if it were the only one of its table. A row may be wrong, or older than another one:
its digest says which rows are as they were written. See "Database File Format" in SQLite's documentation.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.config.text_file import open_regular
from companion.storage.schema import SCHEMA

PAGE = 4096
TABLE_LEAF, INDEX_LEAF, INDEX_INNER = 13, 10, 2
TABLES = {TABLE_LEAF: ("matches", "throws", "changes"), INDEX_LEAF: ("entries",)}


def rows_in(path: Path) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the rows of a journal's tables in the damaged database *path*, each with the name of its table.

    What cannot be read is left out, and so is all of a journal of an older version. The file is read into memory.
    Raises ``OSError`` where it cannot be read, or is not a regular file.
    """
    with open_regular(path) as file:
        content = bytearray(file.read())
    pages = len(content) // PAGE
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.executescript(SCHEMA)
        # The first page is that of an empty journal, but for the number of pages.
        content[:PAGE] = db.serialize()[:PAGE]
        content[28:32] = pages.to_bytes(4, "big")
        for start in range(PAGE, pages * PAGE, PAGE):
            if content[start] == INDEX_INNER:
                content[start : start + PAGE] = _as_leaf(bytes(content[start : start + PAGE]))
        db.deserialize(content)
        for number in range(2, pages + 1):
            for table in TABLES.get(content[(number - 1) * PAGE], ()):
                db.execute("PRAGMA writable_schema = ON")
                db.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", (number, table))
                db.execute("PRAGMA writable_schema = RESET")
                with suppress(sqlite3.Error):
                    yield from ((table, row) for row in db.execute(f"SELECT * FROM {table}"))  # noqa: S608


def _as_leaf(page: bytes) -> bytes:
    """Return an inner page of an index as a leaf with the same rows, without the numbers of the pages below it."""
    end = 12 + 2 * int.from_bytes(page[3:5], "big")
    places = (int.from_bytes(page[at : at + 2], "big") + 4 & 0xFFFF for at in range(12, end, 2))
    leaf = bytes([INDEX_LEAF]) + page[1:8] + b"".join(place.to_bytes(2, "big") for place in places)
    return (leaf + page[end - 4 :])[:PAGE].ljust(PAGE)
