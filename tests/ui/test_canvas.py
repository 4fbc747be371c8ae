import pytest

from companion.ui.canvas import Area, Canvas


def lit(canvas: Canvas) -> list[str]:
    """Return the picture, a ``#`` for each pixel that is lit."""
    width, height = canvas.image.size
    return ["".join("#" if canvas.image.getpixel((x, y)) else "." for x in range(width)) for y in range(height)]


def test_frame_is_one_pixel_wide() -> None:
    canvas = Canvas((5, 4))
    canvas.frame(canvas.whole)
    assert lit(canvas) == ["#####", "#...#", "#...#", "#####"]


def test_inverting_twice_changes_nothing() -> None:
    canvas = Canvas((5, 4))
    canvas.fill(Area(1, 1, 2, 2))
    before = lit(canvas)
    canvas.invert(canvas.whole)
    canvas.invert(canvas.whole)
    assert lit(canvas) == before


def test_rounded_inverting_leaves_the_corners_dark() -> None:
    canvas = Canvas((4, 3))
    canvas.invert(canvas.whole, rounded=True)
    assert lit(canvas) == [".##.", "####", ".##."]


@pytest.mark.parametrize(
    ("diameter", "rows"),
    [
        (1, ["#"]),
        (4, [".##.", "####", "####", ".##."]),
        (5, [".###.", "#####", "#####", "#####", ".###."]),
    ],
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
