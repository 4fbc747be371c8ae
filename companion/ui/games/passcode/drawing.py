"""The page elements of Passcode: a die and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.box import Button
from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.games.shared.digits import draw_number, draw_rows, has_table_room
from companion.ui.ink import Ink
from companion.ui.page import ListRow
from companion.ui.pixel_page import PixelPage
from companion.ui.text_page import marked, with_value

LEAST_DIE = 14
"""The smallest side, in pixels, at which the pips of a die are distinct."""
DIE_SHARE = 0.45
"""The greatest side of a die, in heights of the display: it has room for it below large text, too."""

# The positions of the pips of each number, in thirds of the face: column and row 0, 1 or 2.
_CORNERS = ((0, 0), (2, 2), (0, 2), (2, 0))
_PIPS = {
    1: ((1, 1),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (1, 1)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 1)),
    6: (*_CORNERS, (0, 1), (2, 1)),
}


@dataclass(frozen=True, slots=True)
class Roll:
    """A question and the answer to it, as lines of a list, with the number ``needed`` and the one ``rolled``.

    On a display with room, a lit answer has hit, and the die waits for its roll as an empty face.
    """

    rows: tuple[ListRow, ...]
    needed: int | None
    rolled: int | None
    is_hit: bool
    has_die: bool

    def draw(self, page: PixelPage) -> None:
        """Draw the number needed and the die between question and answer, or the list over the die."""
        if not has_table_room(page):
            draw_rows(page, self.rows)
            if self.rolled is not None:
                _draw_beneath(page, self.rolled, len(self.rows))
            return
        question, *answers = [page.translator.say(row.label) for row in self.rows]
        height = max(page.body.height, page.free.height // 6)
        self._draw_line(page, question, height)
        for answer in answers:
            self._draw_answer(page, answer)
        if self.has_die:
            self._draw_numbers(page, page.free.inset(page.margin, 3))

    def _draw_answer(self, page: PixelPage, answer: str) -> None:
        """Draw the answer at the lower edge, and remove it from the free area."""
        free = page.free
        band = free._replace(y=free.bottom - free.height // 3, height=free.height // 3)
        if self.is_hit:
            page.fill(band, Ink.ACCENT)
        room = band.inset(page.margin, 0)
        face = page.largest([answer], room)
        face = page.lead if face is page.body else face
        ink = Ink.BACKGROUND if self.is_hit else Ink.FOREGROUND
        page.wrapped(room, answer, face, ink=ink, centred=True, middle=True)
        page.free = free._replace(height=free.height - band.height)

    def _draw_line(self, page: PixelPage, text: str, height: int) -> None:
        line = page.free._replace(height=height).inset(page.margin, 0)
        page.wrapped(line, text, page.lead, centred=True, middle=True)
        page.take_top(height)

    def _draw_numbers(self, page: PixelPage, area: Area) -> None:
        """Draw the number that is needed at the left, and the die at the right or alone in the middle."""
        side = min(area.height, area.width // 2 - page.margin)
        y = area.y + (area.height - side) // 2
        x = area.right - side if self.needed is not None else area.x + (area.width - side) // 2
        draw_die(page, Area(x, y, side, side), self.rolled)
        if self.needed is not None:
            field = Area(area.x, y, side, side)
            page.fill(field, Ink.ACCENT)
            page.fill(field.inset(2), Ink.BACKGROUND)
            draw_number(page, field, str(self.needed), side * 3 // 5)
        if self.rolled is None:
            page.touches(Area(x, y, side, side), Button.OK)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines of the list and the number on the die."""
        said = [with_value(translator, translator.say(row.label), translator.say(row.value)) for row in self.rows]
        return said if self.rolled is None else [*said, f"d6: {self.rolled}"]


def _draw_beneath(page: PixelPage, number: int, rows: int) -> None:
    """Draw a die that shows *number* at the right under a list of *rows* lines, if there is room for its pips."""
    top = page.free.y + rows * page.body.height + 3
    side = min(page.free.bottom - top - 1, int(DIE_SHARE * page.height))
    if side < LEAST_DIE:
        return
    area = Area(page.width - side - 2, top, side, side)
    page.fill(area, rounded=True)
    pip = max(2, side // 5)
    step = (side - 4 - pip) // 2
    for column, row in _PIPS[number]:
        page.disc(area.x + 2 + column * step, area.y + 2 + row * step, pip, ink=Ink.BACKGROUND)


def draw_die(page: PixelPage, area: Area, number: int | None) -> None:
    """Draw the face of a die with the pips of *number*; without pips for None."""
    page.fill(area, Ink.SHADOW)
    page.fill(area.inset(max(1, area.width // 24)), Ink.LIT)
    pip, edge = area.width // 5, area.width // 8
    step = (area.width - 2 * edge - pip) // 2
    for column, row in _PIPS[number] if number is not None else ():
        page.disc(area.x + edge + column * step, area.y + edge + row * step, pip, ink=Ink.DARK)


@dataclass(frozen=True, slots=True)
class Turns:
    """The digits of all players with the die turned left and right, as a list; ``at`` is the direction chosen.

    A display with room shows a line for each of ``names``, in whole, and its two ``digits``. A click on one of the
    two columns turns the die at once.
    """

    rows: tuple[ListRow, ...]
    at: int
    names: tuple[str, ...]
    digits: tuple[tuple[int, ...], ...]
    words: tuple[str, str]

    @property
    def choices(self) -> int:
        """The number of directions."""
        return len(self.words)

    def draw(self, page: PixelPage) -> None:
        """Draw a column for each direction, or the list."""
        if not has_table_room(page):
            draw_rows(page, self.rows, self.at + 1)
            return
        face = page.small
        # A smaller display has room for the arrows only.
        words = self.words if page.is_roomy else tuple(word[:1] for word in self.words)
        width = max(4 * face.width, max(map(face.measure, words)) + page.margin)
        right = page.free.right
        for side, (word, button) in enumerate(zip(words, (Button.LEFT, Button.RIGHT), strict=True)):
            column = Area(right - (2 - side) * width, page.free.y, width - 1, page.free.height)
            page.touches(column, button)
            self._draw_head(page, column._replace(height=face.height + 4), word, is_at=side == self.at)
        page.take_top(face.height + 4)
        height = page.free.height // len(self.names)
        for seat, name in enumerate(self.names):
            line = page.free._replace(y=page.free.y + seat * height, height=height)
            room = line.width - 2 * width - 2 * page.margin
            page.text(page.margin, line.y + (height - face.height) // 2, page.fit(name, room, face), face)
            for side, digits in enumerate(self.digits):
                cell = line._replace(x=right - (2 - side) * width, width=width - 1)
                draw_number(page, cell, str(digits[seat]), min(height * 3 // 4, width // 2))

    def _draw_head(self, page: PixelPage, head: Area, word: str, *, is_at: bool) -> None:
        """Draw the head of a column, lit if it is chosen: only the heads change when another one is."""
        if is_at:
            page.fill(head, Ink.ACCENT)
        page.centred(head.y + 2, word, page.small, ink=Ink.BACKGROUND if is_at else Ink.FOREGROUND, area=head)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the players, and a line for each direction."""
        head, *turns = [
            with_value(translator, translator.say(row.label), translator.say(row.value)) for row in self.rows
        ]
        return [translator.say(self.rows[0].value) or head, *marked(turns, self.at)]


@dataclass(frozen=True, slots=True)
class Cards:
    """At most two cards side by side, each as the text on it and its label; a click on one has its ``presses``."""

    cards: tuple[tuple[str, str], ...]
    presses: tuple[Button, ...] = ()

    def draw(self, page: PixelPage) -> None:
        """Draw the cards, the first on the left, a single one in the middle."""
        if has_table_room(page):
            self._draw_large(page)
            return
        half = page.width // 2
        left = (2 - len(self.cards)) * half // 2
        for place, (text, label) in enumerate(self.cards):
            area = Area(left + place * half + 2, page.free.y + 2, half - 4, page.free.height - 2)
            _draw_card(page, area, text, label)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw white cards that are higher than wide, with their labels beneath."""
        face = page.head if page.is_roomy else page.small
        half, free = page.width // 2, page.free
        height = free.height - face.height - 5
        width = min(half - 2 * page.margin, height)
        for place, (text, label) in enumerate(self.cards):
            box = Area((2 - len(self.cards)) * half // 2 + place * half, free.y + 2, half, free.height - 2)
            card = Area(box.x + (half - width) // 2, box.y, width, height)
            _draw_paper(page, card, text)
            page.centred(card.bottom + 1, label, face, area=box if len(self.cards) > 1 else page.whole)
            if self.presses:
                page.touches(box, self.presses[place])

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each card."""
        return [with_value(translator, label, text) for text, label in self.cards]


def _draw_paper(page: PixelPage, card: Area, text: str) -> None:
    """Draw a white card with *text* on it, or the back of a card for a text that is neither a number nor a word."""
    is_back = not text.isalnum()
    page.fill(card, Ink.DIM, rounded=True)
    page.fill(card.inset(2), Ink.BAR if is_back else Ink.LIT, rounded=True)
    inner = card.inset(4)
    if text.isdigit():
        draw_number(page, inner, text, min(inner.height * 3 // 4, inner.width), Ink.DARK)
        return
    face = page.largest([text], inner)
    page.centred(
        card.y + (card.height - face.height + 1) // 2,
        text,
        face,
        ink=Ink.BAR_TEXT if is_back else Ink.DARK,
        area=inner,
    )


def _draw_card(page: PixelPage, area: Area, text: str, label: str) -> None:
    """Draw a card with *text* on it, large if there is room, and *label* beneath."""
    card = area._replace(height=area.height - page.small.height)
    page.frame(card)
    big = page.big.height <= card.height - 2 and page.big.measure(text) <= card.width - 2
    face = page.big if big else page.body
    page.centred(card.y + (card.height - face.height + 1) // 2, text, face, area=card.inset(1))
    page.centred(card.bottom, label, page.small, area=area)
