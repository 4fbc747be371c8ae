"""The codes of all players on displays with room: digits done and to come, FAILs, lock-in numbers and points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.passcode.boards import LEVELS, code_of
from companion.games.passcode.state import FAILS_OUT
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.games.passcode.views import DONE, FAIL, NEXT, progress
from companion.ui.games.shared import digits
from companion.ui.games.shared.points import PointsLine, points_words
from companion.ui.ink import Ink
from companion.ui.match import Match
from companion.ui.page import ListRow
from companion.ui.pixel_page import PixelPage
from companion.ui.text_page import marked, with_value

LONGEST = LEVELS[-1]
"""The digits of the longest code."""
TALLEST = 4
"""The most height of the code of the player to move, in lines of small text."""


@dataclass(frozen=True, slots=True)
class CodeBoards:
    """What the table sees of all players; the player at ``seat``, whose turn it is, is shown larger.

    They take the upper part of a display with room and leave ``rest`` lines. Where these would have no room, only the
    player to move is shown, over the points of all, or only the points.
    """

    names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    seat: int
    rest: int

    def draw(self, page: PixelPage) -> None:
        """Draw as much as there is room for, and remove it from the free area."""
        if not digits.has_table_room(page):
            return
        face, spare = page.small, self._spare(page)
        line = face.height + 1
        others = [seat for seat in range(len(self.players)) if seat != self.seat]
        lines = others if spare >= (2 + len(others)) * line else []
        below = len(lines) * line if lines else line
        if spare >= below + 2 * line:
            height = min(spare - below, TALLEST * face.height)
            draw_player(page, page.free._replace(height=height), "", self.players[self.seat])
            page.take_top(height)
        elif spare < line:
            return
        for seat in lines:
            _draw_line(page, page.free._replace(height=line), self.names, self.players, seat)
            page.take_top(line)
        if not lines:
            self._draw_points(page, page.free._replace(height=line))
            page.take_top(line)
        page.fill(Area(page.free.x, page.free.y, page.free.width, 1), Ink.DIM)
        page.take_top(2)

    def _spare(self, page: PixelPage) -> int:
        """Return the height that the other elements leave."""
        return page.free.height - digits.list_height(page, self.rest) - 3

    def _draw_points(self, page: PixelPage, area: Area) -> None:
        points = PointsLine(tuple(digits.abbreviations(self.names)), tuple(player.score for player in self.players))
        page.centred(area.y + 1, points.text(area.width // page.small.width), page.small, area=area)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each player."""
        return [player_words(translator, *one) for one in zip(self.names, self.players, strict=True)]


@dataclass(frozen=True, slots=True)
class Overview:
    """The same of all players, all in the same size; a smaller display shows the list ``rows`` with its cursor."""

    names: tuple[str, ...]
    players: tuple[PlayerView, ...]
    seat: int
    rows: tuple[ListRow, ...]
    at: int

    @property
    def choices(self) -> int:
        """The number of lines of the list."""
        return len(self.rows)

    def draw(self, page: PixelPage) -> None:
        """Draw the code of each player below the name, or the list."""
        free = page.free
        height = min(free.height // len(self.players), 7 * page.small.height)
        if not digits.has_table_room(page):
            digits.draw_rows(page, self.rows, self.at)
            return
        if height < 2 * page.small.height:
            for seat in range(len(self.players)):
                line = free._replace(y=free.y + seat * height + 2, height=page.small.height + 1)
                _draw_line(page, line, self.names, self.players, seat)
            return
        for seat, (name, player) in enumerate(zip(self.names, self.players, strict=True)):
            mark = NEXT if seat == self.seat else " "
            draw_player(page, free._replace(y=free.y + seat * height, height=height), f"{mark}{name}", player)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the points of all players and the lines of the list."""
        points = PointsLine(self.names, tuple(player.score for player in self.players))
        return [*points.lines(translator), *_list_lines(translator, self.rows, self.at)]


@dataclass(frozen=True, slots=True)
class LevelBoards:
    """The four codes of a player, with the cursor on code ``at``; a smaller display shows the list ``rows``."""

    player: PlayerView
    rows: tuple[ListRow, ...]
    at: int

    @property
    def choices(self) -> int:
        """The number of codes."""
        return len(self.rows)

    def draw(self, page: PixelPage) -> None:
        """Draw the codes below each other, those done filled, or the list."""
        if not digits.has_table_room(page):
            digits.draw_rows(page, self.rows, self.at)
            return
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

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each code."""
        return _list_lines(translator, self.rows, self.at)


def _list_lines(translator: Translator, rows: Sequence[ListRow], at: int) -> list[str]:
    said = [(translator.say(row.label).strip(), translator.say(row.value)) for row in rows]
    return marked([with_value(translator, *texts) for texts in said], at)


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
    return with_value(translator, name, ", ".join([*said, points_words(translator, player.score)]))


def draw_player(page: PixelPage, area: Area, name: str, player: PlayerView) -> None:
    """Draw a player with large digits: points and FAILs at the right, the name, if there is one, above the code."""
    face = page.small
    area = area.inset(page.margin if not name else 1, 1)
    points = points_words(page.translator, player.score)
    if name:
        start = page.right(area.right - 1, area.y, points, face)
        fails = _draw_fails(page, area._replace(width=start - area.x - face.width, height=face.height), player)
        page.text(area.x, area.y, page.fit(name, fails - area.x, face), face)
        cells = area._replace(y=area.y + face.height, height=area.height - face.height).inset(face.width, 1)
    else:
        page.right(area.right, area.y, points, face)
        _draw_fails(page, Area(area.x, area.bottom - face.height - 1, area.width, face.height), player)
        cells = area._replace(width=area.width - max(face.measure(points), 4 * face.height)).inset(0, 1)
    _draw_cells(page, cells, player)


def _draw_line(page: PixelPage, area: Area, names: Sequence[str], players: Sequence[PlayerView], seat: int) -> None:
    """Draw a player in one line: name, code and lock-in number below those of the others, FAILs and points."""
    face, player = page.small, players[seat]
    area = area.inset(page.margin, 0)
    side = area.height - 1
    start = page.right(area.right, area.y, str(player.score).rjust(2), face) - 2
    start = _draw_fails(page, area._replace(width=start - area.x), player) - 2
    width = (max(len(player.code) for player in players) + 1) * side
    _draw_cells(page, Area(start - width, area.y, width, side), player)
    room = start - width - area.x - 1
    name = names[seat] if room >= 3 * face.width else digits.abbreviations(names)[seat]
    page.text(area.x, area.y, page.fit(name, room, face), face)


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
        digits.draw_number(page, inner, str(digit), digits.number_height(inner, "0"), ink)
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
    digits.draw_number(page, inner, str(number), digits.number_height(inner, "0"), Ink.BACKGROUND)


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
