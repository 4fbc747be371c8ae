"""The panels' decoder against luma's own drivers: two readings of the same datasheets."""

from __future__ import annotations

import errno
import random
from typing import Any

import pytest
from luma.core import error as luma_error
from luma.core.interface import serial
from luma.oled import device as luma_device
from PIL import Image, ImageChops, ImageStat
from smbus2 import i2c_msg

from companion.devices.pi.boards import BOARDS
from tests.fakes.bus import FakeI2CBus, FakeSpiBus
from tests.fakes.chip import UnknownByte
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel

WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

SIZES = [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)]
PANELS = [*(("ssd1306", size) for size in SIZES), ("sh1106", (128, 64))]

# luma reads its frames in a way that Pillow 14 will not know.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


def noise(size: tuple[int, int], seed: int = 1) -> Image.Image:
    width, height = size
    return Image.frombytes("1", size, random.Random(seed).randbytes(width * height // 8))


def lumas(driver: str, wire: Any, size: tuple[int, int]) -> Any:
    make: Any = {"ssd1306": luma_device.ssd1306, "sh1106": luma_device.sh1106}[driver]
    device = make(wire, width=size[0], height=size[1])
    device.persist = True
    return device


def lit(panel: FakePanel) -> int:
    """How many dots shine."""
    return int(ImageStat.Stat(panel.picture().convert("L")).sum[0]) // 255


def raw(panel: FakePanel, *commands: int) -> None:
    panel.command(commands)


@pytest.mark.parametrize(("driver", "size"), PANELS)
def test_frame_of_luma_on_i2c_is_seen(driver: str, size: tuple[int, int]) -> None:
    bus = FakeI2CBus(FakePanel(driver, size))
    frame = noise(size)
    lumas(driver, serial.i2c(bus=bus), size).display(frame)
    assert bus.panel.picture().tobytes() == frame.tobytes()


def test_frame_of_luma_on_spi_is_seen() -> None:
    header = FakeHeader(ManualClock())
    bus = FakeSpiBus(FakePanel("sh1106"), header, WAVESHARE_1IN3.screen)

    class Gpio:
        OUT, LOW, HIGH = 0, 0, 1

        def setup(self, number: int, mode: int) -> None:
            header.factory.pin(number).function = "output"

        def output(self, number: int, level: int) -> None:
            header.factory.pin(number).state = level

    frame = noise((128, 64))
    lumas("sh1106", serial.spi(spi=bus, gpio=Gpio()), (128, 64)).display(frame)
    assert bus.panel.picture().tobytes() == frame.tobytes()


def test_full_frame_of_luma_in_one_message_is_1032_bytes() -> None:
    bus = FakeI2CBus(FakePanel("ssd1306"))
    bus.write_i2c_block_data(0x3C, 0x00, [0x20, 0x00])
    before = bus.sent
    bus.write_i2c_block_data(0x3C, 0x00, [0x21, 0, 127, 0x22, 0, 7])
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40] + [0] * 1024))
    assert bus.sent - before == 1032


@pytest.fixture
def panel() -> FakePanel:
    """An SSD1306 that shows a black picture."""
    panel = FakePanel("ssd1306")
    lumas("ssd1306", serial.i2c(bus=FakeI2CBus(panel)), panel.size)
    return panel


def test_panel_without_supply_forgets(panel: FakePanel) -> None:
    panel.power_cycle()
    raw(panel, 0x8D, 0x14, 0xAF)
    assert lit(panel) > 1000


def test_panel_that_was_just_switched_on_is_dark(panel: FakePanel) -> None:
    panel.power_cycle()
    assert lit(panel) == 0


def test_reset_keeps_the_memory() -> None:
    panel = FakePanel("ssd1306")
    raw(panel, 0x8D, 0x14, 0xAF)
    before = panel.picture().tobytes()
    panel.reset()
    raw(panel, 0x8D, 0x14, 0xAF)
    assert panel.picture().tobytes() == before


def test_panel_without_its_charge_pump_is_dark(panel: FakePanel) -> None:
    raw(panel, 0xA5, 0x8D, 0x10)
    assert lit(panel) == 0


@pytest.mark.parametrize(
    ("commands", "dots"), [((0xA5,), 128 * 64), ((0xA7,), 128 * 64), ((0xA5, 0xAE), 0), ((0xA5, 0xA8, 31), 128 * 32)]
)
def test_command_shows_on_the_glass(panel: FakePanel, commands: tuple[int, ...], dots: int) -> None:
    raw(panel, *commands)
    assert lit(panel) == dots


@pytest.mark.parametrize(
    ("commands", "corner"),
    [((), (0, 0)), ((0xA0,), (127, 0)), ((0xC0,), (0, 63)), ((0x41,), (0, 63)), ((0xD3, 1), (0, 63))],
)
def test_command_moves_the_picture(panel: FakePanel, commands: tuple[int, ...], corner: tuple[int, int]) -> None:
    raw(panel, 0x21, 0, 127, 0x22, 0, 7)
    panel.data([1])
    raw(panel, *commands)
    assert panel.picture().getbbox() == (*corner, corner[0] + 1, corner[1] + 1)


def test_wrong_wiring_of_the_glass_mixes_the_lines(panel: FakePanel) -> None:
    panel.data(noise((128, 64)).tobytes())
    before = panel.picture()
    raw(panel, 0xDA, 0x02)
    assert ImageChops.difference(before.convert("L"), panel.picture().convert("L")).getbbox() is not None


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("command", [0x26, 0x2F, 0x9F, 0xE0, 0xF0, 0xFF])
def test_unknown_command_is_refused(driver: str, command: int) -> None:
    with pytest.raises(UnknownByte, match=f"got {command:#04x}"):
        raw(FakePanel(driver), command)


def test_sh1106_does_not_know_column_windows() -> None:
    with pytest.raises(UnknownByte, match="got 0x21"):
        raw(FakePanel("sh1106"), 0x21, 0, 127)


def test_data_instead_of_an_argument_is_refused(panel: FakePanel) -> None:
    raw(panel, 0x81)
    with pytest.raises(UnknownByte, match="expected an argument of command 0x81, got data"):
        panel.data([1])


def test_data_beyond_the_last_column_of_an_sh1106_is_refused() -> None:
    panel = FakePanel("sh1106")
    raw(panel, 0x0F, 0x17)
    with pytest.raises(UnknownByte, match="up to column 131"):
        panel.data(bytes(6))


def test_window_beyond_the_panel_is_refused(panel: FakePanel) -> None:
    with pytest.raises(UnknownByte, match="expected a range below 128, got 0 to 128"):
        raw(panel, 0x21, 0, 128)


def test_block_of_33_bytes_is_refused(panel: FakePanel) -> None:
    with pytest.raises(UnknownByte, match="at most 32 bytes, got 33"):
        FakeI2CBus(panel).write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_unknown_control_byte_is_refused(panel: FakePanel) -> None:
    with pytest.raises(UnknownByte, match="got 0x80"):
        FakeI2CBus(panel).write_i2c_block_data(0x3C, 0x80, [0])


def test_nobody_answers_at_another_address(panel: FakePanel) -> None:
    with pytest.raises(luma_error.DeviceNotFoundError, match="0x3D"):
        serial.i2c(bus=FakeI2CBus(panel), address=0x3D).command(0xAF)


def test_unplugged_panel_does_not_answer(panel: FakePanel) -> None:
    bus = FakeI2CBus(panel)
    bus.unplug()
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.write_i2c_block_data(0x3C, 0x40, [0])


def test_transfer_that_fails_has_gone_half_way(panel: FakePanel) -> None:
    bus = FakeI2CBus(panel)
    bus.fail_next(errno.ETIMEDOUT)
    with pytest.raises(OSError, match="timed out"):
        bus.write_i2c_block_data(0x3C, 0x40, [0xFF] * 10)
    assert lit(panel) == 5 * 8


def test_unplugged_panel_on_spi_swallows_everything() -> None:
    header = FakeHeader(ManualClock())
    bus = FakeSpiBus(FakePanel("sh1106"), header, WAVESHARE_1IN3.screen)
    bus.open(0, 0)
    bus.unplug()
    bus.writebytes([0xAF])
    assert (bus.sent, bus.panel.is_on) == (1, False)


@pytest.mark.parametrize(("is_on", "status"), [(False, 0x43), (True, 0x03)])
def test_status_tells_whether_the_panel_is_on(panel: FakePanel, is_on: bool, status: int) -> None:
    raw(panel, 0xAF if is_on else 0xAE)
    assert FakeI2CBus(panel).read_byte(0x3C) == status
