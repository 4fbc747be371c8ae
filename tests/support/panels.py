"""The panels that a box may have, with their sizes in millimetres, and how large a thing on one is seen from afar."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.ui.core.canvas import Size

DISTANCE_MM = 2000
"""From the middle of a table to a player who leans back."""
READABLE_ARCMIN = 10.0


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel: its diagonal in inches, its pixels and the width of its active area; its pixels are square."""

    inches: float
    size: Size
    width_mm: float
    source: str

    def arcmin(self, pixels: int) -> float:
        """Return the angle in minutes of arc at which *pixels* of this panel are seen from ``DISTANCE_MM``."""
        length = pixels * self.width_mm / self.size[0]
        return math.degrees(2 * math.atan(length / 2 / DISTANCE_MM)) * 60

    @property
    def can_be_read(self) -> bool:
        """Whether a thing as high as the whole panel is readable from afar."""
        return self.arcmin(self.size[1]) >= READABLE_ARCMIN


PANELS = (
    Panel(1.3, (128, 64), 29.42, "data sheet of Waveshare's 1.3inch OLED HAT and Adafruit's OLED Bonnet"),
    Panel(0.96, (128, 64), 21.74, "data sheet UG-2864HSWEG01"),
    Panel(0.91, (128, 32), 22.38, "data sheet UG-2832HSWEG02"),
    Panel(1.3, (240, 240), 23.4, "data sheet of the ST7789 panels of 1.3 inches"),
    Panel(2.0, (320, 240), 40.8, "data sheet of the ST7789 panels of 2 inches"),
    Panel(1.44, (128, 128), 25.5, "specification of Waveshare's 1.44inch LCD HAT"),
    Panel(1.54, (240, 240), 27.72, "data sheet of the ST7789 panels of 1.54 inches"),
)
