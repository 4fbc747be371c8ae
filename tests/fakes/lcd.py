"""Fakes of the LCD chips ST7789 and ST7735, from the datasheets of Sitronix.

ST7789V version 1.3 and ST7735S version 1.1: "System Function Command" and "Panel Function Command" tables, and
"Address Control". Command bytes come with a low level on D/C, their arguments with a high level.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops

from tests.fakes.chip import ArgumentReader, Arguments, UnknownByte
from tests.fakes.memory import RGB565, RGB666, AddressWindow, Directions, Packing, PictureMemory, Size

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
# order in which the glass is refreshed, which a viewer does not see; the lowest two are 0.
MY, MX, MV, BGR = 0x80, 0x40, 0x20, 0x08
MADCTL_STEP = 0x04

# The lower half is the format on this bus; the upper half that of a bus which these panels do not have.
FORMATS: Mapping[int, Packing] = {0x05: RGB565, 0x55: RGB565, 0x06: RGB666, 0x66: RGB666}

ARGUMENTS = {
    **dict.fromkeys((*SWITCHES, *PASSED_OVER, SWRESET, RAMWR), (0,)),
    **dict.fromkeys((MADCTL, COLMOD, 0x26, 0x35), (1,)),
    **dict.fromkeys((CASET, RASET), (4,)),
}
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
# LCMCTRL of the ST7789 inverts bits of MADCTL; only its default is decoded.
LCMCTRL = 0xC0


@dataclass(frozen=True, slots=True)
class LcdChip:
    """A type of chip: the size of its memory, and the commands for voltages, timing and gamma.

    *fixed* has the only permitted first arguments of some of these commands.
    """

    name: str
    memory: Size
    tuning: Arguments
    fixed: Mapping[int, Container[int]]


ST7789 = LcdChip("ST7789", (240, 320), ST7789_TUNING, {LCMCTRL: (0x2C,)})
ST7735 = LcdChip("ST7735", (132, 162), ST7735_TUNING, {})


@dataclass(frozen=True, slots=True)
class LcdGlass:
    """The glass of a module: where its dots are in the chip's memory, and how it is made and mounted.

    *size* and *origin* are in the memory's columns and rows. *turns* is the number of quarter turns to the left from
    the picture in the memory to what a viewer sees. *is_ips* glass has true colours when it is inverted, and the blue
    and red dots of *is_bgr* glass are exchanged.
    """

    size: Size
    origin: tuple[int, int] = (0, 0)
    turns: int = 0
    is_ips: bool = False
    is_bgr: bool = False


class FakeLcd(ArgumentReader):
    """An LCD chip with its glass; after power-up its memory holds garbage and it is dark, like real hardware."""

    def __init__(self, chip: LcdChip, glass: LcdGlass, seed: int = 0) -> None:
        super().__init__(chip.name, {**ARGUMENTS, **chip.tuning})
        self.chip = chip
        self.glass = glass
        self._memory = PictureMemory(chip.memory, "RGB", seed)
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
        if SWRESET in values:
            # After a transfer that was cut, this is how a driver begins again.
            self._pending.clear()
            self._memory.abandon()
        super().command(values)

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

    def _write(self, values: Sequence[int]) -> None:
        self._memory.write(values)

    def _end(self) -> None:
        super()._end()
        self._memory.close()

    def _obey(self, command: int, arguments: list[int]) -> None:
        width, height = self._space()
        if command in SWITCHES:
            setattr(self, *SWITCHES[command])
        elif command == SWRESET:
            self._reset_registers()
        elif command == RAMWR:
            self._begin_pixels()
        elif command == CASET:
            self._columns = _range(arguments, width)
        elif command == RASET:
            self._rows = _range(arguments, height)
        elif command == MADCTL:
            self._access = _allowed(command, arguments, range(0, 0x100, MADCTL_STEP))
        elif command == COLMOD:
            self._packing = FORMATS[_allowed(command, arguments, FORMATS)]
        elif command in self.chip.fixed:
            _allowed(command, arguments, self.chip.fixed[command])

    def _begin_pixels(self) -> None:
        width, height = self._space()
        if self._columns[1] >= width or self._rows[1] >= height:
            raise UnknownByte(f"expected a window in {width}x{height}, got {self._columns}, {self._rows}")
        window = AddressWindow(self._columns[0], self._rows[0], self._columns[1], self._rows[1])
        directions = Directions(bool(self._access & MV), bool(self._access & MX), bool(self._access & MY))
        self._memory.open(window, self._packing, directions)

    def _space(self) -> Size:
        """Return the number of columns and rows that the driver addresses."""
        width, height = self.chip.memory
        return (height, width) if self._access & MV else (width, height)


def _allowed(command: int, arguments: list[int], allowed: Container[int]) -> int:
    if arguments[0] not in allowed:
        raise UnknownByte(f"expected another argument of {command:#04x}, got {arguments[0]:#04x}")
    return arguments[0]


def _range(arguments: list[int], limit: int) -> tuple[int, int]:
    first, last = arguments[0] << 8 | arguments[1], arguments[2] << 8 | arguments[3]
    if not first <= last < limit:
        raise UnknownByte(f"expected a range below {limit}, got {first} to {last}")
    return first, last


def st7789(size: Size = (240, 240), turns: int = 1, seed: int = 0) -> FakeLcd:
    """Return an ST7789 with IPS glass on the first rows of its memory; *size* is as a viewer sees it.

    With *turns* of 1 the glass is mounted as luma and most makers of HATs address it, with 0x70 for MADCTL.
    """
    native = size[::-1] if turns % 2 else size
    return FakeLcd(ST7789, LcdGlass(native, turns=turns, is_ips=True), seed)


def st7735(seed: int = 0) -> FakeLcd:
    """Return an ST7735S with the glass of 128x128 dots of the Waveshare 1.44inch LCD HAT.

    From the program of its maker: the glass begins in column 2 and row 1 of the memory, with blue and red exchanged.
    """
    return FakeLcd(ST7735, LcdGlass((128, 128), origin=(2, 1), turns=1, is_bgr=True), seed)
