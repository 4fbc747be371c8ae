"""The ST7789, a colour LCD controller: 16 bits a pixel, and only the rectangles that changed are sent.

Commands and times are from the datasheet of the ST7789VW (Sitronix, version 1.0, chapters 7.4.5 and 9). luma's driver
sends 18 bits a pixel in 24, and every pixel of every frame, even of one that did not change.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from PIL import Image, ImageChops

from companion.box import ColourMode, Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.pages import turned
from companion.devices.pi.wires import PanelTransport

SLEEP_OUT, NORMAL_MODE, INVERSION_OFF, INVERSION_ON = 0x11, 0x13, 0x20, 0x21
DISPLAY_OFF, DISPLAY_ON = 0x28, 0x29
COLUMNS, ROWS, WRITE = 0x2A, 0x2B, 0x2C
MEMORY_ACCESS, PIXEL_FORMAT = 0x36, 0x3A
# Rows and columns exchanged, columns from right to left: the orientation in which luma and the makers of HATs use the
# glass, so that rotate and the offsets mean the same as for luma.
EXCHANGED, BGR = 0x70, 0x08
RGB565 = 0x55

Box = tuple[int, int, int, int]
"""Left, top, right and bottom; the pixels at right and bottom are outside."""
# Seconds after the end of the sleep mode until the chip takes the next command.
WAKE_S = 0.005
# Another rectangle costs 11 bytes, and switches the data/command pin six times, which takes as long as some hundred
# bytes. So rectangles with fewer unchanged pixels than this, of two bytes, between them are sent as one. A match of
# Mastermind takes 5 % fewer bytes than with 400 (make bench ONLY=lcd_bus_ratio).
GAP_PIXELS = 200

# A table that turns every value but 0 into 255.
_ANY = [0] + [255] * 255
_HIGH_RED, _HIGH_GREEN = [value & 0xF8 for value in range(256)], [value >> 5 for value in range(256)]
_LOW_GREEN, _LOW_BLUE = [value << 3 & 0xE0 for value in range(256)], [value >> 3 for value in range(256)]


def rgb565(image: Image.Image) -> Image.Image:
    """Return *image*, of mode ``RGB``, in mode ``LA``: two bytes a pixel, with 5 bits of red, 6 of green, 5 of blue.

    >>> rgb565(Image.new("RGB", (1, 1), (255, 128, 8))).tobytes().hex()
    'fc01'
    """
    red, green, blue = image.split()
    high = ImageChops.add(red.point(_HIGH_RED), green.point(_HIGH_GREEN))
    low = ImageChops.add(green.point(_LOW_GREEN), blue.point(_LOW_BLUE))
    return Image.merge("LA", (high, low))


class St7789Driver:
    """A ``PanelDriver`` whose frames are images of its memory, with two bytes a pixel."""

    left_out: Sequence[str] = ()

    def __init__(self, screen: PanelConfig) -> None:
        self._size = (screen.width, screen.height)
        self._offset = (screen.h_offset, screen.v_offset)
        self._rotate = screen.rotate
        self._access = EXCHANGED | (BGR if screen.bgr else 0)
        self._inversion = INVERSION_OFF if screen.inverse else INVERSION_ON
        size = self._size if screen.rotate % 2 == 0 else self._size[::-1]
        self.format = Format(size, ColourMode.RGB)

    def prepare(self, image: Image.Image) -> Image.Image:
        """Return *image* as the memory takes it."""
        return rgb565(turned(image, self._rotate))

    def start(self, wire: PanelTransport) -> None:
        """Wake the chip and set its registers."""
        wire.command(SLEEP_OUT)
        time.sleep(WAKE_S)
        self._set(wire, PIXEL_FORMAT, RGB565)
        self._set(wire, MEMORY_ACCESS, self._access)
        wire.command(self._inversion)
        wire.command(NORMAL_MODE)

    def send(self, wire: PanelTransport, old: Image.Image | None, new: Image.Image) -> None:
        """Write the rectangles in which the frames differ."""
        across, down = self._offset
        for left, top, right, bottom in [(0, 0, *self._size)] if old is None else changed_boxes(old, new):
            self._set(wire, COLUMNS, *_span(left + across, right + across))
            self._set(wire, ROWS, *_span(top + down, bottom + down))
            wire.command(WRITE)
            wire.data(new.crop((left, top, right, bottom)).tobytes())

    def light(self, wire: PanelTransport, percent: int) -> None:
        """Set the backlight."""
        wire.command(DISPLAY_ON if percent else DISPLAY_OFF)
        wire.backlight(percent)

    def _set(self, wire: PanelTransport, command: int, *values: int) -> None:
        # The chip takes the arguments of a command as data.
        wire.command(command)
        wire.data(bytes(values))


def changed_boxes(old: Image.Image, new: Image.Image) -> Iterator[Box]:
    """Yield rectangles that do not overlap and hold every pixel that differs between two images of mode ``LA``."""
    high, low = ImageChops.difference(old, new).split()
    mask = ImageChops.lighter(high, low).point(_ANY)
    for top, bottom in _runs(mask.resize((1, mask.height), Image.Resampling.BOX), mask.width):
        band = mask.crop((0, top, mask.width, bottom))
        for left, right in _runs(band.resize((band.width, 1), Image.Resampling.BOX), band.height):
            box = band.crop((left, 0, right, band.height)).getbbox()
            if box is not None:
                yield left + box[0], top + box[1], left + box[2], top + box[3]


def _runs(line: Image.Image, depth: int) -> list[tuple[int, int]]:
    """Return the first place, and the first place after it, of each run of places that are not 0 in *line*.

    Runs with fewer than ``GAP_PIXELS`` between them are one, where each place stands for *depth* pixels. The mean of
    up to 500 pixels of which one is 255 and the others are 0 is not rounded to 0.
    """
    runs: list[tuple[int, int]] = []
    for place, value in enumerate(line.tobytes()):
        if value and runs and (place - runs[-1][1]) * depth < GAP_PIXELS:
            runs[-1] = (runs[-1][0], place + 1)
        elif value:
            runs.append((place, place + 1))
    return runs


def _span(first: int, end: int) -> tuple[int, int, int, int]:
    """Return the two bytes of the *first* row or column, and those of the last before *end*."""
    return first >> 8, first & 0xFF, (end - 1) >> 8, (end - 1) & 0xFF
