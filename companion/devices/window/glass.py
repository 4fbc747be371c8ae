"""The look of the display's pixels behind the glass.

A display with colours is an LCD: its pixels touch. Others are OLEDs: dots of light, slightly blue, with a glow around
them.
"""

from __future__ import annotations

from math import ceil

from PIL import ImageChops, ImageDraw, ImageFilter
from PIL.Image import Image, Resampling, merge, new

BORDER = 4
"""How far the glow reaches beyond the display, in pixels of the display."""
GLOW_RADIUS = 1.5
LIGHT = (205, 232, 255)
HALO = (26, 52, 96)
DIMMEST = 0.3
"""The apparent brightness of an OLED at its lowest contrast, relative to its highest."""
GAP = 168
"""The brightness between two lit dots, of 255: in darker gaps, decoders lose the QR codes of screenshots."""


def brightness(percent: int) -> float:
    """Return the brightness, 0 to 1, of pixels at *percent*; raises ``ValueError`` outside of 0 to 100.

    >>> brightness(0), brightness(100)
    (0.0, 1.0)
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"expected a brightness of 0 to 100 percent, got {percent!r}")
    return DIMMEST + (1 - DIMMEST) * percent / 100 if percent else 0.0


def glow_of(lit: tuple[int, int, int, int], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the area covered by the glow of a display of *size* pixels that is drawn in the area *lit*."""
    border = round(BORDER * (lit[2] - lit[0]) / size[0])
    return lit[0] - border, lit[1] - border, lit[2] + border, lit[3] + border


class Glass:
    """Draws frames of *size* pixels onto *ground*, the picture of the dark display and its surroundings."""

    def __init__(self, ground: Image, size: tuple[int, int]) -> None:
        self._ground = ground
        self._size = size
        # If a display pixel is not a whole number of window pixels, it is drawn larger and then reduced.
        self._pitch = max(1, ceil(ground.width / (size[0] + 2 * BORDER) - 0.01))
        self._dots = _dots(size, self._pitch)

    def lit(self, frame: Image, level: float) -> Image:
        """Return *frame* as it looks at the brightness *level*, 0 to 1."""
        if not level:
            return self._ground
        if frame.mode == "RGB":
            enlarged = self._bordered(frame.resize(self._dots.size, Resampling.NEAREST))
            return ImageChops.lighter(self._ground, enlarged.point(_ramp(level) * 3))
        grey = frame.convert("L")
        dots = ImageChops.multiply(grey.resize(self._dots.size, Resampling.NEAREST), self._dots)
        with_halo = ImageChops.add(self._ground, _tinted(self._halo(grey), HALO, level))
        return ImageChops.add(with_halo, _tinted(self._bordered(dots), LIGHT, level))

    def _bordered(self, dots: Image) -> Image:
        """Return *dots* with a border around them, in the size of ``ground``."""
        border = BORDER * self._pitch
        light = new(dots.mode, (dots.width + 2 * border, dots.height + 2 * border))
        light.paste(dots, (border, border))
        return light if light.size == self._ground.size else light.resize(self._ground.size, Resampling.BILINEAR)

    def _halo(self, frame: Image) -> Image:
        # Blurred in display pixels and enlarged afterwards: a twentieth of the work, with no visible loss.
        width, height = self._size
        wide = new("L", (width + 2 * BORDER, height + 2 * BORDER))
        wide.paste(frame, (BORDER, BORDER))
        blurred = wide.filter(ImageFilter.GaussianBlur(GLOW_RADIUS))
        return blurred.resize(self._ground.size, Resampling.BILINEAR)


def _tinted(light: Image, colour: tuple[int, int, int], level: float) -> Image:
    return merge("RGB", [light.point(_ramp(channel * level / 255)) for channel in colour])


def _ramp(factor: float) -> list[int]:
    return [round(value * factor) for value in range(256)]


def _dots(size: tuple[int, int], pitch: int) -> Image:
    """Return the dot pattern of the display: the brightness of each window pixel when its dot is lit."""
    whole = (size[0] * pitch, size[1] * pitch)
    if pitch < 3:
        return new("L", whole, 255)
    large = pitch * 8
    dot = new("L", (large, large), GAP)
    ImageDraw.Draw(dot).rounded_rectangle((3, 3, large - 4, large - 4), large // 5, 255)
    dot = dot.resize((pitch, pitch), Resampling.BOX)
    row, dots = new("L", (whole[0], pitch)), new("L", whole)
    for column in range(size[0]):
        row.paste(dot, (column * pitch, 0))
    for line in range(size[1]):
        dots.paste(row, (0, line * pitch))
    return dots
