from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PIL import ImageChops
from PIL.Image import Image, new

from companion.box import Button
from companion.devices.window import paint
from companion.devices.window.brush import Painter
from companion.devices.window.glass import BORDER, Glass, brightness
from companion.devices.window.paint import BACKSPACE, ENGRAVED, ENTER, Looks, icon, looks, speaker_holes
from companion.devices.window.plan import HitArea, WindowLayout, lay_out, minimum, plan

SIZE = (128, 64)
LABELS = {button: button.name for button in Button}


def font() -> Path:
    found = importlib.util.find_spec("pygame")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("freesansbold.ttf")


@pytest.fixture(scope="module")
def layout() -> WindowLayout:
    of = plan(SIZE)
    return lay_out(of, SIZE, minimum(of, SIZE))


@pytest.fixture(scope="module")
def drawn(layout: WindowLayout) -> Looks:
    return looks(layout, LABELS, font())


def differs(one: Image, other: Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


@pytest.mark.parametrize("button", list(Button))
def test_pressed_button_looks_different(drawn: Looks, button: Button) -> None:
    assert differs(drawn.picture(button, frozenset()), drawn.picture(button, frozenset({button})))


def test_each_direction_looks_different_from_the_others(drawn: Looks) -> None:
    ways = (Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT, Button.OK)
    pictures = {drawn.picture(Button.OK, frozenset({button})).tobytes() for button in ways}
    assert len(pictures) == len(ways)


def test_two_directions_held_are_both_seen(drawn: Looks) -> None:
    both = drawn.picture(Button.UP, frozenset({Button.UP, Button.LEFT}))
    assert differs(both, drawn.picture(Button.UP, frozenset({Button.UP})))
    assert differs(both, drawn.picture(Button.UP, frozenset({Button.LEFT})))


def test_pressed_key_leaves_the_others_up(drawn: Looks) -> None:
    assert not differs(drawn.picture(Button.BACK, frozenset({Button.ROLL})), drawn.picture(Button.BACK, frozenset()))


def test_label_is_drawn(layout: WindowLayout, drawn: Looks) -> None:
    other = looks(layout, {**LABELS, Button.ROLL: "D\u00c9"}, font())
    assert differs(drawn.picture(Button.ROLL, frozenset()), other.picture(Button.ROLL, frozenset()))


def test_long_word_is_written_smaller_and_not_cut(layout: WindowLayout) -> None:
    brush = Painter(new("RGB", layout.window), layout, font())
    middle = (layout.plan.size[0] / 2, layout.plan.size[1] / 2)
    brush.text("Zur\u00fcckbl\u00e4ttern", middle, 25, 100, (255, 255, 255))
    box = brush.picture.getbbox()
    assert box is not None
    written = layout.placed(HitArea(middle[0] - 50, 0, middle[0] + 50, 0))
    # A letter may reach a pixel or two over its own advance.
    assert written.left - 2 <= box[0]
    assert box[2] <= written.right + 2


def test_icon_has_its_size_and_transparent_corners() -> None:
    drawn = icon(64)
    assert (drawn.size, drawn.getpixel((0, 0))) == ((64, 64), (0, 0, 0, 0))


@pytest.mark.parametrize(("name", "stroke"), [(ENTER, 2), (BACKSPACE, 0)])
def test_arrow_on_a_drawn_computer_key_has_a_head(name: str, stroke: float) -> None:
    of = plan(SIZE)
    layout = lay_out(of, SIZE, (round(of.size[0]) * 2, round(of.size[1]) * 2))
    brush = Painter(new("RGB", layout.window), layout, font())
    x, y = of.size[0] / 2, of.size[1] / 2
    paint._draw_computer_key(brush, name, HitArea(x - 15, y - 11, x + 15, y + 11))

    def ink(right: float, below: float) -> object:
        spot = layout.placed(HitArea(x + right, y + stroke + below, x + right, y + stroke + below)).middle
        return brush.picture.getpixel((round(spot[0]), round(spot[1])))

    # The head is at the left end of the stroke, and higher than it.
    inked = {right: [ink(right, below) == ENGRAVED for below in (-2, 0, 2)] for right in (-5, 0)}
    assert inked == {-5: [True, True, True], 0: [False, True, False]}


# The display behind its glass

PITCH = 5
GROUND = new("RGB", ((SIZE[0] + 2 * BORDER) * PITCH, (SIZE[1] + 2 * BORDER) * PITCH), (8, 9, 12))


def at(picture: Image, x: float, y: float) -> int:
    """Return how bright the display's pixel at *x*, *y* is drawn in its middle."""
    spot = (round((BORDER + x + 0.5) * PITCH), round((BORDER + y + 0.5) * PITCH))
    return picture.convert("L").tobytes()[spot[1] * picture.width + spot[0]]


def one_pixel() -> Image:
    frame = new("1", SIZE)
    frame.putpixel((60, 30), 1)
    return frame


def test_lit_pixel_is_bright_where_it_is() -> None:
    picture = Glass(GROUND, SIZE).lit(one_pixel(), 1.0)
    assert at(picture, 60, 30) > 200
    assert at(picture, 64, 30) < 20


def test_pixels_are_where_they_are_when_they_are_no_whole_number_of_the_windows() -> None:
    ground = new("RGB", (round((SIZE[0] + 2 * BORDER) * 1.7), round((SIZE[1] + 2 * BORDER) * 1.7)))
    picture = Glass(ground, SIZE).lit(new("1", SIZE, 1), 1.0)
    bright = picture.convert("L").point([255 if value > 128 else 0 for value in range(256)])
    border = BORDER * 1.7
    assert bright.getbbox() == pytest.approx((border, border, ground.width - border, ground.height - border), abs=1)


def test_lit_pixel_glows_on_its_neighbours() -> None:
    picture = Glass(GROUND, SIZE).lit(one_pixel(), 1.0)
    assert at(picture, 61, 30) > at(picture, 68, 30)


def test_glow_reaches_beyond_the_display() -> None:
    picture = Glass(GROUND, SIZE).lit(new("1", SIZE, 1), 1.0)
    assert at(picture, -2, 30) > at(GROUND, -2, 30)


def test_dots_of_the_display_can_be_told_apart() -> None:
    picture = Glass(GROUND, SIZE).lit(new("1", SIZE, 1), 1.0)
    assert at(picture, 5, 5) > at(picture, 5.5, 5.5) + 15


def test_frame_with_colours_is_drawn_in_its_colours() -> None:
    frame = new("RGB", SIZE)
    frame.paste((255, 120, 0), (10, 10, 20, 20))
    picture = Glass(new("RGB", GROUND.size), SIZE).lit(frame, 1.0)
    spot = round((BORDER + 15.5) * PITCH)
    red, green, blue = picture.crop((spot, spot, spot + 1, spot + 1)).tobytes()
    assert red > 240
    assert 110 <= green <= 190
    assert blue < green
    assert at(picture, 40, 40) < 20


def test_display_with_colours_has_neither_dots_nor_glow() -> None:
    ground = new("RGB", GROUND.size)
    picture = Glass(ground, SIZE).lit(new("RGB", SIZE, (200, 100, 50)), 1.0)
    border = BORDER * PITCH
    lit = picture.crop((border, border, picture.width - border, picture.height - border))
    assert lit.getcolors() == [(lit.width * lit.height, (200, 100, 50))]
    assert picture.getbbox() == (border, border, picture.width - border, picture.height - border)


def test_display_with_colours_is_dimmed() -> None:
    picture = Glass(new("RGB", GROUND.size), SIZE).lit(new("RGB", SIZE, (200, 100, 50)), 0.5)
    assert picture.getpixel((picture.width // 2, picture.height // 2)) == (100, 50, 25)


@pytest.mark.parametrize(("size", "holes"), [((128, 64), 33), ((240, 240), 33), ((128, 128), 24), ((96, 128), 6)])
def test_speaker_does_not_touch_the_name(size: tuple[int, int], holes: int) -> None:
    strip = plan(size).strip
    name_end = strip.left + 128 + 161
    places = list(speaker_holes(strip, name_end))
    assert len(places) == holes
    assert min(x for x, _ in places) > name_end + 15


def test_display_that_is_off_is_dark_glass() -> None:
    assert not differs(Glass(GROUND, SIZE).lit(new("1", SIZE, 1), brightness(0)), GROUND)


def test_brightness_rises_with_the_percentage() -> None:
    levels = [brightness(percent) for percent in range(101)]
    assert levels == sorted(set(levels))


@pytest.mark.parametrize("percent", [-1, 101])
def test_brightness_out_of_range_is_refused(percent: int) -> None:
    with pytest.raises(ValueError, match=f"expected a brightness of 0 to 100 percent, got {percent}"):
        brightness(percent)
