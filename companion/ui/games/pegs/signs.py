"""The small alphabet of signs on a board: the shapes of pegs, empty places, and key pegs. ``docs/signs.md`` shows it.

Any of them may stand in one line, so no two may look alike: ``tests/ui/test_signs.py`` counts the pixels in which they
differ.
"""

from __future__ import annotations

from enum import Enum
from functools import partial

from companion.games.pegs.edition import Shape
from companion.ui.canvas import Area
from companion.ui.font import SIGNS
from companion.ui.ink import AnyInk, Ink
from companion.ui.pictures import mask
from companion.ui.pixel_page import PixelPage


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
