"""The parts of ``make image-test`` that need no image: the panel behind the trace, and what is read off a card."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from tests.fakes.chip import UnknownByte
from tests.support.golden import FRAMES
from tools.card.card import CardImage, NoImage, Part, partitions
from tools.card.panel_trace import PANEL, TracedPanel

# As QEMU 10.0.13 has written it: commands, a panel that is missing, three bytes of the picture, and the status.
RECORDED = """\
i2c_event start(addr:0x3c)
i2c_send send(addr:0x3c) data:0x00
i2c_send send(addr:0x3c) data:0xae
i2c_send send(addr:0x3c) data:0x20
i2c_send send(addr:0x3c) data:0x00
i2c_send send(addr:0x3c) data:0x8d
i2c_send send(addr:0x3c) data:0x14
i2c_send send(addr:0x3c) data:0x21
i2c_send send(addr:0x3c) data:0x00
i2c_send send(addr:0x3c) data:0x7f
i2c_send send(addr:0x3c) data:0x22
i2c_send send(addr:0x3c) data:0x00
i2c_send send(addr:0x3c) data:0x07
i2c_send send(addr:0x3c) data:0xa1
i2c_send send(addr:0x3c) data:0xc8
i2c_send send(addr:0x3c) data:0xda
i2c_send send(addr:0x3c) data:0x12
i2c_send send(addr:0x3c) data:0xaf
i2c_event finish(addr:0x3c)
i2c_event start(addr:0x3d)
i2c_event finish(addr:0x3d)
i2c_event start(addr:0x3c)
i2c_send send(addr:0x3c) data:0x40
{dots}
i2c_event finish(addr:0x3c)
i2c_event start_async(addr:0x3c)
i2c_recv recv(addr:0x3c) data:0x03
i2c_event finish(addr:0x3c)
"""


def sent(address: int, values: Iterable[int]) -> list[str]:
    """Return a message as QEMU's trace has it."""
    at = f"(addr:{address:#04x})"
    bytes_ = [f"i2c_send send{at} data:{value:#04x}" for value in values]
    return [f"i2c_event start{at}", *bytes_, f"i2c_event finish{at}"]


class TracedBus:
    """The part of ``smbus2.SMBus`` that luma uses; it keeps the trace that QEMU would write."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_i2c_block_data(self, address: int, control: int, values: Iterable[int]) -> None:
        """Note a message."""
        self.lines += sent(address, [control, *values])


def of_luma(device: Callable[..., Any], image: Image.Image) -> list[str]:
    """Return the trace of luma's own driver showing *image*."""
    bus = TracedBus()
    panel = device(i2c(bus=bus, address=PANEL))
    panel.display(image)
    # Before its end, at which luma switches the panel off.
    return list(bus.lines)


def shown(lines: Iterable[str], driver: str = "ssd1306") -> TracedPanel:
    """Return a panel to which *lines* have been sent."""
    panel = TracedPanel(driver)
    for line in lines:
        panel.take(line)
    return panel


def recorded() -> list[str]:
    dots = [0x81, *[0] * 1023]
    return RECORDED.format(dots="\n".join(f"i2c_send send(addr:0x3c) data:{dot:#04x}" for dot in dots)).splitlines()


@pytest.mark.parametrize("device", [ssd1306, sh1106])
def test_picture_that_luma_sends_is_the_last_one_seen(device: Callable[..., Any]) -> None:
    image = Image.open(FRAMES / "home-en-normal-128x64.png").convert("1")
    assert shown(of_luma(device, image), device.__name__).picture().tobytes() == image.tobytes()


def test_lines_that_qemu_has_recorded_are_the_dots_that_were_sent() -> None:
    last = shown(recorded()).picture()
    assert last.getbbox() == (0, 0, 1, 8)
    assert [y for y in range(8) if last.getpixel((0, y))] == [0, 7]


def test_picture_is_new_when_a_message_has_ended_and_not_before() -> None:
    panel = TracedPanel()
    ended = [number for number, line in enumerate(recorded()) if panel.take(line)]
    lines = recorded()
    assert [lines[number] for number in ended] == ["i2c_event finish(addr:0x3c)"] * 2
    assert panel.messages == 2


def test_devices_at_other_addresses_do_not_draw() -> None:
    lines = [line.replace("0x3c", "0x3d") for line in recorded()]
    assert shown(lines).history == TracedPanel().history


def test_two_messages_without_a_stop_between_them_are_two() -> None:
    lines = [line for line in recorded() if line != "i2c_event finish(addr:0x3c)"]
    assert shown(lines).picture().getbbox() == (0, 0, 1, 8)


def test_message_that_the_panel_does_not_know_is_refused() -> None:
    with pytest.raises(UnknownByte, match="got 0x99"):
        shown(sent(PANEL, [0x99, 1]))


def disk(path: Path, *parts: tuple[int, int]) -> Path:
    entries = b"".join(bytes(8) + struct.pack("<II", start, length) for start, length in parts)
    path.write_bytes(bytes(446) + entries.ljust(64, b"\0") + b"\x55\xaa")
    return path


def test_partitions_are_those_of_the_boot_record(tmp_path: Path) -> None:
    image = disk(tmp_path / "card.img", (8192, 100), (16384, 7))
    assert partitions(image) == [Part(8192 * 512, 51200), Part(16384 * 512, 3584)]


def test_file_without_a_boot_record_is_no_card(tmp_path: Path) -> None:
    (tmp_path / "card.img").write_bytes(bytes(512))
    with pytest.raises(ValueError, match="expected a master boot record"):
        partitions(tmp_path / "card.img")


def test_image_that_was_not_built_is_asked_for(tmp_path: Path) -> None:
    with pytest.raises(NoImage, match="run 'make image' first"):
        CardImage(tmp_path / "codemaker-arm64.img.xz", tmp_path)
