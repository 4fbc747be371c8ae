"""What the fakes of colour and grey panels share: a picture memory that is written through an address window.

Pixels are collected as bytes and stored in blocks of whole rows, so that a frame takes milliseconds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from tests.fakes.chip import UnknownByte

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Packing:
    """The layout of the pixels of a memory write in bytes: bits per pixel, and a decoder of whole pixels."""

    bits: int
    decode: Callable[[bytes, Size], Image.Image]


def _decode_565(data: bytes, size: Size) -> Image.Image:
    # Pillow reads the low byte first, the chips get the high byte first.
    swapped = bytearray(len(data))
    swapped[0::2], swapped[1::2] = data[1::2], data[0::2]
    return Image.frombytes("RGB", size, bytes(swapped), "raw", "BGR;16")


# The chips keep the upper six bits of each byte.
SIX_BITS = bytes((value >> 2) * 255 // 63 for value in range(256))

RGB565 = Packing(16, _decode_565)
RGB666 = Packing(24, lambda data, size: Image.frombytes("RGB", size, data.translate(SIX_BITS)))
# Two pixels a byte, the left one in the upper half.
GREY4 = Packing(4, lambda data, size: Image.frombytes("L", size, data, "raw", "L;4"))


@dataclass(frozen=True, slots=True)
class AddressWindow:
    """First and last column and row of a window, as the driver addresses them."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top + 1


@dataclass(frozen=True, slots=True)
class Directions:
    """How the driver's columns and rows run in the memory: exchanged first, and each mirrored then."""

    is_exchanged: bool = False
    mirrors_columns: bool = False
    mirrors_rows: bool = False


class PictureMemory:
    """A picture memory of *size*, with garbage in it after power-up; ``image`` is its content (mode RGB or L)."""

    def __init__(self, size: Size, mode: str, seed: int) -> None:
        self.size = size
        self._mode = mode
        # The garbage is the same in every run.
        self._random = random.Random(seed)
        self.lose()

    def lose(self) -> None:
        """Fill the memory with garbage, as after a loss of the supply."""
        width, height = self.size
        self._image = Image.frombytes(self._mode, self.size, self._random.randbytes(width * height * len(self._mode)))
        self._forget()

    def abandon(self) -> None:
        """Store the pixels that have arrived whole, drop a part of one, and refuse others until ``open``."""
        self._store()
        self._forget()

    def _forget(self) -> None:
        self._window: AddressWindow | None = None
        self._arrived = bytearray()

    def open(self, window: AddressWindow, packing: Packing, directions: Directions) -> None:
        """Expect pixels for *window*, from its first column and row on; call ``close`` before."""
        self._window, self._packing, self._directions = window, packing, directions
        self._limit = window.width * window.height * packing.bits // 8

    def close(self) -> None:
        """Store what has arrived and refuse others; raises ``UnknownByte`` if a part of a pixel is missing."""
        if self._window is not None and len(self._arrived) * 8 % self._packing.bits:
            raise UnknownByte(f"expected whole pixels, got {len(self._arrived)} bytes, into {self._window}")
        self.abandon()

    def write(self, values: Sequence[int]) -> None:
        """Receive pixels, in any portions; raises ``UnknownByte`` without a window and beyond its last pixel."""
        if self._window is None:
            raise UnknownByte(f"expected a command, got {len(values)} bytes of data")
        self._arrived += bytes(values)
        if len(self._arrived) > self._limit:
            raise UnknownByte(f"expected {self._limit} bytes, got {len(self._arrived)}, into {self._window}")

    @property
    def is_open(self) -> bool:
        """Whether pixels are expected."""
        return self._window is not None

    @property
    def is_full(self) -> bool:
        """Whether all pixels of the window have arrived."""
        return self._window is not None and len(self._arrived) == self._limit

    @property
    def image(self) -> Image.Image:
        """The content of the memory."""
        self._store()
        return self._image

    def _store(self) -> None:
        if self._window is None:
            return
        for block, left, top in _blocks(bytes(self._arrived), self._window, self._packing):
            self._paste(block, left, top)

    def _paste(self, block: Image.Image, left: int, top: int) -> None:
        width, height = self.size
        if self._directions.is_exchanged:
            block, left, top = block.transpose(Image.Transpose.TRANSPOSE), top, left
        if self._directions.mirrors_columns:
            block, left = block.transpose(Image.Transpose.FLIP_LEFT_RIGHT), width - left - block.width
        if self._directions.mirrors_rows:
            block, top = block.transpose(Image.Transpose.FLIP_TOP_BOTTOM), height - top - block.height
        self._image.paste(block, (left, top))


def _blocks(data: bytes, window: AddressWindow, packing: Packing) -> Iterator[tuple[Image.Image, int, int]]:
    """Yield the pixels in *data* with their first column and row: the full rows, and a part of a row."""
    pixels = len(data) * 8 // packing.bits
    rows, rest = divmod(pixels, window.width)
    end = rows * window.width * packing.bits // 8
    if rows:
        yield packing.decode(data[:end], (window.width, rows)), window.left, window.top
    if rest:
        last = data[end : end + rest * packing.bits // 8]
        yield packing.decode(last, (rest, 1)), window.left, window.top + rows


def interleaved(image: Image.Image) -> Image.Image:
    """Return *image* as glass shows it whose lines are wired in two halves while the chip counts them in sequence."""
    width, height = image.size
    seen = Image.new(image.mode, image.size)
    for y in range(height):
        line = y // 2 + y % 2 * (height // 2)
        seen.paste(image.crop((0, line, width, line + 1)), (0, y))
    return seen
