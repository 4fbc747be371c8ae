"""The display in a terminal: the picture in half blocks or braille, and a legend of the keys below it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PIL.Image import Image

from companion.box import Button, Format
from companion.devices.frames import FrameSink
from companion.devices.terminal.tty import Tty
from companion.devices.textframe import ASCII, HALF_BLOCKS, CellMode, lines
from companion.errors import N_


@dataclass(frozen=True, slots=True)
class TerminalLayout:
    """Position and size of the picture in the terminal, in cells, and whether a frame and a legend fit around it."""

    grain: CellMode
    column: int
    line: int
    columns: int
    lines: int
    has_frame: bool
    has_legend: bool


def layout(size: tuple[int, int], room: tuple[int, int], grains: tuple[CellMode, ...]) -> TerminalLayout | None:
    """Return the layout of a picture of *size* pixels in *room* (columns, lines); None if *room* is too small.

    >>> found = layout((128, 64), (80, 24), tuple(CellMode))
    >>> found.grain, found.columns, found.lines
    (<CellMode.BRAILLE: (2, 4)>, 64, 16)
    """
    for grain in grains:
        columns, height = grain.cells(size)
        if columns <= room[0] and height <= room[1]:
            has_frame = columns + 2 <= room[0] and height + 2 <= room[1]
            has_legend = height + 2 * has_frame + 2 <= room[1]
            taken = height + 2 * has_legend
            return TerminalLayout(
                grain, (room[0] - columns) // 2, (room[1] - taken) // 2, columns, height, has_frame, has_legend
            )
    return None


DIM_BELOW = 50
"""The brightness, in percent, below which the dim attribute is used: a terminal has no other shades."""

TOO_SMALL = N_("Make this window larger: {columns} x {lines}.")
QUIT = N_("Quit")
LEGEND: tuple[tuple[str, Button], ...] = (
    (N_("Enter"), Button.OK),
    (N_("Esc"), Button.BACK),
    ("R", Button.ROLL),
)
# Four corners, a side and an edge; the corners are square because the Linux console's fonts have no round ones.
FRAMES = {HALF_BLOCKS: ("┌", "┐", "└", "┘", "│", "─"), ASCII: ("+", "+", "+", "+", "|", "-")}
ARROWS = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT)


Say = Callable[[str], str]


class TerminalDisplay(FrameSink):
    """A ``Display`` that draws the picture in the middle of the terminal and sends only lines that changed."""

    def __init__(self, tty_: Tty, size: tuple[int, int], labels: Mapping[Button, str], say: Say) -> None:
        super().__init__(Format(size))
        self._tty = tty_
        self._labels = labels
        self._say = say
        self._percent = 100
        self._room = (0, 0)
        self._sent: dict[int, str] = {}
        self._halves, self._grains = _characters(tty_)

    @property
    def least(self) -> tuple[int, int]:
        """The columns and lines that the picture needs at least."""
        return self._grains[-1].cells(self.format.size)

    @property
    def has_room(self) -> bool:
        """Whether the terminal at its present size is large enough for the picture."""
        return layout(self.format.size, self._tty.size(), self._grains) is not None

    def show(self, image: Image) -> None:
        """Draw *image*, switching the terminal to full screen first; raises ``ValueError`` for another format."""
        self.format.check(image)
        self._shown = image.copy()
        self._draw()

    def light(self, percent: int) -> None:
        """Set the brightness: dim below 50 percent, blank at 0."""
        if percent != self._percent:
            self._percent = percent
            self._draw()

    def close(self) -> None:
        """Restore the terminal's state."""
        self._tty.close()

    def _draw(self) -> None:
        if self._shown is None:
            return
        if not self._tty.is_entered:
            self._tty.enter()
        room = self._tty.size()
        if self._tty.is_stale or room != self._room:
            # Clear the screen and forget what was sent: a resized terminal may have rearranged its lines.
            self._room = room
            self._sent = {}
            self._tty.is_stale = False
            self._tty.write(self._tty.blessed.normal + self._tty.blessed.clear)
        wanted = self._lines(self._shown, room) if self._percent else {}
        stale = [number for number in self._sent if number not in wanted]
        changed = [number for number, line in wanted.items() if self._sent.get(number) != line]
        screen = self._tty.blessed
        text = [screen.move_yx(number, 0) + screen.clear_eol for number in stale]
        text += [screen.move_yx(number, 0) + wanted[number] for number in changed]
        self._sent = wanted
        self._tty.write("".join(text))

    def _lines(self, image: Image, room: tuple[int, int]) -> dict[int, str]:
        place = layout(self.format.size, room, self._grains)
        if place is None:
            columns, height = self.least
            sentence = self._say(TOO_SMALL).format(columns=columns, lines=height)
            rows = [sentence[start : start + room[0]] for start in range(0, len(sentence), room[0])]
            return dict(enumerate(rows[: room[1]]))
        found = {place.line + row: self._styled(place, line) for row, line in self._picture(image, place)}
        if place.has_legend:
            legend = self._legend()[: room[0]]
            found[place.line + place.lines + 1] = " " * ((room[0] - len(legend)) // 2) + legend
        return found

    def _picture(self, image: Image, place: TerminalLayout) -> Iterator[tuple[int, str]]:
        rows = lines(image, place.grain, self._halves)
        if not place.has_frame:
            yield from enumerate(rows)
            return
        left_top, right_top, left_foot, right_foot, side, edge = FRAMES[self._halves]
        yield -1, left_top + edge * place.columns + right_top
        for row, line in enumerate(rows):
            yield row, side + line + side
        yield place.lines, left_foot + edge * place.columns + right_foot

    def _styled(self, place: TerminalLayout, line: str) -> str:
        screen = self._tty.blessed
        dim = screen.dim if self._percent < DIM_BELOW else ""
        colours = "" if os.environ.get("NO_COLOR") else screen.white_on_black
        return " " * (place.column - place.has_frame) + colours + dim + line + screen.normal

    def _legend(self) -> str:
        arrows = " ".join(self._labels[button] for button in ARROWS)
        keys = [f"{self._say(key)} {self._labels[button]}" for key, button in LEGEND]
        parts = [arrows, *keys, f"Ctrl-C {self._say(QUIT)}"]
        return "   ".join(part for part in parts if self._tty.can_write(part))


def _characters(tty_: Tty) -> tuple[str, tuple[CellMode, ...]]:
    """Return the half-block characters that this terminal can draw, and its cell modes."""
    if not tty_.can_write(HALF_BLOCKS):
        return ASCII, (CellMode.HALVES,)
    # The Linux console's fonts have half blocks but no braille.
    return HALF_BLOCKS, (CellMode.HALVES,) if tty_.blessed.kind == "linux" else tuple(CellMode)
