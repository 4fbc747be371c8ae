"""The page elements of Passcode: a die, cards, and the codes of all players on displays with room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.box import Button
from companion.errors import N_
from companion.games.passcode.boards import LEVELS, code_of
from companion.games.passcode.state import FAILS_OUT
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.i18n.translator import Text, Translator, filled
from companion.ui.core.canvas import Area
from companion.ui.core.ink import Ink
from companion.ui.core.page import ListRow
from companion.ui.core.pixel_page import PixelPage
from companion.ui.core.text_page import marked, with_value
from companion.ui.games.passcode.views import DONE, FAIL, NEXT, progress
from companion.ui.games.shared.digits import (
    draw_number,
    draw_rows,
    has_table_room,
    labels,
    list_height,
    number_height,
)
from companion.ui.games.shared.match import Match

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
        line = page.free._replace(height=height).inset(page.margin, 0)
        page.draw_wrapped(line, question, page.lead, centred=True, middle=True)
        page.take_top(height)
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
        page.draw_wrapped(room, answer, face, ink=ink, centred=True, middle=True)
        page.free = free._replace(height=free.height - band.height)

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
        said = _said(translator, self.rows)
        shown = translator._("The die shows {number}.").format(number=self.rolled)
        return said if self.rolled is None else [*said, shown]


def _said(translator: Translator, rows: Sequence[ListRow]) -> list[str]:
    return [with_value(translator, translator.say(row.label).strip(), translator.say(row.value)) for row in rows]


def _draw_beneath(page: PixelPage, number: int, rows: int) -> None:
    """Draw a die that shows *number* at the right under a list of *rows* lines, if there is room for its pips."""
    top = page.free.y + rows * page.body.height + 3
    side = min(page.free.bottom - top - 1, int(DIE_SHARE * page.height))
    if side < LEAST_DIE:
        return
    area = Area(page.width - side - 2, top, side, side)
    page.fill(area, rounded=True)
    _draw_pips(page, area.inset(2), number, max(2, side // 5), Ink.BACKGROUND)


def draw_die(page: PixelPage, area: Area, number: int | None) -> None:
    """Draw the face of a die with the pips of *number*; without pips for None."""
    page.fill(area, Ink.SHADOW)
    page.fill(area.inset(max(1, area.width // 24)), Ink.LIT)
    if number is not None:
        _draw_pips(page, area.inset(area.width // 8), number, area.width // 5, Ink.DARK)


def _draw_pips(page: PixelPage, area: Area, number: int, pip: int, ink: Ink) -> None:
    step = (area.width - pip) // 2
    for column, row in _PIPS[number]:
        page.disc(area.x + column * step, area.y + row * step, pip, ink=ink)


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
        room = page.free.width - 2 * width - 2 * page.margin
        for seat, name in enumerate(labels(self.names, room // face.width)):
            line = page.free._replace(y=page.free.y + seat * height, height=height)
            page.text(page.margin, line.y + (height - face.height) // 2, name, face)
            for side, digits in enumerate(self.digits):
                cell = line._replace(x=right - (2 - side) * width, width=width - 1)
                draw_number(page, cell, str(digits[seat]), min(height * 3 // 4, width // 2))

    def _draw_head(self, page: PixelPage, head: Area, word: str, *, is_at: bool) -> None:
        """Draw the head of a column, lit if it is chosen: only the heads change when another one is."""
        if is_at:
            page.fill(head, Ink.ACCENT)
        page.draw_centred(head.y + 2, word, page.small, ink=Ink.BACKGROUND if is_at else Ink.FOREGROUND, area=head)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the players, and a line for each direction."""
        head, *turns = _said(translator, self.rows)
        return [translator.say(self.rows[0].value) or head, *marked(turns, self.at)]


@dataclass(frozen=True, slots=True)
class NumberRows:
    """Numbers as a list with the cursor at line ``at``; a typed number is one of them, and no line of the list."""

    rows: tuple[ListRow, ...]
    at: int

    def draw(self, page: PixelPage) -> None:
        """Draw the list."""
        draw_rows(page, self.rows, self.at)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines of the list."""
        return marked(_said(translator, self.rows), self.at)


@dataclass(frozen=True, slots=True)
class Cards:
    """At most two cards side by side: the text on each, its label, and the button that a click on it presses."""

    cards: tuple[tuple[str, str, Button | None], ...]

    def draw(self, page: PixelPage) -> None:
        """Draw the cards, the first on the left, a single one in the middle."""
        if has_table_room(page):
            self._draw_large(page)
            return
        half = page.width // 2
        left = (2 - len(self.cards)) * half // 2
        for place, (text, label, _) in enumerate(self.cards):
            area = Area(left + place * half + 2, page.free.y + 2, half - 4, page.free.height - 2)
            _draw_card(page, area, text, label, is_beside=len(self.cards) > 1)

    def _draw_large(self, page: PixelPage) -> None:
        """Draw white cards that are higher than wide, with their labels beneath."""
        face = page.head if page.is_roomy else page.small
        half, free = page.width // 2, page.free
        height = free.height - face.height - 5
        width = min(half - 2 * page.margin, height)
        for place, (text, label, button) in enumerate(self.cards):
            box = Area((2 - len(self.cards)) * half // 2 + place * half, free.y + 2, half, free.height - 2)
            card = Area(box.x + (half - width) // 2, box.y, width, height)
            _draw_paper(page, card, text)
            page.draw_centred(card.bottom + 1, label, face, area=box if len(self.cards) > 1 else page.whole)
            if button is not None:
                page.touches(box, button)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each card."""
        return [with_value(translator, label, text) for text, label, _ in self.cards]


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
    page.draw_centred(
        card.y + (card.height - face.height + 1) // 2,
        text,
        face,
        ink=Ink.BAR_TEXT if is_back else Ink.DARK,
        area=inner,
    )


def _draw_card(page: PixelPage, area: Area, text: str, label: str, *, is_beside: bool) -> None:
    """Draw a card with *text* on it, large if there is room, and *label* beneath.

    The label of a card that *is_beside* another one has the width of its card, otherwise that of the page.
    """
    card = area._replace(height=area.height - page.small.height)
    page.frame(card)
    big = page.big.height <= card.height - 2 and page.big.measure(text) <= card.width - 2
    face = page.big if big else page.body
    page.draw_centred(card.y + (card.height - face.height + 1) // 2, text, face, area=card.inset(1))
    room = area if is_beside else page.whole
    page.draw_centred(card.bottom, label, page.line_face(label, room.width), area=room)


LONGEST = LEVELS[-1]
"""The digits of the longest code."""
TALLEST = 4
"""The most height of the code of the player to move, in lines of small text."""


@dataclass(frozen=True, slots=True)
class CodeBoards:
    """What the table sees of all players; the player at ``seat``, whose turn it is, is shown larger.

    They take the upper part of a display with room and leave ``rest`` lines. Where these would have no room, only the
    player to move is shown.
    """

    names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    seat: int
    rest: int

    def draw(self, page: PixelPage) -> None:
        """Draw as much as there is room for, and remove it from the free area."""
        if not has_table_room(page):
            return
        face = page.small
        # The height that the other elements leave.
        spare, line = page.free.height - list_height(page, self.rest) - 3, face.height + 1
        others = [seat for seat in range(len(self.players)) if seat != self.seat]
        lines = others if spare >= (2 + len(others)) * line else []
        below = len(lines) * line
        if spare >= below + 2 * line:
            height = min(spare - below, TALLEST * face.height)
            draw_player(page, page.free._replace(height=height), "", self.players[self.seat])
            page.take_top(height)
        elif not lines:
            return
        for seat in lines:
            _draw_line(page, page.free._replace(height=line), self.names, self.players, seat)
            page.take_top(line)
        page.fill(Area(page.free.x, page.free.y, page.free.width, 1), Ink.DIM)
        page.take_top(2)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each player."""
        return [player_words(translator, *one) for one in zip(self.names, self.players, strict=True)]


@dataclass(frozen=True, slots=True)
class _ListOrBoards:
    """A list of ``rows`` with the cursor at line ``at``; a display with room shows what ``draw_boards`` draws."""

    rows: tuple[ListRow, ...]
    at: int

    @property
    def choices(self) -> int:
        """The number of lines of the list."""
        return len(self.rows)

    def draw(self, page: PixelPage) -> None:
        """Draw the boards, or the list."""
        if has_table_room(page):
            self.draw_boards(page)
        else:
            draw_rows(page, self.rows, self.at)

    def draw_boards(self, page: PixelPage) -> None:
        """Draw over the whole free area."""
        raise NotImplementedError

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines of the list."""
        return marked(_said(translator, self.rows), self.at)


@dataclass(frozen=True, slots=True)
class Overview(_ListOrBoards):
    """The same of all players, all in the same size."""

    names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    seat: int

    def draw_boards(self, page: PixelPage) -> None:
        """Draw the code of each player below the name."""
        free = page.free
        height = min(free.height // len(self.players), 7 * page.small.height)
        if height < 2 * page.small.height:
            for seat in range(len(self.players)):
                line = free._replace(y=free.y + seat * height + 2, height=page.small.height + 1)
                _draw_line(page, line, self.names, self.players, seat)
            return
        for seat, (name, player) in enumerate(zip(self.names, self.players, strict=True)):
            mark = NEXT if seat == self.seat else " "
            draw_player(page, free._replace(y=free.y + seat * height, height=height), f"{mark}{name}", player)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the levels of all players and the lines of the list."""
        pairs = zip(self.names, self.players, strict=True)
        levels = ", ".join(f"{name} {translator.say(level_words(player))}" for name, player in pairs)
        return [levels, *_ListOrBoards.lines(self, translator)]


@dataclass(frozen=True, slots=True)
class LevelBoards(_ListOrBoards):
    """The four codes of a player, with the cursor on code ``at``."""

    player: PlayerView

    def draw_boards(self, page: PixelPage) -> None:
        """Draw the codes below each other, those done filled."""
        free, left = page.free, page.head.measure("000")
        height = min(free.height // len(LEVELS), page.width // (LONGEST + 1))
        for place, level in enumerate(LEVELS):
            row = Area(free.x, free.y + place * height, free.width, height).inset(page.margin, 2)
            mark = DONE if level < self.player.level else NEXT if level == self.player.level else " "
            ink = Ink.ACCENT if place == self.at else Ink.FOREGROUND
            page.text(row.x, row.y + (row.height - page.head.height) // 2, f"{mark}{level}", page.head, ink=ink)
            code = code_of(self.player.board, level)
            done = len(code) if level < self.player.level else 0
            done = len(self.player.laid) if level == self.player.level else done
            cells = Area(row.x + left, row.y, row.width - left, row.height)
            draw_code(page, cells, code, done, is_next=level == self.player.level)


def code_boards(match: Match, view: PasscodeView, rest: int) -> CodeBoards:
    """Return what the table sees of all players of *match*, which leaves *rest* lines."""
    return CodeBoards(tuple(match.players), view.players, view.seat, rest)


def player_words(translator: Translator, name: str, player: PlayerView) -> str:
    """Return what the table sees of a player."""
    said = [progress(player)] if player.code else []
    if player.fails:
        said.append(f"{FAIL} {player.fails}/{FAILS_OUT}")
    if player.lock is not None:
        said.append(with_value(translator, translator._("Lock-in number"), str(player.lock.number)))
    return with_value(translator, name, ", ".join([*said, translator.say(level_words(player))]))


def level_words(player: PlayerView) -> Text:
    """Return the words for the level of a player."""
    return filled(N_("level {level} of 6"), level=player.level)


def draw_player(page: PixelPage, area: Area, name: str, player: PlayerView) -> None:
    """Draw a player with large digits: level and FAILs at the right, the name, if there is one, above the code."""
    face = page.small
    area = area.inset(page.margin if not name else 1, 1)
    # On a small display the digits, which are as many as the level, need the room.
    level = page.translator.say(level_words(player)) if page.is_roomy else ""
    if name:
        start = page.right(area.right - 1, area.y, level, face)
        fails = _draw_fails(page, area._replace(width=start - area.x - face.width, height=face.height), player)
        page.text(area.x, area.y, page.fit(name, fails - area.x, face), face)
        cells = area._replace(y=area.y + face.height, height=area.height - face.height).inset(face.width, 1)
    else:
        page.right(area.right, area.y, level, face)
        _draw_fails(page, Area(area.x, area.bottom - face.height - 1, area.width, face.height), player)
        cells = area._replace(width=area.width - max(face.measure(level), 4 * face.height)).inset(0, 1)
    _draw_cells(page, cells, player)


def _draw_line(page: PixelPage, area: Area, names: Sequence[str], players: Sequence[PlayerView], seat: int) -> None:
    """Draw a player in one line: name, code and lock-in number below those of the others, and FAILs."""
    face, player = page.small, players[seat]
    area = area.inset(page.margin, 0)
    side = area.height - 1
    start = _draw_fails(page, area, player) - 2
    width = (max(len(player.code) for player in players) + 1) * side
    _draw_cells(page, Area(start - width, area.y, width, side), player)
    room = start - width - area.x - 1
    page.text(area.x, area.y, labels(names, room // face.width)[seat], face)


def _draw_cells(page: PixelPage, area: Area, player: PlayerView) -> None:
    """Draw the code, and after it the lock-in number in a padlock."""
    end = draw_code(page, area, player.code, len(player.laid), is_next=True)
    if player.lock is not None:
        side = min(area.height, area.width // (len(player.code) + 1))
        _draw_padlock(page, Area(end + 2, area.y + (area.height - side) // 2, side - 2, side), player.lock.number)


def draw_code(page: PixelPage, area: Area, code: Sequence[int], done: int, *, is_next: bool) -> int:
    """Draw the digits of *code* in cells and return the x after them: *done* cells filled, the next one framed."""
    side = min(area.height, area.width // (len(code) + 1))
    y = area.y + (area.height - side) // 2
    edge = max(1, side // 12)
    for place, digit in enumerate(code):
        cell = Area(area.x + place * side, y, side - 1, side)
        is_done, is_here = place < done, is_next and place == done
        page.fill(cell, Ink.FOREGROUND if is_done else Ink.ACCENT if is_here else Ink.DIM)
        if not is_done:
            page.fill(cell.inset(edge if is_here else 1), Ink.BACKGROUND)
        inner = cell.inset(edge + 1)
        ink = Ink.BACKGROUND if is_done else Ink.FOREGROUND
        draw_number(page, inner, str(digit), number_height(inner, "0"), ink)
    return area.x + len(code) * side


def _draw_padlock(page: PixelPage, area: Area, number: int) -> None:
    """Draw a padlock with *number* on it."""
    edge, shackle = max(1, area.width // 8), max(2, area.height // 4)
    across = area.inset(area.width // 5, 0)
    page.fill(across._replace(height=area.height // 2), Ink.ACCENT)
    page.fill(across.inset(edge)._replace(height=area.height // 2), Ink.BACKGROUND)
    body = Area(area.x, area.y + shackle, area.width, area.height - shackle)
    page.fill(body, Ink.ACCENT)
    inner = body.inset(1)
    draw_number(page, inner, str(number), number_height(inner, "0"), Ink.BACKGROUND)


def _draw_fails(page: PixelPage, area: Area, player: PlayerView) -> int:
    """Draw a field for each FAIL that locks a player out, at the right of *area*, and return where they begin.

    A FAIL that the player has is a filled field with its letter.
    """
    side = min(area.height, page.small.height)
    x = area.right
    for place in reversed(range(FAILS_OUT)):
        x -= side + 1
        field = Area(x, area.y, side, side)
        is_held = place < player.fails
        page.fill(field, Ink.FOREGROUND if is_held else Ink.DIM)
        if not is_held:
            page.fill(field.inset(1), Ink.BACKGROUND)
        else:
            face = page.small
            page.text(x + (side - face.width + 1) // 2, area.y, FAIL[0], face, ink=Ink.BACKGROUND)
    return x
