"""A page as a picture for a display."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.box import Button, Format
from companion.i18n.translator import Text, Translator, Verbatim, key_labels
from companion.ui.core.canvas import PICTURE, Area, mask
from companion.ui.core.font import Font
from companion.ui.core.ink import Ink, Palette, PegInk
from companion.ui.core.page import ARROWS, Doing, Element, ListRow, Page, Rows
from companion.ui.core.pixel_page import LOW, SCROLL_MARGIN, PixelPage, is_whole, steps, style_for, wrap

# Width in pixels of the pointer before a row, on a small and on a roomy page.
POINTERS = 4, 8
# The fewest pixels between the rows of a list on a roomy page.
AIR = 2

TILE_LEAST, TILE_MOST = 38, 44
"""The height of a tile, in pixels, which has a picture and two lines of text."""
FEWEST_TILES = 5
"""The number of tiles that have room, so that one more line makes no tile lower."""

LEAST_DOT = 5
"""The distance of two dots, in pixels, below which their colours cannot be told."""


class DisplayPage(PixelPage, Page):
    """A page that draws its parts at once, each into what the earlier ones have left free."""

    _last_hint = ""

    def title(self, words: Text, beside: str = "", *, optional: bool = False) -> None:
        """Draw the title on a lit bar and remove it from ``free``; a low display shows no *optional* title."""
        if optional and self.height < LOW:
            return
        most, doing = (words.beside, words) if isinstance(words, Doing) else (0, None)
        words = words if doing is None else doing.signed
        said = self.translator.say(words) + (f" {beside:{most}}" if beside else "")
        room = self.free.width - 2 * self.margin
        face = self.fitting(self.head, said, room)
        if doing is not None and face.measure(said) > room:
            words = doing.short
        # In a language with longer words a title may need two lines.
        lines = 1 if beside or self._leaves_room(words, face, room) else 2
        above = 2 if self.is_roomy else 0
        bar = Area(self.free.x, self.free.y, self.free.width, lines * face.height + 1 + 2 * above)
        self.fill(bar, Ink.BAR)
        if beside and self._leaves_room(words, face, room - face.measure(beside) - face.width):
            self.right(bar.right - self.margin, bar.y + above, beside, face, ink=Ink.BAR_TEXT)
            room -= face.measure(beside) + face.width
        if lines == 1:
            self.label(bar.x + self.margin, bar.y + above, words, room, face, Ink.BAR_TEXT)
        else:
            self.draw_wrapped(bar.inset(self.margin, above), self.translator.say(words), face, ink=Ink.BAR_TEXT)
        self.take_top(bar.height)

    def _leaves_room(self, words: Text, face: Font, room: int) -> bool:
        """Whether *words* fit into *room*; a name always does, because it is shortened."""
        made = words(self.translator) if callable(words) else words
        return isinstance(made, Verbatim) or face.measure(self.translator.say(words)) <= room

    def hints(self, *texts: str, tall: bool = False) -> None:
        """Draw one to three short texts along the lower edge; a low display keeps the last for a ``paragraph``."""
        if not texts or self.height < LOW or (tall and not self.is_tall):
            self._last_hint = texts[-1] if texts and not tall else ""
            return
        width = self.width - (2 * self.margin if self.is_roomy else self.margin)
        while tall and texts[0] and len(texts) > 1 and self.hint.measure(" ".join(texts)) > width:
            texts = (*texts[:-2], texts[-1]) if len(texts) > 2 else ("", texts[-1])
        face = self.fitting(self.hint, " ".join(texts), width)
        lines: list[Sequence[str]] = [texts]
        if face.measure(" ".join(texts)) > width:
            # Where they have no room side by side, each hint has lines of its own.
            lines = [[line] for text in texts if text for line in wrap(text, width // face.width)]
            self.cut += [text for text in texts if not is_whole(text, [line for [line] in lines])]
        for line in reversed(lines):
            self._hint_line(line, face, width)
        if self.is_roomy:
            self.fill(Area(0, self.free.bottom - 2, self.width, 1), Ink.BAR)
            self._take_bottom(2)
        else:
            self.draw_dotted_line(self.free.bottom - 1)
            self._take_bottom(1)

    def _hint_line(self, texts: Sequence[str], face: Font, width: int) -> None:
        """Draw *texts* along the lower edge of what is free, and remove it."""
        y = self.free.bottom - face.height - self.is_roomy
        spaces = width - sum(map(face.measure, texts))
        x, gap = self.margin, spaces // max(1, len(texts) - 1)
        for text in texts:
            key, sign = self._key_of(text)
            if key is not None:
                self.touches(Area(x, y, face.measure(text), self.free.bottom - y), key)
            x = face.draw(self.image, x, y, sign, self.palette.pixel(Ink.ACCENT))
            x = face.draw(self.image, x, y, text[len(sign) :], self.palette.pixel(Ink.DIM)) + gap
        self._take_bottom(self.free.bottom - y)

    def _key_of(self, hint: str) -> tuple[Button | None, str]:
        """Return the button whose label or arrow begins *hint*, and the part of *hint* that names buttons."""
        labels = key_labels(self.translator) | ARROWS
        key, sign = next(((key, label) for key, label in labels.items() if hint.startswith(label)), (None, ""))
        if sign in ARROWS.values():
            sign = hint[: len(hint) - len(hint.lstrip("".join(ARROWS.values())))]
        return key, sign

    def rows(self, rows: Rows, at: int | None = None, *, pointed: bool = False) -> None:
        area, tile = self.free, self._tile_height(rows)
        pitch, draw = (tile, self._tiles(rows, tile)) if tile else (self._pitch(len(rows)), self._row)
        visible = max(1, area.height // pitch)
        first, seen, lengths = self._seen(rows, at, visible, self._pointer_width * pointed, is_tiled=bool(tile))
        scrolls = len(seen) < len(rows)
        span = area.width - (SCROLL_MARGIN if scrolls else 0)
        spare = area.height - visible * pitch
        # The bar of the cursor has a dark pixel row above it, and one more lit row if its edge would cut accents.
        is_higher = at is not None and not pointed and len(seen) > 0 and self._is_tall(seen[0], span)
        y = area.y + min(1 + is_higher, spare)
        for place, (row, length) in enumerate(zip(seen, lengths, strict=True)):
            line = Area(area.x, y, span, pitch * length)
            y = line.bottom
            is_chosen = first + place == at
            if is_chosen:
                self.cursor = line
            # A row without a label is a heading.
            if at is not None and self.translator.say(row.label).strip():
                self.touches(line, *steps(at, first + place, Button.UP, Button.DOWN), Button.OK)
            if pointed:
                if is_chosen:
                    self._pointer(line)
                line = line._replace(x=self._pointer_width, width=line.width - self._pointer_width)
            elif is_chosen:
                # fill_behind, because the letters of the row above may reach into the bar.
                self.fill_behind(self._bar(line, row, 1 if place else spare - 1), Ink.ACCENT, rounded=True)
            draw(line, row, Ink.BACKGROUND if is_chosen and not pointed else Ink.FOREGROUND)
        if scrolls:
            self.scroll_mark(first, len(seen), len(rows))

    def _seen(
        self, rows: Rows, at: int | None, visible: int, before: int, *, is_tiled: bool
    ) -> tuple[int, Sequence[ListRow], list[int]]:
        """Return which of *rows* have room on *visible* lines: the first one's place, these rows, the lines of each.

        The cursor is *at* one of them, and *before* them are that many pixels.
        """
        first = max(0, min((at or 0) - visible // 2, len(rows) - visible))
        seen = rows[first : first + visible]
        if is_tiled:
            return first, seen, [1] * len(seen)
        width = self.free.width - before
        lengths = [self._length(row, width - SCROLL_MARGIN * (len(seen) < len(rows))) for row in seen]
        if len(seen) == len(rows) and sum(lengths) > visible:
            lengths = [self._length(row, width - SCROLL_MARGIN) for row in seen]
        # What has no room for its lines is left out, farthest from the cursor first.
        while sum(lengths) > visible and len(seen) > 1:
            if at is None:
                self.cut.append(self.translator.say(seen[-1].label))
            start = int(at is not None and 2 * (at - first) >= len(lengths))
            end = len(seen) - 1 + start
            first, seen, lengths = first + start, seen[start:end], lengths[start:end]
        return first, seen, lengths

    def _length(self, row: ListRow, width: int) -> int:
        """Return the number of lines of *row*: two if its label, which is no name, has no room beside its value."""
        room, face = width - 2 * self.margin, self._row_face(row, width - 2 * self.margin)
        if value := self.translator.say(row.value):
            room -= face.measure(value) + face.width
        return 1 if self._leaves_room(row.label, face, room) else 2

    def _pitch(self, count: int) -> int:
        """Return the height of each of *count* rows: on a roomy page, with space between them as far as there is."""
        height = self.body.height
        if not self.is_roomy:
            return height
        room = self.free.height - 2
        visible = max(1, min(count, room // (height + AIR)))
        return max(height, min(room // visible, height * 7 // 5))

    def _bar(self, line: Area, row: ListRow, above: int) -> Area:
        """Return the area to light: *line*, plus one of the dark rows *above* it if an accent is at its edge."""
        if above < 1 or not self._is_tall(row, line.width):
            return line
        return line._replace(y=line.y - 1, height=line.height + 1)

    def _is_tall(self, row: ListRow, width: int) -> bool:
        """Whether *row*, of *width*, has an accent at its upper edge, which a smaller font does not reach."""
        if self.is_roomy:
            return False
        face = self._row_face(row, width - 2 * self.margin)
        said = (self.translator.say(words) for words in (row.label, row.value))
        return face.height == self.body.height and any(map(face.is_tall, said))

    @property
    def _pointer_width(self) -> int:
        return POINTERS[self.is_roomy]

    def _pointer(self, line: Area) -> None:
        middle, width = line.y + line.height // 2, self._pointer_width
        for x in range(width):
            self.fill(Area(line.x + x, middle - width + x, 1, 2 * (width - x) - 1), Ink.ACCENT)

    def _row(self, line: Area, row: ListRow, ink: Ink) -> None:
        left, right = line.x + self.margin, line.right - self.margin
        value = self.translator.say(row.value)
        face = self._row_face(row, right - left)
        if line.height > 2 * face.height - 2 and self._length(row, line.width) == 2:
            half = line._replace(height=line.height // 2)
            first, *rest = wrap(self.translator.say(row.label), (right - left) // face.width)
            self._row(half, ListRow(Verbatim(first)), ink)
            self._row(half._replace(y=half.bottom), replace(row, label=Verbatim(" ".join(rest))), ink)
            return
        # A smaller font has the same baseline as the capitals of the other rows.
        y = line.y + (line.height - face.height + 1) // 2
        if value:
            is_urgent = row.is_urgent and ink is Ink.FOREGROUND
            right = self.right(right, y, value, face, ink=Ink.ACCENT if is_urgent else ink) - face.width
        self.label(left, y, row.label, right - left, face, ink)
        if row.colours and self.palette.has_shades:
            room = right - left - face.measure(self.translator.say(row.label)) - face.width
            self._dots(line, right, row.colours, min(face.height * 3 // 4, room // len(row.colours)))

    def _tile_height(self, rows: Rows) -> int:
        """Return the height of each of *rows* as a tile; 0 where they are drawn as lines."""
        height = min(self.free.height // max(len(rows), FEWEST_TILES), TILE_MOST)
        has_room = self.is_roomy and self.palette.has_shades and height >= TILE_LEAST
        return height if has_room and all(row.picture for row in rows[: len(rows)]) else 0

    def _tiles(self, rows: Rows, height: int) -> Callable[[Area, ListRow, Ink], None]:
        """Return what draws a row as a tile of *height* pixels, with labels as large as those of all *rows* fit."""
        longest = max((self.translator.say(row.label) for row in rows[: len(rows)]), key=len)
        room = self.free.width - 3 * self.margin - _picture_side(height)
        return partial(self._tile, self.fitting(self.lead, longest, room))

    def _tile(self, face: Font, line: Area, row: ListRow, ink: Ink) -> None:
        """Draw the picture of *row*, its label in *face*, and its value beside or else below the label."""
        side = _picture_side(line.height)
        top = line.y + (line.height - side) // 2
        self.stamp(mask(row.picture, side), line.x + self.margin, top, Ink.ACCENT if ink is Ink.FOREGROUND else ink)
        left, right = line.x + 2 * self.margin + side, line.right - self.margin
        label, value = self.translator.say(row.label), self.translator.say(row.value)
        y = line.y + (line.height - face.height + 1) // 2
        if value and face.measure(label) + face.width + self.body.measure(value) <= right - left:
            self.right(right, line.y + (line.height - self.body.height + 1) // 2, value, self.body, ink=ink)
        elif value:
            y = line.y + (line.height - face.height - self.small.height) // 2
            self.label(left, y + face.height, row.value, right - left, self.small, ink)
        self.label(left, y, row.label, right - left, face, ink)

    def _dots(self, line: Area, right: int, colours: Sequence[tuple[int, int, int]], pitch: int) -> None:
        """Draw a dot in each of *colours* before *right*, on the background wherever the cursor is."""
        area = Area(right - pitch * len(colours), line.y + (line.height - pitch) // 2, pitch * len(colours), pitch)
        if pitch < LEAST_DOT:
            return
        self.fill(area.inset(-1, 0), Ink.BACKGROUND, rounded=True)
        for place, rgb in enumerate(colours):
            self.disc(area.x + place * pitch, area.y, pitch - 1, ink=PegInk(rgb))

    def _row_face(self, row: ListRow, room: int) -> Font:
        said = [self.translator.say(words) for words in (row.label, row.value)]
        return self.fitting(self.body, " ".join(text for text in said if text), room)

    def paragraph(self, words: Text, shorter: Text = "") -> None:
        area = self.free.inset(self.margin // 2, 0)
        text = self.translator.say(words)
        if shorter and not self.lay_out(area, text, self.lead)[2]:
            text = self.translator.say(shorter)
        if self._last_hint and self.lay_out(area, f"{text}\n{self._last_hint}", self.lead)[2]:
            text = f"{text}\n{self._last_hint}"
        self.draw_wrapped(area, text, self.lead, centred=True, middle=True)

    def add(self, element: Element) -> None:
        element.draw(self)

    def banner(self, text: str) -> None:
        room = Area(0, 0, self.width - 2, self.height - (3 if self.height >= LOW else 2))
        face, lines, _ = self.lay_out(room, text)
        border = self.margin if self.is_roomy else 0
        height = min(self.height, len(lines) * face.height + 3 + 2 * border)
        box = Area(0, self.height - height, self.width, height)
        if self.cursor.height and height > max(self.cursor.y, self.height - self.cursor.bottom):
            self._line_above(text)
            return
        if box.y < self.cursor.bottom:
            # The line that the text is about stays visible.
            box = box._replace(y=0)
        self.fill(box, Ink.ACCENT)
        # A click removes the banner and does not reach what it covers.
        self.touches(box)
        self.draw_wrapped(
            Area(1, box.y + 2 + border, room.width, room.height), text, face, ink=Ink.BACKGROUND, centred=True
        )
        # A dark line separates the banner from lit pixels beside it.
        self.fill(Area(0, box.y if box.y else box.bottom - 1, self.width, 1), Ink.BACKGROUND)

    def _line_above(self, text: str) -> None:
        """Show *text* alone under the line that the cursor is on: beside the other lines it has no room."""
        line, room = self.cursor, Area(1, 0, self.width - 2, self.height - self.small.height)
        face, lines, _ = self.lay_out(room, text)
        # At least a pixel, under a text that is too long for the page.
        height = max(1, min(line.height, self.height - len(lines) * face.height))
        top = line.y + (line.height - height) // 2
        kept = self.image.crop((line.x, top, line.right, top + height))
        self.fill(self.whole, Ink.BACKGROUND)
        self.image.paste(kept, (line.x, 0))
        self.touches(self.whole)
        below = room._replace(y=height, height=self.height - height)
        self.draw_wrapped(below, text, face, centred=True, middle=True)

    def _take_bottom(self, height: int) -> None:
        self.free = self.free._replace(height=self.free.height - height)


def _picture_side(height: int) -> int:
    """Return the side of the picture on a tile of *height* pixels, in whole pixels of the picture."""
    return (height - 2) // PICTURE * PICTURE


def page_for(display: Format, translator: Translator, large_text: bool = False, theme: str = "dark") -> DisplayPage:
    """Return an empty page in the format *display*; *theme* is the name of one of ``companion.ui.core.ink.THEMES``."""
    return DisplayPage(display.size, translator, style_for(display.size, large_text), Palette(display.mode, theme))
