"""Atomic writing: a new file replaces another completely or not at all."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


@contextmanager
def atomic_write(path: Path, cleared: Collection[str] | None = None) -> Iterator[TextIO]:
    """Open a temporary file that replaces *path* at the end of the block, or is removed if the block raises.

    If the power fails at any moment, *path* is either the complete old file or the complete new one. A temporary
    file left by a killed program is removed by the next call; *cleared* are the names of the files for which that is
    done, instead of that of *path*. The new file is private to its owner; one that root writes belongs to the owner of
    the folder.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _remove_left_over((path.name,) if cleared is None else cleared, path.parent, folder)
        # Without tempfile, whose import takes longer than all of this.
        new = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                give_to_owner(descriptor, path.parent)
                yield file
                file.flush()
                os.fsync(descriptor)
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        os.fsync(folder)
    finally:
        os.close(folder)


def _remove_left_over(names: Collection[str], path: Path, folder: int) -> None:
    """Remove temporary files of earlier writes to *names* in the folder *path*, unless another program writes now.

    A writer holds a shared lock on the folder; the system releases the lock when the program ends.
    """
    # Some file systems have no locks; left-over files stay there.
    with suppress(OSError):
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for other in path.iterdir() if names else ():
            left = re.fullmatch(r"\.(.+)\.[a-z0-9_]{8}", other.name, re.DOTALL)
            if left and left[1] in names and other.is_file():
                other.unlink()
    with suppress(OSError):
        fcntl.flock(folder, fcntl.LOCK_SH)


def give_to_owner(descriptor: int, folder: Path) -> None:
    """Give a new file that root has made in *folder* to the owner of the folder, who could not open it otherwise."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def set_aside(path: Path) -> str:
    """Rename the damaged file *path* to a free name beside it; return what became of it, for a message."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}")).exists():
        number += 1
    try:
        path.replace(aside)
    except OSError as failure:
        return f"{path} cannot be set aside: {failure}"
    return f"{path} is now {aside.name}"
