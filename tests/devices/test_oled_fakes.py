"""The decoders of OLED chips with colours or greys, and of the SSD1309, against luma's own drivers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from luma.core.interface import serial
from luma.oled import device as luma_device
from PIL import Image, ImageChops, ImageOps

from tests.devices.lcd_bench import Workbench, from_565, noise
from tests.fakes.bus import FakeI2CBus
from tests.fakes.chip import Chip, UnknownByte
from tests.fakes.ssd1309 import FakeSsd1309
from tests.fakes.ssd1327 import FakeSsd1327
from tests.fakes.ssd1351 import FakeSsd1351

# luma reads its frames in a way that Pillow 14 will not know.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

SIZE = (128, 128)
# luma's greys: an approximation of the brightness, in 16 steps.
GREYS = [17 * (grey // 16) for grey in range(256)]


def ssd1351(**options: Any) -> tuple[FakeSsd1351, Any]:
    """Return a fake SSD1351 and luma's device for it."""
    panel = FakeSsd1351()
    return panel, Workbench(panel).lumas(luma_device.ssd1351, bgr=True, **options)


def ssd1327(**options: Any) -> tuple[FakeSsd1327, Any]:
    """Return a fake SSD1327 on I2C, with the linear table of greys, and luma's device for it."""
    panel = FakeSsd1327()
    device = luma_device.ssd1327(serial.i2c(bus=FakeI2CBus(panel)), **options)
    device.persist = True
    panel.command([0xB9])
    return panel, device


def send(panel: Chip, command: int, *arguments: int) -> None:
    panel.command([command])
    if arguments:
        panel.data(arguments)


def greys(size: tuple[int, int], seed: int = 1) -> Image.Image:
    """Return random greys as luma wants them."""
    width, height = size
    return Image.frombytes("L", size, random.Random(seed).randbytes(width * height)).convert("RGB")


def in_16_greys(image: Image.Image) -> Image.Image:
    return image.convert("L").point(GREYS)


@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
@pytest.mark.parametrize(("mounted", "drawn", "seen"), [(ssd1351, noise, from_565), (ssd1327, greys, in_16_greys)])
def test_frame_of_luma_is_seen(mounted: Any, drawn: Any, seen: Any, rotate: int) -> None:
    panel, device = mounted(rotate=rotate)
    for seed in range(3):
        frame = drawn(SIZE, seed)
        device.display(frame)
        assert panel.picture().tobytes() == seen(frame).rotate(-90 * rotate).tobytes()


def test_offsets_of_luma_move_the_window_of_an_ssd1351() -> None:
    panel, device = ssd1351(width=96, height=96, h_offset=20, v_offset=10)
    frame = noise((96, 96))
    device.display(frame)
    assert panel.picture().crop((20, 10, 116, 106)).tobytes() == from_565(frame).tobytes()


def test_other_sequence_of_colours_shows_on_an_ssd1351() -> None:
    panel, device = ssd1351()
    frame = noise(SIZE)
    device.display(frame)
    send(panel, 0xA0, 0x70)
    assert panel.picture().tobytes() == Image.merge("RGB", from_565(frame).split()[::-1]).tobytes()


@pytest.mark.parametrize(
    ("commands", "change"),
    [
        (((0xA7,),), ImageOps.invert),
        (((0xA5,),), lambda image: Image.new("RGB", SIZE, "white")),
        (((0xA4,),), lambda image: Image.new("RGB", SIZE)),
        (((0xAE,),), lambda image: Image.new("RGB", SIZE)),
        (((0xA1, 3),), lambda image: ImageChops.offset(image, 0, -3)),
        (((0xA2, 5),), lambda image: ImageChops.offset(image, 0, -5)),
        (((0xA0, 0x64),), ImageOps.flip),
        (((0xC7, 3), (0xC1, 9, 8, 7)), lambda image: image),
    ],
)
def test_command_changes_the_picture_of_an_ssd1351(commands: tuple[tuple[int, ...], ...], change: Any) -> None:
    panel, device = ssd1351()
    frame = noise(SIZE)
    device.display(frame)
    for command, *arguments in commands:
        send(panel, command, *arguments)
    assert panel.picture().tobytes() == change(from_565(frame)).tobytes()


@pytest.mark.parametrize(
    ("remap", "turn"), [(0x76, Image.Transpose.FLIP_LEFT_RIGHT), (0x75, Image.Transpose.TRANSPOSE)]
)
def test_order_of_pixels_of_an_ssd1351(remap: int, turn: Image.Transpose) -> None:
    panel, device = ssd1351()
    send(panel, 0xA0, remap)
    frame = noise(SIZE)
    device.framebuffer.prev_image = None
    device.display(frame)
    assert panel.picture().tobytes() == from_565(frame).transpose(turn).tobytes()


def test_wrong_wiring_of_the_glass_mixes_the_lines_of_an_ssd1351() -> None:
    panel, device = ssd1351()
    frame = noise(SIZE)
    device.display(frame)
    send(panel, 0xA0, 0x54)
    assert panel.picture().crop((0, 1, 128, 2)).tobytes() == from_565(frame).crop((0, 64, 128, 65)).tobytes()


def test_ssd1351_has_its_contrast() -> None:
    panel, device = ssd1351()
    device.contrast(40)
    assert panel.contrast == (40, 40, 40)


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        (((0xC1, 1, 2, 3),), "expected command 0xc1 to be unlocked"),
        (((0xFD, 0xB1), (0xFD, 0xB0), (0xA2, 0)), "expected command 0xa2 to be unlocked"),
        (((0xFD, 0x16), (0xAF,)), "expected command 0xaf to be unlocked"),
        (((0xFD, 0x13),), "for the lock, got 0x13"),
        (((0x15, 0, 128),), "expected a range below 128, got 0 to 128"),
        (((0x75, 9, 8),), "got 9 to 8"),
        (((0x75, 9), (0x5C,)), "expected 2 arguments of 0x75, got 1"),
        (((0xA0, 0xB4),), "expected another argument of 0xa0, got 0xb4"),
        (((0x2A,),), "expected a command of the SSD1351, got 0x2a"),
        (((0xAF, 1),), "expected a command, got 1 bytes of data"),
        (((0x15, 0, 1), (0x75, 0, 1), (0x5C, *range(10))), "expected 8 bytes, got 10"),
        (((0x5C, 1, 2, 3), (0x15, 0, 1)), "expected whole pixels"),
    ],
)
def test_wrong_bytes_are_refused_by_an_ssd1351(commands: tuple[tuple[int, ...], ...], message: str) -> None:
    panel = FakeSsd1351()
    *before, (command, *arguments) = commands
    for earlier, *its in before:
        send(panel, earlier, *its)
    with pytest.raises(UnknownByte, match=message):
        send(panel, command, *arguments)


def test_pixels_begin_again_in_a_full_window_of_an_ssd1351() -> None:
    panel, _ = ssd1351()
    for command, *arguments in ((0x15, 0, 1), (0x75, 0, 0), (0x5C, 0, 0, 0, 0)):
        send(panel, command, *arguments)
    panel.data([0xFF, 0xFF])
    assert [panel.picture().getpixel((x, 0)) for x in (0, 1)] == [(255, 255, 255), (0, 0, 0)]


def pairs_exchanged(image: Image.Image) -> Image.Image:
    """Return *image* with the two dots of each pair exchanged."""
    dots = image.tobytes()
    exchanged = bytearray(len(dots))
    exchanged[0::2], exchanged[1::2] = dots[1::2], dots[0::2]
    return Image.frombytes("L", image.size, bytes(exchanged))


@pytest.mark.parametrize(
    ("remap", "change"), [(0x51, pairs_exchanged), (0x50, ImageOps.mirror), (0x43, ImageOps.flip)]
)
def test_remap_of_an_ssd1327(remap: int, change: Any) -> None:
    panel, device = ssd1327()
    frame = greys(SIZE)
    panel.command([0xA0, remap])
    device.framebuffer.prev_image = None
    device.display(frame)
    assert panel.picture().tobytes() == change(in_16_greys(frame)).tobytes()


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ((0x2A,), "expected a command of the SSD1327, got 0x2a"),
        ((0x15, 0, 64), "expected a range below 64, got 0 to 64"),
        ((0x75, 0, 128), "expected a range below 128, got 0 to 128"),
        ((0xA0, 0x57), "expected another argument of 0xa0, got 0x57"),
        ((0xFD, 0x16, 0xAF), "expected the lock to be opened, got command 0xaf"),
    ],
)
def test_wrong_bytes_are_refused_by_an_ssd1327(commands: tuple[int, ...], message: str) -> None:
    with pytest.raises(UnknownByte, match=message):
        FakeSsd1327().command(commands)


def test_data_instead_of_an_argument_of_an_ssd1327_are_refused() -> None:
    panel = FakeSsd1327()
    panel.command([0x15, 0])
    with pytest.raises(UnknownByte, match="expected an argument of command 0x15, got data"):
        panel.data([1])


def test_pixels_beyond_the_window_of_an_ssd1327_are_refused() -> None:
    panel = FakeSsd1327()
    panel.command([0x15, 0, 1, 0x75, 0, 1])
    with pytest.raises(UnknownByte, match="expected 4 bytes, got 5"):
        panel.data(bytes(5))


@pytest.mark.parametrize(("is_on", "status"), [(False, 0x40), (True, 0x00)])
def test_status_of_an_ssd1327(is_on: bool, status: int) -> None:
    panel, _ = ssd1327()
    panel.command([0xAF if is_on else 0xAE])
    assert FakeI2CBus(panel).read_byte(0x3C) == status


@pytest.mark.parametrize("make", [FakeSsd1351, FakeSsd1327])
def test_oled_that_lost_its_supply_is_dark_and_has_garbage(make: Any) -> None:
    panel = make()
    assert panel.picture().getbbox() is None
    panel.command([0xAF])
    before = panel.picture().tobytes()
    panel.reset()
    assert panel.picture().getbbox() is None
    panel.command([0xAF])
    assert panel.picture().tobytes() == before
    panel.power_cycle()
    panel.command([0xAF])
    assert panel.picture().tobytes() != before


def test_frame_of_luma_is_seen_on_an_ssd1309() -> None:
    panel = FakeSsd1309("ssd1306")
    device = luma_device.ssd1309(serial.i2c(bus=FakeI2CBus(panel)))
    device.persist = True
    frame = noise((128, 64)).convert("1")
    device.display(frame)
    assert panel.picture().tobytes() == frame.tobytes()


def test_ssd1309_needs_no_charge_pump_and_has_a_lock() -> None:
    panel = FakeSsd1309("ssd1306")
    panel.command([0xFD, 0x12, 0xAF, 0xA5])
    assert panel.picture().getbbox() == (0, 0, 128, 64)
    with pytest.raises(UnknownByte, match="for the lock, got 0x16"):
        panel.command([0xFD, 0x16])


def test_ssd1309_reads_the_argument_of_the_charge_pump_as_a_column() -> None:
    panel = FakeSsd1309("ssd1309")
    panel.command([0xA1, 0xC8, 0xAF, 0x20, 0x02])
    before = panel.picture().convert("L")
    panel.command([0x8D, 0x14])
    panel.data([0xFF ^ column_of(before, 64)])
    changed = ImageChops.difference(before, panel.picture().convert("L"))
    assert changed.getbbox() == (64, 0, 65, 8)


def column_of(picture: Image.Image, x: int) -> int:
    """Return the byte that shows the upper eight dots at *x*."""
    dots = picture.crop((x, 0, x + 1, 8)).tobytes()
    return sum(1 << bit for bit, dot in enumerate(dots) if dot)
