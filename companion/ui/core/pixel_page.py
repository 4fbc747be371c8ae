"""The pixels of a page, on which elements draw, with text fitted to the space by its width.

Text that had to be cut is kept in ``PixelPage.cut``; a test draws every screen in every language and checks that it is
empty. Only a ``Verbatim`` text, such as a name, may be shortened, with an ellipsis.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.box import Button
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.core.canvas import Area, Canvas, Size
from companion.ui.core.font import Font, font
from companion.ui.core.ink import MONO, SIGN_INKS, AnyInk, Ink, Palette


class Face(NamedTuple):
    """The name of a font sheet, the factor by which its pixels are enlarged, and whether their edges are smoothed."""

    sheet: str
    scale: int = 1
    is_smooth: bool = False

    @property
    def cell(self) -> Size:
        """The width and height of a character; sheets are named after them, so that none is read to compare sizes."""
        width, height = self.sheet.rstrip("B").split("x")
        return int(width) * self.scale, int(height) * self.scale


NUMERAL = Face("10x20")
"""The font that digits are enlarged from."""
SMALLEST = Face("5x8")
LARGEST = tuple(
    Face(sheet, scale, is_smooth=True)
    for sheet, scale in (
        *(("14x28B", 8), ("14x28B", 6), ("14x28B", 5), ("10x20", 6), ("14x28B", 4), ("10x20", 5)),
        *(("14x28B", 3), ("10x20", 4), ("10x20", 3), ("14x28B", 2), ("10x20", 2)),
    )
)
"""The fonts of the largest texts on a roomy page, the largest first."""
ELLIPSIS = "\u2026"
LEAST_NUMBERED = 3
"""The letters that a shortened text needs more of to keep the number at its end."""
# A display with fewer pixel rows than this has no line for hints, and a title line only over lists.
LOW = 48
# A display of at least this size is roomy: large fonts, and space around and between the parts of a page.
WIDE, TALL = 240, 200
# The lines of a title that a display has room for, from which on it has the layouts of tall displays.
TALL_LINES = 10
# Pixels left of a text, so that an inverted letter does not touch the edge.
MARGIN, WIDE_MARGIN = 2, 6
# Pixels between the list and the edge: two for the scroll mark, the others empty.
SCROLL_MARGIN = 4


def steps(start: int, to: int, back: Button, forward: Button) -> tuple[Button, ...]:
    """Return the presses of *back* or *forward* that move a cursor from the place *start* to the place *to*.

    >>> steps(2, 0, Button.UP, Button.DOWN)
    (<Button.UP: 1>, <Button.UP: 1>)
    """
    return (forward,) * (to - start) + (back,) * (start - to)


class Style(NamedTuple):
    """The fonts of a page: ``head`` for titles, ``body``, ``small`` for long texts, ``big`` for results, ``hint``.

    ``lead`` is the font of sentences that stand alone, such as questions and notices.
    """

    head: Face
    lead: Face
    body: Face
    small: Face
    big: Face
    hint: Face


def is_roomy(size: Size) -> bool:
    """Whether a display of *size* has room for large fonts, and for space between the parts of a page."""
    return size[0] >= WIDE and size[1] >= TALL


def style_for(size: Size, large_text: bool = False) -> Style:
    """Return the fonts for a display of *size*: 128 x 64 has 6 lines of 21 characters, or 4 of 18 with large text.

    240 x 240 has 24 characters in a line, or 17 with large text. Titles and hints are not larger with large text,
    because they take the room of what is between them, and nothing may be smaller with large text.
    """
    if is_roomy(size):
        # A pixel of an LCD of 1.3 inches is less than half as large as one of the OLEDs: 0.097 mm instead of 0.23 mm.
        head, lead, small = Face("10x20"), Face("14x28B"), Face("8x13B")
        return Style(head, lead, lead if large_text else head, small, Face("10x20", 2, True), small)
    if size[0] >= 192 and size[1] >= 96:
        body = Face("10x20") if large_text else Face("8x13B")
        return Style(Face("8x13B"), body, body, Face("6x10"), Face("10x20", 2), Face("6x10"))
    body, small = Face("7x13B") if large_text else Face("6x10"), Face("6x10")
    if size[1] < LOW:
        return Style(small, body, body, SMALLEST, Face("8x13B"), SMALLEST)
    return Style(small, body, body, small, Face("10x20"), small)


def first_fitting(faces: Iterable[Face], texts: Sequence[str], area: Area) -> Font | None:
    """Return the first of *faces* in which *texts* fit into *area* as lines, or None."""
    widest = max(map(len, texts))
    for face in faces:
        width, height = face.cell
        if width * widest <= area.width and height * len(texts) <= area.height:
            return font(*face)
    return None


class PixelPage(Canvas):
    """A frame being drawn; ``free`` is the area that title, hints and elements have not used yet."""

    def __init__(
        self, size: Size, translator: Translator, style: Style | None = None, palette: Palette = MONO
    ) -> None:
        super().__init__(size, palette)
        self.translator = translator
        self.cut: list[str] = []
        self._touched: list[tuple[Area, tuple[Button, ...]]] = []
        self.free = self.whole
        self.cursor = Area(0, 0, 0, 0)
        """The line of a list or the row of pegs that the cursor is on, which no banner covers."""
        self._style = style or style_for(size)
        self.is_roomy = is_roomy(size)
        self.margin = WIDE_MARGIN if self.is_roomy else MARGIN

    @property
    def head(self) -> Font:
        """The font of titles."""
        return font(*self._style.head)

    @property
    def lead(self) -> Font:
        """The font of sentences that stand alone."""
        return font(*self._style.lead)

    @property
    def body(self) -> Font:
        """The default font."""
        return font(*self._style.body)

    @property
    def small(self) -> Font:
        """The font of texts that do not fit in a larger one."""
        return font(*self._style.small)

    @property
    def hint(self) -> Font:
        """The font of hints."""
        return font(*self._style.hint)

    @property
    def big(self) -> Font:
        """The font of results and other large texts."""
        return font(*self._style.big)

    @property
    def is_tall(self) -> bool:
        """Whether the page is so tall that its layouts differ from those of a display of 128 x 64."""
        return self.height >= TALL_LINES * self.head.height

    # Clicks

    def touches(self, area: Area, *presses: Button) -> None:
        """Make a click on *area* have the effect of *presses*."""
        self._touched.append((area, presses))

    def presses_at(self, x: int, y: int) -> tuple[Button, ...]:
        """Return the presses that a click on a pixel stands for: those of the area that was drawn last there."""
        return next((presses for area, presses in reversed(self._touched) if area.holds(x, y)), ())

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
        inks = SIGN_INKS if ink is Ink.FOREGROUND and self.palette.has_shades else {}
        for part_ink, part in groupby(shown, lambda character: inks.get(character, ink)):
            x = face.draw(self.image, x, y, "".join(part), self.palette.pixel(part_ink))
        return x

    def draw_centred(
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

    def numeral_width(self, digit: str, height: int) -> int:
        """Return the width of ``numeral``."""
        return font(*NUMERAL).enlarged(digit, height).width

    def numeral(self, x: int, y: int, digit: str, height: int) -> None:
        """Draw *digit* with its upper left corner at *x*, *y*, without an empty row above or below it."""
        self.image.paste(self.palette.pixel(Ink.FOREGROUND), (x, y), font(*NUMERAL).enlarged(digit, height))

    def draw_wrapped(
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
        face, lines, fits = self.lay_out(area, text, face)
        if not fits:
            # This font is too small for the other side of a table, but a text without its end is worse.
            face, lines, fits = self.lay_out(area, text, font(*SMALLEST))
        if not fits:
            self.cut.append(text)
        lines = lines[: max(1, area.height // face.height)]
        top = area.y + (max(0, area.height - len(lines) * face.height) // 2 if middle else 0)
        for place, line in enumerate(lines):
            start = area.x + ((area.width - face.measure(line) + 1) // 2 if centred else 0)
            face.draw(self.image, start, top + place * face.height, line, self.palette.pixel(ink))
        return top + len(lines) * face.height

    def lay_out(self, area: Area, text: str, face: Font | None = None) -> tuple[Font, list[str], bool]:
        """Return the largest suitable font for *text* in *area*, the wrapped lines, and whether they fit."""
        for tried in self.sizes(face or self.body):
            lines = wrap(text, area.width // tried.width)
            fits = is_whole(text, lines) and len(lines) * tried.height <= area.height
            if fits:
                break
        return tried, lines, fits

    def sizes(self, face: Font) -> Iterator[Font]:
        """Yield *face* and the smaller fonts to try if it does not fit, the smallest last."""
        yield face
        for name in (self._style.head, self._style.hint):
            if (other := font(*name)).width < face.width:
                yield other
        yield self.small

    def fitting(self, face: Font, text: str, room: int) -> Font:
        """Return the first of the ``sizes`` of *face* in which a line of *text* is at most *room* pixels wide."""
        return next((tried for tried in self.sizes(face) if tried.measure(text) <= room), self.small)

    def line_face(self, text: str, room: int) -> Font:
        """Return ``small``, or the smallest font where a line of *text* is wider than *room* pixels in it."""
        return self.small if self.small.measure(text) <= room else font(*SMALLEST)

    def largest(self, texts: Sequence[str], area: Area) -> Font:
        """Return the largest font in which *texts* fit into *area* as lines; ``body`` if ``big`` is too large."""
        faces = LARGEST if self.is_roomy else ()
        return first_fitting((*faces, self._style.big), texts, area) or self.body

    def fit(self, text: str, width: int, face: Font | None = None) -> str:
        """Return *text* shortened with an ellipsis to *width* pixels; only for names, not recorded in ``cut``.

        A number at the end is kept: it is what tells Player 1 from Player 2.
        """
        most = max(1, width // (face or self.body).width)
        number = text[len(text.rstrip("0123456789")) :] if most > LEAST_NUMBERED else ""
        return text if len(text) <= most else text[: most - 1 - len(number)].rstrip() + ELLIPSIS + number

    def label(
        self, x: int, y: int, words: Text, room: int, face: Font | None = None, ink: AnyInk = Ink.FOREGROUND
    ) -> int:
        """Draw *words* and return the x after it; a name is shortened to *room*, any other text is cut."""
        made = words(self.translator) if callable(words) else words
        text = self.translator.say(words)
        shown = self.fit(text, room, face) if isinstance(made, Verbatim) else text
        return self.text(x, y, shown, face, ink=ink, room=room)

    # The free area

    def scroll_mark(self, first: int, visible: int, total: int) -> None:
        """Draw a scroll bar at the right edge of ``free`` for the visible part of a list."""
        width = 3 if self.is_roomy else 2
        track = Area(self.free.right - width, self.free.y + 1, width, self.free.height - 1)
        # A dotted line on a small display, where each pixel is large.
        step, dot = (track.height, track.height) if self.is_roomy else (3, 1)
        for y in range(track.y, track.bottom, step):
            self.fill(Area(track.x + 1, y, 1, dot), Ink.DIM)
        length = max(4, track.height * visible // total)
        start = track.y + (track.height - length) * first // max(1, total - visible)
        self.fill(Area(track.x, start, width, length))

    def take_top(self, height: int) -> None:
        """Remove the top *height* pixel rows from ``free``."""
        self.free = self.free._replace(y=self.free.y + height, height=self.free.height - height)


def wrap(text: str, most: int) -> list[str]:
    """Return *text* as lines of at most *most* characters, broken at spaces and after hyphens.

    Lines are not broken at no-break spaces; a word that is longer than a line is broken where the line ends.
    """
    return [line for part in text.split("\n") for line in _wrap_part(part, max(1, most))]


def _wrap_part(text: str, most: int) -> Iterator[str]:
    line = ""
    for glue, piece in _pieces(text):
        if len(line) + len(glue) + len(piece) <= most:
            line += glue + piece if line else piece
            continue
        if line:
            yield line
        *full, line = [piece[start : start + most] for start in range(0, max(1, len(piece)), most)]
        yield from full
    yield line


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the unbreakable pieces of *text*, each after the string that joins it to the piece before."""
    for word in text.split(" "):
        for place, piece in enumerate(re.split(r"(?<=\w-)(?=\w)", word)):
            yield ("" if place else " "), piece


def is_whole(text: str, lines: Sequence[str]) -> bool:
    """Return whether no word of *text* had to be broken to make *lines*."""
    pieces = [piece for part in text.split("\n") for _, piece in _pieces(part)]
    return all(len(piece) <= max(map(len, lines), default=0) for piece in pieces)
