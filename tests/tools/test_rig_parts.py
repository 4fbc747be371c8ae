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
from tools.rig.rig_trace import Bus, Layout, Page

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
# As Linux 6.1 prints them, except for fields that are not used.
HEADER_PAGE = """\
\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:1;
"""
WRITE = """\
name: i2c_write
ID: 1412
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:int adapter_nr;\toffset:8;\tsize:4;\tsigned:1;
\tfield:__u16 msg_nr;\toffset:12;\tsize:2;\tsigned:0;
\tfield:__u16 addr;\toffset:14;\tsize:2;\tsigned:0;
\tfield:__u16 flags;\toffset:16;\tsize:2;\tsigned:0;
\tfield:__u16 len;\toffset:18;\tsize:2;\tsigned:0;
\tfield:__data_loc __u8[] buf;\toffset:20;\tsize:4;\tsigned:0;
"""
RESULT = """\
name: i2c_result
ID: 1409
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;

\tfield:int adapter_nr;\toffset:8;\tsize:4;\tsigned:1;
\tfield:__u16 nr_msgs;\toffset:12;\tsize:2;\tsigned:0;
\tfield:__s16 ret;\toffset:14;\tsize:2;\tsigned:1;
"""


def written(body: bytes, bus: int = 1) -> bytes:
    fixed = struct.pack("<HBBiiHHHHI", 1412, 0, 0, 77, bus, 0, PANEL, 0, len(body), len(body) << 16 | 24)
    return (fixed + body).ljust(-(-(24 + len(body)) // 4) * 4, b"\0")


def ended(ret: int, bus: int = 1) -> bytes:
    return struct.pack("<HBBiiHh", 1409, 0, 0, 77, bus, 1, ret)


def stored(event: bytes, delta: int = 0) -> bytes:
    """Lay an event down as the ring buffer does: a short one with its length in words, a long one in bytes."""
    if len(event) <= 28 * 4:
        return struct.pack("<I", len(event) // 4 | delta << 5) + event
    return struct.pack("<II", delta << 5, len(event) + 4) + event


def sheet(*stored_events: bytes, begun_ns: int = 1_000, flags: int = 0) -> bytes:
    data = b"".join(stored_events)
    return struct.pack("<QQ", begun_ns, len(data) | flags) + data.ljust(4080, b"\xff")


def traced(*events: bytes) -> list[Message]:
    bus = Bus(1, Layout.read(WRITE), Layout.read(RESULT))
    records = b"".join(bus.take(at_ns, event) for at_ns, event in enumerate(events, 1_000_000_000))
    return [
        Message(round(message.at), message.address, message.error, message.body) for message in Records().feed(records)
    ]


def test_events_of_a_page_come_with_their_times_whatever_lies_between() -> None:
    page = Page.read(HEADER_PAGE)
    extend = struct.pack("<II", 30 | 5 << 5, 1)
    discarded = struct.pack("<II", 29 | 3 << 5, 8) + b"gone"
    long = written(bytes(range(200)))
    events = page.events(sheet(stored(ended(1), 7), extend, stored(long, 1), discarded, stored(ended(2), 2)))
    ahead = 1_007 + (1 << 27) + 5 + 1
    assert list(events) == [(1_007, ended(1)), (ahead, long), (ahead + 5, ended(2))]


def test_time_that_is_told_whole_replaces_what_was_counted() -> None:
    stamp = struct.pack("<II", 31 | 9 << 5, 2)
    assert list(Page.read(HEADER_PAGE).events(sheet(stamp, stored(ended(1), 1)))) == [((2 << 27) + 10, ended(1))]


def test_rest_of_a_page_is_not_read() -> None:
    rest = struct.pack("<I", 29)
    assert list(Page.read(HEADER_PAGE).events(sheet(stored(ended(1)), rest, b"\0" * 40))) == [(1_000, ended(1))]


def test_page_tells_that_events_before_it_were_dropped() -> None:
    page = Page.read(HEADER_PAGE)
    assert page.is_gap(sheet(flags=1 << 31))
    assert not page.is_gap(sheet(stored(ended(1))))


def test_message_is_told_with_how_it_ended_and_every_byte_of_it() -> None:
    long = bytes([0x40, *range(256), *range(256)])
    assert traced(written(ON), ended(1), written(long), ended(-121)) == [
        Message(1.0, PANEL, 0, ON),
        Message(1.0, PANEL, 121, long),
    ]


def test_other_buses_are_not_looked_at() -> None:
    assert traced(written(DOT[1], bus=2), ended(1, bus=2), written(ON), ended(1)) == [Message(1.0, PANEL, 0, ON)]


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
