"""Fakes of the panels' chips: commands and data go in, and the resulting picture can be read.

From the datasheets of the SSD1306 (Solomon Systech, rev. 1.1, chapter 9 and 10) and the SH1106 (Sino Wealth,
rev. 2.2, "Commands"). An unknown byte is an error of the driver and raises ``UnknownByte``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from PIL import Image

from tests.fakes.chip import UnknownByte

SH1106 = "sh1106"
PAGES = 8
PAGE_MODE, HORIZONTAL_MODE = 0x02, 0x00

# How many argument bytes follow a command; commands without arguments are decoded by range.
ARGUMENTS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
SSD1306_ARGUMENTS = ARGUMENTS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}

# luma sends the SSD1306's commands for memory mode and charge pump to the SH1106 too, which has neither. It ignores
# these bytes and reads their arguments as column addresses.
SH1106_NOTHING = (0x20, 0x8D)

# The shade of a dot by the byte of its column, for each bit and for normal and inverted pictures.
SHADES = {
    (bit, is_inverted): bytes(255 * ((byte >> bit & 1) ^ is_inverted) for byte in range(256))
    for bit in range(8)
    for is_inverted in (False, True)
}


class FakePanel:
    """A panel's chip and glass; after power-up its memory holds garbage and it is dark, like real hardware."""

    def __init__(self, driver: str, size: tuple[int, int] = (128, 64), seed: int = 0) -> None:
        self.driver = driver
        self.size = size
        self._columns = 132 if driver == SH1106 else 128
        # Glass of 128 or 64 columns is wired to the middle of the chip's columns, glass of 96 to their beginning.
        self._first_column = 0 if size[0] == 96 else (self._columns - size[0]) // 2
        # The garbage is the same in every run.
        self._random = random.Random(seed)
        self._singles = self._single_commands()
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose everything, as after a loss of the supply."""
        self._ram = [bytearray(self._random.randbytes(self._columns)) for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """Reset as after a low level on the reset pin: registers get their defaults, the picture memory is kept."""
        self.is_on = False
        self.contrast = 0x7F
        self._pending: list[int] = []
        self._page = self._column = 0
        self._column_range = (0, self._columns - 1)
        self._page_range = (0, PAGES - 1)
        self._registers = {0x20: PAGE_MODE, 0x8D: 0x10, 0xA8: 0x3F, 0xD3: 0, 0xDA: 0x12}
        self._is_remapped = self._is_flipped = self._is_inverted = self._is_all_on = False
        self._start_line = 0

    def status(self) -> int:
        """Return the chip's status byte; bit 6 is set while the display is off."""
        return 0x40 * (not self.is_on) | (0x08 if self.driver == SH1106 else 0x03)

    def command(self, values: Iterable[int]) -> None:
        """Process command bytes; an argument may come in a later call. Raises ``UnknownByte``."""
        for value in values:
            self._pending.append(value)
            if len(self._pending) > self._arguments(self._pending[0]):
                command, *arguments = self._pending
                self._pending = []
                self._obey(command, arguments)

    def data(self, values: Iterable[int]) -> None:
        """Write picture bytes at the memory pointer.

        Raises ``UnknownByte`` beyond the last column or while a command waits for an argument.
        """
        if self._pending:
            raise UnknownByte(f"expected an argument of command {self._pending[0]:#04x}, got data")
        for value in values:
            if self._column >= self._columns:
                raise UnknownByte(f"expected data up to column {self._columns - 1}, got {value:#04x} beyond it")
            self._ram[self._page][self._column] = value
            self._move_on()

    def picture(self) -> Image.Image:
        """Return the visible picture (mode ``1``) in the size of the glass."""
        if not self.is_on or not self._has_supply():
            return Image.new("1", self.size)
        shades = b"".join(self._row(y) for y in range(self.size[1]))
        return Image.frombytes("L", self.size, shades).convert("1", dither=Image.Dither.NONE)

    def _arguments(self, command: int) -> int:
        table = ARGUMENTS if self.driver == SH1106 else SSD1306_ARGUMENTS
        return table.get(command, 0)

    def _single_commands(self) -> dict[int, Callable[[int], None]]:
        """Return the handler of each command without arguments."""
        table: dict[int, Callable[[int], None]] = {}
        table |= dict.fromkeys(range(0x10), self._set_low_column)
        table |= dict.fromkeys(range(0x10, 0x20), self._set_high_column)
        table |= dict.fromkeys(range(0x40, 0x80), self._set_start_line)
        table |= dict.fromkeys((0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF), self._switch)
        table |= dict.fromkeys(range(0xB0, 0xB0 + PAGES), self._set_page)
        table |= dict.fromkeys((0xC0, 0xC8), self._set_scan)
        table |= dict.fromkeys((0xE3, *(SH1106_NOTHING if self.driver == SH1106 else ())), self._pass_over)
        return table

    def _obey(self, command: int, arguments: list[int]) -> None:
        if not arguments:
            if command not in self._singles:
                raise UnknownByte(f"expected a command of the {self.driver}, got {command:#04x}")
            self._singles[command](command)
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0x21:
            self._column_range = self._range(arguments, self._columns)
            self._column = arguments[0]
        elif command == 0x22:
            self._page_range = self._range(arguments, PAGES)
            self._page = arguments[0]
        else:
            self._registers[command] = arguments[0]

    def _range(self, arguments: list[int], limit: int) -> tuple[int, int]:
        first, last = arguments
        if not 0 <= first <= last < limit:
            raise UnknownByte(f"expected a range below {limit}, got {first} to {last}")
        return first, last

    def _set_low_column(self, command: int) -> None:
        self._column = self._column & 0xF0 | command & 0x0F

    def _set_high_column(self, command: int) -> None:
        self._column = self._column & 0x0F | (command & 0x0F) << 4

    def _set_start_line(self, command: int) -> None:
        self._start_line = command & 0x3F

    def _set_page(self, command: int) -> None:
        self._page = command & 0x07

    def _set_scan(self, command: int) -> None:
        self._is_flipped = command == 0xC8

    def _pass_over(self, command: int) -> None:
        pass

    def _switch(self, command: int) -> None:
        is_set = bool(command & 1)
        name = {0xA0: "_is_remapped", 0xA4: "_is_all_on", 0xA6: "_is_inverted", 0xAE: "is_on"}[command & 0xFE]
        setattr(self, name, is_set)

    def _move_on(self) -> None:
        self._column += 1
        if self.driver == SH1106:
            return
        if self._registers[0x20] == PAGE_MODE:
            self._column %= self._columns
        elif self._column > self._column_range[1]:
            self._column = self._column_range[0]
            first, last = self._page_range
            self._page = first if self._page == last else self._page + 1

    def _has_supply(self) -> bool:
        """Return whether the glass is powered: the SSD1306 needs its charge pump, modules with an SH1106 need none."""
        return self.driver == SH1106 or bool(self._registers[0x8D] & 0x04)

    def _row(self, y: int) -> bytes:
        """Return the shades of the dots at *y*."""
        width = self.size[0]
        if y > self._registers[0xA8] or self._is_all_on:
            return bytes([255 * (y <= self._registers[0xA8])]) * width
        line = (self._line(y) + self._start_line + self._registers[0xD3]) % (8 * PAGES)
        columns = self._ram[line // 8][self._first_column : self._first_column + width]
        shades = columns.translate(SHADES[line % 8, self._is_inverted])
        return bytes(shades if self._is_remapped else reversed(shades))

    def _line(self, y: int) -> int:
        """Return the memory line that the glass shows at *y*; modules are mounted for a flipped scan."""
        height = self.size[1]
        line = y if self._is_flipped else height - 1 - y
        # Glass of up to 32 lines is wired in sequence, taller glass in two interleaved halves.
        is_sequential = not self._registers[0xDA] & 0x10
        if is_sequential == (self.size in ((128, 32), (96, 16))):
            return line
        return line // 2 + line % 2 * (height // 2)
