"""The page elements of the peg games: rows of pegs, boards, the row being set, key pegs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.box import Button
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Translator, Verbatim
from companion.ui.canvas import Area
from companion.ui.games.pegs.drawing import (
    GAP,
    Pegboard,
    colour_name,
    count_words,
    draw_keys,
    draw_peg,
    draw_row,
    key_marks,
    keys_words,
    letter,
    letters_words,
    pegboard,
    with_peg,
)
from companion.ui.ink import AnyInk, Ink, PegInk
from companion.ui.page import Scroll
from companion.ui.pixel_page import MARGIN, PixelPage, steps
from companion.ui.text_page import CHOSEN, OTHER, marked, with_value

TICK = "\u2713"
ROOMY = 36
"""The smallest free height, in pixels, at which the pegs of a row fit above the text about it."""

BLACKS, WHITES = 0, 1
NUMERAL_SHARE = 0.75
"""The greatest height of the number of key pegs, in halves of the width of the page."""
PEG_SHARE = 0.8
"""The greatest diameter of a key peg, in heights of its number: a ring as high as a digit would look like a nought."""
RIM = 7
"""The diameter of a large ring, in widths of its rim."""
PAWN = 9
"""The diameter of a peg on the track, in pixels, except on tall displays; without room for it, the text is smaller."""


def pegs_words(edition: Edition, translator: Translator, pegs: Sequence[int | None]) -> str:
    """Return the names of *pegs*, from left to right."""
    return ", ".join(colour_name(edition, translator, peg) for peg in pegs)


@dataclass(frozen=True, slots=True)
class PegRow:
    """The pegs of one row across the page; omitted if the free height is below ``least`` pixels.

    With ``growth`` the pegs are that many pixels larger than a line of text, if two lines of text fit under them.
    With ``is_steady`` large text does not enlarge the pegs, because something below them needs the room.
    """

    edition: Edition
    style: str
    pegs: Sequence[int | None]
    least: int = ROOMY
    growth: int | None = None
    gap: int = GAP
    is_steady: bool = False

    def draw(self, page: PixelPage) -> None:
        """Draw the pegs, centred horizontally."""
        if page.free.height < self.least:
            return
        below, places = 5 - self.gap, len(self.pegs)
        on_board = pegboard(page, self.edition, is_steady=self.is_steady).peg
        side = on_board if self.growth is None else self._large(page, below)
        left = (page.width - places * (side + self.gap) + self.gap) // 2
        for place, peg in enumerate(self.pegs):
            draw_peg(page, self.edition, self.style, left + place * (side + self.gap), page.free.y + 2, side, peg)
        page.take_top(side + below)

    def _large(self, page: PixelPage, below: int) -> int:
        room = page.free.height - 2 * page.small.height - below
        return min(page.body.height + (self.growth or 0), room, page.width // len(self.pegs) - 3)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the names of the pegs."""
        return [pegs_words(self.edition, translator, self.pegs)]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of the board: its number, counted from 1, its pegs, and its key pegs or None."""

    number: int
    guess: Code
    answer: Answer | None

    def draw(self, page: PixelPage, edition: Edition, style: str, at: tuple[Pegboard, int], *, is_lit: bool) -> None:
        """Draw the row on the board ``at[0]`` with the top at y = ``at[1]``; its number is lit if *is_lit*."""
        board, y = at
        if is_lit:
            page.fill(Area(0, y, page.small.measure("00"), board.peg), Ink.ACCENT)
        ink = Ink.BACKGROUND if is_lit else Ink.FOREGROUND
        page.text(0, y + (board.peg - page.small.height + 1) // 2, f"{self.number:>2}", page.small, ink=ink)
        draw_row(page, edition, style, at, self.guess)
        if self.answer is not None:
            marks = key_marks(self.answer, len(self.guess))
            draw_keys(page, board.keys_left, y + (board.peg - board.key) // 2, board.key, marks, style)

    def line(self, edition: Edition, translator: Translator) -> str:
        """Return ``2. R B B G: 1 black``."""
        letters = " ".join(letter(edition, translator, peg) for peg in self.guess)
        keys = "" if self.answer is None else keys_words(edition, translator, self.answer)
        return with_value(translator, f"{self.number}. {letters}", keys)


def board_rows(rows: Iterable[Row]) -> tuple[BoardRow, ...]:
    """Return *rows* numbered from 1."""
    return tuple(BoardRow(number, row.guess, row.answer) for number, row in enumerate(rows, 1))


@dataclass(frozen=True, slots=True)
class PegBoard:
    """The rows of a round, with a scroll position."""

    edition: Edition
    style: str
    rows: tuple[BoardRow, ...]
    scroll: Scroll

    def draw(self, page: PixelPage) -> None:
        """Draw the visible rows."""
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
        board, free = pegboard(page, self.edition), page.free
        pitch = board.peg + GAP
        below = free._replace(y=free.y + pitch * len(self.rows), height=free.height - pitch * len(self.rows))
        *_, fits = page.laid_out(below, self.text)
        for place, row in enumerate(self.rows if fits else ()):
            row.draw(page, self.edition, self.style, (board, free.y + GAP + place * pitch), is_lit=False)
        page.wrapped(below if fits else free, self.text, centred=True, middle=True)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the rows and the text."""
        return [*(row.line(self.edition, translator) for row in self.rows), self.text]


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row being set: its pegs and the place of the cursor; a tick follows the last peg."""

    edition: Edition
    style: str
    pegs: tuple[int | None, ...]
    cursor: int

    def draw_at(self, page: PixelPage, board: Pegboard, y: int) -> None:
        """Draw the pegs and the tick, with a frame around the place under the cursor."""
        draw_row(page, self.edition, self.style, (board, y + 2), self.pegs)
        side = board.peg + 4
        tick = Area(board.keys_left - 1, y, page.body.width + 8, side)
        is_at_tick = self.cursor == len(self.pegs)
        if is_at_tick:
            page.fill(tick, Ink.ACCENT, rounded=True)
        else:
            page.frame(Area(board.peg_x(self.cursor) - 2, y, side, side), Ink.ACCENT)
        ink = Ink.BACKGROUND if is_at_tick else Ink.FOREGROUND
        page.text(tick.x + 4, y + (side - page.body.height + 1) // 2, TICK, ink=ink)
        places = [Area(board.peg_x(place) - GAP // 2, y, board.peg + GAP, side) for place in range(len(self.pegs))]
        for place, area in enumerate(places):
            # The place under the cursor changes its colour.
            page.touches(area, *(steps(self.cursor, place, Button.LEFT, Button.RIGHT) or (Button.UP,)))
        page.touches(tick, *steps(self.cursor, len(self.pegs), Button.LEFT, Button.RIGHT), Button.OK)

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
        board, free = pegboard(page, self.row.edition), page.free
        height = board.peg + 4
        top = free.y + max(0, free.height - height - 2 * page.body.height) // 2
        self.row.draw_at(page, board, top)
        if top + height + page.body.height <= free.bottom:
            page.centred(free.bottom - page.body.height, self.text)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the letters that there are, the row and the text."""
        return [letters_words(self.row.edition, translator), self.row.line(translator), self.text]


@dataclass(frozen=True, slots=True)
class GuessBoard:
    """The last rows of the board and under them the row being set; before the first row, a hint replaces the rows.

    The numbers of the rows ``against``, which the row being set contradicts, stand out. So does the number of the row
    ``recalled``, which stays visible.
    """

    rows: tuple[BoardRow, ...]
    entry: EntryRow
    hint: str
    against: frozenset[int] = frozenset()
    recalled: int | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the entry at the lower edge and as many rows as fit above it."""
        board = pegboard(page, self.entry.edition, self.entry.style)
        height = board.peg + 4
        y, small = page.free.bottom - height, page.small
        top = y + (height - small.height + 1) // 2
        page.fill(Area(0, top, small.measure("00"), small.height), Ink.ACCENT)
        page.text(0, top, f"{len(self.rows) + 1:>2}", small, ink=Ink.BACKGROUND)
        self.entry.draw_at(page, board, y)
        self._draw_rows(page, board, page.free._replace(height=y - 1 - page.free.y))

    def _draw_rows(self, page: PixelPage, board: Pegboard, area: Area) -> None:
        *_, fits = page.laid_out(area, self.hint, page.small)
        if not self.rows and fits:
            page.wrapped(area, self.hint, page.small, centred=True, middle=True)
        pitch = board.peg + 2
        visible = max(0, area.height // pitch)
        last = len(self.rows)
        if self.recalled is not None:
            last = min(last, max(self.recalled + 1, visible))
        shown = self.rows[max(0, last - visible) : last]
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


@dataclass(frozen=True, slots=True)
class KeyCounts:
    """The numbers of blacks and whites, as large as fits; number ``at`` is the one being changed.

    Without ``at`` they are an answer to be read, of which only the key pegs ``shown`` are drawn. If it has key pegs of
    one kind only, that kind has the whole width.
    """

    edition: Edition
    keys: Answer
    at: int | None = None
    shown: Answer | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw a key peg of each kind with its number."""
        counts = _counts(self.shown or self.keys)
        given = [kind for kind, count in enumerate(_counts(self.keys)) if count]
        kinds = given if given and self.at is None else [BLACKS, WHITES]
        width = page.width // len(kinds)
        for place, kind in enumerate(kinds):
            area = page.free._replace(x=place * width, width=width)
            # Apart from the lit title, which a 5 or 7 would run into; a low display has none.
            apart = 0 if self.at is None and not page.free.y else 2 + (self.at is not None)
            room = area.inset(2, apart)
            self._draw_count(page, room, kind, str(counts[kind]))
            if kind == self.at:
                page.frame(area.inset(0, 1), Ink.ACCENT)

    def _draw_count(self, page: PixelPage, room: Area, kind: int, count: str) -> None:
        height = min(room.height, int(NUMERAL_SHARE * (page.width // 2)))
        width = page.numeral_width(count, height)
        side = min(int(PEG_SHARE * height), room.width - width - GAP - max(GAP, width // 4))
        gap = (room.width - width - side) // 3
        page.disc(room.x + gap, room.y + (room.height - side) // 2, side)
        if kind == WHITES:
            rim = max(1, side // RIM)
            page.disc(room.x + gap + rim, room.y + (room.height - side) // 2 + rim, side - 2 * rim, ink=Ink.BACKGROUND)
        page.numeral(room.right - gap - width, room.y + (room.height - height) // 2, count, height)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the answer in words, or both numbers with the one being changed marked."""
        if self.at is None:
            return [keys_words(self.edition, translator, self.keys)]
        counts = enumerate(_counts(self.keys))
        return marked([count_words(self.edition, translator, kind, count) for kind, count in counts], self.at)


def _counts(keys: Answer) -> tuple[int, int]:
    return keys.blacks, keys.whites


@dataclass(frozen=True, slots=True)
class Track:
    """A lane for each player of the players *names*: the peg at its hole of *holes*, and the number of that hole."""

    edition: Edition
    names: tuple[str, ...]
    holes: tuple[int, ...]

    def draw(self, page: PixelPage) -> None:
        """Draw the lanes below each other over the whole free area."""
        free, room = page.free, page.width - 2 * MARGIN
        height = free.height // len(self.names)
        values = [self._value(seat, page.translator) for seat in range(len(self.names))]
        longest = max(map(len, map("{} {}".format, self.names, values)))
        fitting = (face for face in (page.body, page.head) if longest * face.width <= room)
        face = next((face for face in fitting if face.height + PAWN + 2 <= height), page.small)
        for seat, (name, value) in enumerate(zip(self.names, values, strict=True)):
            y = free.y + seat * height + 1
            page.label(MARGIN, y, Verbatim(name), page.right(MARGIN + room, y, value, face) - 2 * MARGIN, face)
            self._draw_lane(page, Area(MARGIN, y + face.height, room, height - face.height - 1), seat)

    def _value(self, seat: int, translator: Translator) -> str:
        pegs = self.edition.scoring.track_pegs[seat : seat + 1]
        return " ".join([*(peg.name(translator.language) for peg in pegs), str(self.holes[seat])])

    def _draw_lane(self, page: PixelPage, area: Area, seat: int) -> None:
        side = min(max(PAWN, page.height // 12), area.height - 1)
        middle, length = area.y + side // 2, area.width - side
        page.fill(Area(area.x, middle, area.width, 1), Ink.DIM)
        page.fill(Area(area.right - 1, area.y, 1, side), Ink.DIM)
        scoring = self.edition.scoring
        pegs, end = scoring.track_pegs, scoring.track or 1
        ink: AnyInk = PegInk(pegs[seat].rgb) if seat < len(pegs) else Ink.FOREGROUND
        page.disc(area.x + length * self.holes[seat] // end, area.y, side, ink=ink)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return ``Anna (blue): 14/30`` for each player."""
        named = (with_peg(self.edition, self.names, seat, translator) for seat in range(len(self.names)))
        return [f"{name}: {hole}/{self.edition.scoring.track}" for name, hole in zip(named, self.holes, strict=True)]
