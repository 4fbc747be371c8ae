"""The elements that all kinds of screens use; those of one game are beside its screens.

They are named tuples because the first frame needs this module, and dataclasses take several times as long to import.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.box import Button
from companion.errors import N_
from companion.i18n.translator import Text, Translator
from companion.ui.core import text_page
from companion.ui.core.canvas import Area
from companion.ui.core.font import Font
from companion.ui.core.ink import Ink
from companion.ui.core.page import Scroll
from companion.ui.core.pixel_page import LOW, SCROLL_MARGIN, PixelPage, steps, wrap

QUIET, LEAST_QUIET = 4, 1
"""Light modules around a QR code: the standard's number, and the least that decoders accept on a small display."""
# The fewest pixel rows of a display on which the lines are below the code.
MANY_ROWS = 96
OPEN_BOX = "\u2423"
UNSET = "\u00b7"
OFFER = "\u25b6"
"""The arrow of the key that takes what is offered."""
TURN_UP, TURN_DOWN = "\u25b2", "\u25bc"
"""The arrows of the keys that turn the wheel."""


class Numeral(NamedTuple):
    """Short lines in the largest font that fits: a name, a number, the letters of a seal."""

    texts: tuple[str, ...]

    def draw(self, page: PixelPage) -> None:
        """Draw the lines in the middle of the free area."""
        free = page.free
        face = page.largest(self.texts, free)
        top = free.y + (free.height - len(self.texts) * face.height) // 2
        for place, line in enumerate(self.texts):
            page.draw_centred(top + place * face.height, line, face)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the lines."""
        return self.texts


class LargeNumber(NamedTuple):
    """A number, its digits as large as the page."""

    number: int

    def draw(self, page: PixelPage) -> None:
        """Draw the digits in the middle of the free area."""
        free, digits = page.free.inset(2, 2), str(self.number)
        # Digits of one height have one width, with a gap of an eighth of it.
        most = 8 * free.width * free.height // (9 * len(digits) * page.numeral_width("0", free.height))
        height = min(free.height, most)
        step = page.numeral_width("0", height) * 9 // 8
        x = free.x + (free.width - step * len(digits)) // 2
        for place, digit in enumerate(digits):
            page.numeral(x + place * step, free.y + (free.height - height) // 2, digit, height)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the number."""
        return [str(self.number)]


class Gauge(NamedTuple):
    """An adjustable value: its text over a bar of which *share*, 0 to 1, is filled."""

    text: str
    share: float

    def draw(self, page: PixelPage) -> None:
        """Draw the text and the bar in the middle of the free area."""
        free = page.free
        bar = max(8, free.height // 5)
        room = free.height - bar - 4
        face = page.largest([self.text], free._replace(height=room * 2 // 3 if page.is_roomy else room))
        top = free.y + max(0, free.height - face.height - bar - 4) // 2
        page.draw_centred(top, self.text, face)
        area = free._replace(y=top + face.height + 2, height=min(bar, free.bottom - top - face.height - 2))
        page.bar(area.inset(free.width // 10, 0), self.share)
        page.touches(free._replace(width=free.width // 2), Button.LEFT)
        page.touches(free._replace(x=free.x + free.width // 2), Button.RIGHT)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the text, which has the same information as the bar."""
        return [self.text]


class Answers(NamedTuple):
    """A question and the labels of its two answers, with the cursor on answer *at*, 0 or 1."""

    question: Text
    labels: tuple[Text, Text]
    at: int

    @property
    def choices(self) -> int:
        """The number of answers."""
        return len(self.labels)

    def draw(self, page: PixelPage) -> None:
        """Draw the question above the answers, or on a low display to the left of them."""
        labels = [page.translator.say(label) for label in self.labels]
        above, *buttons = _beneath(page) if page.height >= LOW else _beside(page, labels)
        page.draw_wrapped(above, page.translator.say(self.question), page.lead, centred=True, middle=True)
        room, widest = min(area.width for area in buttons) - 4, max(labels, key=len)
        face = page.fitting(page.lead, widest, room)
        for place, (area, label) in enumerate(zip(buttons, labels, strict=True)):
            _draw_field(page, area, area.inset(2, 0), label, face, is_lit=place == self.at)
            page.touches(area, *steps(self.at, place, Button.LEFT, Button.RIGHT), Button.OK)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the question and its answers."""
        return [
            translator.say(self.question),
            *text_page.marked([translator.say(label) for label in self.labels], self.at),
        ]


def _beneath(page: PixelPage) -> tuple[Area, Area, Area]:
    if page.is_roomy:
        margin, height = page.margin, 2 * page.lead.height
        width, y = (page.width - 3 * margin) // 2, page.height - height - margin
        text, left = Area(margin, margin, page.width - 2 * margin, y - 2 * margin), Area(margin, y, width, height)
        return text, left, left._replace(x=page.width - margin - width)
    height, half = page.body.height + 3, page.width // 2
    y = page.height - height
    return Area(1, 0, page.width - 2, y), Area(0, y, half - 1, height), Area(half + 1, y, half - 1, height)


def _beside(page: PixelPage, labels: Sequence[str]) -> tuple[Area, Area, Area]:
    width = min(max(map(page.small.measure, labels)) + 5, page.width // 2)
    left, half = page.width - width, page.height // 2
    text = Area(0, 0, left - 1, page.height)
    return text, Area(left, 0, width, half), Area(left, half, width, page.height - half)


def _draw_field(
    page: PixelPage, box: Area, room: Area, label: str, face: Font, *, is_lit: bool, rounded: bool = True
) -> None:
    """Draw *label* in the middle of *room*, and *box* around it, either lit or as an outline."""
    y = box.y + (box.height - face.height + 1) // 2
    if page.is_roomy:
        page.fill(box, Ink.ACCENT if is_lit else Ink.DIM, rounded=rounded)
        page.fill(box.inset(2), Ink.ACCENT if is_lit else Ink.BACKGROUND, rounded=rounded)
        page.draw_centred(y, label, face, area=room, ink=Ink.BACKGROUND if is_lit else Ink.FOREGROUND)
        return
    page.draw_centred(y, label, face, area=room)
    if is_lit:
        page.fill_behind(box, Ink.ACCENT, rounded=rounded)
    else:
        page.frame(box)


class Fields(NamedTuple):
    """Rows of fields, each with its label and whether it is lit."""

    fields: tuple[tuple[tuple[str, bool], ...], ...]

    def draw(self, page: PixelPage) -> None:
        """Draw the fields over the whole free area."""
        free, gap = page.free, page.margin // 2
        height = free.height // len(self.fields)
        for down, row in enumerate(self.fields):
            width = free.width // len(row)
            for right, (label, is_lit) in enumerate(row):
                cell = Area(free.x + right * width, free.y + down * height, width, height)
                box = cell.inset(gap) if page.is_roomy else cell.inset(1, 0)
                face = page.fitting(page.body, label, box.width - 1) if page.is_roomy else page.small
                _draw_field(page, box, cell, label, face, is_lit=is_lit, rounded=page.is_roomy)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return a line for each row, with the lit fields in brackets."""
        return [" ".join(f"[{label}]" if is_lit else label for label, is_lit in row) for row in self.fields]


class LongText(NamedTuple):
    """A text that may be longer than the page."""

    words: Text
    scroll: Scroll

    def draw(self, page: PixelPage) -> None:
        """Draw the visible lines, with a scroll mark if there are more."""
        free, text = page.free, page.translator.say(self.words)
        if page.is_roomy:
            free = free.inset(0, page.margin - 1)
        across = free.width - SCROLL_MARGIN - page.margin * (2 if page.is_roomy else 1)
        # The lead, which is as large as the body on a small page, is for texts that it shows at once.
        face, lines, is_at_once = page.lay_out(free._replace(width=across), text, page.lead)
        if not is_at_once or face.width < page.body.width:
            face = page.body
            lines = wrap(text, across // face.width)
        pitch = face.height + (2 if page.is_roomy and not is_at_once else 0)
        visible = max(1, free.height // pitch)
        view, top = self.scroll.view(len(lines), visible), free.y + min(1, free.height - visible * pitch)
        for place, line in enumerate(view):
            page.text(free.x + page.margin, top + place * pitch, lines[line], face)
        if len(lines) > visible:
            page.scroll_mark(view.start, visible, len(lines))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the whole text, line by line."""
        return translator.say(self.words).split("\n")


class LetterWheel(NamedTuple):
    """A text of at most *limit* characters and, at its next position, a wheel that shows three characters.

    After the wheel stands in small letters what is *offered* as the rest of the text, and the arrow of its key.
    """

    text: str
    limit: int
    above: str
    chosen: str
    below: str
    offered: str = ""

    def draw(self, page: PixelPage) -> None:
        """Draw the text, the empty positions and the wheel; a wheel with a single character has no neighbours."""
        cells = " " * (self.limit + 1)
        # The letters above and below the text have the size of a title, also where large text takes their room.
        small = page.body if page.body.height + 2 * page.head.height <= page.free.height else page.head
        face = page.big if page.big.measure(cells) <= page.width else small
        left = (page.width - face.measure(cells)) // 2
        y = page.free.y + (page.free.height - face.height) // 2
        page.text(left, y, self.text, face)
        x = left + len(self.text) * face.width
        if self.offered:
            self._draw_offer(page, x + face.width, y, face)
        for place in range(len(self.text) + 1, self.limit if not self.offered else 0):
            page.text(left + place * face.width, y, UNSET, face, ink=Ink.DIM)
        page.fill(Area(x, y, face.width, face.height), Ink.ACCENT, rounded=True)
        page.text(x, y, _visible(self.chosen), face, ink=Ink.BACKGROUND)
        page.touches(Area(0, page.free.y, page.width, y - page.free.y), Button.UP)
        page.touches(Area(0, y + face.height, page.width, page.free.bottom - y - face.height), Button.DOWN)
        page.touches(Area(x, y, face.width, face.height), Button.OK)
        if self.above:
            self._draw_others(page, x, y, face)

    def _draw_offer(self, page: PixelPage, x: int, y: int, face: Font) -> None:
        said, room = f"{self.offered} {OFFER}", page.width - x - 2
        small = page.fitting(face, said, room) if page.is_roomy else page.small
        end = page.text(x + 2, y + (face.height - small.height + 1) // 2, said, small, ink=Ink.DIM)
        page.touches(Area(x, y, end - x, face.height), Button.RIGHT)

    def _draw_others(self, page: PixelPage, x: int, y: int, face: Font) -> None:
        small = page.head if face.height + 2 * page.head.height <= page.free.height else page.small
        if page.is_roomy:
            small, gap = page.lead, small.height
            for sign, top in ((TURN_UP, y - page.lead.height - gap), (TURN_DOWN, y + face.height + page.lead.height)):
                page.text(x + (face.width - page.head.width + 1) // 2, top, sign, page.head, ink=Ink.ACCENT)
        middle = x + (face.width - small.width + 1) // 2
        page.text(middle, max(0, y - small.height), _visible(self.above), small)
        page.text(middle, min(y + face.height, page.height - small.height), _visible(self.below), small)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the text followed by the wheel's character in brackets, and the whole text that is offered."""
        offer = [f"{OFFER} {self.text}{self.chosen}{self.offered}"] if self.offered else []
        return [f"{self.text}[{_visible(self.chosen)}]", *offer]


def _visible(sign: str) -> str:
    return OPEN_BOX if sign == " " else sign


class Pattern(NamedTuple):
    """A QR code, with its light modules lit, a description and short lines beside it.

    If the lines of *beside* have no room, the first line, which is the heading, is left out. Where the code is above
    them, the text *under* it stands for them, if there is one.
    """

    modules: tuple[bytes, ...]
    description: Text
    beside: tuple[str, ...]
    under: str = ""

    def draw(self, page: PixelPage) -> None:
        """Draw the code and the lines, with a quiet zone that is as wide as the standard asks for where it fits.

        Two pixels a module on a small display are worth more than a wide quiet zone, and one is enough there.
        """
        count = len(self.modules)
        words = page.body if page.is_roomy else page.small
        widest = max(map(words.measure, self.beside))
        is_below = page.is_squarish and page.height >= MANY_ROWS and page.width < page.height + widest
        room = min(page.height, page.width - widest)
        if is_below:
            room = min(page.width, page.height - (2 * words.height if self.under else page.small.height))
        scale = max(1, room // (count + 2 * QUIET), min(2, room // (count + 2 * LEAST_QUIET)))
        side = min(room, (count + 2 * QUIET) * scale)
        self.draw_modules(page, Area((page.width - side) // 2 if is_below else 0, 0, side, side), scale)
        if is_below:
            below = Area(0, side, page.width, page.height - side)
            rest = self.under or " ".join(self.beside[1:])
            both = self.under or f"{self.beside[0]}\n{rest}"
            *_, has_room = page.lay_out(below, both, words)
            page.draw_wrapped(below, both if has_room else rest, words, centred=True, middle=True)
        else:
            self._draw_beside(page, Area(side, 0, page.width - side, page.height), words)

    def draw_modules(self, page: PixelPage, area: Area, scale: int) -> None:
        """Draw the code in the middle of *area*; it is dark on light in every theme, as decoders expect it."""
        edge = (area.width - len(self.modules) * scale) // 2
        page.fill(area, Ink.LIT)
        for y, row in enumerate(self.modules):
            for x, is_dark in enumerate(row):
                if is_dark:
                    page.fill(Area(area.x + edge + x * scale, area.y + edge + y * scale, scale, scale), Ink.DARK)

    def _draw_beside(self, page: PixelPage, area: Area, face: Font) -> None:
        has_room = area.height >= len(self.beside) * face.height
        lines = self.beside if has_room else self.beside[1 : 1 + area.height // face.height]
        top = (area.height - len(lines) * face.height) // 2
        for place, line in enumerate(lines):
            page.draw_centred(top + place * face.height, line, face, area=area)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the description of the picture and the lines beside it."""
        return [translator.say(self.description), *self.beside]


SEAL_USE = N_("Note it, or scan it: it proves that the code stays.")


class Sealed(NamedTuple):
    """A text with the seal of a code below it, and between them its QR code if it is to be scanned and has room.

    Without a text the seal alone is as large as fits, or the code has a text that says what the seal is for.
    """

    text: str
    seal: str
    is_scanned: bool = False

    def draw(self, page: PixelPage) -> None:
        """Draw the seal at the lower edge, with the word "Seal" above it if there is room, and the text above both."""
        if not self.text and page.height < MANY_ROWS:
            groups = self.seal.split("-")
            Numeral(("-".join(groups[:2]), "-".join(groups[2:]))).draw(page)
            return
        small = page.fitting(page.body, self.seal, page.width) if page.is_roomy else page.small
        above = page.free._replace(height=page.free.height - small.height)
        page.draw_centred(above.bottom, self.seal, small)
        if self.is_scanned and page.height >= MANY_ROWS:
            self._draw_code(page, above)
            return
        less = above._replace(height=above.height - small.height)
        *_, fits = page.lay_out(less, self.text, page.lead)
        if fits and above.height >= 2 * page.body.height + small.height:
            above = less
            page.draw_centred(above.bottom, page.translator._("Seal"), small)
        page.draw_wrapped(above, self.text, page.lead, centred=True, middle=True)

    def _draw_code(self, page: PixelPage, above: Area) -> None:
        """Draw the text at the top of *above*, and the QR code as large as the rest allows."""
        code = Pattern(qr_modules(self.seal), N_("QR code"), ())
        count = len(code.modules) + 2 * QUIET
        words = above._replace(height=above.height - max(2 * count, above.height * 3 // 5))
        y = page.draw_wrapped(words, self.text or page.translator.say(SEAL_USE), page.lead, centred=True)
        scale = (above.bottom - y) // count
        side = scale * count
        code.draw_modules(page, Area((page.width - side) // 2, y, side, side), scale)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the text and the seal."""
        return [*([self.text] if self.text else []), f"{translator._('Seal')} {self.seal}"]


def qr_modules(text: str) -> tuple[bytes, ...]:
    """Return the rows of the QR code of *text*; 1 is a dark module."""
    # Imported lazily: segno imports ssl and an HTTP client, which load as long as all screens together.
    import segno

    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(bytes(row) for row in code.matrix)
