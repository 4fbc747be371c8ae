"""Frames as lines of characters, for terminals and logs."""

from __future__ import annotations

from enum import Enum

from PIL.Image import Image

# The bits of the dots of a braille cell, by row and column in its four rows of two, as Unicode numbers them
# (The Unicode Standard, "Braille Patterns": bit n-1 of the offset from U+2800 is dot n).
_BRAILLE = 0x2800
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


class CellMode(Enum):
    """How many pixels one character shows: columns and rows. In every mode the pixels are about square."""

    HALVES = (1, 2)
    BRAILLE = (2, 4)

    def cells(self, size: tuple[int, int]) -> tuple[int, int]:
        """Return how many columns and lines of characters a frame of *size* takes.

        >>> CellMode.HALVES.cells((128, 64)), CellMode.BRAILLE.cells((128, 64))
        ((128, 32), (64, 16))
        """
        width, height = self.value
        return -(-size[0] // width), -(-size[1] // height)


HALF_BLOCKS = " ▀▄█"
"""The characters for no lit pixel, the upper one, the lower one, and both."""

ASCII = " '.#"
"""The same for streams whose encoding lacks the half blocks."""


def lines(image: Image, grain: CellMode = CellMode.HALVES, halves: str = HALF_BLOCKS) -> tuple[str, ...]:
    """Return *image* (mode ``1``) as lines of characters; lit pixels are drawn in the foreground colour.

    >>> from PIL import Image
    >>> image = Image.new("1", (2, 2))
    >>> image.putpixel((0, 0), 1)
    >>> image.putpixel((1, 1), 1)
    >>> lines(image)
    ('▀▄',)
    """
    columns, rows = grain.cells(image.size)
    width, height = grain.value
    # Beyond its edges an image is dark.
    pixels = image.crop((0, 0, columns * width, rows * height)).convert("L").tobytes()
    stride = columns * width
    bands = [pixels[start : start + stride * height] for start in range(0, len(pixels), stride * height)]
    if grain is CellMode.BRAILLE:
        return tuple(_braille(band, stride) for band in bands)
    return tuple(_halves(band, stride, halves) for band in bands)


def _halves(band: bytes, stride: int, halves: str) -> str:
    return "".join(halves[(upper & 1) | (lower & 2)] for upper, lower in zip(band, band[stride:], strict=False))


def _braille(band: bytes, stride: int) -> str:
    return "".join(chr(_BRAILLE + _cell(band, stride, column)) for column in range(0, stride, 2))


def _cell(band: bytes, stride: int, column: int) -> int:
    return sum(
        dot for row, dots in enumerate(_DOTS) for place, dot in enumerate(dots) if band[row * stride + column + place]
    )
