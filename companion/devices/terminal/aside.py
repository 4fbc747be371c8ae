"""Buffering of standard error while the picture is on the same terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO


class StderrBuffer:
    """Buffers what is written to standard error, and writes it to the terminal when the picture is gone.

    The file descriptor is redirected, not ``sys.stderr``: the log keeps a reference to the stream since start-up.
    """

    def __init__(self, descriptor: int = 2) -> None:
        self._descriptor = descriptor
        self._kept: IO[bytes] | None = None
        self._terminal = -1

    def begin(self) -> None:
        """Redirect standard error to a temporary file, if it goes to a terminal; a second call changes nothing."""
        if self._kept is None and os.isatty(self._descriptor):
            self._kept = TemporaryFile()  # noqa: SIM115 - ended by end
            self._terminal = os.dup(self._descriptor)
            os.dup2(self._kept.fileno(), self._descriptor)

    def end(self) -> None:
        """Restore standard error and write to it what was buffered; a second call changes nothing."""
        if self._kept is None:
            return
        if sys.stderr is not None:
            sys.stderr.flush()
        os.dup2(self._terminal, self._descriptor)
        os.close(self._terminal)
        with self._kept as kept:
            self._kept = None
            kept.seek(0)
            # A terminal that has hung up cannot be written to; its output is dropped.
            with suppress(OSError):
                os.write(self._descriptor, kept.read())
