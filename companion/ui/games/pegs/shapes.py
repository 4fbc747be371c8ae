"""The shapes that distinguish colours without their hue, as pictures of 9 x 9 pixels."""

from __future__ import annotations

from functools import cache

from PIL import Image

from companion.games.pegs.edition import Shape

SIDE = 9

_PICTURES = {
    Shape.DISC: "..#####.. .#######. ######### ######### ######### ######### ######### .#######. ..#####..",
    Shape.SQUARE: "......... .#######. .#######. .#######. .#######. .#######. .#######. .#######. .........",
    Shape.TRIANGLE: "....#.... ....#.... ...###... ...###... ..#####.. ..#####.. .#######. .#######. #########",
    Shape.DIAMOND: "....#.... ...###... ..#####.. .#######. ######### .#######. ..#####.. ...###... ....#....",
    Shape.CROSS: "##.....## ###...### .###.###. ..#####.. ...###... ..#####.. .###.###. ###...### ##.....##",
    Shape.PLUS: "...###... ...###... ...###... ######### ######### ######### ...###... ...###... ...###...",
    Shape.RING: "..#####.. .##...##. ##.....## #.......# #.......# #.......# ##.....## .##...##. ..#####..",
    Shape.STAR: "....#.... ....#.... ...###... ######### .#######. ..#####.. .###.###. .##...##. #.......#",
    Shape.WEDGE: "######### .#######. .#######. ..#####.. ..#####.. ...###... ...###... ....#.... ....#....",
    Shape.BARS: "##.###.## ##.###.## ##.###.## ##.###.## ##.###.## ##.###.## ##.###.## ##.###.## ##.###.##",
    Shape.FRAME: "######### ######### ##.....## ##.....## ##.....## ##.....## ##.....## ######### #########",
    Shape.HOURGLASS: "######### .#######. ..#####.. ...###... ....#.... ...###... ..#####.. .#######. #########",
}


@cache
def shape_mask(shape: Shape, side: int) -> Image.Image:
    """Return *shape* as a square 1-bit mask with sides of *side* pixels."""
    picture = Image.new("1", (SIDE, SIDE))
    lit = "".join(_PICTURES[shape].split())
    picture.putdata([255 * (pixel == "#") for pixel in lit])
    return picture if side == SIDE else picture.resize((side, side), Image.Resampling.NEAREST)
