"""Panels and rows on a page, and what to call them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import N_
from companion.games.coda.panels import DASH, Colour
from companion.games.coda.view import Seen
from companion.i18n.translator import Name, Tongue
from companion.ui.canvas import Area
from companion.ui.page import LOW, MARGIN, Page

COLOURS = {Colour.DARK: N_("dark"), Colour.LIGHT: N_("light")}
UNKNOWN = "?"
# A panel that stands is drawn higher than one that has fallen, and a bar lies under the cursor.
RAISED = 3
BAR = 2
# Panels are sent by strips of eight lines: a row that begins with one fills the fewest.
STRIP = 8


def number_word(number: int | None) -> str:
    """Return what stands on a panel."""
    if number is None:
        return UNKNOWN
    return "\u2013" if number == DASH else str(number)


def panel_words(tongue: Tongue, colour: Colour, number: int | None) -> str:
    """Return what to call a panel: ``dark 5``; without a number its colour."""
    word = tongue._(COLOURS[colour])
    if number is None:
        return word
    return tongue._("{colour} {number}").format(colour=word, number=number_word(number))


def row_height(page: Page) -> int:
    """Return how many lines a row with its cursor takes."""
    return page.small.height + 2 + RAISED + BAR


def draw_row(page: Page, y: int, row: Sequence[Seen], at: int | None = None, named: int | None = None) -> None:
    """Draw a row from the height *y* on, scrolled to the cursor *at*; *named* stands on its panel."""
    pitch = page.small.measure("00") + 3
    visible = max(1, page.width // pitch)
    first = max(0, min((at or 0) - visible // 2, len(row) - visible))
    shown = row[first : first + visible]
    left = (page.width - len(shown) * pitch + 1) // 2
    for place, panel in enumerate(shown, first):
        x = left + (place - first) * pitch
        is_named = place == at and named is not None
        _draw_panel(page, Area(x, y, pitch - 1, page.small.height + 2), panel, named if is_named else panel.number)
        if place == at:
            page.fill(Area(x, y + page.small.height + 2 + RAISED + 1, pitch - 1, 1))


def draw_gap(page: Page, y: int, row: Sequence[Seen], gap: int) -> None:
    """Draw a row with a mark in the gap that has so many panels left of it."""
    mark = Seen(Colour.DARK, None, False)
    opened = [*row[:gap], mark, *row[gap:]]
    draw_row(page, y, opened, gap)


def _draw_panel(page: Page, area: Area, panel: Seen, number: int | None) -> None:
    """Draw a light panel as a lit one, a dark panel as an outline."""
    if not panel.is_standing:
        area = area._replace(y=area.y + RAISED)
    ink = 0 if panel.colour is Colour.LIGHT else 1
    if ink:
        page.frame(area)
    else:
        page.fill(area)
    text = number_word(number)
    x = area.x + (area.width - page.small.measure(text) + 1) // 2
    page.small.draw(page.image, x, area.y + 1, text, ink)


def row_top(page: Page) -> tuple[int, int]:
    """Return the heights of a line of text and of the row under it, both in the middle of the page."""
    free = page.free
    height = page.body.height + row_height(page)
    # On a display that is high enough the two stand apart.
    apart = 4 if free.height >= height + 8 else 0
    y = free.y + max(0, free.height - height - apart) // 2 + page.body.height + apart
    on_strip = (y + STRIP - 1) // STRIP * STRIP
    y = on_strip if on_strip + row_height(page) <= free.bottom else y
    return max(free.y, (y - page.body.height) // STRIP * STRIP), y


def draw_line_over_row(page: Page, name: str, words: str) -> int:
    """Draw *name* and *words* in a line and return the height of the row under it."""
    top, y = row_top(page)
    start = page.right(page.width - MARGIN, top, words)
    page.label(MARGIN, top, Name(name), start - MARGIN - page.body.width)
    return y


def draw_request(page: Page, name: str, row: Sequence[Seen]) -> None:
    """Ask the player in the title to take the box, over his row where there is room for both."""
    if page.height < LOW:
        text = page.tongue._("{name} takes the box. All others look away!").format(name=name)
        page.paragraph(page.free, text, centred=True, middle=True)
        return
    top, y = row_top(page)
    line = page.free._replace(y=top, height=page.body.height)
    page.paragraph(line, page.tongue._("All others look away!"), centred=True)
    draw_row(page, y, row)
