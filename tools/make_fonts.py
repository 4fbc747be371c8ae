"""Makes the sheets from fonts of the X Window System; run it by hand after ``CHARACTERS`` has changed."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.ui.core.font import CHARACTERS, COLUMNS, FOLDER

# The size of the cells of each sheet, and the font that it is made from.
SHEETS = {
    "5x8": (5, 8, "5x8"),
    "6x10": (6, 10, "6x10"),
    "7x13B": (7, 13, "7x13B"),
    "8x13B": (8, 13, "8x13B"),
    "10x20": (10, 20, "10x20"),
    "14x28B": (14, 28, "ter-u28b_unicode"),
}

TOUCHING = "6x10"
KEPT_ROWS = (1, 3, 4, 5, 7)
"""The rows of a capital without an accent that one with an accent keeps."""
ACCENTS = {
    "\u0300": (".#...", "..#.."),
    "\u0301": ("...#.", "..#.."),
    "\u0302": ("..#..", ".#.#."),
    "\u0303": (".#..#", "#.##."),
    "\u0308": (".....", ".#.#."),
}

# Signs that the players read as keys and key pegs, on a grid of 7 x 7 for the cells that are wide enough.
DRAWN_LARGER = {
    "\u25b2": ("...#...", "..###..", "..###..", ".#####.", ".#####.", "#######", "#######"),
    "\u25bc": ("#######", "#######", ".#####.", ".#####.", "..###..", "..###..", "...#..."),
    "\u25c0": (".....##", "...####", ".######", "#######", ".######", "...####", ".....##"),
    "\u25b6": ("##.....", "####...", "######.", "#######", "######.", "####...", "##....."),
    "\u25cf": ("..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."),
    "\u25cb": ("..###..", ".#...#.", "#.....#", "#.....#", "#.....#", ".#...#.", "..###.."),
}
# Signs on a grid of 5 x 5, which fits into every cell, twice as large where a cell has room for that. Only one font
# has all of them; the other fonts use these, so that the signs look alike.
COMPLETE = "10x20"
# The widest cell whose signs have the small grid.
LARGER = 7
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
# Only the complete font has a capital sharp s; the small one is as high as capitals in all of them.
ALIKE = {"\u1e9e": "\u00df"}


def _drawn(rows: tuple[str, ...], size: tuple[int, int]) -> Image.Image:
    sign = Image.new("1", (len(rows), len(rows)))
    sign.putdata([mark == "#" for mark in "".join(rows)])
    side = len(rows) * (size[0] // len(rows))
    glyph = Image.new("1", size)
    # Centred on the capitals, whose baseline is at four fifths of the cell's height.
    glyph.paste(sign.resize((side, side)), ((size[0] - side) // 2, round((size[1] * 0.9 - side) / 2)))
    return glyph


def _typeset(character: str, size: tuple[int, int], source: ImageFont.FreeTypeFont) -> Image.Image:
    glyph = Image.new("1", size)
    pen = ImageDraw.Draw(glyph)
    pen.fontmode = "1"
    pen.text((0, 0), character, fill=1, font=source)
    return glyph


def separate(sheet: Image.Image) -> None:
    """Redraw the capitals with an accent on the *sheet* 6x10, where the accents touch the letters.

    The letter has five rows instead of seven, and an empty row is between it and its accent of two rows.
    """
    width, height, _ = SHEETS[TOUCHING]
    for place, character in enumerate(CHARACTERS):
        parts = unicodedata.normalize("NFD", character)
        letter, mark = parts[0], parts[1:]
        if not letter.isupper() or mark not in ACCENTS:
            continue
        glyph = Image.new("1", (width, height))
        for x, y in ((x, y) for y, row in enumerate(ACCENTS[mark]) for x, dot in enumerate(row) if dot == "#"):
            glyph.putpixel((x, y), 1)
        left, top = _cell(CHARACTERS.index(letter), width, height)
        for y, kept in enumerate(KEPT_ROWS, len(KEPT_ROWS) - 2):
            glyph.paste(sheet.crop((left, top + kept, left + width, top + kept + 1)), (0, y))
        sheet.paste(glyph, _cell(place, width, height))


def _cell(place: int, width: int, height: int) -> tuple[int, int]:
    row, column = divmod(place, COLUMNS)
    return column * width, row * height


def make(folder: Path, name: str) -> None:
    """Write the sheet *name* from the PCF of its font in *folder*."""
    width, height, made_from = SHEETS[name]
    size = width, height
    source = ImageFont.truetype(folder / f"{made_from}.pcf.gz", size[1], layout_engine=ImageFont.Layout.BASIC)
    sheet = Image.new("1", (COLUMNS * size[0], -(-len(CHARACTERS) // COLUMNS) * size[1]))
    for place, character in enumerate(CHARACTERS):
        drawn = None if name == COMPLETE else (DRAWN | (DRAWN_LARGER if width > LARGER else {})).get(character)
        typed = character if name == COMPLETE else ALIKE.get(character, character)
        glyph = _drawn(drawn, size) if drawn else _typeset(typed, size, source)
        sheet.paste(glyph, _cell(place, width, height))
    if name == TOUCHING:
        separate(sheet)
    header = f"P4\n{sheet.width} {sheet.height}\n".encode("ascii")
    (FOLDER / f"{name}.pbm").write_bytes(header + sheet.tobytes())


if __name__ == "__main__":
    for name in SHEETS:
        make(Path(sys.argv[1]), name)
