"""Makes the sheets from the X Window System's misc-fixed fonts; run it by hand after ``CHARACTERS`` has changed."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.ui.font import CHARACTERS, COLUMNS, FOLDER

SHEETS = {"5x8": (5, 8), "6x10": (6, 10), "7x13B": (7, 13), "8x13B": (8, 13), "10x20": (10, 20)}

# Signs on a grid of 5 x 5, which fits into every cell. Only the largest font has all of them; the other fonts use
# these, so that the signs look alike.
LARGEST = "10x20"
DRAWN = {
    "\u2713": ("....#", "...##", "#.##.", "###..", ".#..."),
    "\u25b2": (".....", "..#..", ".###.", "#####", "....."),
    "\u25bc": (".....", "#####", ".###.", "..#..", "....."),
    "\u25c0": ("...#.", "..##.", ".###.", "..##.", "...#."),
    "\u25b6": (".#...", ".##..", ".###.", ".##..", ".#..."),
    "\u25cf": (".###.", "#####", "#####", "#####", ".###."),
    "\u25cb": (".###.", "#...#", "#...#", "#...#", ".###."),
    "\u25a0": ("#####", "#####", "#####", "#####", "#####"),
    "\u25a1": ("#####", "#...#", "#...#", "#...#", "#####"),
    "\u2423": (".....", ".....", ".....", "#...#", "#####"),
    "\u25af": (".###.", ".#.#.", ".#.#.", ".#.#.", ".###."),
}


def _drawn(rows: tuple[str, ...], size: tuple[int, int]) -> Image.Image:
    glyph = Image.new("1", size)
    left = (size[0] - 5) // 2
    # Centred on the capitals, whose baseline is at four fifths of the cell's height.
    top = round(size[1] * 0.45 - 2.5)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark == "#":
                glyph.putpixel((left + x, top + y), 1)
    return glyph


def _typeset(character: str, size: tuple[int, int], source: ImageFont.FreeTypeFont) -> Image.Image:
    glyph = Image.new("1", size)
    pen = ImageDraw.Draw(glyph)
    pen.fontmode = "1"
    pen.text((0, 0), character, fill=1, font=source)
    return glyph


def make(folder: Path, name: str, size: tuple[int, int]) -> None:
    """Write the sheet of font *name* from its PCF in *folder*."""
    source = ImageFont.truetype(folder / f"{name}.pcf.gz", size[1], layout_engine=ImageFont.Layout.BASIC)
    sheet = Image.new("1", (COLUMNS * size[0], -(-len(CHARACTERS) // COLUMNS) * size[1]))
    for place, character in enumerate(CHARACTERS):
        row, column = divmod(place, COLUMNS)
        drawn = None if name == LARGEST else DRAWN.get(character)
        glyph = _drawn(drawn, size) if drawn else _typeset(character, size, source)
        sheet.paste(glyph, (column * size[0], row * size[1]))
    header = f"P4\n{sheet.width} {sheet.height}\n".encode("ascii")
    (FOLDER / f"{name}.pbm").write_bytes(header + sheet.tobytes())


if __name__ == "__main__":
    for name, size in SHEETS.items():
        make(Path(sys.argv[1]), name, size)
