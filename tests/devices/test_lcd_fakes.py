"""The decoders of LCD chips against luma's own drivers: two readings of the same datasheets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from gpiozero.output_devices import PWMOutputDevice
from luma.lcd import device as luma_device
from PIL import Image, ImageOps

from tests.devices.lcd_bench import LIGHT, RESET, Workbench, from_565, in_18_bits, noise
from tests.fakes.chip import Chip, UnknownByte
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.lcd import FakeLcd, st7735, st7789
from tests.fakes.mounted import MOUNTED


def as_565(image: Image.Image) -> bytes:
    """Return the pixels of *image* as 16-bit numbers, high byte first."""
    pixels = list(zip(*(band.tobytes() for band in image.split()), strict=True))
    return b"".join((r >> 3 << 11 | g >> 2 << 5 | b >> 3).to_bytes(2, "big") for r, g, b in pixels)


def send(panel: Chip, command: int, *arguments: int) -> None:
    panel.command([command])
    if arguments:
        panel.data(arguments)


def send_all(panel: Chip, commands: Iterable[tuple[int, ...]]) -> None:
    for command, *arguments in commands:
        send(panel, command, *arguments)


def awake(panel: FakeLcd) -> FakeLcd:
    """Return *panel* after the commands of a driver that sends RGB565 in the memory's own order."""
    send_all(panel, ((0x11,), (0x3A, 0x55), (0x36, 0x00), (0x21,), (0x29,)))
    return panel


def window(panel: Chip, left: int, top: int, right: int, bottom: int) -> None:
    send(panel, 0x2A, left >> 8, left & 0xFF, right >> 8, right & 0xFF)
    send(panel, 0x2B, top >> 8, top & 0xFF, bottom >> 8, bottom & 0xFF)
    send(panel, 0x2C)


@pytest.mark.parametrize("size", [(240, 240), (320, 240)])
def test_frame_of_luma_is_seen_on_an_st7789(size: tuple[int, int]) -> None:
    bench = Workbench(st7789(size))
    device = bench.lumas(luma_device.st7789, width=size[0], height=size[1])
    frame = noise(size)
    device.display(frame)
    assert bench.panel.picture().tobytes() == in_18_bits(frame).tobytes()


@pytest.mark.parametrize("rotate", [0, 1, 2, 3])
def test_frame_that_luma_rotates_is_seen_rotated(rotate: int) -> None:
    bench = Workbench(st7789())
    device = bench.lumas(luma_device.st7789, rotate=rotate)
    frame = noise((240, 240))
    device.display(frame)
    assert bench.panel.picture().tobytes() == in_18_bits(frame).rotate(-90 * rotate).tobytes()


def test_full_frame_of_luma_is_172811_bytes() -> None:
    bench = Workbench(st7789())
    device = bench.lumas(luma_device.st7789)
    before = bench.bus.sent
    device.display(noise((240, 240)))
    assert bench.bus.sent - before == 172_811


def test_frame_of_luma_is_seen_on_an_st7735() -> None:
    bench = Workbench(st7735())
    device = bench.lumas(luma_device.st7735, width=128, height=128, h_offset=1, v_offset=2, bgr=True)
    for seed in range(3):
        frame = noise((128, 128), seed)
        device.display(frame)
        assert bench.panel.picture().tobytes() == in_18_bits(frame).tobytes()


@pytest.mark.parametrize(
    ("options", "distortion"),
    [
        ({"bgr": False, "h_offset": 1, "v_offset": 2}, "blue and red"),
        ({"bgr": True, "h_offset": 0, "v_offset": 2}, "a row further"),
        ({"bgr": True, "h_offset": 1, "v_offset": 2, "inverse": True}, "negative"),
    ],
)
def test_wrong_option_of_luma_shows_on_an_st7735(options: dict[str, Any], distortion: str) -> None:
    bench = Workbench(st7735())
    frame = noise((128, 128))
    bench.lumas(luma_device.st7735, width=128, height=128, **options).display(frame)
    seen, shown = bench.panel.picture(), in_18_bits(frame)
    expected = {
        "blue and red": (Image.merge("RGB", shown.split()[::-1]), seen),
        "a row further": (shown.crop((1, 0, 128, 128)), seen.crop((0, 0, 127, 128))),
        "negative": (ImageOps.invert(shown), seen),
    }
    wanted, got = expected[distortion]
    assert got.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    ("access", "turn"),
    [
        (0x00, None),
        (0x40, Image.Transpose.FLIP_LEFT_RIGHT),
        (0x20, Image.Transpose.TRANSPOSE),
        (0x60, Image.Transpose.ROTATE_270),
    ],
)
def test_access_control_turns_the_picture(access: int, turn: Image.Transpose | None) -> None:
    panel = awake(st7789(turns=0))
    frame = noise((240, 240))
    send(panel, 0x36, access)
    window(panel, 0, 0, 239, 239)
    panel.data(as_565(frame))
    wanted = from_565(frame)
    assert panel.picture().tobytes() == (wanted if turn is None else wanted.transpose(turn)).tobytes()


def test_rows_are_mirrored_in_the_whole_memory() -> None:
    # Glass of 240 rows begins at row 80 then: the offset that drivers of square glass know.
    panel = awake(st7789(turns=0))
    frame = noise((240, 240))
    send(panel, 0x36, 0xC0)
    window(panel, 0, 80, 239, 319)
    panel.data(as_565(frame))
    assert panel.picture().tobytes() == from_565(frame).rotate(180).tobytes()


def test_window_changes_nothing_outside() -> None:
    panel = awake(st7789(turns=0))
    wanted = panel.picture()
    piece = noise((20, 10))
    window(panel, 30, 100, 49, 109)
    panel.data(as_565(piece))
    wanted.paste(from_565(piece), (30, 100))
    assert panel.picture().tobytes() == wanted.tobytes()


def test_pixels_may_come_in_any_portions() -> None:
    panel = awake(st7789(turns=0))
    piece = noise((20, 10))
    data = as_565(piece)
    window(panel, 0, 0, 19, 9)
    for start, end in ((0, 1), (1, 130), (130, 131), (131, 400)):
        panel.data(data[start:end])
        panel.picture()
    assert panel.picture().crop((0, 0, 20, 10)).tobytes() == from_565(piece).tobytes()


@pytest.mark.parametrize(("command", "is_visible"), [(0x28, False), (0x10, False), (0x13, True), (0x01, False)])
def test_command_darkens_the_glass(command: int, is_visible: bool) -> None:
    panel = awake(st7789())
    send(panel, command)
    assert (panel.is_on, panel.picture().getbbox() is not None) == (is_visible, is_visible)


def test_memory_is_written_while_the_panel_sleeps() -> None:
    panel = awake(st7789(turns=0))
    send(panel, 0x10)
    window(panel, 0, 0, 0, 0)
    panel.data([0xF8, 0x00])
    assert panel.picture().getbbox() is None
    send(panel, 0x11)
    assert panel.picture().getpixel((0, 0)) == (255, 0, 0)


def test_ips_glass_without_inversion_is_negative() -> None:
    panel = awake(st7789(turns=0))
    window(panel, 0, 0, 0, 0)
    panel.data([0xF8, 0x00])
    send(panel, 0x20)
    assert panel.picture().getpixel((0, 0)) == (0, 255, 255)


@pytest.mark.parametrize("make", [st7789, st7735])
def test_reset_keeps_the_memory_of_an_lcd_and_power_cycle_does_not(make: Any) -> None:
    panel = awake(make())
    before = panel.picture().tobytes()
    panel.reset()
    assert panel.picture().getbbox() is None
    assert awake(panel).picture().tobytes() == before
    panel.power_cycle()
    assert awake(panel).picture().tobytes() != before


@pytest.mark.parametrize("command", [0x02, 0x12, 0x2F, 0x33, 0x55, 0xB0, 0xFF])
@pytest.mark.parametrize("make", [st7789, st7735])
def test_unknown_command_of_an_lcd_is_refused(make: Any, command: int) -> None:
    with pytest.raises(UnknownByte, match=f"got {command:#04x}"):
        send(make(), command)


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        (((0x2A, 0, 0, 0, 240),), "expected a range below 240, got 0 to 240"),
        (((0x2B, 0, 0, 1, 64),), "expected a range below 320, got 0 to 320"),
        (((0x2A, 0, 9, 0, 8),), "got 9 to 8"),
        (((0x2A, 0, 0, 0), (0x2B, 0, 0, 0, 9)), "expected 4 arguments of 0x2a, got 3"),
        (((0x36,), (0x29,)), "expected 1 arguments of 0x36, got 0"),
        (((0x36, 0, 0),), "expected 1 arguments of 0x36, got 2"),
        (((0xE0, 1, 2, 3), (0x29,)), "expected 14 arguments of 0xe0, got 3"),
        (((0x29, 1),), "expected a command, got 1 bytes of data"),
        (((0x3A, 0x53),), "expected another argument of 0x3a, got 0x53"),
        (((0xC0, 0x0C),), "expected another argument of 0xc0, got 0x0c"),
        (((0x36, 0x01),), "expected another argument of 0x36, got 0x01"),
        (((0x36, 0x20), (0x2A, 0, 0, 1, 63), (0x36, 0x00), (0x2C,)), "expected a window in 240x320"),
    ],
)
def test_wrong_arguments_are_refused(commands: tuple[tuple[int, ...], ...], message: str) -> None:
    panel = awake(st7789())
    with pytest.raises(UnknownByte, match=message):
        send_all(panel, commands)


def test_arguments_sent_as_commands_are_refused() -> None:
    with pytest.raises(UnknownByte, match="expected 4 arguments of 0x2a, got 0"):
        st7789().command([0x2A, 0, 0, 0, 239])


def test_pixels_before_a_memory_write_are_refused() -> None:
    panel = awake(st7789())
    with pytest.raises(UnknownByte, match="expected a command, got 2 bytes of data"):
        panel.data([0, 0])


def test_pixels_beyond_the_window_are_refused() -> None:
    panel = awake(st7789())
    window(panel, 0, 0, 1, 1)
    with pytest.raises(UnknownByte, match="expected 8 bytes, got 10"):
        panel.data(bytes(10))


@pytest.mark.parametrize(("format_byte", "sent"), [(0x55, 3), (0x66, 4)])
def test_pixel_that_is_cut_is_refused(format_byte: int, sent: int) -> None:
    panel = awake(st7789())
    send(panel, 0x3A, format_byte)
    window(panel, 0, 0, 9, 9)
    panel.data(bytes(sent))
    with pytest.raises(UnknownByte, match="expected whole pixels"):
        panel.command([0x2A])


def test_reset_pin_switches_the_panel_off() -> None:
    bench = Workbench(st7789())
    bench.lumas(luma_device.st7789)
    assert bench.panel.is_on
    bench.gpio.output(RESET, 0)
    bench.gpio.output(RESET, 1)
    bench.wire.command(0x00)
    assert not bench.panel.is_on


def test_panel_that_was_unplugged_is_dark() -> None:
    bench = Workbench(st7789())
    bench.lumas(luma_device.st7789)
    bench.bus.unplug()
    bench.bus.plug_back()
    assert bench.panel.picture().getbbox() is None


def test_backlight_has_the_duty_of_its_pin() -> None:
    header = FakeHeader(ManualClock())
    light: Any = PWMOutputDevice(LIGHT, pin_factory=header.factory)
    duties = [header.duty(LIGHT)]
    light.value = 0.25
    duties.append(header.duty(LIGHT))
    light.close()
    duties.append(header.duty(LIGHT))
    assert duties == [0.0, 0.25, 0.0]


@pytest.mark.parametrize(
    ("board", "access", "top", "turn"),
    [
        ("waveshare-lcd-1in3", 0x70, 0, 0),
        ("adafruit-tft-1in3", 0xC0, 80, 180),
        ("display-hat-mini", 0x70, 0, 180),
        ("pirate-audio", 0x70, 0, 90),
    ],
)
def test_picture_is_upright_as_the_makers_of_a_board_send_it(board: str, access: int, top: int, turn: int) -> None:
    panel = MOUNTED[board]()
    send_all(panel, ((0x11,), (0x3A, 0x55), (0x36, access), (0x21,), (0x29,)))
    frame = noise(panel.picture().size)
    width, height = frame.size
    window(panel, 0, top, width - 1, top + height - 1)
    panel.data(as_565(frame.rotate(turn)))
    assert panel.picture().tobytes() == from_565(frame).tobytes()
