"""The parts of the image's first program, compiled for this machine and called from Python."""

from __future__ import annotations

import ctypes
import socket
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.support.tools import need

SOURCES = Path(__file__).parents[2] / "systemd/image/init"
BY = "make need-firmware"
SECTOR = 512


class Extent(ctypes.Structure):
    """``struct extent``, in sectors."""

    _fields_ = (("start", ctypes.c_uint64), ("length", ctypes.c_uint64))


class Card(ctypes.Structure):
    """``struct card``."""

    _fields_ = (("disk", ctypes.c_char * 64), ("partition", ctypes.c_char * 64))


class Superblock(ctypes.Structure):
    """``struct superblock``."""

    _fields_ = (
        ("blocks", ctypes.c_uint64),
        ("block_size", ctypes.c_uint32),
        ("is_ext4", ctypes.c_bool),
        ("has_errors", ctypes.c_bool),
        ("was_cut", ctypes.c_bool),
        ("is_readable", ctypes.c_bool),
    )


class Grown(NamedTuple):
    """What became of a partition table."""

    table: bytes
    is_changed: bool
    start: int
    length: int


class FirstProgram:
    """The functions of ``parts.h`` that touch nothing but what they are given."""

    def __init__(self, folder: Path) -> None:
        need("gcc", by=BY)
        path = folder / "init.so"
        flags = ("-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
        subprocess.run(["gcc", *flags, "-o", path, *sorted(SOURCES.glob("*.c"))], check=True)
        self._library = ctypes.CDLL(str(path))
        self._library.grow_entry.restype = ctypes.c_bool
        self._library.grow_table.restype = ctypes.c_bool
        self._library.draw.restype = ctypes.c_bool
        self._library.is_root_partition.restype = ctypes.c_bool
        self._library.parse_superblock.restype = Superblock

    def grow_entry(self, table: bytes, sectors: int) -> Grown:
        """Grow the data partition in *table*, of a card of *sectors*."""
        buffer, found = ctypes.create_string_buffer(table, SECTOR), Extent()
        is_changed = self._library.grow_entry(buffer, ctypes.c_uint64(sectors), ctypes.byref(found))
        return Grown(buffer.raw, is_changed, found.start, found.length)

    def grow_table(self, disk: int, sectors: int) -> Extent:
        """Grow the data partition on the open file *disk*; raises ``OSError`` where that fails."""
        found = Extent()
        if not self._library.grow_table(disk, ctypes.c_uint64(sectors), ctypes.byref(found)):
            raise OSError(f"expected a table on file {disk}")
        return found

    def transfers(self, picture: bytes) -> list[bytes]:
        """Return what is sent to a panel that shows *picture*, transfer by transfer."""
        ours, bus = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, bus:
            assert self._library.draw(bus.fileno(), picture)
            bus.close()
            return list(iter(lambda: ours.recv(4096), b""))

    def refused(self) -> bool:
        """Return whether drawing says that no panel answers."""
        ours, bus = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, bus:
            bus.shutdown(socket.SHUT_WR)
            return not self._library.draw(bus.fileno(), bytes(1024))

    def root_partition(self, event: bytes) -> tuple[str, str] | None:
        """Return the disk and what its partitions' names begin with, if *event* tells of partition 2."""
        card = Card()
        if not self._library.is_root_partition(event + b"\0", ctypes.c_size_t(len(event)), ctypes.byref(card)):
            return None
        return card.disk.decode(), card.partition.decode()

    def group_number(self, groups: str, name: str) -> int:
        """Return the number of a group by the text of ``/etc/group``, or -1."""
        return int(self._library.group_number(groups.encode(), name.encode()))

    def copy_files(self, source: Path, into: Path, room: int) -> None:
        """Copy what *into* lacks of *source*, while there is *room* for its bytes."""
        self._library.copy_files(bytes(source), bytes(into), ctypes.c_uint64(room))

    def superblock(self, raw: bytes) -> Superblock:
        """Return what the 1024 bytes *raw* say."""
        parsed: Superblock = self._library.parse_superblock(raw)
        return parsed
