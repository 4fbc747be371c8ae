"""The panels of the boards as their makers mount them, by the board's name.

The makers' own programs tell the mounting, not the table of boards that the driver reads: a wrong orientation in one
of them is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.fakes.chip import Chip
from tests.fakes.lcd import st7735, st7789
from tests.fakes.ssd1309 import FakeSsd1309
from tests.fakes.ssd1327 import FakeSsd1327
from tests.fakes.ssd1351 import FakeSsd1351

MOUNTED: Mapping[str, Callable[[], Chip]] = {
    # Waveshare's ST7789.py sends 0x70 for MADCTL and the picture as it is.
    "waveshare-lcd-1in3": st7789,
    # LCD_1in44.py scans in the direction U2D_R2L, counts from column 1 and row 2, and sets the order blue, green, red.
    "waveshare-lcd-1in44": st7735,
    # adafruit_rgb_display sends 0xC0, counts from row 80 and turns the picture by 180 degrees: upright in the memory.
    "adafruit-tft-1in3": lambda: st7789(turns=0),
    # displayhatmini sends 0x70 and turns the picture by 180 degrees.
    "display-hat-mini": lambda: st7789((320, 240), turns=3),
    # The examples of st7789-python send 0x70 and turn the picture by 90 degrees to the left.
    "pirate-audio": lambda: st7789(turns=0),
    "ssd1309": lambda: FakeSsd1309("ssd1306"),
    "ssd1327": FakeSsd1327,
    "ssd1351": FakeSsd1351,
}
