"""What stands large below the table of panels: the panel in question, what was said of it, or the panels to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.box import Button
from companion.games.coda.panels import Colour
from companion.games.coda.view import Seen
from companion.ui.canvas import Area
from companion.ui.games.coda.table import FALLEN_SHARE, Cursor, Table, Targets, draw_panel, plan
from companion.ui.games.shared import digits
from companion.ui.ink import Ink
from companion.ui.pixel_page import PixelPage

SHARES = (0.3, 0.25, 0.21)
"""The heights of what stands below a table, in heights of the free area, the first where the numbers are large."""
ARROWS = ((Button.UP, "\u25b2"), (Button.DOWN, "\u25bc"))


class Below(Protocol):
    """Something that can be drawn below a table."""

    def draw(self, page: PixelPage, area: Area) -> None:
        """Draw it into *area*."""
        ...


@dataclass(frozen=True, slots=True)
class Callout:
    """A large panel, a line with a ``name`` and a ``detail``, and ``words`` as large as fit, lit if ``is_lit``.

    ``presses`` are those of a click on the panel. With ``turns``, two arrows change the number.
    """

    name: str
    words: str
    panel: Seen | None = None
    place: int | None = None
    detail: str = ""
    is_lit: bool = False
    presses: tuple[Button, ...] = ()
    turns: bool = False

    def draw(self, page: PixelPage, area: Area) -> None:
        """Draw the panel at the left, and the texts beside it."""
        texts = area.inset(page.margin, 0)
        if self.panel is not None:
            box = Area(texts.x, area.y + 1, area.height * 3 // 4, area.height - 2)
            draw_large(page, box, self.panel, self.place)
            if self.presses:
                page.touches(box, *self.presses)
            texts = _right_of(texts, box.right + page.margin)
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
            page.wrapped(room, self.words, page.lead, ink=ink, centred=self.is_lit, middle=True)
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
            page.centred(box.y + (half - face.height + 1) // 2, arrow, face, ink=Ink.ACCENT, area=box)
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
    draw_large(page, panel, Seen(colour, None, True), None)
    text = f"\u25c0{left}" if colour is Colour.DARK else f"{left}\u25b6"
    face = page.largest(["\u25c000"], room.inset(1, 0))
    page.centred(area.y + (area.height - face.height + 1) // 2, text, face, area=room)


def _right_of(area: Area, x: int) -> Area:
    return area._replace(x=x, width=area.right - x)


def draw_large(page: PixelPage, area: Area, panel: Seen, place: int | None) -> None:
    """Draw one large panel; it stands even if it has fallen, because it is alone."""
    standing = Seen(panel.colour, panel.number, True)
    inner = area.inset(max(3, area.width // 8))
    height = digits.number_height(inner._replace(height=inner.height - inner.height // FALLEN_SHARE))
    draw_panel(page, area, standing, place, height)


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
