"""The box as lines of text, for screen readers, serial consoles, dumb terminals and pipes.

Every page is written as lines, and whole lines are read: the number of a line, a word for a key, or the letters of a
row. No cursor is moved and no terminal mode is changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from companion.box import Box, Button, Format
from companion.devices.encoding import encoding_of
from companion.devices.headless import SilentSpeaker
from companion.devices.script import LineReader
from companion.devices.text.inputs import TextInputs
from companion.devices.text.pages import Say, WrittenPages
from companion.errors import DeviceMissing


def open_text(size: tuple[int, int], labels: Mapping[Button, str], say: Say, reason: str = "") -> Box:
    """Open a box on standard input and output, which may be pipes.

    *labels* are the names of the buttons, *say* translates all other texts, and *reason*, if there is one, is written
    first. Raises ``DeviceMissing`` without standard input or output.
    """
    if sys.__stdin__ is None or sys.__stdout__ is None:
        raise DeviceMissing("expected standard input and output, got none")
    keyboard, out = sys.__stdin__.fileno(), sys.__stdout__.fileno()
    pages = WrittenPages(Format(size), out, encoding_of(sys.__stdout__.encoding), say, reason)
    pages.has_prompt = os.isatty(keyboard) and os.isatty(out)
    return Box(pages, TextInputs(LineReader(keyboard), pages, labels, say), SilentSpeaker(), writer=pages)
