"""Pictures of pegs and of blocks of key pegs for displays with room, each made once.

They are kept by the pixel values of their inks, not by the inks, because a theme changes what an ink is.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from PIL import Image, ImageFilter

from companion.ui.canvas import Canvas
from companion.ui.font import font
from companion.ui.games.pegs.signs import Mark
from companion.ui.ink import Pixel
from companion.ui.pictures import mask
from companion.ui.pixel_page import NUMERAL, Face

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
def key_block(look: KeyLook, marks: tuple[Mark, ...], side: int, lines: int) -> Image.Image:
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
            rim = ring_rim(side)
            block.paste(look.elsewhere, at, _key_mask(side, look.mode))
            block.paste(look.panel, (x + rim, y + rim), _key_mask(side - 2 * rim, look.mode))
        case _:
            dot = side % 2 + (2 * (side // 8) or 2 * (side > 3 and not side % 2))
            left, top = x + (side - dot) // 2, y + (side - dot) // 2
            block.paste(look.hole, (left, top, left + dot, top + dot))


def ring_rim(side: int) -> int:
    """Return the width of the rim of a ring *side* pixels wide."""
    return max(1, round(side / 6))


@cache
def _key_mask(side: int, mode: str) -> Image.Image:
    """Return the mask of a key peg; a small one has no smoothed edge, which would blur a ring."""
    return disc_mask(side, mode if side >= RIM else "1")
