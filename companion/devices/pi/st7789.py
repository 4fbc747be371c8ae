"""The ST7789, a colour LCD controller: 16 bits a pixel, and only the rectangles that changed are sent.

Commands and times are from the datasheet of the ST7789VW (Sitronix, version 1.0, chapters 7.4.5 and 9). luma's driver
sends 18 bits a pixel in 24, and every pixel of every frame, even of one that did not change.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PIL import Image, ImageChops

from companion.box import ColourMode, Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.turning import turned
from companion.devices.pi.wires import PanelTransport

SLEEP_OUT, NORMAL_MODE, INVERSION_OFF, INVERSION_ON = 0x11, 0x13, 0x20, 0x21
DISPLAY_OFF, DISPLAY_ON = 0x28, 0x29
COLUMNS, ROWS, WRITE = 0x2A, 0x2B, 0x2C
MEMORY_ACCESS, PIXEL_FORMAT = 0x36, 0x3A
# Rows and columns exchanged, columns from right to left: the orientation in which luma and the makers of HATs use the
# glass, so that rotate and the offsets mean the same as for luma.
EXCHANGED, BGR = 0x70, 0x08
RGB565 = 0x55
# Seconds after the end of the sleep mode until the chip takes the next command.
WAKE_S = 0.005
BYTES = 2
# Another rectangle costs 11 bytes, but also switches the data/command pin six times, which takes as long as some
# hundred bytes. So rectangles with up to two unchanged rows between them are sent as one.
GAP = 2

_HIGH_RED, _HIGH_GREEN = [value & 0xF8 for value in range(256)], [value >> 5 for value in range(256)]
_LOW_GREEN, _LOW_BLUE = [value << 3 & 0xE0 for value in range(256)], [value >> 3 for value in range(256)]


def rgb565(image: Image.Image) -> bytes:
    """Return the pixels of *image*, of mode ``RGB``, with 5, 6 and 5 bits for red, green and blue, high byte first.

    >>> rgb565(Image.new("RGB", (1, 1), (255, 128, 8))).hex()
    'fc01'
    """
    red, green, blue = image.split()
    high = ImageChops.add(red.point(_HIGH_RED), green.point(_HIGH_GREEN))
    low = ImageChops.add(green.point(_LOW_GREEN), blue.point(_LOW_BLUE))
    return Image.merge("LA", (high, low)).tobytes()


class St7789Driver:
    """A ``PanelDriver`` whose frames are the bytes of its memory."""

    def __init__(self, screen: PanelConfig) -> None:
        self._size = (screen.width, screen.height)
        self._offset = (screen.h_offset, screen.v_offset)
        self._rotate = screen.rotate
        self._access = EXCHANGED | (BGR if screen.bgr else 0)
        self._inversion = INVERSION_OFF if screen.inverse else INVERSION_ON
        size = self._size if screen.rotate % 2 == 0 else self._size[::-1]
        self.format = Format(size, ColourMode.RGB)

    def prepare(self, image: Image.Image) -> bytes:
        """Return the bytes of *image* as the memory takes them."""
        return rgb565(turned(image, self._rotate))

    def start(self, wire: PanelTransport) -> None:
        """Wake the chip and set its registers."""
        wire.command(SLEEP_OUT)
        time.sleep(WAKE_S)
        self._set(wire, PIXEL_FORMAT, RGB565)
        self._set(wire, MEMORY_ACCESS, self._access)
        wire.command(self._inversion)
        wire.command(NORMAL_MODE)

    def send(self, wire: PanelTransport, old: bytes | None, new: bytes) -> None:
        """Write the rectangles in which the frames differ."""
        width, height = self._size
        stride = BYTES * width
        for top, bottom in [(0, height)] if old is None else changed_rows(old, new, stride):
            rows = new[top * stride : bottom * stride]
            left, right = (0, stride) if old is None else _columns(old[top * stride : bottom * stride], rows, stride)
            self._set(wire, COLUMNS, *_span(left // BYTES + self._offset[0], right // BYTES + self._offset[0]))
            self._set(wire, ROWS, *_span(top + self._offset[1], bottom + self._offset[1]))
            wire.command(WRITE)
            starts = range(0, len(rows), stride)
            wire.data(rows if right - left == stride else b"".join(rows[at + left : at + right] for at in starts))

    def light(self, wire: PanelTransport, percent: int) -> None:
        """Set the backlight."""
        wire.command(DISPLAY_ON if percent else DISPLAY_OFF)
        wire.backlight(percent)

    def _set(self, wire: PanelTransport, command: int, *values: int) -> None:
        # The chip takes the arguments of a command as data.
        wire.command(command)
        wire.data(bytes(values))


def changed_rows(old: bytes, new: bytes, stride: int) -> Iterator[tuple[int, int]]:
    """Yield the first row, and the first row after it, of each band of rows of *stride* bytes that differ."""
    starts = range(0, len(new), stride)
    changed = [at // stride for at in starts if old[at : at + stride] != new[at : at + stride]]
    for place, row in enumerate(changed):
        if place == 0 or row - changed[place - 1] > GAP + 1:
            first = row
        if place + 1 == len(changed) or changed[place + 1] - row > GAP + 1:
            yield first, row + 1


def _columns(old: bytes, new: bytes, stride: int) -> tuple[int, int]:
    """Return the first byte that differs in any row, and the one after the last, both at the edges of pixels."""
    size = (stride, len(new) // stride)
    box = ImageChops.difference(Image.frombytes("L", size, old), Image.frombytes("L", size, new)).getbbox()
    left, _, right, _ = box or (0, 0, stride, 0)
    return left - left % BYTES, right + right % BYTES


def _span(first: int, end: int) -> tuple[int, int, int, int]:
    """Return the two bytes of the *first* row or column, and those of the last before *end*."""
    return first >> 8, first & 0xFF, (end - 1) >> 8, (end - 1) & 0xFF
