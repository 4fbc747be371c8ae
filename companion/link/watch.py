"""Tells when something appears in a folder or goes from it, by the kernel's inotify: nobody has to look.

The standard library has no inotify. The libraries that have it look for libc with ``ldconfig`` and a compiler, which
a sandboxed service may not start and a Pi Zero waits for; the process has its libc already.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from pathlib import Path

_EVENT = struct.Struct("iIII")
"""Watch, mask, cookie, bytes of the name that follows (inotify(7))."""
_ATTRIB, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x04, 0x40, 0x80, 0x100, 0x200
_MASK = _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE
_READ_BYTES = 4096


class Watch:
    """Its file becomes readable when an entry of *folder* appears, goes, or changes its owner or mode.

    Raises ``OSError`` where there is no inotify to be had.
    """

    def __init__(self, folder: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        try:
            self._file = _checked(libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        except AttributeError as failure:
            raise OSError(f"expected a system with inotify, got {failure}") from failure
        try:
            _checked(libc.inotify_add_watch(self._file, os.fsencode(folder), _MASK))
        except OSError:
            self.close()
            raise

    def fileno(self) -> int:
        """Return the file to sleep on."""
        return self._file

    def changed(self) -> frozenset[str]:
        """Return the names of the entries that changed since the last call; an empty name stands for any."""
        names: set[str] = set()
        while arrived := self._read():
            names.update(_names(arrived))
        return frozenset(names)

    def close(self) -> None:
        """Stop watching."""
        os.close(self._file)

    def _read(self) -> bytes:
        try:
            return os.read(self._file, _READ_BYTES)
        except BlockingIOError:
            return b""


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def _names(arrived: bytes) -> Iterator[str]:
    at = 0
    while at < len(arrived):
        *_, length = _EVENT.unpack_from(arrived, at)
        at += _EVENT.size + length
        yield os.fsdecode(arrived[at - length : at].rstrip(b"\x00"))
