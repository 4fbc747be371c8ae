"""Standard error, laid aside while the picture is on the same screen."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO


class StderrBuffer:
    """Keeps what is written to standard error off the terminal, and writes it there when the terminal is free.

    It is the descriptor that is turned aside: the log has hold of the stream since the start of the program.
    """

    def __init__(self, descriptor: int = 2) -> None:
        self._descriptor = descriptor
        self._kept: IO[bytes] | None = None
        self._terminal = -1

    def begin(self) -> None:
        """Turn standard error aside, if it goes to a terminal; a second call changes nothing."""
        if self._kept is None and os.isatty(self._descriptor):
            self._kept = TemporaryFile()  # noqa: SIM115 - ended by end
            self._terminal = os.dup(self._descriptor)
            os.dup2(self._kept.fileno(), self._descriptor)

    def end(self) -> None:
        """Write what was kept, and let standard error through again; a second call changes nothing."""
        if self._kept is None:
            return
        if sys.stderr is not None:
            sys.stderr.flush()
        os.dup2(self._terminal, self._descriptor)
        os.close(self._terminal)
        with self._kept as kept:
            self._kept = None
            kept.seek(0)
            # A terminal that has hung up has no reader either.
            with suppress(OSError):
                os.write(self._descriptor, kept.read())
