"""What commands print and log, made safe for the terminal in one place."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO, cast

from companion.config.untrusted import visible_lines


class _VisibleOutput:
    """The stream *out*, which gets ``visible_lines`` of what is written to this one."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __getattr__(self, name: str) -> object:
        return getattr(self._out, name)

    def write(self, text: str) -> int:
        return self._out.write(visible_lines(text))


@contextmanager
def visible_output() -> Iterator[None]:
    """Let no text that is printed or logged control the terminal: it may come from a file of somebody else.

    Drivers of terminals write to the descriptor, and their own sequences pass.
    """
    # Without an output, as after ">&-" in a shell, it is None.
    out, err = (stream and cast(TextIO, _VisibleOutput(stream)) for stream in (sys.stdout, sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield
