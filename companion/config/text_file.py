"""Reading whole text files, with a size limit and without blocking on FIFOs or devices."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final, TextIO

SETTINGS_LIMIT: Final = 2**16
"""The most characters of a settings file or an edition; the longest file of the project has 3,000."""

LIMIT: Final = 2**22
"""The most characters of a record, a recording or a calibration."""


def read_text(path: Path, limit: int) -> str:
    """Return the text of the regular file *path*.

    Raises ``OSError`` for a directory, a FIFO, a device or a file of more than *limit* characters, and
    ``UnicodeDecodeError`` for text that is not UTF-8.
    """
    with open(_descriptor(path), encoding="utf-8") as file:
        return read_stream(file, limit)


def open_regular(path: Path) -> BinaryIO:
    """Open the regular file *path* for reading bytes; raises ``OSError`` for a directory, a FIFO or a device."""
    return open(_descriptor(path), "rb")


def _descriptor(path: Path) -> int:
    # Opening some devices has side effects, so the file type is checked first.
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    # If a FIFO has replaced the file since the check, O_NONBLOCK keeps the open from waiting for a writer.
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)


def read_stream(file: TextIO, limit: int) -> str:
    """Return the text of an open *file*, which may be a pipe.

    Raises ``OSError`` for more than *limit* characters, and ``UnicodeDecodeError`` for text that cannot be decoded.
    """
    text = file.read(limit + 1)
    if len(text) > limit:
        raise OSError(errno.EFBIG, f"it has more than {limit:,} characters")
    return text
