"""A terminal emulator for tests: it renders the bytes it is sent, and records unknown sequences as faults."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

_TOKEN = re.compile(
    r"\x1b\[(?P<parameters>[?0-9;]*)(?P<final>[@-~])|(?P<sign>[\x00-\x1a\x1c-\x1f\x7f])|(?P<text>[^\x00-\x1f\x7f]+)"
)
_UNFINISHED = re.compile(r"\x1b(\[[?0-9;]*)?")
_COLOURS = {*range(30, 38), *range(40, 48)}
# Saving and restoring xterm's title along with the screen (XTWINOPS) has no visible effect.
_TITLE = {"22;0;0", "23;0;0"}
# The Linux console's cursor: hidden, and normal.
_LINUX_CURSORS = {"?1", "?0"}


class TerminalEmulator:
    """The main and the alternate screen of an xterm; ``faults`` lists everything that it did not understand.

    Text beyond the right edge is a fault on the alternate screen, and is wrapped on the main screen.

    ``dim`` holds the positions (line, column) of the cells that are drawn dim. ``sent`` counts the characters, and
    ``enquiries`` the ENQ characters received, which are not answered.
    """

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.height = lines
        self.has_cursor = True
        self.is_alternate = False
        self.sent = 0
        self.bells = 0
        self.enquiries = 0
        self.faults: list[str] = []
        self.dim: set[tuple[int, int]] = set()
        self.colours: set[int] = set()
        self.rgb: set[tuple[int, int, int]] = set()
        self.has_reversed = False
        self._screens: dict[bool, dict[tuple[int, int], str]] = {False: {}, True: {}}
        self._line = self._column = 0
        self._saved = (0, 0)
        self._is_dim = False
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    @property
    def lines(self) -> tuple[str, ...]:
        """The visible lines, without trailing blanks."""
        cells = self._screens[self.is_alternate]
        return tuple(
            "".join(cells.get((line, column), " ") for column in range(self.columns)).rstrip()
            for line in range(self.height)
        )

    @property
    def text(self) -> str:
        """The visible lines as one string."""
        return "\n".join(self.lines)

    def resize(self, columns: int, lines: int) -> None:
        """Change the number of columns and lines; cells outside are not shown."""
        self.columns, self.height = columns, lines

    def feed(self, data: bytes) -> None:
        """Process bytes that were sent to the terminal; sequences may be split between calls."""
        text = self._rest + self._decoder.decode(data)
        self.sent += len(text) - len(self._rest)
        place = 0
        while place < len(text):
            token = _TOKEN.match(text, place)
            if token is None:
                if _UNFINISHED.fullmatch(text, place):
                    break
                self.faults.append(f"expected a sequence, got {text[place : place + 12]!r}")
                place += 1
                continue
            self._obey(token)
            place = token.end()
        self._rest = text[place:]

    def _obey(self, token: re.Match[str]) -> None:
        if token["text"]:
            self._write(token["text"])
        elif token["sign"]:
            self._sign(token["sign"])
        elif not self._sequence(token["final"], token["parameters"]):
            self.faults.append(f"expected a known sequence, got {token[0]!r}")

    def _write(self, text: str) -> None:
        cells = self._screens[self.is_alternate]
        for character in text:
            if self._column >= self.columns and not self.is_alternate:
                self._line, self._column = self._line + 1, 0
            if self._column >= self.columns or self._line >= self.height:
                self.faults.append(f"expected a cell, got {character!r} at {self._line}, {self._column}")
                return
            place = (self._line, self._column)
            cells[place] = character
            (self.dim.add if self._is_dim else self.dim.discard)(place)
            self._column += 1

    def _sign(self, sign: str) -> None:
        match sign:
            case "\r":
                self._column = 0
            case "\n":
                self._line = min(self._line + 1, self.height - 1)
            case "\b":
                self._column = max(0, self._column - 1)
            case "\a":
                self.bells += 1
            case "\x05":
                self.enquiries += 1
            case _:
                self.faults.append(f"expected a known sign, got {sign!r}")

    def _sequence(self, final: str, parameters: str) -> bool:
        match final:
            case "h" | "l":
                return self._set_mode(parameters, final == "h")
            case "H":
                line, _, column = parameters.partition(";")
                self._line, self._column = int(line or 1) - 1, int(column or 1) - 1
            case "J" if parameters in ("2", ""):
                self._erase(lambda place: True)
            case "K" if not parameters:
                self._erase(lambda place: place[0] == self._line and place[1] >= self._column)
            case "m":
                return self._styles([int(number or 0) for number in parameters.split(";")])
            case "t":
                return parameters in _TITLE
            case "c":
                return parameters in _LINUX_CURSORS
            case _:
                return False
        return True

    def _set_mode(self, mode: str, is_set: bool) -> bool:
        match mode:
            case "?1049":
                self._change_screen(is_set)
            case "?25":
                self.has_cursor = is_set
            case "?12" | "34":
                # Blinking may only be switched off; an underline cursor may be switched on and off.
                return mode == "34" or not is_set
            case _:
                return False
        return True

    def _change_screen(self, to_alternate: bool) -> None:
        if to_alternate and not self.is_alternate:
            self._saved = (self._line, self._column)
        elif self.is_alternate and not to_alternate:
            self._line, self._column = self._saved
        self.is_alternate = to_alternate
        self._screens[True] = {}
        self.dim = set()

    def _erase(self, is_erased: Callable[[tuple[int, int]], bool]) -> None:
        cells = self._screens[self.is_alternate]
        for place in [place for place in cells if is_erased(place)]:
            del cells[place]
            self.dim.discard(place)

    def _styles(self, numbers: list[int]) -> bool:
        """Follow SGR *numbers*; 38 and 48 begin a colour out of 256 or of red, green and blue."""
        while numbers and numbers[0] in (38, 48):
            self.colours.add(numbers[0])
            if numbers[1:2] == [2]:
                self.rgb.add((numbers[2], numbers[3], numbers[4]))
            numbers = numbers[3:] if numbers[1:2] == [5] else numbers[5:]
        return all(map(self._style, numbers))

    def _style(self, number: int) -> bool:
        if number == 0:
            self._is_dim = False
        elif number == 2:
            self._is_dim = True
        elif number in (7, 27):
            self.has_reversed = True
        elif number in _COLOURS:
            self.colours.add(number)
        else:
            return False
        return True
