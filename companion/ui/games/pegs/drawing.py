"""Drawing and naming of pegs, key pegs and rows, and the small alphabet of signs that they use.

``docs/signs.md`` shows the signs. Any of them may stand in one line, so no two may look alike:
``tests/ui/test_signs.py`` counts the pixels in which they differ.

Pictures of pegs and of blocks of key pegs for displays with room are made once. They are kept by the pixel values of
their inks, not by the inks, because a theme changes what an ink is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageFilter

from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import HOLE, Colour, Edition, KeyColour, Shape
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area, Canvas, mask
from companion.ui.core.font import SIGNS, font
from companion.ui.core.ink import AnyInk, Ink, PegInk, Pixel, Rgb, SignInk
from companion.ui.core.pictures import Picture, draw_picture
from companion.ui.core.pixel_page import LOW, NUMERAL, Face, PixelPage


class Mark(Enum):
    """A sign that is no peg of a colour; the value is its character in lists, or an empty text if it is in none.

    HOLE: a place of a code or a row that stays empty. UNSET: a place of a row that has not been set yet. RIGHT: the
    key peg for the right colour in the right place. ELSEWHERE: the key peg for the right colour in another place.
    NO_KEY: a hole for a key peg that stays empty; a row without key pegs has only these, and a row without an answer
    has none.
    """

    HOLE = "-"
    UNSET = ""
    RIGHT = "\u25cf"
    ELSEWHERE = "\u25cb"
    NO_KEY = "\u00b7"


def draw_mark(page: PixelPage, mark: Mark, x: int, y: int, side: int) -> None:
    """Draw *mark* in the square of *side* pixels with the upper left corner *x*, *y*."""
    match mark:
        case Mark.RIGHT | Mark.ELSEWHERE:
            page.disc(x, y, side, filled=mark is Mark.RIGHT)
        case Mark.HOLE:
            height = 2 if side < 16 else 4
            page.fill(Area(x + 1, y + side - height, side - 2, height), Ink.DIM)
        case Mark.UNSET:
            page.fill(Area(x + side // 2 - 1, y + side // 2 - 1, 3, 3), Ink.DIM)
        case Mark.NO_KEY:
            dot = 1 if side < 5 else 2 + side % 2
            page.fill(Area(x + (side - dot) // 2, y + (side - dot) // 2, dot, dot), Ink.DIM)


def draw_shape(page: PixelPage, shape: Shape, x: int, y: int, side: int, ink: AnyInk) -> None:
    """Draw *shape* in the square of *side* pixels with the upper left corner *x*, *y*."""
    page.stamp(mask(PICTURES[shape], side), x, y, ink)


PICTURES = {
    Shape.HEART: ".##...##. ####.#### ######### ######### .#######. ..#####.. ...###... ....#.... .........",
    Shape.SQUARE: "######### ######### ######### ######### ######### ######### ######### ######### #########",
    Shape.TRIANGLE: "....#.... ....#.... ...###... ...###... ..#####.. ..#####.. .#######. .#######. #########",
    Shape.DIAMOND: "....#.... ...###... ..#####.. .#######. ######### .#######. ..#####.. ...###... ....#....",
    Shape.CROSS: "##.....## ###...### .###.###. ..#####.. ...###... ..#####.. .###.###. ###...### ##.....##",
    Shape.PLUS: "...###... ...###... ...###... ###...### ###...### ###...### ...###... ...###... ...###...",
    Shape.MOON: "...####.. .###..... .##...... ###...... ###...... ###...... .##.....# .####.### ...####..",
    Shape.STAR: "....#.... ....#.... ...###... ######### .#######. ..#####.. .###.###. .##...##. #.......#",
    Shape.WEDGE: "######### .#######. .#######. ..#####.. ..#####.. ...###... ...###... ....#.... ....#....",
    Shape.BARS: "###...### ###...### ###...### ###...### ###...### ###...### ###...### ###...### ###...###",
    Shape.FRAME: "######### ######### ##.....## ##.....## ##.....## ##.....## ##.....## ######### #########",
    Shape.HOURGLASS: "######### .#######. ..#####.. ...###... ....#.... ...###... ..#####.. .#######. #########",
}

SHAPE_CHARACTERS = dict(
    zip(Shape, "\u2665\u25fc\u25b3\u25c6\u2716\u271a\u263e\u2605\u25bd\u2016\u25fb\u29d7", strict=True)
)
"""The character of each shape in a text, where the fonts draw it as that shape."""
SIGNS.update({character: partial(mask, PICTURES[shape]) for shape, character in SHAPE_CHARACTERS.items()})


SMOOTH = 4
"""The pixels along each side of a pixel of a smoothed edge."""
RIM = 14
"""The diameter of a disc, in widths of its rim."""
DARKER = 0.6
"""The share of the light of a peg that its rim has."""
LETTER_SHARE = 0.56
"""The height of a letter, in diameters of its peg."""
SMOOTHED = 16
"""The smallest height, in pixels, of a letter with smoothed edges; below it the pixels of a font are clearer."""
LETTERS = tuple(map(Face, ("10x20", "8x13B", "6x10", "5x8")))
"""The fonts of the letters on small pegs, the largest first."""
_HALF = [0] * 128 + [255] * 128
_ANY = [0] + [255] * 255
_STEEP = [min(255, max(0, 4 * value - 384)) for value in range(256)]


class Look(NamedTuple):
    """The mode of an image and the pixel values of a peg: its colour, the sign on it and what is behind it.

    ``outline`` is None for a peg whose colour can be told from the background.
    """

    mode: str
    colour: Pixel
    sign: Pixel
    background: Pixel
    outline: Pixel | None

    @property
    def rim(self) -> Pixel:
        """The pixel value of the rim of a disc: a darker shade of its colour, or the outline."""
        if self.outline is not None:
            return self.outline
        if self.mode == "1":
            return self.colour
        if isinstance(self.colour, int):
            return round(DARKER * self.colour)
        red, green, blue = (round(DARKER * value) for value in self.colour)
        return red, green, blue


@cache
def lettered(look: Look, letter: str, side: int) -> Image.Image:
    """Return a disc with *letter* on it."""
    tile = _disc(look, side)
    height = round(LETTER_SHARE * side)
    if height >= SMOOTHED and letter.isascii():
        glyph = font(*NUMERAL).enlarged(letter, height)
        tile.paste(look.sign, ((side - glyph.width + 1) // 2, (side - height + 1) // 2), glyph)
        return tile
    name = next((name for name in LETTERS if font(*name).height <= side + 1), LETTERS[-1])
    face = font(*name)
    # Rounding up centres a capital, because the lowest lines of its cell are empty.
    face.draw(tile, (side - face.width + 1) // 2, (side - face.height + 1) // 2, letter, look.sign)
    return tile


@cache
def shaped(look: Look, pixels: str, side: int) -> Image.Image:
    """Return a shape with the lines *pixels*, with an outline if its colour is near the background."""
    tile, shape = Image.new(look.mode, (side, side), look.background), enlarged(pixels, side, look.mode)
    if look.outline is not None:
        tile.paste(look.outline, (0, 0), shape.point(_ANY, "1"))
        # The filter takes what is beyond the edge for a part of the shape.
        framed = Image.new("L", (side + 2, side + 2))
        framed.paste(shape, (1, 1))
        shape = framed.filter(ImageFilter.MinFilter(3)).crop((1, 1, side + 1, side + 1))
    tile.paste(look.colour, (0, 0), shape)
    return tile


@cache
def enlarged(pixels: str, side: int, mode: str) -> Image.Image:
    """Return the picture with the lines *pixels* as a mask for an image of *mode*, with smoothed edges if large."""
    if side < SMOOTHED:
        return mask(pixels, side)
    coarse = mask(pixels, 9).convert("L")
    framed = Image.new("L", (11, 11))
    framed.paste(coarse, (1, 1))
    unit = side / 9
    grey = framed.resize((round(11 * unit), round(11 * unit)), Image.Resampling.BICUBIC)
    # Half a pixel of the picture: enough to smooth its steps, too little to close its gaps.
    grey = grey.filter(ImageFilter.GaussianBlur(unit / 2))
    at = round(unit)
    whole = grey.crop((at, at, at + side, at + side))
    return whole.point(_HALF, "1") if mode == "1" else whole.point(_STEEP)


def _disc(look: Look, side: int) -> Image.Image:
    tile = Image.new(look.mode, (side, side), look.background)
    tile.paste(look.rim, (0, 0), disc_mask(side, look.mode))
    rim = max(1, side // RIM)
    tile.paste(look.colour, (rim, rim), disc_mask(side - 2 * rim, look.mode))
    return tile


@cache
def disc_mask(side: int, mode: str) -> Image.Image:
    """Return the mask of a disc for an image of *mode*; its edge is smoothed unless the image has one bit."""
    whole = Canvas((SMOOTH * side, SMOOTH * side))
    whole.disc(0, 0, SMOOTH * side)
    grey = whole.image.convert("L").reduce(SMOOTH)
    return grey.point(_HALF, "1") if mode == "1" else grey


class KeyLook(NamedTuple):
    """The mode of an image and the pixel values of key pegs: for both kinds, the holes and the panel they are on."""

    mode: str
    right: Pixel
    elsewhere: Pixel
    hole: Pixel
    panel: Pixel


def block_size(pegs: int, side: int, lines: int) -> tuple[int, int]:
    """Return the width and the height of a block of *pegs* key pegs in *lines* lines."""
    gap = _key_gap(side)
    return -(-pegs // lines) * (side + gap) + gap, lines * (side + gap) + gap


def _key_gap(side: int) -> int:
    return max(1, side // 10)


@cache
def key_block_tile(look: KeyLook, marks: tuple[Mark, ...], side: int, lines: int) -> Image.Image:
    """Return key pegs of *side* pixels on a panel, in *lines* lines as on a board."""
    size, gap = block_size(len(marks), side, lines), _key_gap(side)
    block = Image.new(look.mode, size, look.panel)
    for place, mark in enumerate(marks):
        down, right = divmod(place, -(-len(marks) // lines))
        _draw_key(block, look, mark, (gap + right * (side + gap), gap + down * (side + gap)), side)
    return block


def _draw_key(block: Image.Image, look: KeyLook, mark: Mark, at: tuple[int, int], side: int) -> None:
    x, y = at
    match mark:
        case Mark.RIGHT:
            block.paste(look.right, at, _key_mask(side, look.mode))
        case Mark.ELSEWHERE:
            rim = max(1, round(side / 6))
            block.paste(look.elsewhere, at, _key_mask(side, look.mode))
            block.paste(look.panel, (x + rim, y + rim), _key_mask(side - 2 * rim, look.mode))
        case _:
            dot = side % 2 + (2 * (side // 8) or 2 * (side > 3 and not side % 2))
            left, top = x + (side - dot) // 2, y + (side - dot) // 2
            block.paste(look.hole, (left, top, left + dot, top + dot))


@cache
def _key_mask(side: int, mode: str) -> Image.Image:
    """Return the mask of a key peg; a small one has no smoothed edge, which would blur a ring."""
    return disc_mask(side, mode if side >= RIM else "1")


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
    elif style in ("shapes", FACES) and not edition.has_words:
        colour = edition.colours[peg]
        if is_round(page, side):
            page.image.paste(shaped(look(page, colour.rgb), PICTURES[colour.shape], side), (x, y))
        else:
            draw_shape(page, colour.shape, x, y, side, PegInk(colour.rgb))
    elif is_round(page, side):
        tile = lettered(look(page, edition.colours[peg].rgb), _letter(page, edition.colours[peg]), side)
        page.image.paste(tile, (x, y))
    else:
        _draw_letter(page, edition.colours[peg], x, y, side)


def is_round(page: PixelPage, side: int) -> bool:
    """Whether a peg of *side* pixels is drawn as a disc."""
    return page.is_tall and side >= ROUND


def look(page: PixelPage, rgb: Rgb) -> Look:
    """Return what a peg of the colour *rgb* is drawn with on *page*."""
    palette, peg = page.palette, PegInk(rgb)
    outline = palette.pixel(Ink.DIM) if palette.is_faint(peg) else None
    colour, sign, background = palette.pixel(peg), palette.pixel(SignInk(rgb)), palette.pixel(Ink.BACKGROUND)
    return Look(palette.mode.value, colour, sign, background, outline)


def _letter(page: PixelPage, colour: Colour) -> str:
    return colour.letter(page.translator.language)


def _draw_letter(page: PixelPage, colour: Colour, x: int, y: int, side: int) -> None:
    """Draw a peg of *colour* with its letter in it, as large as fits."""
    page.fill(Area(x, y, side, side), PegInk(colour.rgb), rounded=True)
    letter = _letter(page, colour)
    faces = (page.body, page.head, page.small, *(font(*name) for name in LETTERS[2:]))
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


def key_look(page: PixelPage, key_colour: KeyColour) -> KeyLook:
    """Return what key pegs are drawn with on *page*, in the colours of the real ones where it has colours."""
    palette = page.palette
    if not palette.has_shades:
        lit, dark = palette.pixel(Ink.FOREGROUND), palette.pixel(Ink.BACKGROUND)
        return KeyLook(palette.mode.value, lit, lit, lit, dark)
    right, hole, panel = KEY_INKS[key_colour]
    return KeyLook(palette.mode.value, *(palette.pixel(PegInk(rgb)) for rgb in (right, WHITE, hole, panel)))


def key_block(page: PixelPage, edition: Edition, marks: Sequence[Mark], side: int, lines: int = 1) -> Image.Image:
    """Return a picture of key pegs of *side* pixels on a panel, in *lines* lines as on the real board."""
    return key_block_tile(key_look(page, edition.key_colour), tuple(marks), side, lines)


def draw_key_faces(page: PixelPage, at: tuple[int, int], board: Pegboard, marks: list[Mark]) -> None:
    """Draw the faces for key pegs side by side with the upper left corner at *at*."""
    for place, mark in enumerate(marks):
        shape = enlarged(FACE_OF[mark].value[1], board.key, page.palette.mode.value)
        page.image.paste(page.palette.pixel(Ink.FOREGROUND), (at[0] + 1 + place * (board.key + 1), at[1]), shape)


def draw_keys(page: PixelPage, x: int, y: int, side: int, marks: Sequence[Mark], style: str = "") -> None:
    """Draw key pegs side by side."""
    for place, mark in enumerate(marks):
        left = x + place * (side + 1 + (side > 8))
        if style == FACES:
            draw_picture(page, FACE_OF[mark], left, y, side)
        else:
            draw_mark(page, mark, left, y, side)


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
        shapes = (HOLE if peg == edition.hole else SHAPE_CHARACTERS[edition.colours[peg].shape] for peg in code)
        return "".join(f"{shape}\u00a0" for shape in shapes)
    return "".join(letter(edition, translator, peg) for peg in code)


def letter(edition: Edition, translator: Translator, peg: int) -> str:
    """Return the letter of a peg in the players' language; a hole has a sign."""
    return HOLE if peg == edition.hole else edition.colours[peg].letter(translator.language)


def peg_tints(edition: Edition, translator: Translator) -> dict[str, tuple[int, int, int]]:
    """Return the letters and the names of the colours of *edition*, each with its red, green and blue."""
    pegs = [(say, peg, colour.rgb) for peg, colour in enumerate(edition.colours) for say in (colour_name, letter)]
    return {say(edition, translator, peg): rgb for say, peg, rgb in pegs}


def letters_words(edition: Edition, translator: Translator, values: int) -> str:
    """Return the letter and the name of every one of *values*: ``R red, O orange``, and ``- empty`` for a hole."""
    pegs = range(values)
    if edition.has_words:
        return f"{letter(edition, translator, 0)}-{letter(edition, translator, len(edition.colours) - 1)}"
    return ", ".join(f"{letter(edition, translator, peg)} {colour_name(edition, translator, peg)}" for peg in pegs)


def with_peg(edition: Edition, names: Sequence[str], seat: int, translator: Translator) -> str:
    """Return the name of the player at *seat* with the colour of that player's peg: ``Anna (blue)``."""
    pegs = edition.scoring.track_pegs
    if seat >= len(pegs):
        return names[seat]
    return translator._("{name} ({colour})").format(name=names[seat], colour=pegs[seat].name(translator.language))
