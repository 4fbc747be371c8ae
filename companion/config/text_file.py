"""A file of text that is read whole: never more than a limit, and never one that reading would wait for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final, TextIO

SETTINGS_LIMIT: Final = 2**16
"""Characters of a settings file or an edition; the longest of ours has 3,000."""

LIMIT: Final = 2**22
"""Characters of a record, a recording or a calibration."""


def read_text(path: Path, limit: int) -> str:
    """Return the text of the regular file *path*.

    A directory, a FIFO or a device raises ``OSError``, as does a file of more than *limit* characters; what is not
    UTF-8 raises ``UnicodeDecodeError``.
    """
    # Opening some devices has an effect, so the kind is looked at before.
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    # Should a FIFO have taken its place by now, opening it does not wait for a writer.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, encoding="utf-8") as file:
        return read_stream(file, limit)


def read_stream(file: TextIO, limit: int) -> str:
    """Return the text of an open *file*, which may be a pipe; raises ``OSError`` and ``UnicodeDecodeError``."""
    text = file.read(limit + 1)
    if len(text) > limit:
        raise OSError(errno.EFBIG, f"it has more than {limit:,} characters")
    return text
