"""Pages written to a terminal or a pipe, one below the other."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Sequence

from companion.box import Format
from companion.devices.encoding import encoded
from companion.devices.headless import FrameSink
from companion.errors import N_

Say = Callable[[str], str]

GREETING = N_("Pages are lines of text: type ? and Enter for help.")
SCROLLED = N_("For one player only. The next page scrolls this out of sight.")
HELP = N_(
    "Type one of these, then Enter.\n"
    "The number of a line: choose it. Nothing: OK.\n"
    "up, down, left, right, OK, BACK, ROLL: that key. down 3: three times.\n"
    "Letters of pegs, such as ROYG: play the row.\n"
    "Two numbers, such as 1 2: that many key pegs of each kind.\n"
    "/help: what can be asked for in a match.\n"
    "quit: end; every match is kept."
)
PROMPT = "> "
SIZE_UNKNOWN = (80, 25)
"""Columns and lines assumed for a pipe, and for a terminal that reports none."""
MORE = re.compile(r"[\u00a0 ]*: \u25b6$")
# Symbols of keys on the pages, and the words that are typed for them: a speech program has long names for the symbols.
ARROWS = {"\u25b2": N_("up"), "\u25bc": N_("down"), "\u25c0": N_("left"), "\u25b6": N_("right")}
# The mark before the next digit of a code, which is no key, and the word for it.
NEXT_DIGIT, NEXT = re.compile(" ?\u25b6(?=[0-9])"), N_("next")
_ARROWS = re.compile(f"([{''.join(ARROWS)}]+) ?")
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " "})


class WrittenPages(FrameSink):
    """A display without a picture that writes pages to the descriptor *out* once no input is waiting.

    ``flush`` writes the last page that came; a page that another one has replaced by then is not written.
    """

    has_prompt = False
    is_screen = False

    def __init__(self, display: Format, out: int, encoding: str, say: Say, reason: str = "") -> None:
        super().__init__(display)
        self.is_gone = False
        self._out = out
        self._encoding = encoding
        self._say = say
        self._above = [say(text) for text in (reason, GREETING) if text]
        self._page: tuple[Sequence[str], bool] | None = None
        self._was_private = False

    def write(self, lines: Sequence[str], *, is_private: bool) -> None:
        """Keep the page until ``flush``."""
        self._page = (lines, is_private)

    def flush(self) -> None:
        """Write the page that is waiting, after a private one below as many empty lines as the terminal has."""
        if self._page is None:
            return
        (lines, is_private), self._page = self._page, None
        gap = [""] * (self._size()[1] if self._was_private else 1)
        warning = [self._say(SCROLLED)] if is_private else []
        self._was_private = is_private
        self.tell(*self._above, *gap, *"\n".join(lines).split("\n"), *warning)
        self._above = []

    def tell(self, *lines: str) -> None:
        """Write *lines*, and the prompt if a person types here."""
        text = "\n".join(self._wrapped(line) for line in lines)
        self._send(f"{text}\n{PROMPT if self.has_prompt else ''}")

    def help(self) -> None:
        """Write what can be typed."""
        self.tell("", *self._say(HELP).split("\n"))

    def close(self) -> None:
        self.flush()
        self._send("\n" * (self._size()[1] if self._was_private else self.has_prompt))

    def _wrapped(self, line: str) -> str:
        # At the end of a line of a menu, the arrow only says that another page follows.
        said = NEXT_DIGIT.sub(f" {self._say(NEXT)} ", MORE.sub("", line))
        said = _ARROWS.sub(self._words, said).rstrip()
        width = self._size()[0] - 1 if self.has_prompt else len(said) + 1
        return "\n".join(textwrap.wrap(said, width) or [""]).translate(_NO_BREAK)

    def _words(self, arrows: re.Match[str]) -> str:
        words = "/".join(self._say(ARROWS[sign]) for sign in arrows[1])
        # Some texts have both the symbol and the word.
        rest = arrows.string[arrows.end() :]
        return "" if rest.startswith(words) else words if rest.startswith(":") else f"{words} "

    def _size(self) -> tuple[int, int]:
        try:
            columns, lines = os.get_terminal_size(self._out)
        except OSError:
            return SIZE_UNKNOWN
        return (columns, lines) if columns > 1 and lines else SIZE_UNKNOWN

    def _send(self, text: str) -> None:
        rest = encoded(text, self._encoding)
        try:
            while rest and not self.is_gone:
                rest = rest[os.write(self._out, rest) :]
        except OSError:
            # The reader of the pipe has ended, or the terminal has hung up.
            self.is_gone = True
