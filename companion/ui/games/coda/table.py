"""The panels of all players at once, for displays with room: a table of rows, and a large panel below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.box import Button
from companion.games.coda.panels import DASH as DASH_NUMBER
from companion.games.coda.panels import Colour
from companion.games.coda.view import Seen
from companion.i18n.translator import Text, Translator
from companion.ui.canvas import Area
from companion.ui.games.shared import digits
from companion.ui.games.shared.points import points_words
from companion.ui.ink import Ink
from companion.ui.pixel_page import PixelPage, steps

TURN = "\u25b6"
Row = Sequence[Seen]

INKS = {Colour.LIGHT: (Ink.LIT, Ink.DARK), Colour.DARK: (Ink.DARK, Ink.LIT)}
"""The inks of a panel and of the signs on it; a panel is light or dark in every theme."""
# Shares of the height of a line: the cursor below the panels, and what a fallen panel is lower than a standing one.
BAR_SHARE, FALLEN_SHARE = 8, 4
LEAST_LINE = 11
"""The fewest pixels of a line of panels; a smaller one shows no numbers that can be read."""
LEAST_PANEL = {True: 17, False: 10}
"""The least width of a panel on a roomy display, and on a smaller one."""
ASIDE = 3
"""The pixels between a row and the panel that its player keeps aside."""
LABELS = {True: 5, False: 2}
"""The letters of a name that stands beside its row."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The panel at ``place`` of the player at ``seat``; None if the cursor is only at a player."""

    seat: int
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Targets:
    """The panels, each a seat and a place, among which LEFT and RIGHT move the cursor; it is at number ``at``."""

    panels: tuple[tuple[int, int], ...]
    at: int

    def presses(self, seat: int, place: int) -> tuple[Button, ...]:
        """Return the presses that lead to a panel, or OK if the cursor is there; none for other panels."""
        if (seat, place) not in self.panels:
            return ()
        return steps(self.at, self.panels.index((seat, place)), Button.LEFT, Button.RIGHT) or (Button.OK,)


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of all players, with the points of each; ``turn`` is the seat of the player to move, if there is one.

    ``drawn`` names the panel that this player has drawn, and keeps ``aside``.
    """

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, ...]
    turn: int | None = None
    drawn: Text = ""
    aside: Seen | None = None

    def has_aside(self, seat: int) -> bool:
        """Whether the player at *seat* keeps a panel aside."""
        return seat == self.turn and self.aside is not None

    def with_row(self, seat: int, row: Row) -> Table:
        """Return the table with another *row* at *seat*."""
        return replace(self, rows=(*self.rows[:seat], row, *self.rows[seat + 1 :]))

    def lines(self, translator: Translator, said: Callable[[Translator, Seen], str], without: int) -> list[str]:
        """Return the points of each player, with the row of everyone but the player at seat *without*."""
        lines = []
        for seat, (name, row, score) in enumerate(zip(self.names, self.rows, self.scores, strict=True)):
            head = f"{name}, {points_words(translator, score)}"
            told = [said(translator, panel) for panel in row] if seat != without else []
            lines.append(f"{head} | {', '.join(told)}" if told else head)
        return lines

    def draw(self, page: PixelPage, area: Area, cursor: Cursor | None, targets: Targets | None = None) -> None:
        """Draw the table into *area*, which ``plan`` must have found large enough."""
        layout = plan(page, area, self)
        if layout is None:
            page.cut.append("table of panels")
            return
        y = area.y
        for seat, row in enumerate(self.rows):
            lines = layout.split(row)
            box = Area(area.x, y, area.width, layout.name + len(lines) * layout.line)
            at = cursor if cursor is not None and cursor.seat == seat else None
            self._draw_name(page, box, seat, layout, is_at=at is not None)
            self._draw_lines(page, box, (seat, lines), layout, at, targets)
            y = box.bottom + layout.gap

    def _draw_name(self, page: PixelPage, box: Area, seat: int, layout: Layout, *, is_at: bool) -> None:
        """Draw the name of a player with the points, above the row or at its two ends."""
        face, is_out = page.small, not any(panel.is_standing for panel in self.rows[seat]) and len(self.rows[seat]) > 0
        ink = Ink.DIM if is_out else Ink.FOREGROUND
        y = box.y if layout.name else box.y + (layout.line - face.height) // 2
        if not layout.name:
            label = Area(box.x, y, layout.left - 1, face.height)
            if seat == self.turn:
                page.fill(label, Ink.ACCENT)
                ink = Ink.BACKGROUND
            page.centred(y, self._labels(label.width // face.width)[seat], face, ink=ink, area=label)
            page.right(box.right, y, str(self.scores[seat]), face)
            return
        x = page.text(box.x, y, TURN if seat == self.turn else " ", face, ink=Ink.ACCENT)
        points = points_words(page.translator, self.scores[seat])
        right = page.right(box.right - 2, y, points, face, ink=ink) - face.width
        x = page.text(x, y, page.fit(self.names[seat], right - x, face), face, ink=ink)
        drawn = page.translator.say(self.drawn) if seat == self.turn else ""
        if x + face.width + face.measure(drawn) <= right:
            page.text(x + face.width, y, drawn, face, ink=Ink.DIM)

    def _labels(self, most: int) -> list[str]:
        """Return a name of at most *most* letters for each player, or initials where two would be the same."""
        cut = [name[:most] for name in self.names]
        is_clear = most > len("P1") and len({*cut}) == len(cut)
        return cut if is_clear else [short[:most] for short in digits.abbreviations(self.names)]

    def _draw_lines(
        self,
        page: PixelPage,
        box: Area,
        row: tuple[int, list[Row]],
        layout: Layout,
        cursor: Cursor | None,
        targets: Targets | None,
    ) -> None:
        seat, lines = row
        first, y = 0, box.y + layout.name
        for line in lines:
            for place, panel in enumerate(line, first):
                cell = Area(box.x + layout.left + (place - first) * layout.pitch, y, layout.pitch, layout.line)
                is_at = cursor is not None and cursor.place == place
                _draw_cell(page, cell, panel, place, layout, is_at=is_at)
                if targets is not None and (presses := targets.presses(seat, place)):
                    page.touches(cell, *presses)
            first, y = first + len(line), y + layout.line
        x = box.x + layout.left + len(line) * layout.pitch + ASIDE
        if self.has_aside(seat) and self.aside is not None and x + layout.pitch <= layout.right:
            _draw_cell(page, Area(x, y - layout.line, layout.pitch, layout.line), self.aside, None, layout)


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a table, in pixels; ``name`` is 0 if the names stand beside the rows.

    ``left`` is where the panels begin and ``right`` where they end, ``most`` the number of them in a line, and
    ``digits`` the height of the numbers.
    """

    name: int
    left: int
    right: int
    pitch: int
    line: int
    most: int
    digits: int
    gap: int

    def split(self, row: Row) -> list[Row]:
        """Return the lines of a row, at least one, with about as many panels each."""
        count = max(1, -(-len(row) // self.most))
        each = max(1, -(-len(row) // count))
        return [row[start : start + each] for start in range(0, max(1, len(row)), each)]


def plan(page: PixelPage, area: Area, table: Table) -> Layout | None:
    """Return the layout of *table* in *area* with the largest numbers; None if there is not enough room."""
    layouts = [_planned(page, area, table, is_above) for is_above in ((True, False) if page.is_roomy else (False,))]
    return max((layout for layout in layouts if layout), key=lambda layout: layout.digits, default=None)


def _planned(page: PixelPage, area: Area, table: Table, is_above: bool) -> Layout | None:
    """Return the layout of *table* with the names above them, or else at their left; None without enough room."""
    face, rows = page.small, table.rows
    name = face.height if is_above else 0
    left = 2 if name else face.measure("0" * LABELS[page.is_roomy]) + 1
    room = area.width - left - (2 if name else face.measure("00") + 1)
    least = LEAST_PANEL[page.is_roomy] + 1
    most = min(room // least, max(1, *(len(row) + table.has_aside(seat) for seat, row in enumerate(rows))))
    lines = sum(max(1, -(-len(row) // most)) for row in rows)
    line = (area.height - name * len(rows)) // lines
    if line < LEAST_LINE:
        return None
    line = min(line, max(2 * least, room // 4))
    # A panel is higher than wide, as the real ones are.
    pitch = max(least, min((room - ASIDE) // most, line * 4 // 5))
    used = line * lines + name * len(rows)
    gap = min(face.height // 2, (area.height - used) // len(rows))
    body = _standing(Area(0, 0, pitch, line))
    edge = 2 if page.is_roomy else 1
    inner = body.inset(edge)._replace(height=body.height - body.height // FALLEN_SHARE - 2 * edge)
    return Layout(name, left, area.x + left + room, pitch, line, most, digits.number_height(inner), gap)


def _standing(cell: Area) -> Area:
    """Return the area of a standing panel in its cell, above the cursor."""
    below = max(3, cell.height // BAR_SHARE)
    return Area(cell.x, cell.y, cell.width - 1, cell.height - below - 1)


def _draw_cell(
    page: PixelPage, cell: Area, panel: Seen, place: int | None, layout: Layout, *, is_at: bool = False
) -> None:
    """Draw the panel at *place*, with the cursor below it if *is_at*."""
    area = _standing(cell)
    if is_at:
        page.fill(Area(area.x, area.bottom + 1, area.width, cell.bottom - area.bottom - 1), Ink.ACCENT)
    draw_panel(page, area, panel, place, layout.digits)


def draw_panel(page: PixelPage, area: Area, panel: Seen, place: int | None, height: int) -> None:
    """Draw a panel: a fallen one lower, and one whose number is hidden closed, with its *place* counted from 1."""
    if not panel.is_standing:
        area = area._replace(y=area.y + area.height // FALLEN_SHARE, height=area.height - area.height // FALLEN_SHARE)
    paper, ink = INKS[panel.colour]
    page.fill(area, Ink.DIM)
    page.fill(area.inset(1), paper)
    if panel.number is not None:
        text = digits.DASH if panel.number == DASH_NUMBER else str(panel.number)
        digits.draw_number(page, area, text, height, ink)
        return
    # A closed panel: a line below its upper edge, and its place at the foot.
    lid = area.inset(max(2, area.width // 5), max(2, area.height // 6))
    page.fill(lid._replace(height=max(1, area.height // 12)), ink)
    if place is not None:
        foot = max(6, min(height * 3 // 5, 13))
        if digits.number_mask(str(place + 1), foot).width <= area.width - 2:
            below = area._replace(y=lid.y + 2, height=area.bottom - lid.y - 3)
            digits.draw_number(page, below, str(place + 1), foot, ink)
