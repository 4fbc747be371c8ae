"""The page elements of a row being set: the row itself, a code, and a guess under the rows played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.box import Button
from companion.games.pegs.edition import Edition
from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.font import font
from companion.ui.games.pegs.board import BoardRow, Columns, columns, draw_empty, one_column
from companion.ui.games.pegs.drawing import (
    GAP,
    Pegboard,
    draw_peg,
    draw_row,
    letter,
    letters_words,
    pegboard,
)
from companion.ui.ink import Ink
from companion.ui.pixel_page import NUMERAL, TALL, PixelPage, steps
from companion.ui.text_page import CHOSEN, OTHER

TICK = "\u2713"
LARGEST = 44
"""The greatest diameter, in pixels, of a peg being set."""
TICK_SHARE = 8
"""The width of a display with room, in widths of the field of the tick."""
LARGE_SHARE, SMALL_SHARE = 6, 12
"""The height of a tall display, in diameters of a peg being set and of a peg of the palette."""
LOWER_LARGE_SHARE, LOWER_SMALL_SHARE = 7, 15
"""The same of a display with room that is not tall."""
CODE_SHARE = 9
"""The height of a display with room, in diameters of a peg of the palette under a code."""
APART = 4
"""The pixels between pegs being set, which leave room for the frame around one of them."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row being set: its pegs and the place of the cursor; a tick follows the last peg.

    A display with room shows a palette of the ``values`` pegs to choose from.
    """

    edition: Edition
    style: str
    pegs: tuple[int | None, ...]
    cursor: int
    values: int

    @property
    def is_at_tick(self) -> bool:
        """Whether the cursor is on the tick."""
        return self.cursor == len(self.pegs)

    def draw_at(self, page: PixelPage, board: Pegboard, y: int) -> None:
        """Draw the pegs and the tick, with a frame around the place under the cursor."""
        draw_row(page, self.edition, self.style, (board, y + 2), self.pegs)
        side = board.peg + 4
        tick = Area(board.keys_left - 1, y, self._tick_width(page), side)
        if self.is_at_tick:
            page.fill(tick, Ink.ACCENT, rounded=True)
        else:
            cursor = Area(board.peg_x(self.cursor) - 2, y, side, side)
            page.frame(cursor, Ink.ACCENT)
            if page.is_tall:
                page.frame(cursor.inset(1), Ink.ACCENT)
        self._draw_tick(page, tick)
        places = [
            Area(board.peg_x(place) - board.gap // 2, y, board.peg + board.gap, side)
            for place in range(len(self.pegs))
        ]
        for place, area in enumerate(places):
            # The place under the cursor changes its colour.
            page.touches(area, *(steps(self.cursor, place, Button.LEFT, Button.RIGHT) or (Button.UP,)))
        page.touches(tick, *steps(self.cursor, len(self.pegs), Button.LEFT, Button.RIGHT), Button.OK)

    def _tick_width(self, page: PixelPage) -> int:
        return page.width // TICK_SHARE if page.is_tall else page.body.width + 8

    def _draw_tick(self, page: PixelPage, area: Area) -> None:
        ink = Ink.BACKGROUND if self.is_at_tick else Ink.FOREGROUND
        if not page.is_tall:
            face = next((face for face in (page.body, page.head) if face.height <= area.height), page.small)
            page.text(area.x + 4, area.y + (area.height - face.height + 1) // 2, TICK, face, ink=ink)
            return
        tick = font(*NUMERAL).enlarged(TICK, area.height // 2)
        at = area.x + (area.width - tick.width) // 2, area.y + area.height // 4
        page.image.paste(page.palette.pixel(ink), at, tick)

    def large(self, page: PixelPage, left: int) -> Pegboard:
        """Return the layout of the row alone across a page with room, from x = *left* on."""
        room = page.width - left - self._tick_width(page) - 2
        share = LARGE_SHARE if page.height >= TALL else LOWER_LARGE_SHARE
        side = min(LARGEST, page.height // share, room // len(self.pegs) - APART)
        return Pegboard(side, 0, left + 2, left + 2 + len(self.pegs) * (side + APART), gap=APART)

    def palette_side(self, page: PixelPage, share: int = 0) -> int:
        """Return the diameter of the pegs of the palette: the height of the page divided by *share*, or less."""
        share = share or (SMALL_SHARE if page.height >= TALL else LOWER_SMALL_SHARE)
        return min(page.height // share, page.width // self.values - 2)

    def draw_palette(self, page: PixelPage, y: int, side: int) -> None:
        """Draw the pegs to choose from, with a line under the one under the cursor; a click sets a peg."""
        pitch = min(side + 4, page.width // self.values)
        left = (page.width - self.values * pitch) // 2
        now = None if self.is_at_tick else self.pegs[self.cursor]
        for peg in range(self.values):
            cell = Area(left + peg * pitch, y, pitch, side + 2)
            draw_peg(page, self.edition, self.style, cell.x + (pitch - side) // 2, y + 1, side, peg)
            if peg == now:
                page.fill(Area(cell.x + 1, cell.bottom, pitch - 2, 2), Ink.ACCENT)
            if not self.is_at_tick:
                page.touches(cell, *self._turns(peg))

    def _turns(self, peg: int) -> tuple[Button, ...]:
        """Return the presses that turn the peg under the cursor to *peg*, the shorter way."""
        now = self.pegs[self.cursor]
        up = peg + 1 if now is None else (peg - now) % self.values
        down = self.values - peg if now is None else (now - peg) % self.values
        return (Button.UP,) * up if up <= down else (Button.DOWN,) * down

    def line(self, translator: Translator) -> str:
        """Return the letters of the pegs and the tick; the one under the cursor is in brackets."""
        letters = ["?" if peg is None else letter(self.edition, translator, peg) for peg in self.pegs]
        named = [*letters, translator._("OK")]
        return " ".join(f"[{name}]" if place == self.cursor else name for place, name in enumerate(named))


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """A code being set, and the words for the place under the cursor."""

    row: EntryRow
    text: str

    def draw(self, page: PixelPage) -> None:
        """Draw the row in the middle, and the text at the lower edge if there is room for it."""
        if page.is_tall:
            self._draw_large(page)
            return
        board, free = pegboard(page, self.row.edition), page.free
        height = board.peg + 4
        top = free.y + max(0, free.height - height - 2 * page.body.height) // 2
        self.row.draw_at(page, board, top)
        if top + height + page.body.height <= free.bottom:
            page.centred(free.bottom - page.body.height, self.text)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the row, the words under it and the palette, each apart from the other."""
        board = self.row.large(page, 0)
        margin = max(0, page.width - board.keys_left - page.width // TICK_SHARE) // 2
        board = replace(board, left=board.left + margin, keys_left=board.keys_left + margin)
        side, words, palette = board.peg + 4, page.head.height, self.row.palette_side(page, CODE_SHARE)
        gap = (page.free.height - side - words - palette - 4) // 4
        y = page.free.y + gap
        self.row.draw_at(page, board, y)
        page.centred(y + side + gap, self.text, page.head)
        self.row.draw_palette(page, y + side + words + 2 * gap, palette)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the letters that there are, the row and the text."""
        return [letters_words(self.row.edition, translator), self.row.line(translator), self.text]


@dataclass(frozen=True, slots=True)
class GuessBoard:
    """The last rows of the board and under them the row being set; before the first row, a hint replaces the rows.

    The numbers of the rows ``against``, which the row being set contradicts, stand out. So does the number of the row
    ``recalled``, which stays visible. A display with room shows the whole board instead, with the rows that are still
    empty, and no hint.
    """

    rows: tuple[BoardRow, ...]
    entry: EntryRow
    hint: str
    against: frozenset[int] = frozenset()
    recalled: int | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the entry at the lower edge and as many rows as fit above it."""
        if page.is_tall:
            self._draw_large(page)
            return
        board = pegboard(page, self.entry.edition, self.entry.style)
        y = page.free.bottom - board.peg - 4
        self._draw_entry(page, board, y)
        self._draw_rows(page, board, page.free._replace(height=y - 1 - page.free.y))

    def _draw_entry(self, page: PixelPage, board: Pegboard, y: int) -> None:
        height, small = board.peg + 4, page.small
        top = y + (height - small.height + 1) // 2
        page.fill(Area(0, top, small.measure("00"), small.height), Ink.ACCENT)
        page.text(0, top, f"{len(self.rows) + 1:>2}", small, ink=Ink.BACKGROUND)
        self.entry.draw_at(page, board, y)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the palette at the lower edge, above it the row being set, and above both the whole board."""
        edition, style, free = self.entry.edition, self.entry.style, page.free
        board, palette = self.entry.large(page, page.small.measure("00") + GAP), self.entry.palette_side(page) + 4
        above = free._replace(y=free.y + 1, height=free.height - board.peg - 9)
        count = max(edition.rows, len(self.rows) + 1)
        layout = columns(page, edition, style, above._replace(height=above.height - palette), count)
        if layout is None:
            # The rows need the room, and the name of the colour is in the title.
            self._draw_entry(page, board, free.bottom - board.peg - 6)
            self._draw_last(page, one_column(page, edition, style, above))
            return
        self.entry.draw_palette(page, free.bottom - palette, palette - 4)
        self._draw_entry(page, board, free.bottom - palette - board.peg - 6)
        for row in self.rows:
            row.draw(page, edition, style, layout.at(row.number - 1), is_lit=self._stands_out(row))
        for place in range(len(self.rows), count):
            ink = Ink.ACCENT if place == len(self.rows) else Ink.DIM
            draw_empty(page, edition, style, layout.at(place), place + 1, ink)

    def _draw_last(self, page: PixelPage, layout: Columns) -> None:
        """Draw the last rows that *layout* has room for, and the one that is recalled."""
        for place, row in enumerate(self._last(layout.height)):
            row.draw(page, self.entry.edition, self.entry.style, layout.at(place), is_lit=self._stands_out(row))

    def _last(self, visible: int) -> tuple[BoardRow, ...]:
        last = len(self.rows)
        if self.recalled is not None:
            last = min(last, max(self.recalled + 1, visible))
        return self.rows[max(0, last - visible) : last]

    def _draw_rows(self, page: PixelPage, board: Pegboard, area: Area) -> None:
        *_, fits = page.laid_out(area, self.hint, page.small)
        if not self.rows and fits:
            page.wrapped(area, self.hint, page.small, centred=True, middle=True)
        pitch = board.peg + 2
        shown = self._last(max(0, area.height // pitch))
        for place, row in enumerate(shown):
            y = area.bottom - pitch * (len(shown) - place)
            row.draw(page, self.entry.edition, self.entry.style, (board, y), is_lit=self._stands_out(row))

    def _stands_out(self, row: BoardRow) -> bool:
        place = row.number - 1
        return place == self.recalled or place in self.against

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return all rows, or before the first the letters that there are, and the row being set."""
        edition, entry = self.entry.edition, f"{CHOSEN}{len(self.rows) + 1}. {self.entry.line(translator)}"
        rows = [(CHOSEN if self._stands_out(row) else OTHER) + row.line(edition, translator) for row in self.rows]
        return [*(rows or [letters_words(edition, translator)]), entry]
