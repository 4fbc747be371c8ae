"""The box in a terminal: the display in half blocks or braille, the buttons on the keyboard.

Nothing is sent to the terminal before the first frame, and it is given back on every way out: the end of the
match, an exception, SIGTERM, SIGHUP, SIGQUIT, and for as long as Ctrl-Z holds the program.
"""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping

from companion.box import Box, Button, Cue, Sound
from companion.devices.terminal.display import Say, TerminalDisplay
from companion.devices.terminal.inputs import TerminalInputs
from companion.devices.terminal.tty import Tty
from companion.errors import DeviceMissing


class TerminalSpeaker:
    """Silent, but for the terminal's bell when something is refused, if that is wished for."""

    def __init__(self, tty_: Tty, has_bell: bool) -> None:
        self._tty = tty_
        self._has_bell = has_bell
        self._loudness = 100

    def play(self, sound: Sound) -> None:
        """Ring for what is refused."""
        if self._has_bell and self._loudness and sound is Cue.REFUSED:
            self._tty.write(self._tty.blessed.bel)

    def volume(self, percent: int) -> None:
        """Set the loudness: on or off."""
        self._loudness = percent

    def close(self) -> None:
        """Fall silent."""


def _encoding(of_python: str) -> str:
    """Return the encoding of the locale, where Python itself took UTF-8 instead of it (PEP 540, for ``LC_ALL=C``)."""
    is_chosen = any(name in os.environ for name in ("PYTHONUTF8", "PYTHONIOENCODING"))
    return locale.getencoding() if sys.flags.utf8_mode and not is_chosen else of_python


def _as_written(text: str) -> str:
    return text


def open_terminal(
    size: tuple[int, int], labels: Mapping[Button, str], say: Say = _as_written, *, has_bell: bool = False
) -> Box:
    """Open a box in the terminal on standard input and output; raises ``DeviceMissing`` where there is none.

    *labels* are what the buttons are called, *say* translates what else there is to read.
    """
    kind = os.environ.get("TERM", "")
    if sys.__stdin__ is None or sys.__stdout__ is None:
        raise DeviceMissing("expected a terminal on standard input and output, got none")
    if not (sys.__stdin__.isatty() and sys.__stdout__.isatty()):
        raise DeviceMissing("expected a terminal on standard input and output, got a file or a pipe")
    if kind in ("", "dumb"):
        raise DeviceMissing(f"expected a terminal that can move its cursor, got TERM={kind!r}")
    # Not standard output itself: see _Blessed.
    screen = os.fdopen(os.dup(sys.__stdout__.fileno()), "w", encoding=_encoding(sys.__stdout__.encoding))
    tty_ = Tty(sys.__stdin__.fileno(), screen, kind)
    display = TerminalDisplay(tty_, size, labels, say)
    if kind == "linux" and not display.has_room:
        (least_columns, least_lines), (columns, lines) = display.least, tty_.size()
        tty_.close()
        raise DeviceMissing(
            f"expected a console of {least_columns} columns and {least_lines} lines, got {columns} and {lines}: "
            "play in a window, over ssh from a larger terminal, or give the console a smaller font (setfont)"
        )
    return Box(display, TerminalInputs(tty_), TerminalSpeaker(tty_, has_bell))
