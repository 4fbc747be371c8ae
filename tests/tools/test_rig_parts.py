"""The rig's parts that need no rig: what the bus tells, what the panel shows of it, what its page promises."""

from __future__ import annotations

import lzma
import re
import socket
import struct
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.luma_device import LumaDevice
from tools.rig.rig_accel import Accel, chosen, rom
from tools.rig.rig_box import NothingShown
from tools.rig.rig_bus import NO_ANSWER, NOT_READ, PANEL, RECORD, UNPLUGGED, Glass, Message, Records, RecordsLost
from tools.rig.rig_eye import Eye
from tools.rig.rig_image import unpacked
from tools.rig.rig_real import PINS, WIRES

PAGE = Path(__file__).parents[2] / "docs/rig.md"
ON = bytes([0x00, 0xAF])
DOT = (bytes([0x00, 0xB0, 0x00, 0x10]), bytes([0x40, 0x01]))


def record(body: bytes, at_ns: int = 1_500_000_000, address: int = PANEL, error: int = 0) -> bytes:
    return RECORD.pack(at_ns, address, error, len(body)) + body


def lit(*bodies: bytes, error: int = 0) -> Glass:
    glass = Glass()
    glass.take(Message(1.0, PANEL, 0, bytes([0x00, *LumaDevice(PanelConfig()).steps[0].values])))
    for page in range(0xB0, 0xB8):
        glass.take(Message(1.0, PANEL, 0, bytes([0x00, page, 0x00, 0x10])))
        glass.take(Message(1.0, PANEL, 0, bytes([0x40, *bytes(128)])))
    for at, body in enumerate(bodies, 2):
        glass.take(Message(at, PANEL, error, body))
    return glass


@pytest.mark.parametrize("size", [1, 7, 15, 1000])
def test_messages_are_whole_however_the_stream_is_cut(size: int) -> None:
    stream = record(ON) + record(b"", error=5) + record(DOT[1] * 60)
    records = Records()
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    found = [message for piece in pieces for message in records.feed(piece)]
    assert found == [Message(1.5, PANEL, 0, ON), Message(1.5, PANEL, 5, b""), Message(1.5, PANEL, 0, DOT[1] * 60)]


def test_messages_that_nobody_read_are_not_passed_over() -> None:
    with pytest.raises(RecordsLost, match="got 3 that were dropped"):
        list(Records().feed(record((3).to_bytes(4, "little"), address=NOT_READ)))


def test_panel_shows_what_the_bus_has_carried_and_when_it_was_lit() -> None:
    glass = lit(*DOT, ON)
    assert glass.picture().getbbox() == (0, 0, 1, 1)
    assert glass.lit_at == [4.0]


def test_what_nobody_has_answered_has_not_reached_the_panel() -> None:
    assert lit(*DOT, ON, error=NO_ANSWER).picture().getbbox() is None


def test_panel_that_was_pulled_off_is_dark_and_has_lost_what_it_held() -> None:
    glass = lit(*DOT, ON)
    glass.take(Message(8.0, UNPLUGGED, 0, b""))
    assert glass.picture().getbbox() is None
    glass.take(Message(9.0, PANEL, 0, bytes([0x00, *LumaDevice(PanelConfig()).steps[0].values])))
    glass.take(Message(9.5, PANEL, 0, ON))
    assert glass.picture().getbbox() != (0, 0, 1, 1)
    assert glass.lit_at == [4.0, 9.5]


def test_picture_that_is_there_only_until_the_rest_has_come_is_none(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    eye = Eye(ours, tmp_path)

    def is_dark(picture: Image.Image) -> bool:
        if eye.glass.lit_at:
            return picture.getbbox() is None
        theirs.sendall(record(bytes([0x00, *LumaDevice(PanelConfig()).steps[0].values])) + record(ON))
        return True

    with closing(theirs), closing(eye), pytest.raises(NothingShown):
        eye.wait_frame(is_dark, 0.0)


def test_page_of_the_rig_says_when_and_with_what_it_was_last_run() -> None:
    assert re.search(
        r"Last run on \d{4}-\d\d-\d\d: Linux \S+, QEMU \S+ by (KVM|TCG), systemd \S+, Python \S+, version \S+",
        PAGE.read_text("utf-8"),
    )


# Where a Pi's header has its pins, by their BCM numbers.
HEADER = {
    4: 7, 5: 29, 6: 31, 12: 32, 13: 33, 16: 36, 17: 11, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 26: 37, 27: 13,
}  # fmt: skip


def test_every_button_of_the_bonnet_has_a_spare_pin_of_its_own_in_the_table() -> None:
    table = re.findall(
        r"^\| (\w+) \| GPIO(\d+), pin (\d+) \| GPIO(\d+), pin (\d+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert [(name, int(at), int(spare)) for name, at, _, spare, _ in table] == [
        (button.name, PINS[button], spare) for button, spare in WIRES.items()
    ]
    assert {int(pin): int(at) for _, *row in table for pin, at in (row[:2], row[2:])} == {
        pin: HEADER[pin] for pin in [*WIRES.values(), *(PINS[button] for button in WIRES)]
    }


def test_without_kvm_qemu_does_it_itself(tmp_path: Path) -> None:
    assert chosen({}, kvm=tmp_path / "none") is Accel.TCG


def test_processor_finds_the_beginning_of_the_loop_where_it_starts() -> None:
    start = rom()[-16:]
    assert len(rom()) == 1 << 16
    assert start[0] == 0xE9
    assert (0xFFF0 + 3 + int.from_bytes(start[1:3], "little")) & 0xFFFF == 0
    assert int.from_bytes(rom()[2:6], "little") == 100_000_000


def test_kernel_is_found_in_the_boot_file(tmp_path: Path) -> None:
    packed = lzma.compress(b"\x7fELF and the rest")
    boot_file = bytearray(0x300)
    boot_file[0x1F1] = 1
    struct.pack_into("<II", boot_file, 0x248, 0x40, len(packed) + 4)
    whole = bytes(boot_file).ljust(2 * 512 + 0x40, b"\0") + packed + b"size" + b"more"
    assert unpacked(whole) == b"\x7fELF and the rest"
