from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.pi.boards import BOARDS, PanelConfig
from companion.devices.pi.st7789 import GAP_PIXELS, St7789Driver, changed_boxes, rgb565
from tests.devices.panel_bench import NotedWire
from tests.devices.test_boards_played import Bench

# A rectangle costs its pixels, two bytes each, and eleven bytes for its address.
ADDRESS = 11


def test_pixels_are_packed_as_the_datasheet_says() -> None:
    dice = random.Random(1)
    pixels = [(dice.randrange(256), dice.randrange(256), dice.randrange(256)) for _ in range(64)]
    image = Image.new("RGB", (8, 8))
    for place, pixel in enumerate(pixels):
        image.putpixel((place % 8, place // 8), pixel)
    words = [(red >> 3) << 11 | (green >> 2) << 5 | blue >> 3 for red, green, blue in pixels]
    assert rgb565(image).tobytes() == b"".join(word.to_bytes(2, "big") for word in words)


BOXES = st.tuples(st.integers(0, 239), st.integers(0, 239), st.integers(1, 60), st.integers(1, 60))


@given(st.lists(BOXES, max_size=6))
def test_rectangles_hold_every_pixel_that_changed_once(boxes: list[tuple[int, int, int, int]]) -> None:
    old, new = Image.new("LA", (240, 240)), Image.new("LA", (240, 240))
    for number, (left, top, width, height) in enumerate(boxes):
        # One bit, in the high or in the low byte.
        new.paste((0, 1) if number % 2 else (1, 0), (left, top, left + width, top + height))
    patched, covered = old.copy(), Image.new("L", old.size)
    for box in changed_boxes(old, new):
        assert covered.crop(box).getbbox() is None
        covered.paste(1, box)
        patched.paste(new.crop(box), box)
    assert patched.tobytes() == new.tobytes()


def test_rectangles_far_apart_are_sent_by_themselves() -> None:
    old, new = Image.new("LA", (240, 240)), Image.new("LA", (240, 240))
    boxes = [(3, 3, 9, 9), (200, 3, 239, 9), (0, 100, 240, 140), (100, 200, 101, 201)]
    for box in boxes:
        new.paste((7, 7), box)
    assert list(changed_boxes(old, new)) == boxes


def test_rectangles_near_each_other_are_sent_as_one() -> None:
    old, new = Image.new("LA", (240, 240)), Image.new("LA", (240, 240))
    new.paste((7, 7), (10, 10, 20, 30))
    new.paste((7, 7), (20 + GAP_PIXELS // 20 - 1, 10, 60, 30))
    assert list(changed_boxes(old, new)) == [(10, 10, 60, 30)]


def test_line_of_text_costs_eight_kilobytes() -> None:
    bench = Bench(BOARDS["waveshare-lcd-1in3"])
    bench.box.display.show(Image.new("RGB", (240, 240)))
    before = bench.fake.bus.sent
    line = Image.new("RGB", (240, 240))
    line.paste((255, 255, 255), (0, 100, 240, 116))
    bench.box.display.show(line)
    assert bench.fake.bus.sent - before == 240 * 16 * 2 + ADDRESS


@pytest.mark.parametrize("box", [(0, 0, 1, 1), (239, 239, 240, 240), (17, 3, 60, 9)])
def test_change_costs_its_own_pixels(box: tuple[int, int, int, int]) -> None:
    bench = Bench(BOARDS["waveshare-lcd-1in3"])
    frame = Image.new("RGB", (240, 240))
    bench.box.display.show(frame)
    before = bench.fake.bus.sent
    frame.paste((255, 0, 0), box)
    bench.box.display.show(frame)
    pixels = (box[2] - box[0]) * (box[3] - box[1])
    assert bench.fake.bus.sent - before == 2 * pixels + ADDRESS
    assert bench.shows(frame)


def sent_by(screen: PanelConfig) -> dict[int, bytes]:
    wire = NotedWire()
    driver = St7789Driver(screen)
    driver.start(wire)
    driver.send(wire, None, driver.prepare(Image.new("RGB", driver.format.size)))
    return wire.arguments


def test_offsets_move_the_rectangle() -> None:
    screen = PanelConfig("st7789", width=240, height=240, h_offset=80, v_offset=1)
    sent = sent_by(screen)
    assert (sent[0x2A], sent[0x2B]) == (bytes([0, 80, 1, 63]), bytes([0, 1, 0, 240]))


def test_order_of_the_colours_and_inversion_can_be_changed() -> None:
    plain, other = (sent_by(PanelConfig("st7789", bgr=flag, inverse=flag)) for flag in (False, True))
    assert (plain[0x36], 0x21 in plain, 0x20 in plain) == (b"\x70", True, False)
    assert (other[0x36], 0x21 in other, 0x20 in other) == (b"\x78", False, True)
