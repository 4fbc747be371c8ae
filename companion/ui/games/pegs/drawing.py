"""Drawing and naming of pegs, key pegs and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PIL.Image import Image

from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import HOLE, Colour, Edition, KeyColour
from companion.i18n.translator import Translator
from companion.ui.canvas import Area
from companion.ui.font import font
from companion.ui.games.pegs import tiles
from companion.ui.games.pegs.signs import PICTURES, SHAPE_CHARACTERS, Mark, draw_mark, draw_shape
from companion.ui.ink import Ink, PegInk, Rgb, SignInk
from companion.ui.pictures import Picture, draw_picture
from companion.ui.pixel_page import LOW, PixelPage

GAP = 2
LONGEST_IN_SHAPES = 5
FACES = "faces"
"""The style of pegs as shapes and key pegs as faces; it belongs to matches without reading, not to the settings."""
FACE_OF = {Mark.RIGHT: Picture.SMILE, Mark.ELSEWHERE: Picture.HALF_SMILE, Mark.NO_KEY: Picture.NOTHING}
"""The picture that stands for a key peg in the style ``FACES``."""
ROUND = 12
"""The smallest diameter, in pixels, of a peg that is drawn as a disc on a display with room."""
WHITE: Rgb = (255, 255, 255)
KEY_INKS: Mapping[KeyColour, tuple[Rgb, Rgb, Rgb]] = MappingProxyType(
    {
        KeyColour.BLACK: ((0, 0, 0), (78, 80, 86), (116, 118, 124)),
        KeyColour.RED: ((224, 48, 40), (112, 112, 116), (16, 16, 20)),
    }
)
"""The colours of the first kind of key peg, of an empty hole, and of the panel on which both kinds are seen."""


@dataclass(frozen=True, slots=True)
class Pegboard:
    """The layout of a row of a board, in pixels; ``peg`` and ``key`` are diameters.

    The key pegs are in ``lines`` lines, or side by side without a panel for 0. The row begins at ``x``.
    """

    peg: int
    key: int
    left: int
    keys_left: int
    lines: int = 0
    gap: int = GAP
    x: int = 0

    def peg_x(self, place: int) -> int:
        """Return the left edge of the peg at *place*."""
        return self.left + place * (self.peg + self.gap)


def pegboard(page: PixelPage, edition: Edition, style: str = "", *, is_steady: bool = False) -> Pegboard:
    """Return the layout of a board of *edition* across *page*: row number, pegs and key pegs in one line.

    It is larger with large text unless it *is_steady*. Faces are as large as the pegs, and the pegs then larger than a
    line of text where there is room.
    """
    number = page.small.measure("00") + GAP
    has_faces, line = style == FACES, (page.head if is_steady else page.body).height
    for peg in range((2 if has_faces and page.height >= LOW else 1) * line + 1, 4, -1):
        key = peg if has_faces else max(3, (peg + 1) // 2)
        left = number + 1
        keys_left = left + edition.pegs * (peg + GAP) + GAP
        if keys_left + edition.pegs * (key + 1) <= page.width - 4:
            break
    return Pegboard(peg, key, left, keys_left)


def draw_peg(page: PixelPage, edition: Edition, style: str, x: int, y: int, side: int, peg: int | None) -> None:
    """Draw a peg, an empty hole, or for None a place that has not been set; all are *side* pixels wide."""
    if peg is None and is_round(page, side):
        dot = max(3, side // 4)
        page.disc(x + (side - dot) // 2, y + (side - dot) // 2, dot, ink=Ink.DIM)
    elif peg is None:
        draw_mark(page, Mark.UNSET, x, y, side)
    elif peg == edition.hole and is_round(page, side):
        height = max(2, side // 8)
        page.fill(Area(x + side // 6, y + (side - height) // 2, side - side // 6 * 2, height), Ink.DIM)
    elif peg == edition.hole:
        draw_mark(page, Mark.HOLE, x, y, side)
    elif style in ("shapes", FACES):
        colour = edition.colours[peg]
        if is_round(page, side):
            page.image.paste(tiles.shaped(look(page, colour.rgb), PICTURES[colour.shape], side), (x, y))
        else:
            draw_shape(page, colour.shape, x, y, side, PegInk(colour.rgb))
    elif is_round(page, side):
        tile = tiles.lettered(look(page, edition.colours[peg].rgb), _letter(page, edition.colours[peg]), side)
        page.image.paste(tile, (x, y))
    else:
        _draw_letter(page, edition.colours[peg], x, y, side)


def is_round(page: PixelPage, side: int) -> bool:
    """Whether a peg of *side* pixels is drawn as a disc."""
    return page.is_tall and side >= ROUND


def look(page: PixelPage, rgb: Rgb) -> tiles.Look:
    """Return what a peg of the colour *rgb* is drawn with on *page*."""
    palette, peg = page.palette, PegInk(rgb)
    outline = palette.pixel(Ink.DIM) if palette.is_faint(peg) else None
    colour, sign, background = palette.pixel(peg), palette.pixel(SignInk(rgb)), palette.pixel(Ink.BACKGROUND)
    return tiles.Look(palette.mode.value, colour, sign, background, outline)


def _letter(page: PixelPage, colour: Colour) -> str:
    return colour.letter(page.translator.language)


def _draw_letter(page: PixelPage, colour: Colour, x: int, y: int, side: int) -> None:
    """Draw a peg of *colour* with its letter in it, as large as fits."""
    page.fill(Area(x, y, side, side), PegInk(colour.rgb), rounded=True)
    letter = _letter(page, colour)
    faces = (page.body, page.head, page.small, *(font(*name) for name in tiles.LETTERS[2:]))
    face = next((face for face in faces if face.height <= side + 1), faces[-1])
    # Rounding up centres a capital, because the lowest lines of its cell are empty.
    page_y = y + (side - face.height + 1) // 2
    face.draw(page.image, x + (side - face.width + 1) // 2, page_y, letter, page.palette.pixel(SignInk(colour.rgb)))


def draw_row(
    page: PixelPage, edition: Edition, style: str, at: tuple[Pegboard, int], pegs: Sequence[int | None]
) -> None:
    """Draw the pegs of a row on the board ``at[0]``, with the top edge at y = ``at[1]``."""
    board, y = at
    for place, peg in enumerate(pegs):
        draw_peg(page, edition, style, board.peg_x(place), y, board.peg, peg)


def key_marks(keys: Answer, pegs: int) -> list[Mark]:
    """Return the key pegs of a row of *pegs* pegs, with an empty hole for each peg that has none."""
    empty = pegs - keys.blacks - keys.whites
    return [Mark.RIGHT] * keys.blacks + [Mark.ELSEWHERE] * keys.whites + [Mark.NO_KEY] * empty


def key_look(page: PixelPage, key_colour: KeyColour) -> tiles.KeyLook:
    """Return what key pegs are drawn with on *page*, in the colours of the real ones where it has colours."""
    palette = page.palette
    if not palette.has_shades:
        lit, dark = palette.pixel(Ink.FOREGROUND), palette.pixel(Ink.BACKGROUND)
        return tiles.KeyLook(palette.mode.value, lit, lit, lit, dark)
    right, hole, panel = KEY_INKS[key_colour]
    return tiles.KeyLook(palette.mode.value, *(palette.pixel(PegInk(rgb)) for rgb in (right, WHITE, hole, panel)))


def key_block(page: PixelPage, edition: Edition, marks: Sequence[Mark], side: int, lines: int = 1) -> Image:
    """Return a picture of key pegs of *side* pixels on a panel, in *lines* lines as on the real board."""
    return tiles.key_block(key_look(page, edition.key_colour), tuple(marks), side, lines)


def draw_key_faces(page: PixelPage, at: tuple[int, int], board: Pegboard, marks: list[Mark]) -> None:
    """Draw the faces for key pegs side by side with the upper left corner at *at*."""
    for place, mark in enumerate(marks):
        shape = tiles.enlarged(FACE_OF[mark].value[1], board.key, page.palette.mode.value)
        page.image.paste(page.palette.pixel(Ink.FOREGROUND), (at[0] + 1 + place * (board.key + 1), at[1]), shape)


def draw_keys(page: PixelPage, x: int, y: int, side: int, marks: Sequence[Mark], style: str = "") -> None:
    """Draw key pegs side by side."""
    for place, mark in enumerate(marks):
        left = x + place * (side + 1 + (side > 8))
        if style == FACES:
            draw_picture(page, FACE_OF[mark], left, y, side)
        else:
            draw_mark(page, mark, left, y, side)


def key_legend(edition: Edition, translator: Translator) -> str:
    """Return what the signs of key pegs mean, in one short line."""
    if edition.key_colour is KeyColour.RED:
        return translator._("\u25cfred \u25cbwhite \u00b7none")
    return translator._("\u25cfblack \u25cbwhite \u00b7none")


def colour_name(edition: Edition, translator: Translator, peg: int | None) -> str:
    """Return the name of a peg; a hole is called empty."""
    if peg is None:
        return "?"
    if peg == edition.hole:
        return translator.pgettext("a place without a peg", "empty")
    return edition.colours[peg].name(translator.language)


def row_text(edition: Edition, style: str, code: Sequence[int], translator: Translator) -> str:
    """Return the pegs of *code* in a text: letters of the players' language, or shapes if that is the *style*.

    Rows of more than ``LONGEST_IN_SHAPES`` pegs have letters, because shapes are twice as wide.
    """
    if style == "shapes" and edition.pegs <= LONGEST_IN_SHAPES:
        return "".join(f"{_shape(edition, peg)}\u00a0" for peg in code)
    return "".join(letter(edition, translator, peg) for peg in code)


def letter(edition: Edition, translator: Translator, peg: int) -> str:
    """Return the letter of a peg in the players' language; a hole has a sign."""
    return HOLE if peg == edition.hole else edition.colours[peg].letter(translator.language)


def _shape(edition: Edition, peg: int) -> str:
    return HOLE if peg == edition.hole else SHAPE_CHARACTERS[edition.colours[peg].shape]


def letters_words(edition: Edition, translator: Translator) -> str:
    """Return the letter and the name of every colour: ``R red, O orange``."""
    pegs = range(len(edition.colours))
    return ", ".join(f"{letter(edition, translator, peg)} {colour_name(edition, translator, peg)}" for peg in pegs)


def count_words(edition: Edition, translator: Translator, kind: int, count: int) -> str:
    """Return the number *count* of key pegs of a *kind*, 0 for blacks and 1 for whites: ``2 red``."""
    if kind:
        words = translator.ngettext("{count} white", "{count} white", count)
    elif edition.key_colour is KeyColour.RED:
        words = translator.ngettext("{count} red", "{count} red", count)
    else:
        words = translator.ngettext("{count} black", "{count} black", count)
    return words.format(count=count)


def keys_words(edition: Edition, translator: Translator, keys: Answer) -> str:
    """Return an answer in words: ``2 red, 1 white``."""
    counts = (keys.blacks, keys.whites)
    parts = (count_words(edition, translator, kind, count) for kind, count in enumerate(counts) if count)
    return ", ".join(parts) or translator._("no key peg")


def with_peg(edition: Edition, names: Sequence[str], seat: int, translator: Translator) -> str:
    """Return the name of the player at *seat* with the colour of that player's peg: ``Anna (blue)``."""
    pegs = edition.scoring.track_pegs
    if seat >= len(pegs):
        return names[seat]
    return translator._("{name} ({colour})").format(name=names[seat], colour=pegs[seat].name(translator.language))
