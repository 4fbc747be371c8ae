"""The commands that initialise a panel and leave it dark.

From the datasheets of the SSD1306 (Solomon Systech, rev. 1.1, chapters 9 and 10, and the application note behind
them) and the SH1106 (Sino Wealth, rev. 2.2, "Commands"). A test checks that they set what luma's devices set. Luma's
devices are not used because they take a sixth of the time until the first frame, and each holds 300 KiB.
"""

from __future__ import annotations

from companion.devices.pi.boards import PanelChip, PanelConfig

DISPLAY_OFF = 0xAE
# Modules have the panel mounted so that rows and columns must run in the reverse direction.
SCAN_REVERSED, COLUMNS_REVERSED = 0xC8, 0xA1
START_LINE_0, FOLLOW_MEMORY, NOT_INVERTED = 0x40, 0xA4, 0xA6
LINES, OFFSET, CLOCK, PRECHARGE, WIRING, LEVEL = 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB
# How the glass is wired to the chip's rows: in sequence, or with its two halves interleaved.
SEQUENTIAL, INTERLEAVED = 0x02, 0x12
SEQUENTIAL_SIZES = ((128, 32), (96, 16))

COMMON = (DISPLAY_OFF, COLUMNS_REVERSED, SCAN_REVERSED, START_LINE_0, FOLLOW_MEMORY, NOT_INVERTED, OFFSET, 0)
# Charge pump on, because modules give the glass no supply of its own. Page mode, because in it the SSD1306 accepts the
# SH1106's addressing commands of three bytes; in its own modes they take six.
SSD1306_ONLY = (0x8D, 0x14, 0x20, 0x02)


def initial(screen: PanelConfig) -> tuple[int, ...]:
    """Return the bytes of the initialisation commands for *screen*."""
    lines = (LINES, screen.height - 1)
    if screen.driver is PanelChip.SH1106:
        return (*COMMON, *lines, CLOCK, 0xF0, PRECHARGE, 0x22, WIRING, INTERLEAVED, LEVEL, 0x20)
    size = (screen.width, screen.height)
    wiring = SEQUENTIAL if size in SEQUENTIAL_SIZES else INTERLEAVED
    clock = 0x60 if size == (96, 16) else 0x80
    return (*COMMON, *SSD1306_ONLY, *lines, CLOCK, clock, PRECHARGE, 0xF1, WIRING, wiring, LEVEL, 0x40)
