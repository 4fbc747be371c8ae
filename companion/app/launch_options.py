"""The options of the command line that choose how the program plays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.box import ColourMode, Format
from companion.config.untrusted import brief, whole_number
from companion.errors import (
    OptionRefused,
    TextUnreadable,
)

DEVICES = ("pi", "window", "terminal", "text", "headless")
TWIN = "twin"
"""A tray that is drawn in the window."""
TRAYS = ("auto", "none", TWIN)
WIDTHS, HEIGHTS = range(96, 513), range(32, 257)
SIZES = {ColourMode.MONO: (128, 64), ColourMode.GREYS: (128, 128), ColourMode.RGB: (240, 240)}
"""The size of a display if none is given: those of the boards that families buy."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """The options of the command line; None where an option is not given.

    ``features`` are the keys of the features that are switched on for this session alone.
    """

    device: str | None = None
    board: str | None = None
    lang: str | None = None
    edition: str | None = None
    keys: str | None = None
    frames: Path | None = None
    size: str | None = None
    colours: str | None = None
    tray: str | None = None
    features: tuple[str, ...] = ()


def format_of(wishes: LaunchOptions, default: ColourMode = ColourMode.MONO) -> Format:
    """Return the display format that the options ask for; raises ``OptionRefused`` if the size cannot be read."""
    mode = ColourMode[(wishes.colours or default.name).upper()]
    return Format(size_of(wishes, mode), mode)


def size_of(wishes: LaunchOptions, mode: ColourMode = ColourMode.MONO) -> tuple[int, int]:
    """Return the size in pixels that the options ask for, else that of a display with the colours of *mode*.

    Raises ``OptionRefused`` if the size cannot be read.
    """
    if wishes.size is None:
        return SIZES[mode]
    width, _, height = wishes.size.partition("x")
    try:
        return whole_number(width, WIDTHS), whole_number(height, HEIGHTS)
    except TextUnreadable as error:
        expected = "a size from 96x32 to 512x256 pixels, such as 128x64"
        raise OptionRefused(f"expected {expected}, got {brief(wishes.size)}") from error
