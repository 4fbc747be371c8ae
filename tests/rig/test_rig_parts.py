"""The rig's parts that need no rig: what the bus tells, what the panel shows of it, what its page promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image
from rig_bus import NO_ANSWER, NOT_READ, PANEL, RECORD, Glass, Message, Records, RecordsLost
from rig_play import other_than, same_as

from companion.devices.pi.boards import Driver, Screen
from companion.devices.pi.initial import initial

PAGE = Path(__file__).parents[2] / "docs/rig.md"
ON = bytes([0x00, 0xAF])
DOT = (bytes([0x00, 0xB0, 0x00, 0x10]), bytes([0x40, 0x01]))


def record(body: bytes, at_ns: int = 1_500_000_000, address: int = PANEL, error: int = 0) -> bytes:
    return RECORD.pack(at_ns, address, error, len(body)) + body


def lit(*bodies: bytes, error: int = 0) -> Glass:
    glass = Glass()
    glass.take(Message(1.0, PANEL, 0, bytes([0x00, *initial(Screen(Driver.SSD1306))])))
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


def test_one_dot_tells_two_pictures_apart() -> None:
    black, dotted = Image.new("1", (128, 64)), Image.new("1", (128, 64))
    dotted.putpixel((127, 63), 1)
    assert same_as(black)(black.copy())
    assert not same_as(black)(dotted)
    assert other_than(black)(dotted)


def test_page_of_the_rig_says_when_and_with_what_it_was_last_run() -> None:
    assert re.search(
        r"Last run on \d{4}-\d\d-\d\d: Linux \S+, QEMU \S+, systemd \S+, Python \S+, version \S+",
        PAGE.read_text("utf-8"),
    )
