"""The box in a terminal: pages as coloured text over the whole window, the buttons on the keyboard.

Nothing is sent to the terminal before the first frame. Its state is restored on every exit: at the end of the
match, after an exception, on SIGTERM, SIGHUP and SIGQUIT, and while Ctrl-Z suspends the program.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from companion.box import Box, Button
from companion.devices.encoding import encoding_of
from companion.devices.headless import SilentSpeaker
from companion.devices.terminal.display import Say, TerminalDisplay
from companion.devices.terminal.inputs import TerminalInputs
from companion.devices.terminal.tty import Tty
from companion.errors import DeviceMissing


def open_terminal(size: tuple[int, int], labels: Mapping[Button, str], say: Say) -> Box:
    """Open a box in the terminal on standard input and output.

    *labels* are the names of the buttons; *say* translates all other texts. Raises ``DeviceMissing`` if standard
    input or output is no terminal, or if the terminal cannot move its cursor.
    """
    kind = os.environ.get("TERM", "")
    if sys.__stdin__ is None or sys.__stdout__ is None:
        raise DeviceMissing("expected a terminal on standard input and output, got none")
    if not (sys.__stdin__.isatty() and sys.__stdout__.isatty()):
        raise DeviceMissing("expected a terminal on standard input and output, got a file or a pipe")
    if kind in ("", "dumb"):
        raise DeviceMissing(f"expected a terminal that can move its cursor, got TERM={kind!r}")
    # blessed queries a terminal on standard output at start-up, so it is given a duplicate (see ``tty.Terminal``).
    screen = os.fdopen(os.dup(sys.__stdout__.fileno()), "w", encoding=encoding_of(sys.__stdout__.encoding))
    tty_ = Tty(sys.__stdin__.fileno(), screen, kind)
    display = TerminalDisplay(tty_, size, labels, say)
    return Box(display, TerminalInputs(tty_), SilentSpeaker(), dims=False, writer=display)
