from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.pi.boards import BOARDS, PanelConfig
from companion.devices.pi.st7789 import GAP, St7789Driver, changed_rows, rgb565
from companion.devices.pi.wires import PanelTransport
from tests.devices.test_boards_played import Bench

STRIDE = 3
# A rectangle costs its pixels, two bytes each, and eleven bytes for its address.
ADDRESS = 11


def test_pixels_are_packed_as_the_datasheet_says() -> None:
    dice = random.Random(1)
    pixels = [(dice.randrange(256), dice.randrange(256), dice.randrange(256)) for _ in range(64)]
    image = Image.new("RGB", (8, 8))
    for place, pixel in enumerate(pixels):
        image.putpixel((place % 8, place // 8), pixel)
    words = [(red >> 3) << 11 | (green >> 2) << 5 | blue >> 3 for red, green, blue in pixels]
    assert rgb565(image) == b"".join(word.to_bytes(2, "big") for word in words)


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_bands_hold_all_rows_that_changed_and_no_wide_gaps(changes: list[bool]) -> None:
    old = bytes(STRIDE * len(changes))
    new = b"".join(bytes([0, has_changed, 0]) for has_changed in changes)
    bands = list(changed_rows(old, new, STRIDE))
    covered = [row for top, bottom in bands for row in range(top, bottom)]
    wanted = [row for row, has_changed in enumerate(changes) if has_changed]
    assert covered == sorted(set(covered))
    assert set(wanted) <= set(covered)
    assert all(changes[top] and changes[bottom - 1] for top, bottom in bands)
    assert all(later[0] - earlier[1] > GAP for earlier, later in pairwise(bands))


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


class Noting:
    """A wire that notes the commands with their arguments."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, bytes]] = []

    def command(self, *values: int) -> None:
        self.sent += [(value, b"") for value in values]

    def data(self, values: bytes) -> None:
        command, before = self.sent[-1]
        self.sent[-1] = command, before + values

    def is_on(self) -> bool | None:
        return None

    def backlight(self, percent: int) -> None:
        pass

    def close(self) -> None:
        pass


def sent_by(screen: PanelConfig) -> dict[int, bytes]:
    wire: PanelTransport = (noting := Noting())
    driver = St7789Driver(screen)
    driver.start(wire)
    driver.send(wire, None, driver.prepare(Image.new("RGB", driver.format.size)))
    return dict(noting.sent)


def test_offsets_move_the_rectangle() -> None:
    screen = PanelConfig("st7789", width=240, height=240, h_offset=80, v_offset=1)
    sent = sent_by(screen)
    assert (sent[0x2A], sent[0x2B]) == (bytes([0, 80, 1, 63]), bytes([0, 1, 0, 240]))


def test_order_of_the_colours_and_inversion_can_be_changed() -> None:
    plain, other = (sent_by(PanelConfig("st7789", bgr=flag, inverse=flag)) for flag in (False, True))
    assert (plain[0x36], 0x21 in plain, 0x20 in plain) == (b"\x70", True, False)
    assert (other[0x36], 0x21 in other, 0x20 in other) == (b"\x78", False, True)
