"""The page elements of the peg games: rows of pegs and key pegs, the track, the board, a row or a code being set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.box import Button
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.core.canvas import Area
from companion.ui.core.font import Font, font
from companion.ui.core.ink import AnyInk, Ink, PegInk
from companion.ui.core.page import Scroll
from companion.ui.core.pixel_page import LOW, MARGIN, NUMERAL, TALL, PixelPage, steps
from companion.ui.core.text_page import CHOSEN, OTHER, marked, with_value
from companion.ui.games.pegs import drawing
from companion.ui.games.pegs.key_names import count_words, keys_words
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.seats import signed

ROOMY = 36
"""The smallest free height, in pixels, at which the pegs of a row fit above the text about it."""
ONLY_TALL = 9999
"""A free height that no display without room has."""

BLACKS, WHITES = 0, 1
NUMERAL_SHARE = 0.75
"""The greatest height of the number of key pegs, in halves of the width of the page."""
WHOLE_SHARE = 1.1
"""The same of a single number across a page with room."""
STRIP_SHARE = 8
"""The height of a display with room, in diameters of the key pegs under their numbers."""
PEG_SHARE = 0.8
"""The greatest diameter of a key peg, in heights of its number: a ring as high as a digit would look like a nought."""
RIM = 7
"""The diameter of a large ring, in widths of its rim."""
ROW_SHARE = 6
"""The height of a display with room, in diameters of the pegs of a row."""
TEN = 10
"""The holes in a line of the track."""
PAWN = 9
"""The diameter of a peg on the track, in pixels, except on tall displays; without room for it, the text is smaller."""


def pegs_words(edition: Edition, translator: Translator, pegs: Sequence[int | None]) -> str:
    """Return the names of *pegs*, from left to right."""
    return ", ".join(drawing.colour_name(edition, translator, peg) for peg in pegs)


@dataclass(frozen=True, slots=True)
class _Pegs:
    """Pegs of an edition in one of the styles of the settings."""

    edition: Edition
    style: str

    def tints(self, translator: Translator) -> dict[str, tuple[int, int, int]]:
        """Return the colours of the pegs by their letters and names."""
        return drawing.peg_tints(self.edition, translator)


@dataclass(frozen=True, slots=True)
class PegRow(_Pegs):
    """The pegs of one row across the page; omitted if the free height is below ``least`` pixels.

    With ``growth`` the pegs are that many pixels larger than a line of text, if two lines of text fit under them.
    With ``is_steady`` large text does not enlarge the pegs, because something below them needs the room. A page with
    room always has them, and beside them the ``keys``.
    """

    pegs: Sequence[int | None]
    least: int = ROOMY
    growth: int | None = None
    gap: int = drawing.GAP
    is_steady: bool = False
    keys: Answer | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the pegs, centred horizontally."""
        if page.is_tall:
            self._draw_large(page)
            return
        if page.free.height < self.least:
            return
        below, places = 5 - self.gap, len(self.pegs)
        on_board = drawing.pegboard(page, self.edition, is_steady=self.is_steady).peg
        side = on_board if self.growth is None else self._large(page, below)
        left = (page.width - places * (side + self.gap) + self.gap) // 2
        for place, peg in enumerate(self.pegs):
            drawing.draw_peg(
                page, self.edition, self.style, left + place * (side + self.gap), page.free.y + 2, side, peg
            )
        page.take_top(side + below)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the pegs as large as the width of a page with room allows, and the key pegs beside them."""
        blocks = 0 if self.keys is None else len(self.pegs) / 4
        across = int((page.width - 2 * drawing.GAP) / (len(self.pegs) + blocks)) - self.gap
        side = min(page.height // ROW_SHARE, across)
        marks = [] if self.keys is None else drawing.key_marks(self.keys, len(self.pegs))
        block = drawing.key_block(page, self.edition, marks, side // 2 - drawing.GAP, 2) if marks else None
        width = len(self.pegs) * (side + self.gap) + (block.width if block is not None else -self.gap)
        left, top = (page.width - width) // 2, page.free.y + 2 * drawing.GAP
        for place, peg in enumerate(self.pegs):
            drawing.draw_peg(page, self.edition, self.style, left + place * (side + self.gap), top, side, peg)
        if block is not None:
            page.image.paste(block, (left + width - block.width, top + (side - block.height) // 2))
        page.take_top(side + 4 * drawing.GAP)

    def _large(self, page: PixelPage, below: int) -> int:
        room = page.free.height - 2 * page.small.height - below
        return min(page.body.height + (self.growth or 0), room, page.width // len(self.pegs) - 3)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the names of the pegs."""
        return [pegs_words(self.edition, translator, self.pegs)]


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
        """Draw a key peg of each kind with its number, and on a page with room also the key pegs as on the board."""
        counts = _counts(self.shown or self.keys)
        given = [kind for kind, count in enumerate(_counts(self.keys)) if count]
        kinds = given if given and self.at is None else [BLACKS, WHITES]
        width = page.width // len(kinds)
        free = self._draw_pegs(page) if page.is_tall else page.free
        for place, kind in enumerate(kinds):
            area = free._replace(x=place * width, width=width)
            # Apart from the lit title, which a 5 or 7 would run into; a low display has none.
            apart = 0 if self.at is None and not page.free.y else 2 + (self.at is not None)
            room = area.inset(2, apart)
            self._draw_count(page, room, kind, str(counts[kind]))
            if kind == self.at:
                page.frame(area.inset(0, 1), Ink.ACCENT)

    def _draw_pegs(self, page: PixelPage) -> Area:
        """Draw the key pegs at the lower edge, and return what is left free above them."""
        free, keys = page.free, self.shown or self.keys
        marks = drawing.key_marks(keys, self.edition.pegs)
        side = min(page.height // STRIP_SHARE, page.width // len(marks) - 4)
        block = drawing.key_block(page, self.edition, marks, side)
        page.image.paste(block, ((page.width - block.width) // 2, free.bottom - block.height - 1))
        return free._replace(height=free.height - block.height - 2)

    def _draw_count(self, page: PixelPage, room: Area, kind: int, count: str) -> None:
        share = WHOLE_SHARE if page.is_tall and room.width > page.width // 2 else NUMERAL_SHARE
        height = min(room.height, int(share * (page.width // 2)))
        width = page.numeral_width(count, height)
        word = self._word(page.translator, kind, count) if page.height < LOW and self.at is None else ""
        under = page.small.height if word else 0
        across = room.width - width - drawing.GAP - max(drawing.GAP, width // 4)
        side = min(int(PEG_SHARE * height), across, room.height - under)
        across = max(side, page.small.measure(word))
        gap = max(0, room.width - width - across) // 3
        top = room.y + (room.height - side - under) // 2
        self._draw_kind(page, room.x + gap + (across - side) // 2, top, side, kind)
        if word:
            page.draw_centred(top + side, word, page.small, area=Area(room.x + gap, 0, across, 0))
        page.numeral(room.right - gap - width, room.y + (room.height - height) // 2, count, height)

    def _word(self, translator: Translator, kind: int, count: str) -> str:
        """Return what a display without room for a title says under the key peg: its colour."""
        return count_words(self.edition, translator, kind, int(count)).replace(count, "").strip()

    def _draw_kind(self, page: PixelPage, x: int, y: int, side: int, kind: int) -> None:
        """Draw a large key peg: a disc, or a ring for white."""
        if page.is_tall:
            mark = drawing.Mark.ELSEWHERE if kind == WHITES else drawing.Mark.RIGHT
            block = drawing.key_block(page, self.edition, [mark], side * 5 // 6)
            page.image.paste(block, (x + (side - block.width) // 2, y + (side - block.height) // 2))
            return
        page.disc(x, y, side)
        if kind == WHITES:
            rim = max(1, side // RIM)
            page.disc(x + rim, y + rim, side - 2 * rim, ink=Ink.BACKGROUND)

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
        pawn = PAWN if not page.is_tall else 2 * PAWN
        values = [self._value(seat, page.translator) for seat in range(len(self.names))]
        longest = max(map(len, map("{} {}".format, self.names, values)))
        fitting = (face for face in (page.body, page.head) if longest * face.width <= room)
        face = next((face for face in fitting if face.height + pawn + 2 <= height), page.small)
        for seat, (name, value) in enumerate(zip(self.names, values, strict=True)):
            y = free.y + seat * height + 1
            page.label(MARGIN, y, Verbatim(name), page.right(MARGIN + room, y, value, face) - 2 * MARGIN, face)
            self._draw_lane(page, Area(MARGIN, y + face.height, room, height - face.height - 1), seat)

    def _value(self, seat: int, translator: Translator) -> str:
        pegs = self.edition.scoring.track_pegs[seat : seat + 1]
        return " ".join([*(peg.name(translator.language) for peg in pegs), str(self.holes[seat])])

    def _draw_lane(self, page: PixelPage, area: Area, seat: int) -> None:
        if page.is_tall and self._draw_holes(page, area, seat):
            return
        side = min(max(PAWN, page.height // 12), area.height - 1)
        middle, length = area.y + side // 2, area.width - side
        page.fill(Area(area.x, middle, area.width, 1), Ink.DIM)
        page.fill(Area(area.right - 1, area.y, 1, side), Ink.DIM)
        at = area.x + length * self.holes[seat] // (self.edition.scoring.track or 1)
        page.disc(at, area.y, side, ink=self._ink(seat))

    def _ink(self, seat: int) -> AnyInk:
        pegs = self.edition.scoring.track_pegs
        return PegInk(pegs[seat].rgb) if seat < len(pegs) else Ink.FOREGROUND

    def _draw_holes(self, page: PixelPage, area: Area, seat: int) -> bool:
        """Draw the track with its holes, in lines of ten after the start; return False if there is no room for it."""
        track = self.edition.scoring.track or 1
        lines = -(-track // TEN)
        pitch = min(area.width // (TEN + 1), area.height // lines)
        if pitch < PAWN:
            return False
        face = page.small if page.small.measure("00") <= pitch else font(*drawing.LETTERS[-1])
        for hole in range(track + 1):
            down, right = divmod(hole - 1, TEN) if hole else (0, -1)
            x, y = area.x + (right + 1) * pitch, area.y + down * pitch
            if hole == self.holes[seat]:
                page.disc(x + 1, y + 1, pitch - 2, ink=self._ink(seat))
            elif hole and hole % TEN == 0:
                page.text(
                    x + (pitch - face.measure(str(hole)) + 1) // 2, y + (pitch - face.height) // 2, str(hole), face
                )
            else:
                dot = max(2, pitch // 4)
                page.disc(x + (pitch - dot) // 2, y + (pitch - dot) // 2, dot, ink=Ink.DIM)
        return True

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return ``Anna (blue): 14/30`` for each player."""
        named = (drawing.with_peg(self.edition, self.names, seat, translator) for seat in range(len(self.names)))
        return [f"{name}: {hole}/{self.edition.scoring.track}" for name, hole in zip(named, self.holes, strict=True)]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The round, long and short, and what each player has; only *breaker* is shown where not all players fit.

    A single player has no score during a round; instead of it, the row is shown.
    """

    title: Text
    short: str
    names: tuple[str, ...]
    scores: tuple[str, ...]
    breaker: int
    row: Text
    unit: tuple[Text, Text]
    """What the scores count, and which of them wins."""

    def draw(self, page: PixelPage) -> None:
        """Draw the line at the top of the free area of a page with room."""
        if not page.is_tall:
            return
        face, room = page.small, page.width - 2 * page.margin
        left, right = self._fitting(page.translator, room // face.width)
        y = page.free.y + 1
        page.text(page.margin, y, left, face, ink=Ink.DIM)
        page.right(page.margin + room, y, right, face)
        page.fill(Area(0, y + face.height, page.width, 1), Ink.DIM)
        page.take_top(face.height + 2)

    def _fitting(self, translator: Translator, room: int) -> tuple[str, str]:
        """Return the texts at the left and at the right, the first ones that fit into *room* characters."""
        title = translator.say(self.title)
        for right in self._rights(translator):
            for left in (title, self.short):
                if len(left) + 1 + len(right) <= room:
                    return left, right
        return "", ""

    def _rights(self, translator: Translator) -> Iterator[str]:
        if len(self.names) == 1:
            yield translator.say(self.row)
            return
        unit, short = translator.say(self.unit[0]), abbreviations(self.names)
        labels = [signed(seat, name) for seat, name in enumerate(short)]
        signs = [signed(seat, "").strip() for seat in range(len(short))]
        for names, glue, between in ((self.names, " ", "  "), (labels, " ", "  "), (signs, "", " ")):
            scores = between.join(f"{name}{glue}{score}" for name, score in zip(names, self.scores, strict=True))
            yield with_value(translator, unit, scores)
        yield with_value(translator, unit, self.scores[self.breaker])

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the round and the scores."""
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.scores, strict=True))
        scores = f"{scores} ({translator.say(self.unit[1])})"
        return [
            with_value(
                translator, translator.say(self.title), scores if len(self.names) > 1 else translator.say(self.row)
            )
        ]


MOST_COLUMNS = 3
LEAST_PEG, LEAST_ROOMY = 8, 16
"""The smallest diameter, in pixels, of a peg whose letter can be read, and that of one on a roomy page.

Rows of smaller ones scroll instead.
"""
SCROLLED = 20
"""The least diameter, in pixels, of the pegs of rows that scroll on a roomy page."""
COLUMN_SHARE = 100
"""The width of a display, in the pixels between two columns."""
FEW = 5
"""The rows that are drawn large; most codes are found in that number."""
APART = 4
"""The greatest distance of two rows that makes them clearer."""
TEXT_ROW_SHARE = 5
"""The free height of a display with room, in heights of a row with a text under it."""
KEY_LINES = 2
"""The lines in which the key pegs of a row are on a real board."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the rows of a board are: in columns of ``height`` rows, ``pitch`` pixels apart, with ``board`` in each.

    The left ``margin`` of a single column centres it.
    """

    area: Area
    board: drawing.Pegboard
    count: int
    height: int
    pitch: int
    margin: int = 0

    def at(self, place: int) -> tuple[drawing.Pegboard, int]:
        """Return the layout of the row at *place*, counted from 0, and the y of its pegs."""
        column, down = divmod(place, self.height)
        x = self.area.x + column * (self.area.width // self.count) + self.margin
        board = replace(self.board, x=x, left=self.board.left + x, keys_left=self.board.keys_left + x)
        return board, self.area.y + down * self.pitch + (self.pitch - self.board.peg) // 2


def shown_rows(edition: Edition, played: int) -> int:
    """Return the rows of a board to draw: ``FEW`` large ones until more are *played*, then all."""
    return min(FEW, edition.rows) if played <= FEW else max(edition.rows, played)


def columns(page: PixelPage, edition: Edition, style: str, area: Area, rows: int) -> Columns | None:
    """Return the layout of *rows* rows in *area* with the largest pegs; None if these would be too small."""
    found = [_columns(page, edition, style, area, rows, count) for count in range(1, MOST_COLUMNS + 1)]
    best = max(found, key=lambda each: (each.board.peg, min(each.pitch, each.board.peg + APART)))
    return best if best.board.peg >= (LEAST_ROOMY if page.is_roomy else LEAST_PEG) else None


def one_column(page: PixelPage, edition: Edition, style: str, area: Area) -> Columns:
    """Return the layout of as many rows as there is room for in *area*, for a board that is too large for it."""
    pitch = SCROLLED + drawing.GAP if page.is_roomy else page.small.height + 1
    return _columns(page, edition, style, area._replace(height=area.height // pitch * pitch), area.height // pitch, 1)


def _columns(page: PixelPage, edition: Edition, style: str, area: Area, rows: int, count: int) -> Columns:
    height = -(-rows // count)
    pitch, width = area.height // height, area.width // count - page.width // COLUMN_SHARE
    for peg in range(max(4, pitch - 1), 3, -1):
        board = _sized(page, edition, style, peg)
        across, down = drawing.block_size(edition.pegs, board.key, board.lines)
        if board.keys_left + across <= width and down + (peg >= drawing.ROUND) <= pitch:
            break
    # Rows of small pegs that are far apart look like single rows and not like a board.
    margin = (width - board.keys_left - across) // 2 if count == 1 else 0
    return Columns(area, board, count, height, min(pitch, 2 * board.peg), margin)


def _sized(page: PixelPage, edition: Edition, style: str, peg: int) -> drawing.Pegboard:
    """Return a row with pegs of *peg* pixels: its number, its pegs and the block of its key pegs."""
    gap = 1 if peg < 12 else drawing.GAP
    left = number_face(page, peg).measure("00") + gap
    lines = 1 if style == drawing.FACES else KEY_LINES
    key = peg if style == drawing.FACES else max(3, peg // 2 - 1)
    return drawing.Pegboard(peg, key, left, left + edition.pegs * (peg + gap) + 1, lines, gap)


def number_face(page: PixelPage, peg: int) -> Font:
    """Return the font of the numbers of rows with pegs of *peg* pixels."""
    fonts = (font(*name) for name in drawing.LETTERS)
    return next((face for face in fonts if face.height <= min(peg + 1, page.small.height)), font(*drawing.LETTERS[-1]))


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of the board: its number, counted from 1, its pegs, and its key pegs or None; a lost row has no pegs."""

    number: int
    guess: Code
    answer: Answer | None

    def draw(
        self, page: PixelPage, edition: Edition, style: str, at: tuple[drawing.Pegboard, int], *, is_lit: bool
    ) -> None:
        """Draw the row on the board ``at[0]`` with the top at y = ``at[1]``; its number is lit if *is_lit*."""
        board, y = at
        draw_number(page, self.number, at, is_lit=is_lit)
        drawing.draw_row(page, edition, style, at, self.guess or (None,) * edition.pegs)
        if self.answer is None:
            return
        marks = drawing.key_marks(self.answer, len(self.guess))
        if not board.lines:
            drawing.draw_keys(page, board.keys_left, y + (board.peg - board.key) // 2, board.key, marks, style)
        elif style == drawing.FACES:
            drawing.draw_key_faces(page, (board.keys_left, y), board, marks)
        else:
            block = drawing.key_block(page, edition, marks, board.key, board.lines)
            page.image.paste(block, (board.keys_left, y + (board.peg - block.height) // 2))

    def line(self, edition: Edition, translator: Translator) -> str:
        """Return ``2. R B B G: 1 black``."""
        holes = drawing.Mark.NO_KEY.value * edition.pegs
        letters = " ".join([drawing.letter(edition, translator, peg) for peg in self.guess] or holes)
        keys = "" if self.answer is None else keys_words(edition, translator, self.answer)
        return with_value(translator, f"{self.number}. {letters}", keys)


def draw_number(
    page: PixelPage, number: int, at: tuple[drawing.Pegboard, int], *, is_lit: bool = False, ink: Ink = Ink.FOREGROUND
) -> None:
    """Draw the *number* of a row before its pegs, in *ink*, or dark on a lit field if *is_lit*."""
    board, y = at
    face = number_face(page, board.peg) if board.lines else page.small
    if is_lit:
        page.fill(Area(board.x, y, face.measure("00"), board.peg), Ink.ACCENT)
    number_ink = Ink.BACKGROUND if is_lit else ink
    page.text(board.x, y + (board.peg - face.height + 1) // 2, f"{number:>2}", face, ink=number_ink)


def board_rows(rows: Iterable[Row | None]) -> tuple[BoardRow, ...]:
    """Return *rows* numbered from 1; None is a lost row."""
    each = ((number, row or Row((), None)) for number, row in enumerate(rows, 1))
    return tuple(BoardRow(number, row.guess, row.answer) for number, row in each)


def draw_empty(
    page: PixelPage, edition: Edition, style: str, at: tuple[drawing.Pegboard, int], number: int, ink: Ink = Ink.DIM
) -> None:
    """Draw a row that has not been played: its number, in *ink*, and its holes."""
    draw_number(page, number, at, ink=ink)
    drawing.draw_row(page, edition, style, at, (None,) * edition.pegs)


@dataclass(frozen=True, slots=True)
class PegBoard(_Pegs):
    """The rows of a round, with a scroll position for displays that are too low for all rows of the board."""

    rows: tuple[BoardRow, ...]
    scroll: Scroll

    def draw(self, page: PixelPage) -> None:
        """Draw the whole board, or the visible rows."""
        count = shown_rows(self.edition, len(self.rows))
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
        board, free = drawing.pegboard(page, self.edition), page.free
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
class RowsWithText(_Pegs):
    """Rows of the board with ``text`` under them; the rows are omitted if the text does not fit."""

    rows: tuple[BoardRow, ...]
    text: str

    def draw(self, page: PixelPage) -> None:
        """Draw the rows and the text, or the text alone."""
        free, layout = page.free, self._layout(page)
        taken = layout.pitch * len(self.rows)
        below = free._replace(y=free.y + taken, height=free.height - taken)
        *_, fits = page.lay_out(below.inset(MARGIN, 0) if page.is_tall else below, self.text)
        for place, row in enumerate(self.rows if fits else ()):
            row.draw(page, self.edition, self.style, layout.at(place), is_lit=False)
        area = below if fits else free
        page.draw_wrapped(area.inset(MARGIN, 0) if page.is_tall else area, self.text, centred=True, middle=True)

    def _layout(self, page: PixelPage) -> Columns:
        free, count = page.free, max(1, len(self.rows))
        if page.is_tall:
            area = free._replace(y=free.y + drawing.GAP, height=count * (free.height // TEXT_ROW_SHARE))
            return _columns(page, self.edition, self.style, area, count, 1)
        board = drawing.pegboard(page, self.edition)
        return Columns(free._replace(y=free.y + drawing.GAP // 2), board, 1, count, board.peg + drawing.GAP)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the rows and the text."""
        return [*(row.line(self.edition, translator) for row in self.rows), self.text]


EMPTY, HOLE_RGB = "?" + drawing.Mark.NO_KEY.value, (48, 54, 66)
"""The characters of places that are not set, in lines, and their red, green and blue."""
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
PALETTE_MOST, PALETTE_GAP = 12, 4
"""The most pegs to choose from that are shown under a row, and the pixels between them."""
ENTRY_APART = 4
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

    def draw_at(self, page: PixelPage, board: drawing.Pegboard, y: int) -> None:
        """Draw the pegs and the tick, with a frame around the place under the cursor."""
        drawing.draw_row(page, self.edition, self.style, (board, y + 2), self.pegs)
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

    def large(self, page: PixelPage, left: int) -> drawing.Pegboard:
        """Return the layout of the row alone across a page with room, from x = *left* on."""
        room = page.width - left - self._tick_width(page) - 2
        share = LARGE_SHARE if page.height >= TALL else LOWER_LARGE_SHARE
        side = min(LARGEST, page.height // share, room // len(self.pegs) - ENTRY_APART)
        return drawing.Pegboard(side, 0, left + 2, left + 2 + len(self.pegs) * (side + ENTRY_APART), gap=ENTRY_APART)

    def palette_side(self, page: PixelPage, share: int = 0) -> int:
        """Return the diameter of the pegs of the palette: the height of the page divided by *share*, or less."""
        if self.values > PALETTE_MOST:
            return -PALETTE_GAP
        share = share or (SMALL_SHARE if page.height >= TALL else LOWER_SMALL_SHARE)
        return min(page.height // share, page.width // self.values - 2)

    def draw_palette(self, page: PixelPage, y: int, side: int) -> None:
        """Draw the pegs to choose from, with a line under the one under the cursor; a click sets a peg."""
        if side <= 0:
            return
        pitch = min(side + PALETTE_GAP, page.width // self.values)
        left = (page.width - self.values * pitch) // 2
        now = None if self.is_at_tick else self.pegs[self.cursor]
        for peg in range(self.values):
            cell = Area(left + peg * pitch, y, pitch, side + 2)
            drawing.draw_peg(page, self.edition, self.style, cell.x + (pitch - side) // 2, y + 1, side, peg)
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
        letters = ["?" if peg is None else drawing.letter(self.edition, translator, peg) for peg in self.pegs]
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
        board, free = drawing.pegboard(page, self.row.edition), page.free
        height = board.peg + 4
        top = free.y + max(0, free.height - height - 2 * page.body.height) // 2
        self.row.draw_at(page, board, top)
        if top + height + page.body.height <= free.bottom:
            page.draw_centred(free.bottom - page.body.height, self.text)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the row, the words under it and the palette, each apart from the other."""
        board = self.row.large(page, 0)
        margin = max(0, page.width - board.keys_left - page.width // TICK_SHARE) // 2
        board = replace(board, left=board.left + margin, keys_left=board.keys_left + margin)
        side, words, palette = board.peg + 4, page.head.height, self.row.palette_side(page, CODE_SHARE)
        gap = (page.free.height - side - words - palette - 4) // 4
        y = page.free.y + gap
        self.row.draw_at(page, board, y)
        page.draw_centred(y + side + gap, self.text, page.head)
        self.row.draw_palette(page, y + side + words + 2 * gap, palette)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the letters that there are, the row and the text."""
        return [
            drawing.letters_words(self.row.edition, translator, self.row.values),
            self.row.line(translator),
            self.text,
        ]


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
        board = drawing.pegboard(page, self.entry.edition, self.entry.style)
        y = page.free.bottom - board.peg - 4
        self._draw_entry(page, board, y)
        self._draw_rows(page, board, page.free._replace(height=y - 1 - page.free.y))

    def _draw_entry(self, page: PixelPage, board: drawing.Pegboard, y: int) -> None:
        height, small = board.peg + 4, page.small
        page.cursor = Area(0, y, page.width, height)
        top = y + (height - small.height + 1) // 2
        page.fill(Area(0, top, small.measure("00"), small.height), Ink.ACCENT)
        page.text(0, top, f"{len(self.rows) + 1:>2}", small, ink=Ink.BACKGROUND)
        self.entry.draw_at(page, board, y)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the palette at the lower edge, above it the row being set, and above both the whole board."""
        edition, style, free = self.entry.edition, self.entry.style, page.free
        board, palette = (
            self.entry.large(page, page.small.measure("00") + drawing.GAP),
            self.entry.palette_side(page) + 4,
        )
        above = free._replace(y=free.y + 1, height=free.height - board.peg - 9)
        count = shown_rows(edition, len(self.rows))
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

    def _draw_rows(self, page: PixelPage, board: drawing.Pegboard, area: Area) -> None:
        *_, fits = page.lay_out(area, self.hint, page.small)
        if not self.rows and fits:
            page.draw_wrapped(area, self.hint, page.small, centred=True, middle=True)
        pitch = board.peg + 2
        shown = self._last(max(0, area.height // pitch))
        for place, row in enumerate(shown):
            y = area.bottom - pitch * (len(shown) - place)
            row.draw(page, self.entry.edition, self.entry.style, (board, y), is_lit=self._stands_out(row))

    def _stands_out(self, row: BoardRow) -> bool:
        place = row.number - 1
        return place == self.recalled or place in self.against

    def tints(self, translator: Translator) -> dict[str, tuple[int, int, int]]:
        """Return the colours of the pegs by their letters and names."""
        return drawing.peg_tints(self.entry.edition, translator) | dict.fromkeys(EMPTY, HOLE_RGB)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return all rows, or before the first the letters that there are, and the row being set."""
        edition, entry = self.entry.edition, f"{CHOSEN}{len(self.rows) + 1}. {self.entry.line(translator)}"
        rows = [(CHOSEN if self._stands_out(row) else OTHER) + row.line(edition, translator) for row in self.rows]
        return [*(rows or [drawing.letters_words(edition, translator, self.entry.values)]), entry]

    def whole(self, translator: Translator) -> Sequence[str]:
        """Return the lines of the whole board: the rows, that being set, those that are empty, and the letters."""
        edition, count = self.entry.edition, len(self.rows)
        *above, entry = self.lines(translator)
        holes = " ".join(drawing.Mark.NO_KEY.value * edition.pegs)
        empty = [f"{OTHER}{number}. {holes}" for number in range(count + 2, edition.rows + 1)]
        board = enumerate([*above[:count], entry, *empty], 1)
        digits = len(str(edition.rows))
        rows = [
            f"{line[: len(OTHER)]:<{len(OTHER) + digits - len(str(number))}}{line[len(OTHER) :]}"
            for number, line in board
        ]
        return [*rows, drawing.letters_words(edition, translator, self.entry.values)]
