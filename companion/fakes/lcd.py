"""Fakes of the LCD chips ST7789 and ST7735, from the datasheets of Sitronix.

ST7789V version 1.3 and ST7735S version 1.1: "System Function Command" and "Panel Function Command" tables, and
"Address Control". Command bytes come with a low level on D/C, their arguments with a high level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops

from companion.fakes.memory import RGB565, RGB666, Directions, Packing, PictureMemory, Size, UnknownByte, Window

SWRESET, SLPIN, SLPOUT, NORON = 0x01, 0x10, 0x11, 0x13
INVOFF, INVON, DISPOFF, DISPON = 0x20, 0x21, 0x28, 0x29
CASET, RASET, RAMWR, MADCTL, COLMOD = 0x2A, 0x2B, 0x2C, 0x36, 0x3A

# The commands that switch something, and those that do not change the picture (NOP, TEOFF, IDMOFF).
SWITCHES = {
    SLPIN: ("is_awake", False),
    SLPOUT: ("is_awake", True),
    INVOFF: ("is_inverted", False),
    INVON: ("is_inverted", True),
    DISPOFF: ("is_switched_on", False),
    DISPON: ("is_switched_on", True),
}
PASSED_OVER = (0x00, NORON, 0x34, 0x38)

# MADCTL: rows mirrored, columns mirrored, rows and columns exchanged, blue first. The two other bits reverse the
# order in which the glass is refreshed, which a viewer does not see.
MY, MX, MV, BGR = 0x80, 0x40, 0x20, 0x08
MADCTL_UNUSED = 0x03

# The lower half is the format on this bus; the upper half that of a bus which these panels do not have.
FORMATS: Mapping[int, Packing] = {0x05: RGB565, 0x55: RGB565, 0x06: RGB666, 0x66: RGB666}

# Numbers of arguments of the commands that the fake decodes.
ARGUMENTS = {CASET: (4,), RASET: (4,), MADCTL: (1,), COLMOD: (1,), 0x26: (1,), 0x35: (1,)}
# Voltages, timing and gamma, which do not change the picture of the fake. VDVVRHEN (0xC2) has a second argument with
# one permitted value, which many drivers leave out.
ST7789_TUNING = {
    **dict.fromkeys((0xB7, 0xBB, 0xBC, 0xBD, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xCA, 0xCC, 0xE8), (1,)),
    **dict.fromkeys((0xB3, 0xE4, 0xE9), (3,)),
    **dict.fromkeys((0xE0, 0xE1), (14,)),
    0xB2: (5,),
    0xC0: (1,),
    0xC2: (1, 2),
    0xD0: (2,),
}
ST7735_TUNING = {
    **dict.fromkeys((0xB4, 0xC1, 0xC5, 0xC7), (1,)),
    **dict.fromkeys((0xB6, 0xC2, 0xC3, 0xC4), (2,)),
    **dict.fromkeys((0xB1, 0xB2, 0xC0), (3,)),
    **dict.fromkeys((0xE0, 0xE1), (16,)),
    0xB3: (6,),
    0xFC: (1,),
}
# LCMCTRL inverts bits of MADCTL on the ST7789; only its default is decoded.
LCMCTRL, LCMCTRL_DEFAULT = 0xC0, 0x2C


@dataclass(frozen=True, slots=True)
class LcdGlass:
    """The glass on an LCD chip: where its dots are in the memory, and how the module is made and mounted.

    *size* and *origin* are in the memory's columns and rows. *turns* is how many quarter turns to the left lead from
    the memory's top to the board's. *is_ips* glass has true colours when it is inverted, and *is_bgr* glass has its
    blue and red dots exchanged.
    """

    memory: Size
    size: Size
    origin: tuple[int, int] = (0, 0)
    turns: int = 0
    is_ips: bool = False
    is_bgr: bool = False


class FakeLcd:
    """An LCD chip with its glass; after power-up its memory holds garbage and it is dark, like real hardware."""

    def __init__(self, name: str, glass: LcdGlass, tuning: Mapping[int, tuple[int, ...]], seed: int = 0) -> None:
        self.name = name
        self.glass = glass
        self._arguments = {**ARGUMENTS, **tuning}
        self._memory = PictureMemory(glass.memory, "RGB", seed)
        self.power_cycle()

    @property
    def is_on(self) -> bool:
        """Whether the picture is visible."""
        return self.is_awake and self.is_switched_on

    def power_cycle(self) -> None:
        """Lose everything, as after a loss of the supply."""
        self._memory.lose()
        self.reset()

    def reset(self) -> None:
        """Reset as after a low level on the reset pin: registers get their defaults, the picture memory is kept."""
        self._memory.abandon()
        self._access = 0
        self._packing = RGB666
        self._reset_registers()

    def command(self, values: Sequence[int]) -> None:
        """Process command bytes; raises ``UnknownByte``, also for a previous command that lacks arguments."""
        for value in values:
            if value == SWRESET:
                # After a transfer that was cut, this is how a driver begins again.
                self._memory.abandon()
                self._reset_registers()
                continue
            self._end_command()
            if value in SWITCHES:
                setattr(self, *SWITCHES[value])
            elif value == RAMWR:
                self._begin_pixels()
            elif value in self._arguments:
                self._pending = bytearray([value])
            elif value not in PASSED_OVER:
                raise UnknownByte(f"expected a command of the {self.name}, got {value:#04x}")

    def data(self, values: Sequence[int]) -> None:
        """Process arguments or pixels; raises ``UnknownByte`` for more than the command takes."""
        if not self._pending:
            self._memory.write(values)
            return
        self._pending += bytes(values)
        command, *arguments = self._pending
        numbers = self._arguments[command]
        if len(arguments) > max(numbers):
            raise UnknownByte(f"expected {max(numbers)} arguments of {command:#04x}, got {len(arguments)}")
        if len(arguments) == max(numbers):
            self._pending.clear()
            self._obey(command, arguments)

    def picture(self) -> Image.Image:
        """Return what a viewer of the board sees (mode ``RGB``), black while the display is off or asleep."""
        glass = self.glass
        left, top = glass.origin
        width, height = glass.size
        seen = self._memory.image.crop((left, top, left + width, top + height))
        if self.is_inverted != glass.is_ips:
            seen = ImageChops.invert(seen)
        if bool(self._access & BGR) != glass.is_bgr:
            seen = Image.merge("RGB", seen.split()[::-1])
        if not self.is_on:
            seen = Image.new("RGB", seen.size)
        return seen.rotate(90 * glass.turns, expand=True)

    def _reset_registers(self) -> None:
        # A software reset keeps the formats of pixels and addresses ("S/W Reset: No change").
        self.is_awake = self.is_switched_on = self.is_inverted = False
        self._pending = bytearray()
        width, height = self._space()
        self._columns, self._rows = (0, width - 1), (0, height - 1)

    def _end_command(self) -> None:
        """Check that the previous command is complete."""
        if self._pending:
            command, *arguments = self._pending
            if len(arguments) not in self._arguments[command]:
                least = min(self._arguments[command])
                raise UnknownByte(f"expected {least} arguments of {command:#04x}, got {len(arguments)}")
            self._pending.clear()
        self._memory.close()

    def _obey(self, command: int, arguments: list[int]) -> None:
        width, height = self._space()
        if command == CASET:
            self._columns = _range(arguments, width)
        elif command == RASET:
            self._rows = _range(arguments, height)
        elif command == MADCTL:
            if arguments[0] & MADCTL_UNUSED:
                raise UnknownByte(f"expected the two lowest bits of MADCTL to be 0, got {arguments[0]:#04x}")
            self._access = arguments[0]
        elif command == COLMOD:
            if arguments[0] not in FORMATS:
                raise UnknownByte(f"expected a format of pixels that is decoded, got {arguments[0]:#04x}")
            self._packing = FORMATS[arguments[0]]
        elif command == LCMCTRL and self._arguments[LCMCTRL] == (1,) and arguments[0] != LCMCTRL_DEFAULT:
            raise UnknownByte(f"expected {LCMCTRL_DEFAULT:#04x} for LCMCTRL, got {arguments[0]:#04x}")

    def _begin_pixels(self) -> None:
        width, height = self._space()
        if self._columns[1] >= width or self._rows[1] >= height:
            raise UnknownByte(f"expected a window in {width}x{height}, got {self._columns}, {self._rows}")
        window = Window(self._columns[0], self._rows[0], self._columns[1], self._rows[1])
        directions = Directions(bool(self._access & MV), bool(self._access & MX), bool(self._access & MY))
        self._memory.open(window, self._packing, directions)

    def _space(self) -> Size:
        """Return the number of columns and rows that the driver addresses."""
        width, height = self.glass.memory
        return (height, width) if self._access & MV else (width, height)


def _range(arguments: list[int], limit: int) -> tuple[int, int]:
    first, last = arguments[0] << 8 | arguments[1], arguments[2] << 8 | arguments[3]
    if not first <= last < limit:
        raise UnknownByte(f"expected a range below {limit}, got {first} to {last}")
    return first, last


def st7789(size: Size = (240, 240), turns: int = 1, seed: int = 0) -> FakeLcd:
    """Return an ST7789 with IPS glass of *size* as a viewer sees it, mounted as luma expects it (*turns* of 1).

    Glass of 240x240 dots is on the first rows of the memory of 240x320.
    """
    size = size[::-1] if turns % 2 else size
    return FakeLcd("ST7789", LcdGlass((240, 320), size, turns=turns, is_ips=True), ST7789_TUNING, seed)


def st7735(seed: int = 0) -> FakeLcd:
    """Return an ST7735S with the glass of 128x128 dots of the Waveshare 1.44inch LCD HAT.

    Its maker's program counts from column 2 and row 1 of the memory, and sets the order of blue, green, red.
    """
    glass = LcdGlass((132, 162), (128, 128), origin=(2, 1), turns=1, is_bgr=True)
    return FakeLcd("ST7735", glass, ST7735_TUNING, seed)
