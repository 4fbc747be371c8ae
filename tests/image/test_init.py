"""The first program of the image, as far as it can run on this machine; sfdisk, e2fsprogs and our panels judge it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from image import initramfs, pictures
from PIL import Image

from companion.devices.pi.pages import pack
from tests.fakes.panel import FakePanel
from tests.image.first_program import BY, SECTOR, FirstProgram
from tests.support.tools import need

MIB = 2048
"""In sectors."""
TOOLS = {"PATH": "/usr/sbin:/sbin:/usr/bin:/bin", "LC_ALL": "C"}
LAYOUT = """label: dos
start=8192, size=65536, type=c
start=73728, size=655360, type=83
start=729088, size=65536, type=83
"""
SMALLEST = 729088 + 65536
GROUPS = "root:x:0:\nspi:x:990:codemaker\ngpio2:x:7:\ngpio:x:992:codemaker\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> FirstProgram:
    return FirstProgram(tmp_path_factory.mktemp("init"))


def card(path: Path, sectors: int, layout: str = LAYOUT) -> Path:
    """Write the table of a card of *sectors* into a file that takes no space."""
    need("/usr/sbin/sfdisk", by=BY)
    path.touch()
    os.truncate(path, sectors * SECTOR)
    sfdisk("--quiet", str(path), said=layout)
    return path


def sfdisk(*arguments: str, said: str = "") -> str:
    run = subprocess.run(["sfdisk", *arguments], input=said, capture_output=True, text=True, check=True, env=TOOLS)
    return run.stdout


def partitions(path: Path) -> list[tuple[int, int, str]]:
    """Return start, size and type of each partition, as sfdisk reads them."""
    table = json.loads(sfdisk("--json", str(path)))["partitiontable"]
    return [(one["start"], one["size"], one["type"]) for one in table["partitions"]]


def first_sector(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(SECTOR)


def grow(program: FirstProgram, path: Path, sectors: int) -> None:
    disk = os.open(path, os.O_RDWR)
    program.grow_table(disk, sectors)
    os.close(disk)


@pytest.mark.parametrize("gigabytes", [1, 8, 32, 128, 1024])
def test_data_partition_grows_as_sfdisk_would_grow_it(program: FirstProgram, tmp_path: Path, gigabytes: int) -> None:
    sectors = gigabytes * 1024 * MIB
    ours, theirs = card(tmp_path / "ours", sectors), card(tmp_path / "theirs", sectors)
    grow(program, ours, sectors)
    sfdisk("--quiet", "-N", "3", str(theirs), said=", +\n")
    assert partitions(ours) == partitions(theirs)
    assert "No errors detected" in sfdisk("--verify", str(ours))


def test_only_the_sector_of_the_table_is_written(program: FirstProgram, tmp_path: Path) -> None:
    path = card(tmp_path / "card", 1024 * MIB)
    with path.open("r+b") as file:
        file.seek(SECTOR)
        file.write(b"\xa5" * 8 * SECTOR)
    grow(program, path, 1024 * MIB)
    with path.open("rb") as file:
        file.seek(SECTOR)
        assert file.read(8 * SECTOR) == b"\xa5" * 8 * SECTOR


def test_sector_that_was_written_in_part_is_made_whole_at_the_next_start(
    program: FirstProgram, tmp_path: Path
) -> None:
    sectors = 1024 * MIB + 77
    old = first_sector(card(tmp_path / "card", sectors))
    new = program.grow_entry(old, sectors).table
    assert new != old
    for cut in range(SECTOR + 1):
        assert program.grow_entry(new[:cut] + old[cut:], sectors).table[:508] == new[:508]


@given(sectors=st.integers(SMALLEST, 2**33), length=st.integers(1, 2**32 - 1), behind=st.integers(0, 2**32 - 1))
def test_grown_partition_ends_on_the_card_and_before_the_next(
    program: FirstProgram, sectors: int, length: int, behind: int
) -> None:
    start = 729088
    table = bytearray(SECTOR)
    table[510:] = b"\x55\xaa"
    for entry, (at, size) in enumerate([(8192, 65536), (73728, 655360), (start, length), (behind, 1)]):
        place = 446 + 16 * entry
        table[place + 4] = 0x83 * (at > 0)
        table[place + 8 : place + 16] = at.to_bytes(4, "little") + size.to_bytes(4, "little")
    grown = program.grow_entry(bytes(table), sectors)
    again = program.grow_entry(grown.table, sectors)
    assert (again.is_changed, again.table) == (False, grown.table)
    assert grown.table[: 446 + 32] == bytes(table[: 446 + 32])
    assert grown.table[446 + 48 :] == bytes(table[446 + 48 :])
    if grown.is_changed:
        assert grown.start + grown.length <= sectors
        assert (grown.start + grown.length) % MIB == 0 or grown.start + grown.length == behind
        assert not start < behind < start + grown.length
        assert grown.length >= length or start + length > sectors


@pytest.mark.parametrize("spoilt", [510, 511])
def test_card_without_a_table_is_left_alone(program: FirstProgram, tmp_path: Path, spoilt: int) -> None:
    table = bytearray(first_sector(card(tmp_path / "card", 1024 * MIB)))
    table[spoilt] ^= 1
    assert program.grow_entry(bytes(table), 1024 * MIB) == (bytes(table), False, 0, 0)


@pytest.mark.parametrize(
    ("event", "found"),
    [
        ("add@/devices/x\0ACTION=add\0DEVNAME=mmcblk0p2\0PARTN=2", ("/dev/mmcblk0", "/dev/mmcblk0p")),
        ("add@/devices/x\0ACTION=add\0DEVNAME=vda2\0PARTN=2", ("/dev/vda", "/dev/vda")),
        ("add@/devices/x\0ACTION=add\0DEVNAME=mmcblk0p3\0PARTN=3", None),
        ("add@/devices/x\0ACTION=add\0DEVNAME=mmcblk0p12\0PARTN=12", None),
        ("remove@/devices/x\0ACTION=remove\0DEVNAME=mmcblk0p2\0PARTN=2", None),
        ("add@/devices/x\0ACTION=add\0DEVNAME=mmcblk0", None),
    ],
)
def test_card_is_found_by_what_the_kernel_tells_of_it(
    program: FirstProgram, event: str, found: tuple[str, str] | None
) -> None:
    assert program.root_partition(event.encode()) == found


@pytest.mark.parametrize(
    ("name", "number"), [("root", 0), ("gpio", 992), ("gpio2", 7), ("spi", 990), ("i2c", -1), ("x", -1)]
)
def test_group_is_looked_up_by_its_whole_name(program: FirstProgram, name: str, number: int) -> None:
    assert program.group_number(GROUPS, name) == number


def file_system(path: Path, *changes: str) -> bytes:
    """Return the superblock of a new ext4 file system of 40 MiB after *changes* by debugfs."""
    path.touch()
    os.truncate(path, 40 << 20)
    need("/usr/sbin/mke2fs", by="apt-get install e2fsprogs")
    subprocess.run(["mke2fs", "-q", "-t", "ext4", path], check=True, env=TOOLS)
    for change in changes:
        subprocess.run(["debugfs", "-w", "-R", change, path], check=True, env=TOOLS, capture_output=True)
    return path.read_bytes()[1024:2048]


@pytest.mark.parametrize(
    ("change", "has_errors", "was_cut"),
    [("ssv volume_name x", False, False), ("ssv state 2", True, False), ("feature needs_recovery", False, True)],
)
def test_superblock_tells_of_damage_and_of_a_power_cut(
    program: FirstProgram, tmp_path: Path, change: str, has_errors: bool, was_cut: bool
) -> None:
    found = program.superblock(file_system(tmp_path / "data", change))
    assert (found.is_ext4, found.has_errors, found.was_cut) == (True, has_errors, was_cut)
    assert found.blocks * found.block_size == 40 << 20


def test_anything_else_is_no_file_system(program: FirstProgram) -> None:
    assert not program.superblock(bytes(1024)).is_ext4
    assert program.superblock(b"\xff" * 1024).block_size == 0


def test_what_is_missing_is_copied_and_nothing_is_replaced(program: FirstProgram, tmp_path: Path) -> None:
    saved, data = tmp_path / "saved", tmp_path / "data"
    (saved / "editions").mkdir(parents=True)
    (saved / "lost+found").mkdir()
    (saved / "editions/mine.toml").write_bytes(b"mine")
    (saved / "journal.db").write_bytes(bytes(100_000) + b"end")
    (saved / "settings.toml").write_bytes(b"old")
    (saved / "link").symlink_to("/etc/passwd")
    data.mkdir()
    (data / "settings.toml").write_bytes(b"new")
    program.copy_files(saved, data, 1 << 20)
    there = {path.relative_to(data).as_posix(): path for path in data.rglob("*")}
    assert {name: path.read_bytes() for name, path in there.items() if path.is_file()} == {
        "editions/mine.toml": b"mine",
        "journal.db": bytes(100_000) + b"end",
        "settings.toml": b"new",
    }
    assert "lost+found" not in there
    assert (data / "journal.db").stat().st_mode & 0o777 == 0o600


def test_files_that_there_is_no_room_for_are_left_out_and_the_others_copied(
    program: FirstProgram, tmp_path: Path
) -> None:
    saved, data = tmp_path / "saved", tmp_path / "data"
    saved.mkdir()
    data.mkdir()
    for name, size in (("large", 5001), ("small", 5000)):
        (saved / name).write_bytes(b"x" * size)
    program.copy_files(saved, data, 5000)
    assert [path.name for path in data.iterdir()] == ["small"]


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("picture", [pictures.splash(), *map(pictures.fault, pictures.FAULTS)])
def test_either_chip_shows_the_picture(program: FirstProgram, driver: str, picture: Image.Image) -> None:
    panel = FakePanel(driver)
    for transfer in program.transfers(b"".join(pack(picture))):
        (panel.data if transfer[0] == 0x40 else panel.command)(transfer[1:])
    # On the SSD1306 the picture is two columns further right.
    shift = 2 * (driver == "ssd1306")
    assert (
        panel.picture().tobytes()
        == picture.transform((128, 64), Image.Transform.AFFINE, (1, 0, -shift, 0, 1, 0)).tobytes()
    )


def test_missing_panel_is_noticed(program: FirstProgram) -> None:
    assert program.refused()


def test_splash_is_the_same_upside_down() -> None:
    picture = pictures.splash()
    assert picture.rotate(180).tobytes() == picture.tobytes()


@pytest.mark.parametrize("picture", [pictures.splash(), *map(pictures.fault, pictures.FAULTS)])
def test_outermost_columns_are_empty(picture: Image.Image) -> None:
    left, _, right, _ = picture.getbbox() or (0, 0, 0, 0)
    assert 2 <= left < right <= 126


def test_faults_are_those_of_the_program() -> None:
    header = (initramfs.HERE / "parts.h").read_text()
    listed = header.split("enum fault {")[1].split("}")[0]
    assert tuple(int(part.split("=")[1]) for part in listed.split(",")) == pictures.FAULTS
