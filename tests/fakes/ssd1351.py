"""A fake of the SSD1351, from its datasheet (Solomon Systech, rev. 1.5, chapters 9 and 10).

An OLED with 128x128 dots in 65,536 colours. Like the LCD chips it gets arguments with a high level on D/C.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops

from tests.fakes.chip import ArgumentReader, UnknownByte
from tests.fakes.memory import RGB565, AddressWindow, Directions, PictureMemory, interleaved

SIZE = (128, 128)
COLUMNS, ROWS, WRITE_RAM = 0x15, 0x75, 0x5C
REMAP, START_LINE, OFFSET, LAST_LINE, LOCK = 0xA0, 0xA1, 0xA2, 0xCA, 0xFD
CONTRAST, MASTER_CONTRAST = 0xC1, 0xC7
# What the glass shows, regardless of the memory or not.
ALL_OFF, ALL_ON, NORMAL, INVERSE = 0xA4, 0xA5, 0xA6, 0xA7
SLEEP, WAKE = 0xAE, 0xAF

# Those without a name set voltages, timing and pins, stop scrolling, take the linear table of greys, or do nothing.
ARGUMENTS = {
    **dict.fromkeys((WRITE_RAM, ALL_OFF, ALL_ON, NORMAL, INVERSE, SLEEP, WAKE, 0x9E, 0xB9, 0xE3), (0,)),
    **dict.fromkeys((REMAP, START_LINE, OFFSET, LAST_LINE, LOCK, MASTER_CONTRAST), (1,)),
    **dict.fromkeys((0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBB, 0xBE), (1,)),
    **dict.fromkeys((COLUMNS, ROWS), (2,)),
    **dict.fromkeys((CONTRAST, 0xB2, 0xB4), (3,)),
}
# These need a key of their own: 0xB1 as the argument of the lock, where 0xB0 takes it away again.
LOCKED_AT_RESET = (0xA2, 0xB1, 0xB3, 0xBB, 0xBE, 0xC1)
UNLOCK, LOCK_ALL, KEY_AWAY, KEY = 0x12, 0x16, 0xB0, 0xB1

# Bits of the remap register. The glass needs the two that are listed last: lines split into odd and even ones, and
# scanned in reverse. The upper two bits are the format of pixels.
VERTICAL, MIRRORED, SWAPPED, REVERSED, SPLIT = 0x01, 0x02, 0x04, 0x10, 0x20
FORMAT_65K = 0x40


class FakeSsd1351(ArgumentReader):
    """An SSD1351 on a module whose colours are true with the sequence C, B, A, as most makers sell it."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("SSD1351", ARGUMENTS)
        self._memory = PictureMemory(SIZE, "RGB", seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose everything, as after a loss of the supply."""
        self._memory.lose()
        self.reset()

    def reset(self) -> None:
        """Reset as after a low level on the reset pin: registers get their defaults, the picture memory is kept."""
        self._memory.abandon()
        self._pending = bytearray()
        self.is_on = False
        self.contrast = (0x8A, 0x51, 0x8A)
        self._columns = self._rows = (0, 127)
        self._mode = NORMAL
        self._registers = {REMAP: FORMAT_65K, START_LINE: 0, OFFSET: 0x60, LAST_LINE: 127, MASTER_CONTRAST: 0x0F}
        self._is_locked = False
        self._has_key = False

    def picture(self) -> Image.Image:
        """Return what a viewer sees (mode ``RGB``), black while the display sleeps."""
        remap = self._registers[REMAP]
        shown = Image.new("RGB", SIZE, "white" if self._mode == ALL_ON else "black")
        if self._mode in (NORMAL, INVERSE):
            shift = self._registers[START_LINE] + self._registers[OFFSET]
            shown = ImageChops.offset(self._memory.image, 0, -shift)
            shown = shown if remap & REVERSED else shown.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            shown = shown if remap & SPLIT else interleaved(shown)
            shown = ImageChops.invert(shown) if self._mode == INVERSE else shown
            shown = shown if remap & SWAPPED else Image.merge("RGB", shown.split()[::-1])
        seen = Image.new("RGB", SIZE)
        if self.is_on:
            seen.paste(shown.crop((0, 0, 128, self._registers[LAST_LINE] + 1)))
        return seen

    def _end(self) -> None:
        super()._end()
        self._memory.close()

    def _write(self, values: Sequence[int]) -> None:
        if self._memory.is_full:
            # The pointer is at the beginning of the window again.
            self._memory.close()
            self._begin_pixels()
        self._memory.write(values)

    def _obey(self, command: int, arguments: list[int]) -> None:
        if command == LOCK:
            self._lock(arguments[0])
            return
        if self._is_locked or (command in LOCKED_AT_RESET and not self._has_key):
            raise UnknownByte(f"expected command {command:#04x} to be unlocked, got it locked")
        if command in (COLUMNS, ROWS):
            self._set_range(command, arguments)
        elif command == WRITE_RAM:
            self._begin_pixels()
        elif command in (SLEEP, WAKE):
            self.is_on = command == WAKE
        elif ALL_OFF <= command <= INVERSE:
            self._mode = command
        elif command == CONTRAST:
            self.contrast = (arguments[0], arguments[1], arguments[2])
        elif command in self._registers:
            self._set_register(command, arguments[0])

    def _lock(self, value: int) -> None:
        if value in (UNLOCK, LOCK_ALL):
            self._is_locked = value == LOCK_ALL
        elif value in (KEY_AWAY, KEY):
            self._has_key = value == KEY
        else:
            raise UnknownByte(f"expected 0x12, 0x16, 0xb0 or 0xb1 for the lock, got {value:#04x}")

    def _set_range(self, command: int, arguments: list[int]) -> None:
        first, last = arguments
        if not first <= last < 128:
            raise UnknownByte(f"expected a range below 128, got {first} to {last}")
        if command == COLUMNS:
            self._columns = (first, last)
        else:
            self._rows = (first, last)

    def _set_register(self, command: int, value: int) -> None:
        limits = {REMAP: range(FORMAT_65K, 2 * FORMAT_65K), LAST_LINE: range(15, 128), MASTER_CONTRAST: range(16)}
        if value not in limits.get(command, range(128)):
            raise UnknownByte(f"expected another argument of {command:#04x}, got {value:#04x}")
        self._registers[command] = value

    def _begin_pixels(self) -> None:
        remap = self._registers[REMAP]
        left, right = self._columns
        top, bottom = self._rows
        if remap & VERTICAL:
            left, right, top, bottom = top, bottom, left, right
        directions = Directions(bool(remap & VERTICAL), bool(remap & MIRRORED))
        self._memory.open(AddressWindow(left, top, right, bottom), RGB565, directions)
