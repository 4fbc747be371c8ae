from collections.abc import Callable

import pytest
from PIL import Image

from companion.box import ColourMode
from companion.ui.core.canvas import Area, Canvas, Point
from companion.ui.core.ink import Ink, Palette, PegInk


def lit(canvas: Canvas) -> list[str]:
    """Return the picture, a ``#`` for each pixel that is lit."""
    width, height = canvas.image.size
    return ["".join("#" if canvas.image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def test_frame_is_one_pixel_wide() -> None:
    canvas = Canvas((5, 4))
    canvas.frame(canvas.whole)
    assert lit(canvas) == ["#####", "#...#", "#...#", "#####"]


def test_what_is_drawn_turns_dark_where_a_ground_is_laid_behind_it() -> None:
    canvas = Canvas((5, 4))
    canvas.fill(Area(1, 1, 2, 2))
    canvas.fill_behind(Area(0, 0, 5, 3), Ink.FOREGROUND)
    assert lit(canvas) == ["#####", "#..##", "#..##", "....."]


def test_rounded_filling_leaves_the_corners_dark() -> None:
    canvas = Canvas((4, 3))
    canvas.fill(canvas.whole, rounded=True)
    assert lit(canvas) == [".##.", "####", ".##."]


@pytest.mark.parametrize(
    ("diameter", "rows"),
    [(1, ["#"]), (4, [".##.", "####", "####", ".##."]), (5, [".###.", "#####", "#####", "#####", ".###."])],
)
def test_disc_is_round(diameter: int, rows: list[str]) -> None:
    canvas = Canvas((diameter, diameter))
    canvas.disc(0, 0, diameter)
    assert lit(canvas) == rows


@pytest.mark.parametrize("diameter", range(1, 24))
def test_disc_is_the_same_from_all_sides(diameter: int) -> None:
    canvas = Canvas((diameter, diameter))
    canvas.disc(0, 0, diameter)
    rows = lit(canvas)
    assert rows == rows[::-1] == [row[::-1] for row in rows] == ["".join(column) for column in zip(*rows, strict=True)]


def test_ring_is_open_in_the_middle() -> None:
    canvas = Canvas((5, 5))
    canvas.disc(0, 0, 5, filled=False)
    assert lit(canvas) == [".###.", "#...#", "#...#", "#...#", ".###."]


@pytest.mark.parametrize(("share", "row"), [(-1.0, "#......#"), (0.5, "#.##...#"), (2.0, "#.####.#")])
def test_bar_is_filled_by_its_share(share: float, row: str) -> None:
    canvas = Canvas((8, 5))
    canvas.bar(canvas.whole, share)
    assert lit(canvas)[2] == row


def test_strokes_may_reach_beyond_the_edge() -> None:
    canvas = Canvas((3, 2))
    canvas.fill(Area(-5, -5, 20, 20))
    assert lit(canvas) == ["###", "###"]


def test_inset_keeps_the_middle() -> None:
    assert Area(0, 0, 10, 8).inset(2, 1) == Area(2, 1, 6, 6)


def test_polygon_lights_the_pixels_whose_middles_are_within() -> None:
    canvas = Canvas((6, 5))
    canvas.polygon([(0.6, 1), (5.4, 1), (5.4, 3.4), (0.6, 3.4)])
    assert lit(canvas) == ["......", ".####.", ".####.", "......", "......"]


def test_polygons_that_share_an_edge_share_no_pixel() -> None:
    whole, halves = Canvas((9, 9)), Canvas((9, 9))
    whole.polygon([(0, 0), (9, 0), (9, 9), (0, 9)])
    halves.polygon([(0, 0), (9, 0), (9, 9)])
    upper = lit(halves)
    halves.polygon([(0, 0), (9, 9), (0, 9)])
    assert lit(halves) == lit(whole)
    alone = Canvas((9, 9))
    alone.polygon([(0, 0), (9, 9), (0, 9)])
    assert [(x, y) for y in range(9) for x in range(9) if upper[y][x] == lit(alone)[y][x] == "#"] == []


def test_polygon_may_reach_beyond_the_page() -> None:
    canvas = Canvas((4, 3))
    canvas.polygon([(-5, -5), (9, -5), (9, 9), (-5, 9)])
    assert lit(canvas) == ["####"] * 3


def test_polygon_can_put_out_what_is_lit() -> None:
    canvas = Canvas((4, 3))
    canvas.fill(canvas.whole)
    canvas.polygon([(1, 1), (3, 1), (3, 2), (1, 2)], ink=Ink.BACKGROUND)
    assert lit(canvas) == ["####", "#..#", "####"]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((0, 0), (3, 3), ["#...", ".#..", "..#.", "...#"]),
        ((3, 0), (0, 0), ["####", "....", "....", "...."]),
        ((1, 1), (1, 1), ["....", ".#..", "....", "...."]),
        ((0, 3), (3, 2), ["....", "....", ".###", "#..."]),
    ],
)
def test_line_goes_from_pixel_to_pixel(
    start: tuple[float, float], end: tuple[float, float], expected: list[str]
) -> None:
    canvas = Canvas((4, 4))
    canvas.line(start, end)
    assert lit(canvas) == expected


def test_line_is_the_same_from_either_end() -> None:
    there, back = Canvas((9, 9)), Canvas((9, 9))
    there.line((1.1, 5.6), (6.5, 1.3))
    back.line((6.5, 1.3), (1.1, 5.6))
    assert lit(there) == lit(back)


def test_outline_leads_back_to_where_it_began() -> None:
    canvas = Canvas((4, 4))
    canvas.outline([(0, 0), (3, 0), (3, 3), (0, 3)])
    assert lit(canvas) == ["####", "#..#", "#..#", "####"]


LIGHT = Palette(ColourMode.RGB, "light")
WHITE, RED = PegInk((255, 255, 255)), PegInk((214, 48, 40))
SQUARE: tuple[Point, ...] = ((5, 5), (25, 5), (25, 25), (5, 25))
SHAPES: dict[str, Callable[[Canvas, PegInk], None]] = {
    "area": lambda canvas, ink: canvas.fill(Area(5, 5, 20, 20), ink),
    "disc": lambda canvas, ink: canvas.disc(5, 5, 20, ink=ink),
    "polygon": lambda canvas, ink: canvas.polygon(SQUARE, ink),
    "mask": lambda canvas, ink: canvas.stamp(Image.new("1", (20, 20), 1), 5, 5, ink),
}


def colours(canvas: Canvas) -> set[object]:
    return {colour for _, colour in canvas.image.getcolors() or []}


@pytest.mark.parametrize("shape", SHAPES)
def test_peg_that_cannot_be_told_from_the_background_has_an_outline_in_every_shape(shape: str) -> None:
    faint, clear = Canvas((30, 30), LIGHT), Canvas((30, 30), LIGHT)
    SHAPES[shape](faint, WHITE)
    SHAPES[shape](clear, RED)
    assert colours(faint) == {LIGHT.pixel(ink) for ink in (Ink.BACKGROUND, Ink.DIM, WHITE)}
    assert colours(clear) == {LIGHT.pixel(ink) for ink in (Ink.BACKGROUND, RED)}


def test_what_is_drawn_gets_the_colour_of_the_background_on_a_light_display_too() -> None:
    canvas = Canvas((8, 1), LIGHT)
    canvas.fill(Area(2, 0, 1, 1))
    canvas.fill_behind(Area(0, 0, 4, 1), Ink.ACCENT)
    inks = [Ink.ACCENT, Ink.ACCENT, Ink.BACKGROUND, Ink.ACCENT, Ink.BACKGROUND]
    assert [canvas.image.getpixel((x, 0)) for x in range(5)] == [LIGHT.pixel(ink) for ink in inks]


def test_rounded_corners_leave_what_is_behind_them_on_a_display_with_colours() -> None:
    canvas = Canvas((30, 30), LIGHT)
    canvas.fill(canvas.whole, Ink.ACCENT)
    canvas.fill(canvas.whole, Ink.LIT, rounded=True)
    assert [canvas.image.getpixel(place) for place in ((0, 0), (29, 29), (15, 0))] == [
        LIGHT.pixel(ink) for ink in (Ink.ACCENT, Ink.ACCENT, Ink.LIT)
    ]
