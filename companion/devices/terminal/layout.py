"""Position of the picture in the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.devices.textframe import CellMode


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
