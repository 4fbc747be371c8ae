"""The witnesses of the journal: two small files beside it that say what it held, so that a lost journal is noticed.

They are written when a match begins or ends, after the journal and without a sync: they never know more than it does.
A witness that is missing or damaged is as good as none.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.config.checksum import fits_checksum, toml_with_checksum
from companion.config.text_file import read_text
from companion.errors import JournalLost
from companion.storage.files import open_or_make

MOST = 1000


class Held(NamedTuple):
    """What the journal held: its highest numbers of ``matches``, ``throws``, ``changes``, and ``lines``.

    ``number`` is the match that was written to last, ``lines`` are its lines. Of two witnesses the one with the higher
    ``serial`` is newer. ``is_lost`` is 1 from the start that finds less in the journal, until the players accept it.
    """

    serial: int = 0
    is_lost: int = 0
    matches: int = 0
    throws: int = 0
    number: int = 0
    lines: int = 0
    changes: int = 0


def read(path: Path) -> Held:
    """Return what the newer witness of the journal *path* says; zeros without one."""
    found = [Held()]
    for file in _files(path):
        # A text whose checksum fits was written by the program.
        with suppress(OSError, ValueError):
            if fits_checksum(text := read_text(file, MOST)):
                found.append(Held(*map(int, text.splitlines()[1].split())))
    return max(found)


def change(path: Path, **changes: int) -> None:
    """Write the witnesses with *changes*; where the folder takes no file, they stay as they are."""
    held = read(path)
    held = held._replace(**changes)._replace(serial=held.serial + 1)
    for file in _files(path):
        with suppress(OSError), open(open_or_make(file), "w", encoding="ascii") as out:
            out.write(toml_with_checksum(" ".join(map(str, held))))
            out.truncate()


def loss(path: Path, held: Held, found: Held) -> JournalLost | None:
    """Return that the journal *path* holds less than *held*, namely *found*; None if it does not."""
    if not held.is_lost and all(now >= before for now, before in zip(found[2:], held[2:], strict=True)):
        return None
    told = "{2} matches, {3} throws and {5} lines in match {4}" + ", {6} changes" * (held.changes > 0)
    return JournalLost(
        f"expected {told.format(*held)}, got {told.format(*found)}, in {path}; codemaker restore FILE reads a backup "
        "or a journal that was set aside, codemaker restore --none accepts the loss"
    )


def _files(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_suffix(f".known-{number}") for number in (1, 2))
