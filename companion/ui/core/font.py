"""Fixed-width bitmap fonts, read from sheets in ``fonts/`` when they are first used.

A sheet is a raw PBM image with the glyphs of ``CHARACTERS`` in rows of ``COLUMNS``. It is read without FreeType and
without Pillow's format plugins, which would take the Pi more time than everything else on a page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageFilter

from companion.config.names import DRAWN
from companion.ui.core.ink import Pixel

FOLDER = Path(__file__).with_name("fonts")
COLUMNS = 32

# The letters of names, then typographic punctuation, and symbols. U+25AF replaces a character that the sheets do not
# have.
CHARACTERS = (
    DRAWN
    + "\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u2022\u20ac"
    + "\u2190\u2191\u2192\u2193\u2713\u25b2\u25bc\u25c0\u25b6\u25cf\u25cb\u25a0\u25a1\u25af\u2423"
    + "\u201a\u201e\u1e9e"
)
SIGNS: dict[str, Callable[[int], Image.Image]] = {}
"""Characters that no sheet has, each with a function that returns its mask for a number of pixels as its side.

A sign takes two cells, so a no-break space must follow it in a text. The module that owns a sign adds it here.
"""
_OUTWARDS = (min, min, max, max)
_HALF = [0] * 128 + [255] * 128
# The texts of some screens: the next frame mostly repeats those of the last one.
_MASKS_KEPT = 256
_PLACES = {character: place for place, character in enumerate(CHARACTERS)}


class Font:
    """The glyphs of one sheet, each cut out when it is first used; all are ``width`` by ``height`` pixels.

    The edges of glyphs enlarged *scale* times are steps, or with *is_smooth* nearly as smooth as those of the sheet.
    """

    def __init__(self, name: str, scale: int = 1, is_smooth: bool = False) -> None:
        self.name = name
        self._scale = scale
        self._is_smooth = is_smooth
        self._sheet = _read_pbm(FOLDER / f"{name}.pbm")
        rows = -(-len(CHARACTERS) // COLUMNS)
        self._cell = (self._sheet.width // COLUMNS, self._sheet.height // rows)
        self.width, self.height = (side * scale for side in self._cell)
        self._glyphs: dict[str, Image.Image] = {}

    def __repr__(self) -> str:
        return f"Font({self.name!r}, {self._scale})"

    def measure(self, text: str) -> int:
        """Return the width of *text* in pixels."""
        return len(text) * self.width

    def is_tall(self, text: str) -> bool:
        """Whether *text* has pixels in the first row of its cells, as accents have in the small fonts."""
        return any(self._glyph(character).crop((0, 0, self.width, 1)).getbbox() for character in set(text))

    def draw(self, image: Image.Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
        """Draw *text* with its upper left corner at *x*, *y* and return the x after it."""
        if text and not text.isspace():
            image.paste(ink, (x, y), _mask(self, text))
        return x + self.measure(text)

    def mask(self, text: str) -> Image.Image:
        """Return a mask of *text*, with an empty cell at its end, into which a sign may reach."""
        mask = Image.new("1", (self.measure(text) + self.width, self.height))
        for place, character in enumerate(text):
            if not character.isspace():
                mask.paste(1, (place * self.width, 0), self._glyph(character))
        return mask

    def enlarged(self, character: str, height: int) -> Image.Image:
        """Return a mask of *character*, a digit or a capital without an accent, of *height* lit pixel rows.

        The edges are smoothed, because steps of several pixels are harder to read.
        """
        glyph, digits = self._glyph(character), [self._glyph(digit).getbbox() for digit in "0123456789"]
        left, top, right, bottom = (edge(box[side] for box in digits if box) for side, edge in enumerate(_OUTWARDS))
        width = round(height * (right - left) / (bottom - top))
        grey = glyph.crop((left, top, right, bottom)).convert("L").resize((width, height), Image.Resampling.BICUBIC)
        return _smoothed(grey, height / (bottom - top))

    def cropped(self, character: str) -> Image.Image:
        """Return a mask of *character* without the empty pixels around it."""
        glyph = self._glyph(character)
        return glyph.crop(glyph.getbbox())

    def _glyph(self, character: str) -> Image.Image:
        if character not in self._glyphs:
            sign = SIGNS.get(character)
            self._glyphs[character] = self._cut_out(_place(character)) if sign is None else self._sign(sign)
        return self._glyphs[character]

    def _sign(self, mask: Callable[[int], Image.Image]) -> Image.Image:
        side = min(2 * self.width, self.height) - 1
        cells = Image.new("1", (2 * self.width, self.height))
        cells.paste(mask(side), ((cells.width - side) // 2, 1))
        return cells

    def _cut_out(self, place: int) -> Image.Image:
        row, column = divmod(place, COLUMNS)
        width, height = self._cell
        x, y = column * width, row * height
        glyph = self._sheet.crop((x, y, x + width, y + height))
        if self._scale > 1 and self._is_smooth:
            grey = glyph.convert("L").resize((self.width, self.height), Image.Resampling.BICUBIC)
            return _smoothed(grey, self._scale)
        # NEAREST is Pillow's default for mode "1"; it is explicit because any other filter would blur the edges.
        return glyph.resize((self.width, self.height), Image.Resampling.NEAREST) if self._scale > 1 else glyph


def _smoothed(grey: Image.Image, scale: float) -> Image.Image:
    """Return a mask of an image that was enlarged *scale* times, without the steps at its edges."""
    # Half a pixel of the sheet: enough to smooth its steps, too little to round off its corners.
    return grey.filter(ImageFilter.GaussianBlur(scale / 2)).point(_HALF, "1")


def _place(character: str) -> int:
    bare = unicodedata.normalize("NFD", character)[:1]
    return next(_PLACES[found] for found in (character, bare, "\u25af") if found in _PLACES)


def _read_pbm(path: Path) -> Image.Image:
    kind, size, bits = path.read_bytes().split(b"\n", 2)
    if kind != b"P4":
        raise ValueError(f"expected a sheet in raw PBM, got {kind!r}, in {path}")
    width, height = map(int, size.split())
    # In a PBM, ink is 1; Pillow's raw mode "1;I" reads that as 0, but on a display ink is lit.
    return Image.frombytes("1", (width, height), bits, "raw", "1")


def font(name: str, scale: int = 1, is_smooth: bool = False) -> Font:
    """Return the font of sheet *name* with its pixels enlarged *scale* times; each font is read once."""
    return _cached(name, scale, is_smooth)


# A separate function, because a cache would store font("6x10") and font("6x10", 1) separately.
@cache
def _cached(name: str, scale: int, is_smooth: bool) -> Font:
    return Font(name, scale, is_smooth)


@lru_cache(_MASKS_KEPT)
def _mask(face: Font, text: str) -> Image.Image:
    return face.mask(text)
