"""The page elements of a board: its rows with their numbers, pegs and key pegs, in one column or in several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.font import Font, font
from companion.ui.games.pegs.drawing import (
    FACES,
    GAP,
    ROUND,
    Pegboard,
    draw_key_faces,
    draw_keys,
    draw_row,
    key_block,
    key_marks,
    keys_words,
    letter,
    pegboard,
)
from companion.ui.games.pegs.tiles import LETTERS, block_size
from companion.ui.ink import Ink
from companion.ui.page import Scroll
from companion.ui.pixel_page import MARGIN, PixelPage
from companion.ui.text_page import with_value

MOST_COLUMNS = 3
LEAST_PEG = 8
"""The smallest diameter, in pixels, of a peg whose letter can be read; rows of smaller ones scroll instead."""
COLUMN_SHARE = 100
"""The width of a display, in the pixels between two columns."""
APART = 4
"""The greatest distance of two rows that makes them clearer."""
ROW_SHARE = 5
"""The free height of a display with room, in heights of a row with a text under it."""
KEY_LINES = 2
"""The lines in which the key pegs of a row are on a real board."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the rows of a board are: in columns of ``height`` rows, ``pitch`` pixels apart, with ``board`` in each.

    The left ``margin`` of a single column centres it.
    """

    area: Area
    board: Pegboard
    count: int
    height: int
    pitch: int
    margin: int = 0

    def at(self, place: int) -> tuple[Pegboard, int]:
        """Return the layout of the row at *place*, counted from 0, and the y of its pegs."""
        column, down = divmod(place, self.height)
        x = self.area.x + column * (self.area.width // self.count) + self.margin
        board = replace(self.board, x=x, left=self.board.left + x, keys_left=self.board.keys_left + x)
        return board, self.area.y + down * self.pitch + (self.pitch - self.board.peg) // 2


def columns(page: PixelPage, edition: Edition, style: str, area: Area, rows: int) -> Columns | None:
    """Return the layout of *rows* rows in *area* with the largest pegs; None if these would be below ``LEAST_PEG``."""
    found = [_columns(page, edition, style, area, rows, count) for count in range(1, MOST_COLUMNS + 1)]
    best = max(found, key=lambda each: (each.board.peg, min(each.pitch, each.board.peg + APART)))
    return best if best.board.peg >= LEAST_PEG else None


def one_column(page: PixelPage, edition: Edition, style: str, area: Area) -> Columns:
    """Return the layout of as many rows as there is room for in *area*, for a board that is too large for it."""
    pitch = page.small.height + 1
    return _columns(page, edition, style, area._replace(height=area.height // pitch * pitch), area.height // pitch, 1)


def _columns(page: PixelPage, edition: Edition, style: str, area: Area, rows: int, count: int) -> Columns:
    height = -(-rows // count)
    pitch, width = area.height // height, area.width // count - page.width // COLUMN_SHARE
    for peg in range(max(4, pitch - 1), 3, -1):
        board = _sized(page, edition, style, peg)
        across, down = keys_size(edition, board)
        if board.keys_left + across <= width and down + (peg >= ROUND) <= pitch:
            break
    # Rows of small pegs that are far apart look like single rows and not like a board.
    margin = (width - board.keys_left - across) // 2 if count == 1 else 0
    return Columns(area, board, count, height, min(pitch, 2 * board.peg), margin)


def _sized(page: PixelPage, edition: Edition, style: str, peg: int) -> Pegboard:
    """Return a row with pegs of *peg* pixels: its number, its pegs and the block of its key pegs."""
    gap = 1 if peg < 12 else GAP
    left = number_face(page, peg).measure("00") + gap
    lines = 1 if style == FACES else KEY_LINES
    key = peg if style == FACES else max(3, peg // 2 - 1)
    return Pegboard(peg, key, left, left + edition.pegs * (peg + gap) + 1, lines, gap)


def keys_size(edition: Edition, board: Pegboard) -> tuple[int, int]:
    """Return the width and the height of the block of key pegs of a row."""
    return block_size(edition.pegs, board.key, board.lines)


def number_face(page: PixelPage, peg: int) -> Font:
    """Return the font of the numbers of rows with pegs of *peg* pixels."""
    fonts = (font(*name) for name in LETTERS)
    return next((face for face in fonts if face.height <= min(peg + 1, page.small.height)), font(*LETTERS[-1]))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of the board: its number, counted from 1, its pegs, and its key pegs or None."""

    number: int
    guess: Code
    answer: Answer | None

    def draw(self, page: PixelPage, edition: Edition, style: str, at: tuple[Pegboard, int], *, is_lit: bool) -> None:
        """Draw the row on the board ``at[0]`` with the top at y = ``at[1]``; its number is lit if *is_lit*."""
        board, y = at
        draw_number(page, self.number, at, is_lit=is_lit)
        draw_row(page, edition, style, at, self.guess)
        if self.answer is None:
            return
        marks = key_marks(self.answer, len(self.guess))
        if not board.lines:
            draw_keys(page, board.keys_left, y + (board.peg - board.key) // 2, board.key, marks, style)
        elif style == FACES:
            draw_key_faces(page, (board.keys_left, y), board, marks)
        else:
            block = key_block(page, edition, marks, board.key, board.lines)
            page.image.paste(block, (board.keys_left, y + (board.peg - block.height) // 2))

    def line(self, edition: Edition, translator: Translator) -> str:
        """Return ``2. R B B G: 1 black``."""
        letters = " ".join(letter(edition, translator, peg) for peg in self.guess)
        keys = "" if self.answer is None else keys_words(edition, translator, self.answer)
        return with_value(translator, f"{self.number}. {letters}", keys)


def draw_number(
    page: PixelPage, number: int, at: tuple[Pegboard, int], *, is_lit: bool = False, ink: Ink = Ink.FOREGROUND
) -> None:
    """Draw the *number* of a row before its pegs, in *ink*, or dark on a lit field if *is_lit*."""
    board, y = at
    face = number_face(page, board.peg) if board.lines else page.small
    if is_lit:
        page.fill(Area(board.x, y, face.measure("00"), board.peg), Ink.ACCENT)
    number_ink = Ink.BACKGROUND if is_lit else ink
    page.text(board.x, y + (board.peg - face.height + 1) // 2, f"{number:>2}", face, ink=number_ink)


def board_rows(rows: Iterable[Row]) -> tuple[BoardRow, ...]:
    """Return *rows* numbered from 1."""
    return tuple(BoardRow(number, row.guess, row.answer) for number, row in enumerate(rows, 1))


def draw_empty(
    page: PixelPage, edition: Edition, style: str, at: tuple[Pegboard, int], number: int, ink: Ink = Ink.DIM
) -> None:
    """Draw a row that has not been played: its number, in *ink*, and its holes."""
    draw_number(page, number, at, ink=ink)
    draw_row(page, edition, style, at, (None,) * edition.pegs)


@dataclass(frozen=True, slots=True)
class PegBoard:
    """The rows of a round, with a scroll position for displays that are too low for all rows of the board."""

    edition: Edition
    style: str
    rows: tuple[BoardRow, ...]
    scroll: Scroll

    def draw(self, page: PixelPage) -> None:
        """Draw the whole board, or the visible rows."""
        count = max(self.edition.rows, len(self.rows))
        area = page.free._replace(y=page.free.y + 1, height=page.free.height - 1)
        layout = columns(page, self.edition, self.style, area, count) if page.is_tall else None
        if layout is None:
            self._draw_visible(page)
            return
        for row in self.rows:
            row.draw(page, self.edition, self.style, layout.at(row.number - 1), is_lit=False)
        for place in range(len(self.rows), count):
            draw_empty(page, self.edition, self.style, layout.at(place), place + 1)

    def _draw_visible(self, page: PixelPage) -> None:
        board, free = pegboard(page, self.edition), page.free
        pitch = board.peg + 1
        visible = max(1, free.height // pitch)
        view = self.scroll.view(len(self.rows), visible)
        for place, row in enumerate(view):
            self.rows[row].draw(page, self.edition, self.style, (board, free.y + 1 + place * pitch), is_lit=False)
        if len(self.rows) > visible:
            page.scroll_mark(view.start, visible, len(self.rows))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return all rows."""
        return [row.line(self.edition, translator) for row in self.rows]


@dataclass(frozen=True, slots=True)
class RowsWithText:
    """Rows of the board with ``text`` under them; the rows are omitted if the text does not fit."""

    edition: Edition
    style: str
    rows: tuple[BoardRow, ...]
    text: str

    def draw(self, page: PixelPage) -> None:
        """Draw the rows and the text, or the text alone."""
        free, layout = page.free, self._layout(page)
        taken = layout.pitch * len(self.rows)
        below = free._replace(y=free.y + taken, height=free.height - taken)
        *_, fits = page.laid_out(below.inset(MARGIN, 0) if page.is_tall else below, self.text)
        for place, row in enumerate(self.rows if fits else ()):
            row.draw(page, self.edition, self.style, layout.at(place), is_lit=False)
        area = below if fits else free
        page.wrapped(area.inset(MARGIN, 0) if page.is_tall else area, self.text, centred=True, middle=True)

    def _layout(self, page: PixelPage) -> Columns:
        free, count = page.free, max(1, len(self.rows))
        if page.is_tall:
            area = free._replace(y=free.y + GAP, height=count * (free.height // ROW_SHARE))
            return _columns(page, self.edition, self.style, area, count, 1)
        board = pegboard(page, self.edition)
        return Columns(free._replace(y=free.y + GAP // 2), board, 1, count, board.peg + GAP)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the rows and the text."""
        return [*(row.line(self.edition, translator) for row in self.rows), self.text]
