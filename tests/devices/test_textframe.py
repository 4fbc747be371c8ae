from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.textframe import ASCII, HALF_BLOCKS, CellMode, lines

Pixels = set[tuple[int, int]]
PIXELS = st.sets(st.tuples(st.integers(0, 9), st.integers(0, 7)))
# Dot n of a braille cell at column and row, as anyone who reads braille counts them.
BRAILLE_DOTS = {1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (1, 0), 5: (1, 1), 6: (1, 2), 7: (0, 3), 8: (1, 3)}


def drawn(pixels: Pixels, size: tuple[int, int] = (10, 8)) -> Image.Image:
    image = Image.new("1", size)
    for place in pixels:
        image.putpixel(place, 1)
    return image


def pixels_of_halves(text: tuple[str, ...], halves: str) -> Pixels:
    return {
        (column, 2 * row + half)
        for row, line in enumerate(text)
        for column, character in enumerate(line)
        for half in (0, 1)
        if halves.index(character) >> half & 1
    }


def pixels_of_braille(text: tuple[str, ...]) -> Pixels:
    return {
        (2 * column + across, 4 * row + down)
        for row, line in enumerate(text)
        for column, character in enumerate(line)
        for dot, (across, down) in BRAILLE_DOTS.items()
        if (ord(character) - 0x2800) >> (dot - 1) & 1
    }


@pytest.mark.parametrize("halves", [HALF_BLOCKS, ASCII])
@given(pixels=PIXELS)
def test_half_blocks_hold_every_pixel(halves: str, pixels: Pixels) -> None:
    assert pixels_of_halves(lines(drawn(pixels), CellMode.HALVES, halves), halves) == pixels


@given(PIXELS)
def test_braille_holds_every_pixel(pixels: Pixels) -> None:
    assert pixels_of_braille(lines(drawn(pixels), CellMode.BRAILLE)) == pixels


@pytest.mark.parametrize("grain", CellMode)
def test_lines_are_as_long_as_the_grain_says(grain: CellMode) -> None:
    text = lines(drawn(set(), (128, 64)), grain)
    assert {(len(line), len(text)) for line in text} == {grain.cells((128, 64))}


def test_odd_height_keeps_its_last_line() -> None:
    assert lines(drawn({(0, 2)}, (1, 3))) == (" ", "▀")
