"""Notification of changes in a folder, by the kernel's inotify, so that no polling is needed.

The standard library has no inotify. Libraries that have it search for libc with ``ldconfig`` and a compiler, which a
sandboxed service may not start and which takes long on a Pi Zero; the process has libc loaded already.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_EVENT = struct.Struct("iIII")
"""Watch, mask, cookie, and length of the name that follows (inotify(7))."""
_ATTRIB, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x04, 0x40, 0x80, 0x100, 0x200
_CLOSED = 0x08 | 0x10
_OVERFLOW = 0x4000
_ONCE = 0x80000000
_READ_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes in a folder: the names of entries that appeared or disappeared, and of those that were altered.

    ``is_let_go`` is true if a program has closed one of the watched nodes, or if events were lost.
    """

    moved: frozenset[str] = frozenset()
    altered: frozenset[str] = frozenset()
    is_let_go: bool = False

    @property
    def names(self) -> frozenset[str]:
        """All names."""
        return self.moved | self.altered


class FolderWatch:
    """A descriptor that becomes readable when an entry of *folder* appears, disappears, or changes owner or mode.

    Raises ``OSError`` if inotify is not available.
    """

    def __init__(self, folder: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        try:
            self._file = _check(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        except AttributeError as failure:
            raise OSError(f"expected a system with inotify, got {failure}") from failure
        self._libc = libc
        try:
            self._add(folder, _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE)
        except OSError:
            self.close()
            raise

    def until_let_go(self, node: Path) -> None:
        """Report, once, when a program closes *node*; raises ``OSError`` if it cannot be watched."""
        self._add(node, _CLOSED | _ONCE)

    def _add(self, path: Path, mask: int) -> None:
        _check(self._libc.inotify_add_watch(self._file, os.fsencode(path), ctypes.c_uint32(mask)))

    def fileno(self) -> int:
        """Return the file descriptor to poll."""
        return self._file

    def changes(self) -> Changes:
        """Return the changes since the last call."""
        moved: set[str] = set()
        altered: set[str] = set()
        is_let_go = False
        while arrived := self._read():
            for mask, name in _events(arrived):
                is_let_go = is_let_go or bool(mask & (_CLOSED | _OVERFLOW))
                if name:
                    (altered if mask & _ATTRIB else moved).add(name)
        return Changes(frozenset(moved), frozenset(altered), is_let_go)

    def close(self) -> None:
        """Stop watching."""
        os.close(self._file)

    def _read(self) -> bytes:
        try:
            return os.read(self._file, _READ_BYTES)
        except BlockingIOError:
            return b""


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _events(arrived: bytes) -> Iterator[tuple[int, str]]:
    at = 0
    while at < len(arrived):
        _, mask, _, length = _EVENT.unpack_from(arrived, at)
        at += _EVENT.size + length
        yield mask, os.fsdecode(arrived[at - length : at].rstrip(b"\x00"))
