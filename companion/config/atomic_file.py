"""A file that takes the place of another, whole or not at all."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


@contextmanager
def atomic_write(path: Path) -> Iterator[TextIO]:
    """Lend a new file that in the end takes the place of *path*, or on an error is gone.

    At whatever instant the power fails, *path* is the old file or the new one, whole. A new file that a killed
    program has left is removed by the next.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _remove_left_over(path, folder)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                yield file
                file.flush()
                os.fsync(descriptor)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        os.fsync(folder)
    finally:
        os.close(folder)


def _remove_left_over(path: Path, folder: int) -> None:
    """Remove what was to take the place of *path* and never did, unless another program is writing now.

    Who writes holds a shared lock on the folder, which the system releases when the program dies.
    """
    # Some file systems have no locks: there the left-over files stay.
    with suppress(OSError):
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for other in path.parent.iterdir():
            if re.fullmatch(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}", other.name) and other.is_file():
                other.unlink()
    with suppress(OSError):
        fcntl.flock(folder, fcntl.LOCK_SH)
