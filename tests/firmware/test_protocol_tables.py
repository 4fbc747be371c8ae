"""The tables of the line, and the frames that both sides must make and read alike."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from binascii import crc_hqx
from pathlib import Path
from typing import Any

import pytest

from companion.link.framing import Decoder, frame
from companion.link.messages import decode
from tests.fakes.tray_firmware import FIRMWARE

TABLE: dict[str, Any] = tomllib.loads((FIRMWARE / "protocol.toml").read_text("utf-8"))
VECTORS: dict[str, list[dict[str, str]]] = tomllib.loads((FIRMWARE / "vectors.toml").read_text("utf-8"))
SIZES = {"u8": 1, "u16": 2, "u32": 4}
AROUND = 2 + 2 + 1 + 1
"""Type and sequence, the check, what COBS adds, the closing zero."""
WHO = b"\x01\x07"


def size(message: dict[str, Any]) -> int:
    types = (field["type"].partition("*") for field in message["fields"])
    return sum(SIZES[unit] * int(times or 1) for unit, _, times in types)


def named(name: str) -> bytes:
    (vector,) = [vector for kind in VECTORS.values() for vector in kind if vector["name"] == name]
    return bytes.fromhex(vector["wire"])


@pytest.mark.parametrize("message", TABLE["message"], ids=lambda message: str(message["name"]))
def test_every_message_fits_a_frame(message: dict[str, Any]) -> None:
    assert size(message) + AROUND <= TABLE["frame_limit"]


def test_types_are_unique_and_tell_who_speaks() -> None:
    codes = [message["code"] for message in TABLE["message"]]
    assert len(set(codes)) == len(codes)
    assert [m["name"] for m in TABLE["message"] if (m["code"] < 0x80) != (m["sender"] == "box")] == []


def test_every_request_has_an_answer_that_the_tray_sends() -> None:
    sent = {message["name"] for message in TABLE["message"] if message["sender"] == "tray"}
    assert {m["answer"] for m in TABLE["message"] if m["sender"] == "box"} <= sent


def test_full_scale_is_64_samples_of_ten_bits() -> None:
    assert TABLE["full_scale"] == 64 * 1023


def check(script: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, script, "--check"], check=False, capture_output=True, text=True)


def test_generated_files_are_up_to_date() -> None:
    run = check(FIRMWARE / "generate.py")
    assert (run.returncode, run.stderr) == (0, "")


def test_stale_file_is_named(tmp_path: Path) -> None:
    boards = ("firmware/board/avr", "firmware/board/micro")
    for folder in ("hardware", "firmware/core", *boards, "firmware/sim", "firmware/test"):
        (tmp_path / folder).mkdir(parents=True)
    sources = ("generate.py", "protocol.toml", "vectors.toml", "PROTOCOL.md")
    for file in ("hardware/pins.toml", *(f"firmware/{name}" for name in sources)):
        shutil.copy(FIRMWARE.parent / file, tmp_path / file)
    script = tmp_path / "firmware" / "generate.py"
    subprocess.run([sys.executable, script], check=True)
    assert check(script).returncode == 0
    table = tmp_path / "firmware" / "protocol.toml"
    table.write_text(table.read_text("utf-8").replace("code = 0x07", "code = 0x17"))
    run = check(script)
    assert run.returncode == 1
    assert [line.split()[3] for line in run.stderr.splitlines()] == [
        "firmware/core/messages.h;",
        "firmware/PROTOCOL.md;",
    ]


@pytest.mark.parametrize("vector", VECTORS["good"], ids=lambda vector: str(vector["name"]))
def test_frames_are_made_and_read_as_in_the_vectors(vector: dict[str, str]) -> None:
    plain, wire = bytes.fromhex(vector["plain"]), bytes.fromhex(vector["wire"])
    assert frame(plain) == b"\x00" + wire
    assert list(Decoder().feed(wire)) == [plain]


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=lambda vector: str(vector["name"]))
def test_what_is_no_frame_is_dropped_and_the_next_one_read(vector: dict[str, str]) -> None:
    # A type without a sequence is no message, though its check holds: the next layer drops it.
    bodies = Decoder().feed(bytes.fromhex(vector["wire"]) + named("identify"))
    assert [body for body in bodies if decode(body)] == [WHO]


def test_longest_vector_is_as_long_as_the_limit() -> None:
    assert max(len(bytes.fromhex(vector["wire"])) for vector in VECTORS["good"]) == TABLE["frame_limit"]


def test_check_is_the_one_that_the_page_names() -> None:
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1
