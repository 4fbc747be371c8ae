from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import Button
from companion.devices.window.plan import MINIMUM_SCALE, first_size, lay_out, minimum, plan

SIZES = st.tuples(st.integers(96, 512), st.integers(32, 256))
WINDOWS = st.tuples(st.integers(200, 4000), st.integers(150, 3000))
SIZE = (128, 64)


@given(SIZES, WINDOWS)
def test_box_fits_into_its_window(size: tuple[int, int], window: tuple[int, int]) -> None:
    layout = lay_out(plan(size), size, window)
    case = layout.placed(layout.plan.case)
    assert case.left >= 0
    assert case.top >= 0
    assert case.right <= window[0]
    assert case.bottom <= window[1]


@given(SIZES, WINDOWS)
def test_box_keeps_its_proportions(size: tuple[int, int], window: tuple[int, int]) -> None:
    layout = lay_out(plan(size), size, window)
    case, drawn = layout.plan.case, layout.placed(layout.plan.case)
    assert drawn.width / drawn.height == pytest.approx(case.width / case.height)


@given(SIZES, st.integers(0, 2000), st.integers(0, 2000))
def test_lit_pixels_are_behind_the_glass(size: tuple[int, int], wider: int, higher: int) -> None:
    least = minimum(plan(size), size)
    layout = lay_out(plan(size), size, (least[0] + wider, least[1] + higher))
    glass = layout.placed(layout.plan.glass)
    left, top, right, bottom = layout.lit
    assert glass.left < left
    assert glass.top < top
    assert right < glass.right
    assert bottom < glass.bottom


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_usual_displays_pixels_are_squares_of_whole_pixels(wider: int, higher: int) -> None:
    least = minimum(plan(SIZE), SIZE)
    layout = lay_out(plan(SIZE), SIZE, (least[0] + wider, least[1] + higher))
    left, top, right, bottom = layout.lit
    assert layout.pitch == pytest.approx(round(layout.pitch))
    assert (right - left, bottom - top) == (SIZE[0] * round(layout.pitch), SIZE[1] * round(layout.pitch))


@given(SIZES, WINDOWS)
def test_display_fills_its_glass(size: tuple[int, int], window: tuple[int, int]) -> None:
    layout = lay_out(plan(size), size, window)
    left, _, right, _ = layout.lit
    assert right - left == pytest.approx(layout.plan.lit.width * layout.scale, abs=1)


@given(SIZES, WINDOWS)
def test_box_fills_its_window_as_well_as_its_pixels_allow(size: tuple[int, int], window: tuple[int, int]) -> None:
    layout = lay_out(plan(size), size, window)
    case = layout.placed(layout.plan.case)
    assert max(case.width / window[0], case.height / window[1]) > 0.6


@pytest.mark.parametrize("pitch", [3, 4, 5, 8, 12])
def test_larger_window_has_larger_pixels(pitch: int) -> None:
    of = plan(SIZE)
    scale = pitch / 5
    window = (round(of.size[0] * scale), round(of.size[1] * scale))
    assert lay_out(of, SIZE, window).pitch == pytest.approx(pitch)


@given(SIZES, st.tuples(st.integers(1024, 4000), st.integers(768, 3000)))
def test_first_window_fits_the_desktop(size: tuple[int, int], desktop: tuple[int, int]) -> None:
    of = plan(size)
    width, height = first_size(of, size, desktop)
    least = minimum(of, size)
    assert width <= max(desktop[0], least[0])
    assert height <= max(desktop[1], least[1])


@pytest.mark.parametrize(("desktop", "pitch"), [((1920, 1080), 5), ((2318, 1400), 6), ((2560, 1440), 7)])
def test_first_window_has_whole_pixels(desktop: tuple[int, int], pitch: int) -> None:
    of = plan(SIZE)
    window = first_size(of, SIZE, desktop)
    assert lay_out(of, SIZE, window).pitch == pytest.approx(pitch, abs=0.01)
    assert window[0] == pytest.approx(of.size[0] * pitch * SIZE[0] / of.lit.width, abs=1)


@pytest.mark.parametrize(("size", "desktop", "pitch"), [((240, 240), (1920, 1080), 2), ((320, 240), (1920, 1080), 2)])
def test_first_window_of_an_lcd_has_whole_pixels(size: tuple[int, int], desktop: tuple[int, int], pitch: int) -> None:
    of = plan(size)
    assert lay_out(of, size, first_size(of, size, desktop)).pitch == pytest.approx(pitch)


def test_square_display_is_as_high_as_the_keys_beside_it() -> None:
    of = plan((240, 240))
    keys = of.keys[Button.BACK].bottom - (of.pad[1] - of.area_of(Button.OK).height / 2)
    assert of.lit.height >= keys


@given(SIZES, st.integers(0, 2000), st.integers(0, 2000))
def test_captions_can_be_read_in_every_window(size: tuple[int, int], wider: int, higher: int) -> None:
    least = minimum(plan(size), size)
    layout = lay_out(plan(size), size, (least[0] + wider, least[1] + higher))
    assert layout.scale >= MINIMUM_SCALE


@given(SIZES)
def test_keys_the_pad_and_the_glass_do_not_touch(size: tuple[int, int]) -> None:
    of = plan(size)
    pad, back, roll = (of.area_of(button) for button in (Button.OK, Button.BACK, Button.ROLL))
    assert of.glass.right < pad.left
    assert of.glass.right < back.left
    assert pad.bottom < back.top
    assert back.right < roll.left
    assert roll.right < of.case.right
    assert roll.bottom < of.case.bottom


@pytest.mark.parametrize(
    ("right", "down", "button"),
    [
        (0, 0, Button.OK),
        (30, 30, Button.OK),
        (0, -100, Button.UP),
        (0, 100, Button.DOWN),
        (-100, 0, Button.LEFT),
        (100, 0, Button.RIGHT),
        (60, -61, Button.UP),
        (61, -60, Button.RIGHT),
        (100, 100, None),
    ],
)
def test_place_on_the_pad_is_the_button(right: int, down: int, button: Button | None) -> None:
    of = plan(SIZE)
    assert of.button_at(of.pad[0] + right, of.pad[1] + down) == button


def test_glass_and_table_are_no_buttons() -> None:
    of = plan(SIZE)
    assert [of.button_at(*of.glass.middle), of.button_at(1, 1)] == [None, None]
