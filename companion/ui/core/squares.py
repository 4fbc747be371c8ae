"""Results in squares, as people send them to each other: drawn small, and as a QR code to be sent on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import N_
from companion.i18n.translator import Text, Translator
from companion.ui.core.canvas import Area
from companion.ui.core.elements import MANY_ROWS, Pattern, qr_modules
from companion.ui.core.ink import Ink, PegInk
from companion.ui.core.pixel_page import LOW, PixelPage
from companion.ui.core.text_page import with_value

FULL, HOLLOW, NONE = "\U0001f7e9", "\U0001f7e8", "\u2b1b"
"""The squares that can be drawn: a full one, one with a border alone, and one that is only a dot."""
GREEN, YELLOW = PegInk((83, 170, 78)), PegInk((214, 180, 60))
LARGEST, LEAST = 15, 3
"""The sides of squares, in pixels."""
SEND_ON = N_("Scan it to send it on")


class Column(NamedTuple):
    """What one player has reached: the *name*, the *result* in words, and *rows* of squares."""

    name: str
    result: Text
    rows: Sequence[str]


class Squares(NamedTuple):
    """The results of players side by side."""

    columns: Sequence[Column]

    def draw(self, page: PixelPage) -> None:
        """Draw a column for each player; its squares are as large as there is room, in all columns alike."""
        free, face = page.free, page.body if page.height >= MANY_ROWS else page.small
        width = free.width // len(self.columns)
        results = [page.translator.say(column.result) for column in self.columns]
        has_results = page.height >= LOW and all(page.small.measure(result) < width for result in results)
        head = 2 * face.height + 2 if has_results else face.height
        below = Area(free.x, free.y + head, width, free.height - head)
        rows = max((column.rows for column in self.columns), key=len)
        side, across = _layout(below, rows)
        for place, (column, result) in enumerate(zip(self.columns, results, strict=True)):
            area = below._replace(x=free.x + place * width)
            page.draw_centred(free.y, page.fit(column.name, width - 1, face), face, area=area)
            if has_results:
                page.draw_centred(free.y + face.height, result, page.fitting(face, result, width - 1), area=area)
            _draw_rows(page, area, column.rows, side, across)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each player, with the rows of squares behind it."""
        return [
            with_value(translator, column.name, " ".join([translator.say(column.result), *column.rows]))
            for column in self.columns
        ]


class Shared(NamedTuple):
    """The result of a round in squares: a QR code for a phone that sends it on, or without room the squares."""

    text: str

    def draw(self, page: PixelPage) -> None:
        """Draw the QR code, or on a display without room for it the heading and the squares."""
        heading, *rest = self.text.split("\n")
        if page.height >= MANY_ROWS:
            said = page.translator.say(SEND_ON)
            Pattern(qr_modules(self.text), N_("QR code"), (*said.split(), *heading.split()), said).draw(page)
            return
        rows = [row for row in rest if set(row) <= {FULL, HOLLOW, NONE}]
        half = page.free._replace(height=page.free.height // 2)
        *_, fits = page.lay_out(half, heading, page.small)
        # Without the name of the program the heading is short enough for all but the longest.
        words = heading if fits else heading.partition(" ")[2]
        *_, fits = page.lay_out(half, words, page.small)
        y = page.draw_wrapped(half if fits else page.free, words, page.small, centred=True)
        area = page.free._replace(y=y + 1, height=page.free.bottom - y - 1)
        if fits:
            _draw_rows(page, area, rows, *_layout(area, rows))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines of squares."""
        return self.text.split("\n")


def _layout(area: Area, rows: Sequence[str]) -> tuple[int, int]:
    """Return the largest side of squares with which *rows* fit into *area*, and how many stand side by side."""
    pegs = max(map(len, rows), default=1)
    for side in range(LARGEST, LEAST, -1):
        down = max(1, area.height // (side + 1))
        across = -(-max(1, len(rows)) // down)
        if across * (pegs * (side + 1) + side) <= area.width:
            return side, across
    return LEAST, max(1, (area.width + LEAST) // (pegs * (LEAST + 1) + LEAST))


def _draw_rows(page: PixelPage, area: Area, rows: Sequence[str], side: int, across: int) -> None:
    """Draw *rows* from the top of *area*, *across* of them side by side, each filled downwards."""
    # The last rows, where all of them have no room.
    rows = rows[-across * max(1, (area.height + 1) // (side + 1)) :]
    down = -(-len(rows) // across) if rows else 0
    step, pegs = side + 1, max(map(len, rows), default=0)
    width = pegs * step + side
    left = area.x + max(0, area.width - (-(-len(rows) // max(1, down)) * width - side)) // 2
    for place, row in enumerate(rows):
        x, y = left + place // down * width, area.y + place % down * step
        for at, square in enumerate(row):
            _draw_square(page, Area(x + at * step, y, side, side), square)


def _draw_square(page: PixelPage, area: Area, square: str) -> None:
    if square == FULL:
        page.fill(area, GREEN)
    elif square == HOLLOW:
        page.frame(area, YELLOW)
    else:
        page.fill(area.inset((area.width - 1) // 2), Ink.DIM)
