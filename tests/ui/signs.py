"""The alphabet of signs as one picture, for ``docs/signs.md``; ``make screens`` draws it."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image

from companion.games.pegs.edition import Shape
from companion.i18n.translator import Translator
from companion.ui.core.ink import Ink
from companion.ui.core.pictures import Picture, draw_picture
from companion.ui.core.pixel_page import PixelPage
from companion.ui.games.pegs.drawing import Mark, draw_mark, draw_shape

Sign: TypeAlias = Shape | Mark | Picture

NAMES: dict[Sign, str] = {
    **{shape: shape.value for shape in Shape},
    Mark.HOLE: "empty place",
    Mark.UNSET: "place not set",
    Mark.RIGHT: "right colour, right place",
    Mark.ELSEWHERE: "right colour, other place",
    Mark.NO_KEY: "no key peg",
    Picture.SMILE: "a smile",
    Picture.HALF_SMILE: "a half smile",
    Picture.NOTHING: "nothing",
}
SIDE, GAP, SCALE, COLUMNS = 14, 5, 4, 6


def drawn(sign: Sign, side: int) -> Image.Image:
    """Return *sign* as a 1-bit picture with sides of *side* pixels."""
    page = PixelPage((side, side), Translator("en"))
    if isinstance(sign, Mark):
        draw_mark(page, sign, 0, 0, side)
    elif isinstance(sign, Picture):
        draw_picture(page, sign, 0, 0, side)
    else:
        draw_shape(page, sign, 0, 0, side, Ink.FOREGROUND)
    return page.image


def sheet() -> Image.Image:
    """Return all signs in the order of ``NAMES``, enlarged: the shapes in two lines, then the others."""
    rows = -(-len(NAMES) // COLUMNS)
    picture = Image.new("1", (COLUMNS * (SIDE + GAP) + GAP, rows * (SIDE + GAP) + GAP))
    for place, sign in enumerate(NAMES):
        down, across = divmod(place, COLUMNS)
        picture.paste(drawn(sign, SIDE), (GAP + across * (SIDE + GAP), GAP + down * (SIDE + GAP)))
    return picture.resize((picture.width * SCALE, picture.height * SCALE), Image.Resampling.NEAREST)
