"""Draw the pictures that the image's first program shows: python systemd/image/pictures.py FOLDER

Each file is a picture for a monochrome panel of 128 by 64 pixels, as its memory takes it: eight pages of bytes, one a
column. The two columns at either edge stay empty (see ``init/panel.c``).
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from companion.devices.pi.pages import pack
from companion.ui.core.canvas import Area, Canvas
from companion.ui.core.font import font
from companion.ui.core.ink import Ink

SIZE = (128, 64)
PEG, PEG_STEP = 22, 26
KEY, KEY_STEP = 8, 12
FAULTS = (2, 5, 6)
"""The numbers of ``enum fault`` in ``init/parts.h``."""


def splash() -> Image.Image:
    """Return a row of pegs between key pegs, which looks the same on a panel that is mounted upside down."""
    canvas = Canvas(SIZE)
    width, height = SIZE
    for place in range(4):
        x = (width - 3 * PEG_STEP - PEG) // 2 + place * PEG_STEP
        y = (height - PEG) // 2
        canvas.disc(x, y, PEG)
        if place in (1, 2):
            canvas.disc(x + 2, y + 2, PEG - 4, ink=Ink.BACKGROUND)
        x = (width - 3 * KEY_STEP - KEY) // 2 + place * KEY_STEP
        for y, filled in ((5, place < 2), (height - 5 - KEY, place >= 2)):
            canvas.disc(x, y, KEY, filled=filled)
    return canvas.image


def fault(number: int) -> Image.Image:
    """Return a card, crossed out, and *number*."""
    canvas = Canvas(SIZE)
    outline = [(20, 8), (44, 8), (56, 20), (56, 56), (20, 56)]
    canvas.polygon(outline)
    canvas.polygon([(23, 11), (43, 11), (53, 21), (53, 53), (23, 53)], Ink.BACKGROUND)
    for x in (27, 33, 39):
        canvas.fill(Area(x, 14, 3, 8))
    for shift in range(3):
        canvas.line((28 + shift, 30), (46 + shift, 48))
        canvas.line((46 + shift, 30), (28 + shift, 48))
    digit = font("14x28B", 2).enlarged(str(number), 48)
    canvas.stamp(digit, 76, (64 - digit.height) // 2)
    return canvas.image


def main(folder: Path) -> None:
    """Write the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "splash").write_bytes(b"".join(pack(splash())))
    for number in FAULTS:
        (folder / str(number)).write_bytes(b"".join(pack(fault(number))))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
