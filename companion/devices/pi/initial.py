"""The commands that make a panel ready and leave it dark.

From the datasheets of the SSD1306 (Solomon Systech, rev. 1.1, chapters 9 and 10, and the application note behind
them) and the SH1106 (Sino Wealth, rev. 2.2, "Commands"). They set what luma's devices set, which a test sees to; but
those devices take a sixth of the time until the first frame, and each holds 300 KiB.
"""

from __future__ import annotations

from companion.devices.pi.boards import PanelChip, PanelConfig

DISPLAY_OFF = 0xAE
# Rows and columns run from the corner where modules have the panel mounted.
SCAN_REVERSED, COLUMNS_REVERSED = 0xC8, 0xA1
START_LINE_0, FOLLOW_MEMORY, NOT_INVERTED = 0x40, 0xA4, 0xA6
LINES, OFFSET, CLOCK, PRECHARGE, WIRING, LEVEL = 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB
# How glass is bonded to the chip's rows: one after the other, or its two halves interleaved.
SEQUENTIAL, INTERLEAVED = 0x02, 0x12
SEQUENTIAL_SIZES = ((128, 32), (96, 16))

COMMON = (DISPLAY_OFF, COLUMNS_REVERSED, SCAN_REVERSED, START_LINE_0, FOLLOW_MEMORY, NOT_INVERTED, OFFSET, 0)
# The charge pump on, since modules give the glass no supply of its own; and page mode, in which the SSD1306 takes the
# windows of the SH1106, of three bytes: its own windows take six.
SSD1306_ONLY = (0x8D, 0x14, 0x20, 0x02)


def initial(screen: PanelConfig) -> tuple[int, ...]:
    """Return the bytes of the commands for *screen*."""
    lines = (LINES, screen.height - 1)
    if screen.driver is PanelChip.SH1106:
        return (*COMMON, *lines, CLOCK, 0xF0, PRECHARGE, 0x22, WIRING, INTERLEAVED, LEVEL, 0x20)
    size = (screen.width, screen.height)
    wiring = SEQUENTIAL if size in SEQUENTIAL_SIZES else INTERLEAVED
    clock = 0x60 if size == (96, 16) else 0x80
    return (*COMMON, *SSD1306_ONLY, *lines, CLOCK, clock, PRECHARGE, 0xF1, WIRING, wiring, LEVEL, 0x40)
