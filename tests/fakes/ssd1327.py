"""A fake of the SSD1327, from its datasheet (Solomon Systech, rev. 1.1, chapters 9 and 10).

An OLED with 128x128 dots in 16 greys, two dots in a byte. Arguments come as commands do, and data are always pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops

from tests.fakes.chip import UnknownByte
from tests.fakes.memory import GREY4, AddressWindow, Directions, Packing, PictureMemory, interleaved

SIZE = (128, 128)
COLUMNS, ROWS, CONTRAST = 0x15, 0x75, 0x81
REMAP, START_LINE, OFFSET, LAST_LINE = 0xA0, 0xA1, 0xA2, 0xA8
NORMAL, ALL_ON, ALL_OFF, INVERSE = 0xA4, 0xA5, 0xA6, 0xA7
DISPLAY_OFF, DISPLAY_ON = 0xAE, 0xAF
GREYS, LINEAR_GREYS, LOCK = 0xB8, 0xB9, 0xFD
UNLOCK, LOCK_ALL = 0x12, 0x16

# Those without a name set voltages and timing, stop scrolling, or do nothing.
ARGUMENTS = {
    **dict.fromkeys((NORMAL, ALL_ON, ALL_OFF, INVERSE, DISPLAY_OFF, DISPLAY_ON, LINEAR_GREYS, 0x2E, 0xB2), 0),
    **dict.fromkeys((CONTRAST, REMAP, START_LINE, OFFSET, LAST_LINE, LOCK), 1),
    **dict.fromkeys((0xAB, 0xB1, 0xB3, 0xB5, 0xB6, 0xBC, 0xBE, 0xD5), 1),
    **dict.fromkeys((COLUMNS, ROWS), 2),
    GREYS: 15,
}
# luma sends the SSD1325's table of greys, which is seven bytes shorter than this chip's. The chip takes the commands
# that follow as the rest of the table, and one of their arguments, 8, as a command that it does not have.
LUMAS_NOTHING = 0x08

# Bits of the remap register: columns mirrored, the halves of a byte exchanged, columns first, lines scanned in
# reverse, lines split into odd and even ones. Modules are made for the first, the fourth and the last.
MIRRORED, EXCHANGED, VERTICAL, REVERSED, SPLIT = 0x01, 0x02, 0x04, 0x10, 0x40

SWAPPED_HALVES = bytes(value >> 4 | (value & 0x0F) << 4 for value in range(256))
LEFT_IN_LOWER_HALF = Packing(4, lambda data, size: GREY4.decode(data.translate(SWAPPED_HALVES), size))
LINEAR = tuple(range(0, 64, 4))
PULSE_MAX = 63


class FakeSsd1327:
    """An SSD1327 with its glass; after power-up its memory holds garbage and it is dark, like real hardware."""

    def __init__(self, seed: int = 0) -> None:
        self._memory = PictureMemory(SIZE, "L", seed)
        self.power_cycle()

    def power_cycle(self) -> None:
        """Lose everything, as after a loss of the supply."""
        self._memory.lose()
        self.reset()

    def reset(self) -> None:
        """Reset as after a low level on the reset pin: registers get their defaults, the picture memory is kept."""
        self._memory.abandon()
        self._pending: list[int] = []
        self.is_on = False
        self.contrast = 0x7F
        self._columns, self._rows = (0, 63), (0, 127)
        self._mode = NORMAL
        self._registers = {REMAP: 0, START_LINE: 0, OFFSET: 0, LAST_LINE: 127, LOCK: UNLOCK}
        self._greys = LINEAR

    def status(self) -> int:
        """Return the chip's status byte; bit 6 is set while the display is off."""
        return 0x40 * (not self.is_on)

    def command(self, values: Sequence[int]) -> None:
        """Process command bytes; an argument may come in a later call. Raises ``UnknownByte``."""
        for value in values:
            self._pending.append(value)
            command, *arguments = self._pending
            if command not in ARGUMENTS and command != LUMAS_NOTHING:
                raise UnknownByte(f"expected a command of the SSD1327, got {command:#04x}")
            if len(arguments) == ARGUMENTS.get(command, 0):
                self._pending = []
                self._obey(command, arguments)

    def data(self, values: Sequence[int]) -> None:
        """Write pixels; raises ``UnknownByte`` while a command waits for an argument and beyond the window."""
        if self._pending:
            raise UnknownByte(f"expected an argument of command {self._pending[0]:#04x}, got data")
        if not self._memory.is_open or self._memory.is_full:
            self._begin_pixels()
        self._memory.write(values)

    def picture(self) -> Image.Image:
        """Return what a viewer sees (mode ``L``), black while the display is off."""
        seen = Image.new("L", SIZE, 255 * (self._mode == ALL_ON))
        if self._mode in (NORMAL, INVERSE):
            seen = self._shown()
        return seen if self.is_on else Image.new("L", SIZE)

    def _shown(self) -> Image.Image:
        remap = self._registers[REMAP]
        shift = self._registers[START_LINE] + self._registers[OFFSET]
        shown = ImageChops.offset(self._memory.image, 0, -shift)
        if not remap & REVERSED:
            shown = shown.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        if not remap & SPLIT:
            shown = interleaved(shown)
        if self._mode == INVERSE:
            shown = ImageChops.invert(shown)
        shades = [self._greys[value // 17] * 255 // max(1, *self._greys) for value in range(256)]
        shown = shown.point(shades)
        shown.paste(0, (0, self._registers[LAST_LINE] + 1, *SIZE))
        return shown

    def _obey(self, command: int, arguments: list[int]) -> None:
        if self._registers[LOCK] == LOCK_ALL and command != LOCK:
            raise UnknownByte(f"expected the lock to be opened, got command {command:#04x}")
        if command == COLUMNS:
            self._columns = self._range(arguments, 64)
        elif command == ROWS:
            self._rows = self._range(arguments, 128)
        elif command in (DISPLAY_OFF, DISPLAY_ON):
            self.is_on = command == DISPLAY_ON
        elif NORMAL <= command <= INVERSE:
            self._mode = command
        elif command == CONTRAST:
            self.contrast = arguments[0]
        elif command == GREYS:
            self._greys = (0, *(value & PULSE_MAX for value in arguments))
        elif command == LINEAR_GREYS:
            self._greys = LINEAR
        elif arguments:
            self._set_register(command, arguments[0])

    def _set_register(self, command: int, value: int) -> None:
        # Bytes that run down the columns are not decoded.
        decoded = [remap for remap in range(128) if not remap & VERTICAL]
        allowed = {REMAP: decoded, LOCK: (UNLOCK, LOCK_ALL), LAST_LINE: range(15, 128)}.get(command, range(256))
        if value not in allowed:
            raise UnknownByte(f"expected another argument of {command:#04x}, got {value:#04x}")
        self._registers[command] = value

    def _range(self, arguments: list[int], limit: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < limit:
            raise UnknownByte(f"expected a range below {limit}, got {first} to {last}")
        self._memory.close()
        return first, last

    def _begin_pixels(self) -> None:
        self._memory.close()
        remap = self._registers[REMAP]
        is_mirrored, is_exchanged = bool(remap & MIRRORED), bool(remap & EXCHANGED)
        window = AddressWindow(2 * self._columns[0], self._rows[0], 2 * self._columns[1] + 1, self._rows[1])
        # The segment on the right of the glass is the first one of the chip.
        packing = LEFT_IN_LOWER_HALF if is_mirrored == is_exchanged else GREY4
        self._memory.open(window, packing, Directions(mirrors_columns=not is_mirrored))
