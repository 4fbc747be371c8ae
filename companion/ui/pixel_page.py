"""A page as a picture for a display, with text fitted to the space by its width in pixels.

Text that had to be cut is kept in ``PixelPage.cut``; a test draws every screen in every language and checks that it is
empty. Only a ``Verbatim`` text, such as a name, may be shortened, with an ellipsis.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.box import Format
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.canvas import Area, Canvas, Size
from companion.ui.font import Font, font
from companion.ui.ink import MONO, AnyInk, Ink, Palette
from companion.ui.page import Element, ListRow, Page, Rows
from companion.ui.wrap import is_whole, wrap

Face = tuple[str, int]
"""The name of a font sheet and the factor by which its pixels are enlarged."""

ELLIPSIS = "\u2026"
# A display with fewer pixel rows than this has no line for hints, and a title line only over lists.
LOW = 48
# Pixels left of a text, so that an inverted letter does not touch the edge.
MARGIN = 2
# Width in pixels of the pointer before a row.
POINTER = 4
# Pixels between the list and the edge: two for the scroll mark, the others empty.
SCROLL_MARGIN = 4


@dataclass(frozen=True, slots=True)
class Style:
    """The fonts of a page: ``head`` for titles, ``body``, ``small`` for hints and long texts, ``big`` for results."""

    head: Face
    body: Face
    small: Face
    big: Face


def style_for(size: Size, large_text: bool = False) -> Style:
    """Return the fonts for a display of *size*: 128 x 64 has 6 lines of 21 characters, or 4 of 18 with large text."""
    if size[0] >= 192 and size[1] >= 96:
        body = ("10x20", 1) if large_text else ("8x13B", 1)
        return Style(("8x13B", 1), body, ("6x10", 1), ("10x20", 2))
    body = ("7x13B", 1) if large_text else ("6x10", 1)
    if size[1] < LOW:
        return Style(("6x10", 1), body, ("5x8", 1), ("8x13B", 1))
    return Style(("6x10", 1), body, ("6x10", 1), ("10x20", 1))


class PixelPage(Canvas, Page):
    """A frame being drawn; ``free`` is the area that title, hints and elements have not used yet."""

    def __init__(self, size: Size, tongue: Translator, style: Style | None = None, palette: Palette = MONO) -> None:
        super().__init__(size, palette)
        self.tongue = tongue
        self.cut: list[str] = []
        self.free = self.whole
        self._style = style or style_for(size)

    @property
    def head(self) -> Font:
        """The font of titles."""
        return font(*self._style.head)

    @property
    def body(self) -> Font:
        """The default font."""
        return font(*self._style.body)

    @property
    def small(self) -> Font:
        """The font of hints, and of texts that do not fit in the body font."""
        return font(*self._style.small)

    @property
    def big(self) -> Font:
        """The font of results and other large texts."""
        return font(*self._style.big)

    # Text

    def text(
        self,
        x: int,
        y: int,
        text: str,
        face: Font | None = None,
        *,
        ink: AnyInk = Ink.FOREGROUND,
        room: int | None = None,
    ) -> int:
        """Draw a line of text and return the x after it; text beyond *room* pixels or the page is cut."""
        face = face or self.body
        room = min(self.width - x, self.width if room is None else room)
        shown = text[: max(0, room // face.width)] if face.measure(text) > room else text
        if shown != text or y < 0 or y + face.height > self.height:
            self.cut.append(text)
        return face.draw(self.image, x, y, shown, self.palette.pixel(ink))

    def centred(
        self, y: int, text: str, face: Font | None = None, *, ink: AnyInk = Ink.FOREGROUND, area: Area | None = None
    ) -> None:
        """Draw a line of text in the middle of *area*, or of the page."""
        face, area = face or self.body, area or self.whole
        x = area.x + max(0, (area.width - face.measure(text) + 1) // 2)
        self.text(x, y, text, face, ink=ink, room=area.right - x)

    def right(self, x: int, y: int, text: str, face: Font | None = None, *, ink: AnyInk = Ink.FOREGROUND) -> int:
        """Draw a line of text that ends before *x* and return the x where it begins."""
        face = face or self.body
        start = x - face.measure(text)
        self.text(max(0, start), y, text, face, ink=ink, room=x - max(0, start))
        return start

    def wrapped(
        self,
        area: Area,
        text: str,
        face: Font | None = None,
        *,
        ink: AnyInk = Ink.FOREGROUND,
        centred: bool = False,
        middle: bool = False,
    ) -> int:
        """Draw *text* wrapped into *area*, in *face* or in a smaller font if that does not fit; return its bottom.

        *centred* centres every line horizontally, *middle* centres the whole text vertically.
        """
        face, lines, fits = self.laid_out(area, text, face)
        if not fits:
            self.cut.append(text)
        lines = lines[: max(1, area.height // face.height)]
        top = area.y + (max(0, area.height - len(lines) * face.height) // 2 if middle else 0)
        for place, line in enumerate(lines):
            start = area.x + ((area.width - face.measure(line) + 1) // 2 if centred else 0)
            face.draw(self.image, start, top + place * face.height, line, self.palette.pixel(ink))
        return top + len(lines) * face.height

    def laid_out(self, area: Area, text: str, face: Font | None = None) -> tuple[Font, list[str], bool]:
        """Return the largest suitable font for *text* in *area*, the wrapped lines, and whether they fit."""
        for tried in self._smaller(face or self.body):
            lines = wrap(text, area.width // tried.width)
            fits = is_whole(text, lines) and len(lines) * tried.height <= area.height
            if fits:
                break
        return tried, lines, fits

    def _smaller(self, face: Font) -> list[Font]:
        """Return *face* and the smaller fonts to try if it does not fit, the smallest last."""
        return [face, *(other for other in (self.head, self.small) if other.width < face.width), self.small]

    def fit(self, text: str, width: int, face: Font | None = None) -> str:
        """Return *text* shortened with an ellipsis to *width* pixels; only for names, not recorded in ``cut``."""
        most = max(1, width // (face or self.body).width)
        return text if len(text) <= most else text[: most - 1].rstrip() + ELLIPSIS

    def label(
        self, x: int, y: int, words: Text, room: int, face: Font | None = None, ink: AnyInk = Ink.FOREGROUND
    ) -> int:
        """Draw *words* and return the x after it; a name is shortened to *room*, any other text is cut."""
        made = words(self.tongue) if callable(words) else words
        text = self.tongue.say(words)
        shown = self.fit(text, room, face) if isinstance(made, Verbatim) else text
        return self.text(x, y, shown, face, ink=ink, room=room)

    # The parts of a screen

    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Draw the title on a lit bar and remove it from ``free``; a low display shows no *optional* title."""
        if optional and self.height < LOW:
            return
        face = self.head
        bar = Area(self.free.x, self.free.y, self.free.width, face.height + 1)
        self.fill(bar, Ink.DIM)
        room = bar.width - 2 * MARGIN
        if beside:
            self.right(bar.right - MARGIN, bar.y, beside, face, ink=Ink.BACKGROUND)
            room -= face.measure(beside) + face.width
        self.label(bar.x + MARGIN, bar.y, words, room, face, Ink.BACKGROUND)
        self.take_top(bar.height)

    def hints(self, *texts: str) -> None:
        """Draw one to three short texts along the lower edge, unless the display is low."""
        face = self.small
        if not texts or self.height < LOW:
            return
        y = self.free.bottom - face.height
        spaces = self.width - MARGIN - sum(map(face.measure, texts))
        gap = spaces // (len(texts) - 1) if len(texts) > 1 else 0
        if gap < (face.width if len(texts) > 1 else 0) or spaces < 0:
            self.cut.append(" ".join(texts))
        x = MARGIN
        for text in texts:
            x = face.draw(self.image, x, y, text, self.palette.pixel(Ink.DIM)) + gap
        self._take_bottom(face.height)
        self.dotted(self.free.bottom - 1)
        self._take_bottom(1)

    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        """Draw a list into ``free``, with a scroll mark at the right if it is longer than the page."""
        area = self.free
        visible = max(1, area.height // self.body.height)
        scrolls = len(rows) > visible
        first = max(0, min((at or 0) - visible // 2, len(rows) - visible))
        span = area.width - (SCROLL_MARGIN if scrolls else 0)
        spare = area.height - visible * self.body.height
        # The bar of the cursor has a dark pixel row above it, and one more lit row if its edge would cut accents.
        seen = rows[first : first + visible]
        is_higher = at is not None and not pointed and len(seen) > 0 and self._is_tall(seen[0], span)
        top = area.y + min(1 + is_higher, spare)
        for place, row in enumerate(seen):
            line = Area(area.x, top + place * self.body.height, span, self.body.height)
            is_chosen = first + place == at
            if pointed:
                if is_chosen:
                    self._pointer(line)
                line = line._replace(x=POINTER, width=line.width - POINTER)
            elif is_chosen:
                # fill_behind, because the letters of the row above may reach into the bar.
                self.fill_behind(self._bar(line, row, 1 if place else spare - 1), Ink.ACCENT, rounded=True)
            self._row(line, row, Ink.BACKGROUND if is_chosen and not pointed else Ink.FOREGROUND)
        if scrolls:
            self.scroll_mark(first, visible, len(rows))

    def _bar(self, line: Area, row: ListRow, above: int) -> Area:
        """Return the area to light: *line*, plus one of the dark rows *above* it if an accent is at its edge."""
        if above < 1 or not self._is_tall(row, line.width):
            return line
        return line._replace(y=line.y - 1, height=line.height + 1)

    def _is_tall(self, row: ListRow, width: int) -> bool:
        """Whether *row*, of *width*, has an accent at its upper edge, which a smaller font does not reach."""
        face = self._row_face(row, width - 2 * MARGIN)
        said = (self.tongue.say(words) for words in (row.label, row.value))
        return face.height == self.body.height and any(map(face.is_tall, said))

    def _pointer(self, line: Area) -> None:
        middle = line.y + line.height // 2
        for x in range(POINTER):
            self.fill(Area(line.x + x, middle - POINTER + x, 1, 2 * (POINTER - x) - 1), Ink.ACCENT)

    def _row(self, line: Area, row: ListRow, ink: Ink) -> None:
        left, right = line.x + MARGIN, line.right - MARGIN
        value = self.tongue.say(row.value)
        face = self._row_face(row, right - left)
        # A smaller font has the same baseline as the capitals of the other rows.
        y = line.y + (line.height - face.height + 1) // 2
        if value:
            right = self.right(right, y, value, face, ink=ink) - face.width
        self.label(left, y, row.label, right - left, face, ink)

    def _row_face(self, row: ListRow, room: int) -> Font:
        said = [self.tongue.say(words) for words in (row.label, row.value)]
        texts = " ".join(text for text in said if text)
        faces = self._smaller(self.body)
        return next((face for face in faces if face.measure(texts) <= room), self.small)

    def scroll_mark(self, first: int, visible: int, total: int) -> None:
        """Draw a scroll bar at the right edge of ``free`` for the visible part of a list."""
        track = Area(self.free.right - 2, self.free.y + 1, 2, self.free.height - 1)
        for y in range(track.y, track.bottom, 3):
            self.fill(Area(track.x + 1, y, 1, 1), Ink.DIM)
        length = max(4, track.height * visible // total)
        start = track.y + (track.height - length) * first // max(1, total - visible)
        self.fill(Area(track.x, start, 2, length))

    def paragraph(self, words: Text) -> None:
        """Draw a text in the middle of ``free``, using all of it."""
        self.wrapped(self.free.inset(MARGIN // 2, 0), self.tongue.say(words), centred=True, middle=True)

    def add(self, element: Element) -> None:
        """Let *element* draw itself on this page."""
        element.draw(self)

    def banner(self, text: str) -> None:
        """Draw *text* on a lit bar that covers the lower part of the page."""
        room = Area(0, 0, self.width - 2, self.height - (3 if self.height >= LOW else 2))
        face, lines, _ = self.laid_out(room, text)
        height = min(self.height, len(lines) * face.height + 3)
        box = Area(0, self.height - height, self.width, height)
        self.fill(box, Ink.ACCENT)
        self.wrapped(Area(1, box.y + 2, room.width, room.height), text, face, ink=Ink.BACKGROUND, centred=True)
        # A dark line separates the banner from lit pixels above it.
        self.fill(Area(0, box.y, self.width, 1), Ink.BACKGROUND)

    def take_top(self, height: int) -> None:
        """Remove the top *height* pixel rows from ``free``."""
        self.free = self.free._replace(y=self.free.y + height, height=self.free.height - height)

    def _take_bottom(self, height: int) -> None:
        self.free = self.free._replace(height=self.free.height - height)


def page_for(display: Format, tongue: Translator, large_text: bool = False) -> PixelPage:
    """Return an empty page in the format *display*."""
    return PixelPage(display.size, tongue, style_for(display.size, large_text), Palette(display.mode))
