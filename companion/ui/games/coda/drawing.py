"""The page elements of Coda: rows of panels, and the names of panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import N_
from companion.games.coda.panels import DASH, Colour
from companion.games.coda.view import Seen
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.canvas import Area
from companion.ui.games.coda.callout import Below, Callout, Pool, draw_with_table
from companion.ui.games.coda.table import INKS, Cursor, Table, Targets, plan
from companion.ui.games.shared.digits import has_table_room
from companion.ui.ink import Ink
from companion.ui.pixel_page import LOW, MARGIN, PixelPage

COLOURS = {Colour.DARK: N_("dark"), Colour.LIGHT: N_("light")}
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

    Where there is room, the whole ``table`` is shown instead, in which the row is that of the player at ``seat``, with
    the ``callout`` below it, or the panel at the cursor if there is none. A click on one of ``targets`` leads there.
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
    seat: int = 0
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
            start = page.right(page.width - MARGIN, top, self.words)
            name = self.low_name if is_low and self.low_name else self.name
            page.label(MARGIN, top, Verbatim(name), start - MARGIN - page.body.width)
        draw_row(page, y, self._shown(), self.at, self.named, self.shows_end)

    def _draw_table(self, page: PixelPage, table: Table) -> bool:
        below = self.callout
        if below is None and self.words:
            panel = self.panels[self.at] if self.at is not None and self.gap is None else None
            below = Callout(self.name, self.words, panel, self.at)
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
class PoolRow:
    """The panels to draw: the ``row`` of their colours, or where there is room the ``table`` over the ``pool``."""

    row: PanelRow
    table: Table
    pool: Pool

    def draw(self, page: PixelPage) -> None:
        """Draw the table with the pool, or the row."""
        if not draw_with_table(page, self.table, self.pool, None):
            self.row.draw(page)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines of the row and the table."""
        return [*self.row.lines(translator), *self.table.lines(translator, _said, without=-1)]


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence with its short result, ``verdict``, and where there is room the table below both."""

    text: Text
    verdict: Text
    table: Table

    def draw(self, page: PixelPage) -> None:
        """Draw the verdict over the sentence and the table, or only the sentence."""
        text, verdict = page.translator.say(self.text), page.translator.say(self.verdict)
        if not has_table_room(page):
            page.wrapped(page.free.inset(MARGIN // 2, 0), text, page.lead, centred=True, middle=True)
            return
        if verdict:
            _draw_verdict(page, verdict)
        area = page.free.inset(page.margin, 2)
        face, lines, _ = page.laid_out(area, text, page.body)
        below = area.y + (len(lines) + 1) * face.height
        table = page.free._replace(y=below, height=page.free.bottom - below)
        if plan(page, table, self.table) is None:
            page.wrapped(area, text, page.lead, centred=True, middle=True)
            return
        page.wrapped(area._replace(height=below - area.y), text, page.body, centred=True, middle=True)
        self.table.draw(page, table, None)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the sentence, which has the verdict in words, and the table."""
        return [*translator.say(self.text).split("\n"), *self.table.lines(translator, _said, without=-1)]


def _draw_verdict(page: PixelPage, verdict: str) -> None:
    """Draw *verdict* on a lit bar at the top of the free area, and remove the bar from it."""
    bar = page.free._replace(height=page.free.height // 4)
    face = page.largest([verdict], bar.inset(page.margin, 1))
    page.fill(bar, Ink.ACCENT)
    page.centred(bar.y + (bar.height - face.height + 1) // 2, verdict, face, ink=Ink.BACKGROUND)
    page.take_top(bar.height)


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """A request to the player ``name`` to take the box, above the player's row if there is room."""

    name: str
    panels: Sequence[Seen]
    table: Table | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the request and the row or the table, or on a low display the request with the name."""
        request = Callout("", page.translator._("All others look away!"))
        if self.table is not None and draw_with_table(page, self.table, request, None):
            return
        if page.height < LOW:
            page.wrapped(page.free, self._request(page.translator), centred=True, middle=True)
            return
        top, y = _heights(page)
        line = page.free._replace(y=top, height=page.body.height)
        page.wrapped(line, page.translator._("All others look away!"), centred=True)
        draw_row(page, y, self.panels)

    def _request(self, translator: Translator) -> str:
        return translator._("{name} takes the box. All others look away!").format(name=self.name)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the request and the row."""
        others = [] if self.table is None else self.table.lines(translator, _said, without=-1)
        row = ", ".join(_said(translator, panel) for panel in self.panels)
        return [self._request(translator), *(others or [row])]


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
        page.centred(above.bottom, text, face, ink=Ink.BACKGROUND)
        page.wrapped(above, self.question, centred=True, middle=True)

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
