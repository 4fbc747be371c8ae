"""Pictures of nine by nine pixels that stand for words: a cup, stars, faces, the signs of a menu without text."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from companion.errors import N_
from companion.i18n.translator import Translator
from companion.ui.core import tiles
from companion.ui.core.canvas import PICTURE, Area, mask
from companion.ui.core.ink import Ink
from companion.ui.core.pixel_page import PixelPage

# The pixels between pictures to look at, and between those to choose from.
GAP, WIDE_GAP = 3, 4


class Picture(Enum):
    """A picture; the value has its description, as a message id, and its lines with ``#`` for a lit pixel."""

    CUP = (
        N_("a cup"),
        "#.#####.# #.#####.# #.#####.# .#######. ..#####.. ...###... ....#.... ...###... .#######.",
    )
    STAR = (
        N_("a star"),
        "....#.... ....#.... ...###... ######### .#######. ..#####.. .###.###. .##...##. #.......#",
    )
    NO_STAR = (
        N_("no star"),
        "....#.... ...#.#... ...#.#... ###...### .#.....#. ..#...#.. ..#.#.#.. .##.#.##. .#.....#.",
    )
    SMILE = (
        N_("a smile"),
        "..#####.. .#######. ##.###.## ##.###.## ######### #.#####.# ##.....## .#######. ..#####..",
    )
    HALF_SMILE = (
        N_("a half smile"),
        "..#####.. .#.....#. #..#.#..# #..#.#..# #.......# #.......# #..####.# .#.....#. ..#####..",
    )
    SAD = (
        N_("a sad face"),
        "..#####.. .#.....#. #.##.##.# #.......# #...#...# #..###..# #.#...#.# .#.....#. ..#####..",
    )
    NOTHING = (
        N_("nothing"),
        "......... ......... ......... ...###... ...###... ...###... ......... ......... .........",
    )
    PERSON = (
        N_("a player"),
        "...###... ..#####.. ..#####.. ...###... .#######. ######### ######### ##.###.## ##.###.##",
    )
    GO_ON = (
        N_("go on"),
        tiles.GO_ON,
    )
    UNDO = (
        N_("one step back"),
        "...#..... ..##..... .######.. #######.. .######## ..##..### ...#...## .......## ..######.",
    )
    AGAIN = (
        N_("once more"),
        tiles.AGAIN,
    )
    HOUSE = (
        N_("home"),
        "....#.... ...###... ..#####.. .#######. ######### .#######. .##...##. .##...##. .##...##.",
    )


INKS = {Picture.CUP: Ink.ACCENT, Picture.STAR: Ink.ACCENT, Picture.NO_STAR: Ink.DIM}
"""The inks of pictures that are not drawn in the foreground."""


def draw_picture(page: PixelPage, picture: Picture, x: int, y: int, side: int) -> None:
    """Draw *picture* in the square of *side* pixels with the upper left corner *x*, *y*."""
    page.stamp(mask(picture.value[1], side), x, y, INKS.get(picture, Ink.FOREGROUND))


class Pictures(NamedTuple):
    """Pictures side by side in the middle of the free area, each with its width as a multiple of the smallest one.

    They use the upper part of the area and leave *below* lines of text; where that part is too low for them, they are
    left out. A picture None leaves its place empty, and the one with index *at* is framed.
    """

    shown: tuple[tuple[Picture | None, int], ...]
    below: int = 0
    at: int | None = None

    def draw(self, page: PixelPage) -> None:
        """Draw the pictures as large as there is room for."""
        free = page.free
        height = free.height - self.below * page.body.height
        if page.is_squarish and len({width for _, width in self.shown}) > 1:
            self._draw_heap(page, free._replace(height=height))
            return
        across, most = sum(width for _, width in self.shown), max(width for _, width in self.shown)
        gap = GAP if self.at is None else WIDE_GAP
        unit = min((free.width - gap * (len(self.shown) + 1)) // across, (height - GAP) // most)
        if unit < PICTURE:
            return
        # Whole multiples of the picture's pixels keep it regular.
        unit -= unit % PICTURE
        x = free.x + (free.width - across * unit - gap * (len(self.shown) - 1)) // 2
        for place, (picture, width) in enumerate(self.shown):
            box = Area(x, free.y + (height - width * unit) // 2, width * unit, width * unit)
            if picture is not None:
                draw_picture(page, picture, box.x, box.y, box.width)
            if place == self.at:
                page.frame(box.inset(-2), Ink.ACCENT)
            x += box.width + gap
        page.take_top(height)

    def _draw_heap(self, page: PixelPage, area: Area) -> None:
        """Draw the pictures of width 1 side by side above those that are wider, all larger than in one line."""
        small, wide = ([one for one, width in self.shown if (width > 1) is is_wide] for is_wide in (False, True))
        most = max(width for _, width in self.shown)
        unit = min(area.width // len(small), area.height // (1 + most)) - GAP
        unit -= unit % PICTURE
        y = area.y + (area.height - (1 + most) * unit - GAP) // 2
        for row, side in ((small, unit), (wide, most * unit)):
            x = area.x + (area.width - len(row) * (side + GAP) + GAP) // 2
            for place, one in enumerate(row):
                if one is not None:
                    draw_picture(page, one, x + place * (side + GAP), y, side)
            y += side + GAP
        page.take_top(area.height)

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the descriptions of the pictures, the one with the frame in brackets."""
        said = [(place, translator._(picture.value[0])) for place, (picture, _) in enumerate(self.shown) if picture]
        return [", ".join(f"[{words}]" if place == self.at else words for place, words in said)]
