"""Pages in a terminal: coloured text over the whole window, and a legend of the keys below it."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.box import Button, Format, PageLine
from companion.devices.headless import FrameSink
from companion.devices.terminal.tty import Tty
from companion.errors import N_

MARGIN = 2
"""The columns left of a text."""
LAST = ("hint", "banner")
"""The kinds of lines that are at the lower edge."""
HAS_LEGEND = 8
"""The lines of a window that has room for the legend, and for an empty line below the title."""
BAR, ACCENT, DIM, WHITE, BLACK = (40, 70, 112), (255, 196, 64), (160, 166, 178), (255, 255, 255), (0, 0, 0)
BRIGHT = 140
"""The brightness, out of 255, above which black letters are on a colour."""

QUIT = N_("Quit")
LEGEND: tuple[tuple[str, Button], ...] = (
    (N_("Enter"), Button.OK),
    (N_("Esc"), Button.BACK),
    ("R", Button.ROLL),
)
ARROWS = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)

Say = Callable[[str], str]
Rgb = tuple[int, int, int]


class TerminalDisplay(FrameSink):
    """A ``PageWriter`` that fills the terminal with a page and sends only lines that changed."""

    is_screen = True

    def __init__(self, tty_: Tty, size: tuple[int, int], labels: Mapping[Button, str], say: Say) -> None:
        super().__init__(Format(size))
        self._tty = tty_
        self._labels = labels
        self._say = say
        self._room = (0, 0)
        self._sent: dict[int, str] = {}

    def write(self, lines: Sequence[str], *, is_private: bool) -> None:
        """Show the page of *lines*, switching the terminal to full screen first."""
        if not self._tty.is_entered:
            self._tty.enter()
        room = self._tty.size()
        if self._tty.is_stale or room != self._room:
            # Clear the screen and forget what was sent: a resized terminal may have rearranged its lines.
            self._room = room
            self._sent = {}
            self._tty.is_stale = False
            self._tty.write(self._tty.blessed.normal + self._tty.blessed.clear)
        wanted = dict(enumerate(self._lay_out(lines, *room)))
        changed = [number for number, line in wanted.items() if self._sent.get(number) != line]
        screen = self._tty.blessed
        self._tty.write("".join(screen.move_yx(number, 0) + wanted[number] + screen.clear_eol for number in changed))
        self._sent = wanted

    def close(self) -> None:
        """Restore the terminal's state."""
        self._tty.close()

    def _lay_out(self, lines: Sequence[str], columns: int, height: int) -> list[str]:
        """Return the whole window line by line: the page, its hints at the lower edge, and the legend."""
        pages = [line if isinstance(line, PageLine) else PageLine.of(line, "") for line in lines]
        rows = [(line.kind, row) for line in pages for row in self._rows(line, columns)]
        above = [row for kind, row in rows if kind not in LAST]
        below = [row for kind, row in rows if kind in LAST]
        if height >= HAS_LEGEND:
            below += ["", self._ink(DIM, self._legend()[: columns - 1].center(columns - 1))]
            above[1:1] = [""] if pages[0].kind == "title" else []
        room = max(1, height - len(below))
        pegs = [row for line in pages if line.tints for row in self._rows(line, columns)]
        if len(above) + len(pegs) <= room:
            # A window with room has an empty line below each row of pegs.
            above = [spread for row in above for spread in ((row, "") if row in pegs else (row,))]
        # The line under the cursor stays visible on a page that is too long for the window.
        at = next((above.index(row) for kind, row in rows if kind == "chosen"), 0)
        first = max(0, min(at - room // 2, len(above) - room))
        shown = above[first : first + room]
        return [*shown, *[""] * (room - len(shown)), *below][:height]

    def _rows(self, line: PageLine, columns: int) -> Iterator[str]:
        """Yield *line* wrapped to the window's width, and coloured."""
        indent = " " * (MARGIN + len(line) - len(line.lstrip()))
        for row in textwrap.wrap(line.strip(), max(8, columns - len(indent) - MARGIN)) or [""]:
            yield self._styled(line, (indent + row)[: columns - 1], columns - 1)

    def _styled(self, line: PageLine, row: str, width: int) -> str:
        match line.kind:
            case "title":
                return self._on(BAR, row.ljust(width))
            case "chosen" | "banner" if not line.tints:
                return self._on(ACCENT, row.ljust(width))
            case "hint":
                return self._ink(DIM, row)
        if not line.tints:
            return row
        words = "|".join(map(re.escape, sorted(line.tints, key=len, reverse=True)))
        pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        pegs = sum(len(word) == 1 for word in pattern.findall(row))
        beside = " " * (len(row) + 2 * pegs <= width)

        def painted(found: re.Match[str]) -> str:
            word = found[0]
            return self._on(line.tints[word], f"{beside}{word}{beside}" if len(word) == 1 else word)

        return pattern.sub(painted, row)

    def _on(self, rgb: Rgb, text: str) -> str:
        """Return *text* on the colour *rgb*, or reversed for a terminal without colours and where none are wanted."""
        screen = self._tty.blessed
        if not self._has_colours:
            return screen.reverse + text + screen.normal
        ink = BLACK if sum(rgb) > 3 * BRIGHT else WHITE
        return screen.on_color_rgb(*rgb) + screen.color_rgb(*ink) + text + screen.normal

    def _ink(self, rgb: Rgb, text: str) -> str:
        """Return *text* in the colour *rgb*."""
        screen = self._tty.blessed
        return screen.color_rgb(*rgb) + text + screen.normal if self._has_colours else text

    @property
    def _has_colours(self) -> bool:
        return self._tty.blessed.number_of_colors > 0 and not os.environ.get("NO_COLOR")

    def _legend(self) -> str:
        arrows = " ".join(self._labels[button] for button in ARROWS)
        keys = [f"{self._say(key)} {self._labels[button]}" for key, button in LEGEND]
        parts = [arrows, *keys, f"Ctrl-C {self._say(QUIT)}"]
        return "   ".join(part for part in parts if self._tty.can_write(part))
