"""The page elements of Coda: rows of panels, the panels of all players on displays with room, and names of panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.box import Button
from companion.errors import N_
from companion.games.coda.panels import DASH, Colour
from companion.games.coda.view import Seen
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.core.canvas import Area
from companion.ui.core.ink import Ink
from companion.ui.core.pixel_page import LOW, MARGIN, PixelPage, steps
from companion.ui.games.shared import digits
from companion.ui.games.shared.digits import points_words
from companion.words.coda import COLOURS

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

    ``drawn`` names the panel that this player has drawn, and keeps ``aside``, or says that the player draws.
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

    def lines(
        self, translator: Translator, said: Callable[[Translator, Seen], str], without: int | None = None
    ) -> list[str]:
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
            page.draw_centred(y, self._labels(label.width // face.width)[seat], face, ink=ink, area=label)
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
        """Return what stands for each player in at most *most* letters."""
        return [label[:most] for label in digits.labels(self.names, most)]

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
                _draw_cell(page, cell, panel, layout, is_at=is_at)
                if targets is not None and (presses := targets.presses(seat, place)):
                    page.touches(cell, *presses)
            first, y = first + len(line), y + layout.line
        x = box.x + layout.left + len(line) * layout.pitch + ASIDE
        if self.has_aside(seat) and self.aside is not None and x + layout.pitch <= layout.right:
            _draw_cell(page, Area(x, y - layout.line, layout.pitch, layout.line), self.aside, layout)


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


def _draw_cell(page: PixelPage, cell: Area, panel: Seen, layout: Layout, *, is_at: bool = False) -> None:
    """Draw a panel, with the cursor below it if *is_at*."""
    area = _standing(cell)
    if is_at:
        page.fill(Area(area.x, area.bottom + 1, area.width, cell.bottom - area.bottom - 1), Ink.ACCENT)
    draw_panel(page, area, panel, layout.digits)


def draw_panel(page: PixelPage, area: Area, panel: Seen, height: int) -> None:
    """Draw a panel, a fallen one lower; one whose number is hidden has a lid and a question mark."""
    if not panel.is_standing:
        area = area._replace(y=area.y + area.height // FALLEN_SHARE, height=area.height - area.height // FALLEN_SHARE)
    paper, ink = INKS[panel.colour]
    page.fill(area, Ink.DIM)
    page.fill(area.inset(1), paper)
    if panel.number is None:
        lid = area.inset(max(2, area.width // 5), max(2, area.height // 6))
        page.fill(lid._replace(height=max(1, area.height // 12)), ink)
        area, height = area._replace(y=lid.y + 2, height=area.bottom - lid.y - 3), max(6, min(height * 3 // 5, 13))
    digits.draw_number(page, area, number_word(panel.number), height, ink)


SHARES = (0.3, 0.25, 0.21)
"""The heights of what stands below a table, in heights of the free area, the first where the numbers are large."""
ARROWS = ((Button.UP, "\u25b2"), (Button.DOWN, "\u25bc"))


class Below(Protocol):
    """Something that can be drawn below a table."""

    def draw(self, page: PixelPage, area: Area) -> None:
        """Draw it into *area*."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A large panel, a line with a ``name`` and a ``detail``, and ``words`` as large as fit, lit if ``is_lit``.

    ``presses`` are those of a click on the panel. With ``turns``, two arrows change the number.
    """

    name: str
    words: str
    panel: Seen | None = None
    detail: str = ""
    is_lit: bool = False
    presses: tuple[Button, ...] = ()
    turns: bool = False

    def draw(self, page: PixelPage, area: Area) -> None:
        """Draw the panel at the left, and the texts beside it."""
        texts = area.inset(page.margin, 0)
        if self.panel is not None:
            box = Area(texts.x, area.y + 1, area.height * 3 // 4, area.height - 2)
            draw_large(page, box, self.panel)
            if self.presses:
                page.touches(box, *self.presses)
            x = box.right + page.margin
            texts = texts._replace(x=x, width=texts.right - x)
        if self.turns:
            texts = self._draw_arrows(page, texts)
        if self.name or self.detail:
            texts = self._draw_head(page, texts)
        self._draw_words(page, texts)

    def _draw_head(self, page: PixelPage, texts: Area) -> Area:
        """Draw the line above the words, and return what is left of *texts*."""
        face = page.small
        detail = f" {self.detail}" if self.detail else ""
        name = page.fit(self.name, texts.width - face.measure(detail), face)
        page.text(texts.x, texts.y + 1, name + detail, face, room=texts.width)
        return texts._replace(y=texts.y + face.height + 1, height=texts.height - face.height - 1)

    def _draw_words(self, page: PixelPage, area: Area) -> None:
        if not self.words:
            return
        room = area.inset(page.margin if self.is_lit else 0, 0)
        if self.is_lit:
            page.fill(area, Ink.ACCENT)
        ink = Ink.BACKGROUND if self.is_lit else Ink.FOREGROUND
        face = page.largest([self.words], room)
        if face.height <= page.lead.height or face.measure(self.words) > room.width or face.height > room.height:
            page.draw_wrapped(room, self.words, page.lead, ink=ink, centred=self.is_lit, middle=True)
            return
        y = area.y + (area.height - face.height + 1) // 2
        x = room.x + (room.width - face.measure(self.words)) // 2 if self.is_lit else room.x
        page.text(x, y, self.words, face, ink=ink)

    def _draw_arrows(self, page: PixelPage, texts: Area) -> Area:
        """Draw the arrows at the right edge of *texts*, and return what is left of it."""
        half = texts.height // 2
        face = page.body if page.body.height <= half else page.small
        for place, (button, arrow) in enumerate(ARROWS):
            box = Area(texts.right - 2 * face.width, texts.y + place * half, 2 * face.width, half)
            page.draw_centred(box.y + (half - face.height + 1) // 2, arrow, face, ink=Ink.ACCENT, area=box)
            page.touches(box, button)
        return texts._replace(width=texts.width - 2 * face.width)


@dataclass(frozen=True, slots=True)
class Pool:
    """The numbers of dark and light panels that are left to draw, each at the side of its key."""

    darks: int
    lights: int

    def draw(self, page: PixelPage, area: Area) -> None:
        """Draw a closed panel with its number and its key for each colour that is left."""
        half = area.width // 2
        for colour, left, box in (
            (Colour.DARK, self.darks, area._replace(width=half)),
            (Colour.LIGHT, self.lights, area._replace(x=area.x + half, width=half)),
        ):
            if left:
                _draw_pile(page, box.inset(page.margin, 0), colour, left)
                page.touches(box, Button.LEFT if colour is Colour.DARK else Button.RIGHT)


def _draw_pile(page: PixelPage, area: Area, colour: Colour, left: int) -> None:
    panel = Area(area.x, area.y + 1, area.height * 3 // 4, area.height - 2)
    room = Area(panel.right, area.y, area.right - panel.right, area.height)
    if colour is Colour.LIGHT:
        panel, room = panel._replace(x=area.right - panel.width), room._replace(x=area.x)
    draw_large(page, panel, Seen(colour, None, True))
    text = f"\u25c0{left}" if colour is Colour.DARK else f"{left}\u25b6"
    face = page.largest(["\u25c000"], room.inset(1, 0))
    page.draw_centred(area.y + (area.height - face.height + 1) // 2, text, face, area=room)


def draw_large(page: PixelPage, area: Area, panel: Seen) -> None:
    """Draw one large panel; it stands even if it has fallen, because it is alone."""
    standing = Seen(panel.colour, panel.number, True)
    inner = area.inset(max(3, area.width // 8))
    height = digits.number_height(inner._replace(height=inner.height - inner.height // FALLEN_SHARE))
    draw_panel(page, area, standing, height)


def draw_with_table(
    page: PixelPage, table: Table, below: Below | None, cursor: Cursor | None, targets: Targets | None = None
) -> bool:
    """Draw *table* with *below* it over the free area; return False, with nothing drawn, if there is no room."""
    if not digits.has_table_room(page):
        return False
    free, height, layout = page.free, 0, None
    for share in SHARES if below is not None else (0.0,):
        height = int(free.height * share)
        area = Area(free.x, free.y + 2, free.width, free.height - height - 3)
        layout = plan(page, area, table)
        if layout is not None and layout.digits >= page.small.height * 3 // 4:
            break
    if layout is None:
        return False
    table.draw(page, area, cursor, targets)
    if below is not None:
        page.fill(Area(free.x, free.bottom - height - 1, free.width, 1), Ink.DIM)
        below.draw(page, Area(free.x, free.bottom - height, free.width, height))
    return True


UNKNOWN = "?"
# In pixels: a standing panel is drawn higher than a fallen one, and the cursor is a bar under the panel.
RAISED = 3
BAR = 2
# The display is sent in strips of eight lines; a row that begins at the top of a strip touches the fewest.
STRIP = 8
# The width in pixels of the mark at the edge of a row that goes on beyond it.
MORE = 3


def number_word(number: int | None) -> str:
    """Return the text on a panel."""
    if number is None:
        return UNKNOWN
    return "\u2013" if number == DASH else str(number)


def panel_words(translator: Translator, colour: Colour, number: int | None) -> str:
    """Return the name of a panel, such as ``dark 5``, or only its colour without a number."""
    return translator._(COLOURS[colour]) if number is None else whole_words(translator, colour, number)


def whole_words(translator: Translator, colour: Colour, number: int | None) -> str:
    """Return the name of a panel with its number, or with the sign for an unknown one."""
    return translator._("{colour} {number}").format(colour=translator._(COLOURS[colour]), number=number_word(number))


def row_height(page: PixelPage) -> int:
    """Return the height of a row with its cursor, in pixel lines."""
    return _panel_height(page) + RAISED + BAR


def _panel_height(page: PixelPage) -> int:
    """Return the height of a panel; with 6x10, a row with its cursor fills two strips."""
    return page.small.height + 1


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A row of panels under a line with ``name`` and ``words``; the cursor is on panel ``at``.

    The number ``named`` is shown on the panel under the cursor. With ``gap``, the colour of a panel to put in, the
    cursor is in the gap before panel ``at``. Without a cursor, a row that is too long for the display shows its left
    end, or its right end if ``shows_end``. A display too low for a title shows ``low_name`` instead of the name,
    unless it is empty.

    Where there is room, the whole ``table`` is shown instead, with the row at the player's ``seat``; without a seat
    the table stays as it is. Below it is the ``callout``, or the panel at the cursor if there is none. A click on one
    of ``targets`` leads there.
    """

    name: str
    words: str
    panels: Sequence[Seen]
    at: int | None = None
    named: int | None = None
    gap: Colour | None = None
    shows_end: bool = False
    low_name: str = ""
    table: Table | None = None
    seat: int | None = None
    callout: Below | None = None
    targets: Targets | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the line and the row, which scrolls to the cursor; a low display omits a line with only a name."""
        if self.table is not None and self._draw_table(page, self.table):
            return
        top, y = _heights(page)
        is_low = page.height < LOW
        if is_low and self.name and not self.words:
            y = page.free.y + 1
        else:
            label = 3 * page.body.width
            face = page.fitting(page.body, self.words, page.width - 2 * MARGIN - label)
            start = page.right(page.width - MARGIN, top, self.words, face)
            room = start - MARGIN - page.body.width
            name = self.low_name if is_low and self.low_name else self._label(room // page.body.width)
            page.label(MARGIN, top, Verbatim(name), room)
        draw_row(page, y, self._shown(), self.at, self.named, self.shows_end)

    def _label(self, most: int) -> str:
        """Return the name; a player's name of more than *most* letters gives way to the player's initials."""
        if self.table is None or self.seat is None or self.table.names[self.seat] != self.name:
            return self.name
        return digits.labels(self.table.names, most)[self.seat]

    def _draw_table(self, page: PixelPage, table: Table) -> bool:
        below = self.callout
        if below is None and self.words:
            panel = self.panels[self.at] if self.at is not None and self.gap is None else None
            below = Callout(self.name, self.words, panel)
        if self.seat is None:
            return draw_with_table(page, table, below, None)
        cursor = Cursor(self.seat, self.at)
        return draw_with_table(page, table.with_row(self.seat, self._shown()), below, cursor, self.targets)

    def _shown(self) -> Sequence[Seen]:
        if self.gap is None:
            return self.panels
        return [*self.panels[: self.at], Seen(self.gap, None, False), *self.panels[self.at :]]

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the line and the panels; fallen panels are in parentheses, the cursor is in brackets."""
        said = [_said(translator, panel) for panel in self.panels]
        if self.gap is not None:
            said.insert(self.at or 0, "[ ]")
        elif self.at is not None:
            said[self.at] = f"[{said[self.at]}]"
        others = [] if self.table is None else self.table.lines(translator, _said, self.seat)
        return [" ".join(filter(None, (self.name, self.words))), ", ".join(said), *others]


def _said(translator: Translator, panel: Seen) -> str:
    words = panel_words(translator, panel.colour, panel.number)
    return words if panel.is_standing else f"({words})"


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with its short result, ``verdict``, and where there is room the table below both."""

    text: Text
    verdict: Text
    table: Table

    def draw(self, page: PixelPage) -> None:
        """Draw the verdict over the sentence and the table, or only the sentence."""
        text, verdict = page.translator.say(self.text), page.translator.say(self.verdict)
        if not digits.has_table_room(page):
            page.draw_wrapped(page.free.inset(MARGIN // 2, 0), text, page.lead, centred=True, middle=True)
            return
        if verdict:
            _draw_verdict(page, verdict)
        area = page.free.inset(page.margin, 2)
        face, lines, _ = page.lay_out(area, text, page.body)
        below = area.y + (len(lines) + 1) * face.height
        table = page.free._replace(y=below, height=page.free.bottom - below)
        if plan(page, table, self.table) is None:
            page.draw_wrapped(area, text, page.lead, centred=True, middle=True)
            return
        page.draw_wrapped(area._replace(height=below - area.y), text, page.body, centred=True, middle=True)
        self.table.draw(page, table, None)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the sentence, which has the verdict in words, and the table."""
        return [*translator.say(self.text).split("\n"), *self.table.lines(translator, _said)]


def _draw_verdict(page: PixelPage, verdict: str) -> None:
    """Draw *verdict* on a lit bar at the top of the free area, and remove the bar from it."""
    bar = page.free._replace(height=page.free.height // 4)
    face = page.largest([verdict], bar.inset(page.margin, 1))
    page.fill(bar, Ink.ACCENT)
    page.draw_centred(bar.y + (bar.height - face.height + 1) // 2, verdict, face, ink=Ink.BACKGROUND)
    page.take_top(bar.height)


RISING = N_("Others look away! Numbers rise: 0 \u25b6 11.")
RISING_FOR = N_("Only {name} looks. Numbers rise: 0 \u25b6 11.")


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """A request to the player ``name`` to take the box, above the player's row if there is room.

    With ``explains`` it says how the numbers of a row stand.
    """

    name: str
    panels: Sequence[Seen]
    table: Table
    explains: bool = False

    def draw(self, page: PixelPage) -> None:
        """Draw the request and the row or the table, or on a low display the request with the name."""
        short = page.translator._(RISING if self.explains else N_("Others look away!"))
        if draw_with_table(page, self.table, Callout("", short), None):
            return
        if page.height < LOW:
            page.draw_wrapped(page.free, self._request(page.translator), centred=True, middle=True)
            return
        top, y = _heights(page)
        top = page.free.y if self.explains else top
        page.draw_wrapped(page.free._replace(y=top, height=y - top), short, centred=True)
        draw_row(page, y, self.panels)

    def _request(self, translator: Translator) -> str:
        request = N_("{name} takes the box. All others look away!")
        return translator._(RISING_FOR if self.explains else request).format(name=self.name)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the request and the table."""
        return [self._request(translator), *self.table.lines(translator, _said)]


@dataclass(frozen=True, slots=True)
class NumberQuestion:
    """A question and the number that answers it."""

    question: str
    number: int

    def draw(self, page: PixelPage) -> None:
        """Draw the number, highlighted, at the lower edge, and the question above it."""
        text, face = str(self.number), page.body if page.height >= LOW else page.head
        face = page.big if page.is_roomy else face
        above = page.free._replace(height=page.free.height - face.height)
        width = face.measure(text)
        page.fill(Area((page.width - width + 1) // 2, above.bottom, width, face.height), Ink.ACCENT)
        page.draw_centred(above.bottom, text, face, ink=Ink.BACKGROUND)
        page.draw_wrapped(above, self.question, centred=True, middle=True)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the question and the number."""
        return [self.question, f"[{self.number}]"]


def draw_row(
    page: PixelPage,
    y: int,
    row: Sequence[Seen],
    at: int | None = None,
    named: int | None = None,
    shows_end: bool = False,
) -> None:
    """Draw a row with its top at *y*; the number *named* is shown on the panel under the cursor *at*.

    A row that is too long scrolls to the cursor or, without one, to the end that *shows_end* selects; a mark at each
    edge tells that there are more panels.
    """
    pitch = page.small.measure("00") + 3
    visible = max(1, (page.width - 2 * MORE) // pitch)
    centre = at if at is not None else len(row) * shows_end
    first = max(0, min(centre - visible // 2, len(row) - visible))
    shown = row[first : first + visible]
    left = (page.width - len(shown) * pitch + 1) // 2
    height = _panel_height(page)
    for place, panel in enumerate(shown, first):
        x = left + (place - first) * pitch
        is_named = place == at and named is not None
        _draw_panel(page, Area(x, y, pitch - 1, height), panel, named if is_named else panel.number)
        if place == at:
            page.fill(Area(x, y + height + RAISED + 1, pitch - 1, 1), Ink.ACCENT)
    for column in range(MORE):
        if first > 0:
            page.fill(_mark(column, y + height // 2, MORE - 1 - column))
        if first + visible < len(row):
            page.fill(_mark(page.width - 1 - column, y + height // 2, MORE - 1 - column))


def _mark(x: int, middle: int, column: int) -> Area:
    """Return a column of the triangle that points to further panels; column ``MORE - 1`` is its tip."""
    reach = MORE - 1 - column
    return Area(x, middle - reach, 1, 2 * reach + 1)


def _draw_panel(page: PixelPage, area: Area, panel: Seen, number: int | None) -> None:
    """Draw a light panel filled, or a dark panel as an outline; each is light or dark in every theme."""
    if not panel.is_standing:
        area = area._replace(y=area.y + RAISED)
    paper, ink = INKS[panel.colour]
    page.fill(area)
    page.fill(area.inset(1), paper)
    text = number_word(number)
    x = area.x + (area.width - page.small.measure(text) + 1) // 2
    page.small.draw(page.image, x, area.y + 1, text, page.palette.pixel(ink))


def _heights(page: PixelPage) -> tuple[int, int]:
    """Return the y of a line of text and of the row under it, both in the middle of the page."""
    free = page.free
    height = page.body.height + row_height(page)
    # On a display that is high enough, there is a gap between the two.
    apart = 4 if free.height >= height + 8 else 0
    y = free.y + max(0, free.height - height - apart) // 2 + page.body.height + apart
    on_strip = (y + STRIP - 1) // STRIP * STRIP
    y = on_strip if on_strip + row_height(page) <= free.bottom else y
    return max(free.y, (y - page.body.height) // STRIP * STRIP), y
