"""The page elements of the peg games: rows of pegs, boards, the row being set, key pegs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.canvas import Area
from companion.ui.font import font
from companion.ui.games.pegs.drawing import (
    GAP,
    colour_name,
    count_words,
    draw_peg,
    key_block,
    key_marks,
    keys_words,
    pegboard,
    with_peg,
)
from companion.ui.games.pegs.signs import Mark
from companion.ui.games.pegs.tiles import LETTERS
from companion.ui.ink import AnyInk, Ink, PegInk
from companion.ui.pixel_page import ELLIPSIS, MARGIN, PixelPage
from companion.ui.text_page import marked, with_value

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
SHORTEST = 3
"""The least letters of a shortened name."""
TEN = 10
"""The holes in a line of the track."""
PAWN = 9
"""The diameter of a peg on the track, in pixels, except on tall displays; without room for it, the text is smaller."""


def pegs_words(edition: Edition, translator: Translator, pegs: Sequence[int | None]) -> str:
    """Return the names of *pegs*, from left to right."""
    return ", ".join(colour_name(edition, translator, peg) for peg in pegs)


@dataclass(frozen=True, slots=True)
class PegRow:
    """The pegs of one row across the page; omitted if the free height is below ``least`` pixels.

    With ``growth`` the pegs are that many pixels larger than a line of text, if two lines of text fit under them.
    With ``is_steady`` large text does not enlarge the pegs, because something below them needs the room. A page with
    room always has them, and beside them the ``keys``.
    """

    edition: Edition
    style: str
    pegs: Sequence[int | None]
    least: int = ROOMY
    growth: int | None = None
    gap: int = GAP
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
        on_board = pegboard(page, self.edition, is_steady=self.is_steady).peg
        side = on_board if self.growth is None else self._large(page, below)
        left = (page.width - places * (side + self.gap) + self.gap) // 2
        for place, peg in enumerate(self.pegs):
            draw_peg(page, self.edition, self.style, left + place * (side + self.gap), page.free.y + 2, side, peg)
        page.take_top(side + below)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw the pegs as large as the width of a page with room allows, and the key pegs beside them."""
        blocks = 0 if self.keys is None else len(self.pegs) / 4
        side = min(page.height // ROW_SHARE, int((page.width - 2 * GAP) / (len(self.pegs) + blocks)) - GAP)
        marks = [] if self.keys is None else key_marks(self.keys, len(self.pegs))
        block = key_block(page, self.edition, marks, side // 2 - GAP, 2) if marks else None
        width = len(self.pegs) * (side + GAP) + (block.width if block is not None else -GAP)
        left, top = (page.width - width) // 2, page.free.y + 2 * GAP
        for place, peg in enumerate(self.pegs):
            draw_peg(page, self.edition, self.style, left + place * (side + GAP), top, side, peg)
        if block is not None:
            page.image.paste(block, (left + width - block.width, top + (side - block.height) // 2))
        page.take_top(side + 4 * GAP)

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
        marks = key_marks(keys, self.edition.pegs)
        side = min(page.height // STRIP_SHARE, page.width // len(marks) - 4)
        block = key_block(page, self.edition, marks, side)
        page.image.paste(block, ((page.width - block.width) // 2, free.bottom - block.height - 1))
        return free._replace(height=free.height - block.height - 2)

    def _draw_count(self, page: PixelPage, room: Area, kind: int, count: str) -> None:
        share = WHOLE_SHARE if page.is_tall and room.width > page.width // 2 else NUMERAL_SHARE
        height = min(room.height, int(share * (page.width // 2)))
        width = page.numeral_width(count, height)
        side = min(int(PEG_SHARE * height), room.width - width - GAP - max(GAP, width // 4))
        gap = (room.width - width - side) // 3
        self._draw_kind(page, room.x + gap, room.y + (room.height - side) // 2, side, kind)
        page.numeral(room.right - gap - width, room.y + (room.height - height) // 2, count, height)

    def _draw_kind(self, page: PixelPage, x: int, y: int, side: int, kind: int) -> None:
        """Draw a large key peg: a disc, or a ring for white."""
        if page.is_tall:
            mark = Mark.ELSEWHERE if kind == WHITES else Mark.RIGHT
            block = key_block(page, self.edition, [mark], side * 5 // 6)
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
        face = page.small if page.small.measure("00") <= pitch else font(*LETTERS[-1])
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
        named = (with_peg(self.edition, self.names, seat, translator) for seat in range(len(self.names)))
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
        for seats in (range(len(self.names)), [self.breaker]):
            longest = max(len(self.names[seat]) for seat in seats)
            for letters in range(longest, SHORTEST, -1):
                yield "  ".join(f"{_shortened(self.names[seat], letters)} {self.scores[seat]}" for seat in seats)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the round and the scores."""
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.names, self.scores, strict=True))
        return [
            with_value(
                translator, translator.say(self.title), scores if len(self.names) > 1 else translator.say(self.row)
            )
        ]


def _shortened(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + ELLIPSIS
