"""Monochrome OLEDs whose memory has pages of eight rows: the SSD1306, the SH1106 and their relatives.

luma's device classes know their initialisation and geometry. luma sends all of a frame, changed or not; this driver
sends the columns that changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops

from companion.box import Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.luma_device import LumaDevice
from companion.devices.pi.pages import Pages, changes, pack, turned
from companion.devices.pi.wires import PanelTransport

DRIVERS = {"ssd1306": (128, 64), "ssd1309": (128, 64), "ssd1315": (128, 64), "sh1106": (132, 64)}
"""The drivers whose chips take the commands below, and the columns and rows of their memory."""

DISPLAY_OFF, DISPLAY_ON, CONTRAST = 0xAE, 0xAF, 0x81
SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
MEMORY_MODE, PAGE_MODE, COLUMN_RANGE, MULTIPLEX = 0x20, 0x02, 0x21, 0xA8


class PagedDriver:
    """A ``PanelDriver`` whose frames are the pages of its memory."""

    def __init__(self, screen: PanelConfig) -> None:
        luma = LumaDevice(screen)
        addressing = luma.record_steps(Image.new("1", luma.device.size))[0].values
        has_modes = addressing[0] == COLUMN_RANGE
        first = addressing[1] if has_modes else addressing[1] & 0x0F | (addressing[2] & 0x0F) << 4
        self._first_column, self._first_page = first + screen.h_offset, screen.v_offset // 8
        columns, rows = DRIVERS[screen.driver]
        is_wide = self._first_column + screen.width > columns
        is_high = screen.v_offset % 8 != 0 or screen.v_offset + screen.height > rows
        self.left_out: Sequence[str] = ["h_offset"] * is_wide + ["v_offset"] * is_high + ["bgr"]
        # In page mode a chip with modes takes the addressing commands of the SH1106, three bytes instead of six.
        self._initial = (*luma.steps[0].values, *((MEMORY_MODE, PAGE_MODE) if has_modes else ()))
        if screen.v_offset:
            # The rows are counted from the first one of the memory.
            self._initial += (MULTIPLEX, screen.v_offset + screen.height - 1)
        self._rotate, self._inverts = screen.rotate, screen.inverse
        self.format = Format(luma.device.size)
        luma.let_go()

    def prepare(self, image: Image.Image) -> Pages:
        """Return the pages of *image*."""
        image = turned(image, self._rotate)
        return pack(ImageChops.invert(image) if self._inverts else image)

    def start(self, wire: PanelTransport) -> None:
        """Set the registers, and leave the panel dark."""
        wire.command(*self._initial)

    def send(self, wire: PanelTransport, old: Pages | None, new: Pages) -> None:
        """Write the columns that differ, page by page."""
        at_page = at_high = None
        for page, first, run in changes(old, new):
            column, row = self._first_column + first, self._first_page + page
            high = column >> 4
            commands = [SET_LOW_COLUMN | column & 0x0F]
            commands += [SET_PAGE | row] * (row != at_page) + [SET_HIGH_COLUMN | high] * (high != at_high)
            wire.command(*commands)
            wire.data(run)
            # The datasheets do not say whether a run that goes on into the next sixteen columns changes the register.
            at_page, at_high = row, high if (column + len(run)) >> 4 == high else None

    def light(self, wire: PanelTransport, percent: int) -> None:
        """Set the contrast, or switch the panel off."""
        if percent == 0:
            wire.command(DISPLAY_OFF)
        else:
            wire.command(CONTRAST, max(1, percent * 255 // 100), DISPLAY_ON)
