"""The file of the table socket: made in a directory of one's own, and removed at the end."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import struct
from contextlib import suppress
from pathlib import Path

from companion.errors import N_, TableSocketFailed
from companion.front_ends.front_end import address_text

SOCKET_NAME = "table.sock"
MODE = 0o660
"""The owner and the group may connect: a front end is a program of the same user, or of a user in the group."""
CREDENTIALS = struct.Struct("3i")
"""``struct ucred`` of unix(7): process, user, group."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class SocketFile:
    """A bound Unix datagram socket at ``table.sock`` in *folder*, which ``close`` removes.

    The folder is locked as long as it is open. So a socket that is found there under the lock was left by a game that
    was killed, and is replaced. Raises ``TableSocketFailed`` when *folder* is missing, is a symbolic link, belongs to
    another user, can be written by others, is locked by another game, or holds another kind of file of that name.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / SOCKET_NAME
        self._folder = _lock(folder)
        try:
            _remove_stale(self._folder, self.path)
            self.socket = _bound(self.path)
        except OSError as failure:
            os.close(self._folder)
            if isinstance(failure, TableSocketFailed):
                raise
            raise TableSocketFailed(f"expected to make a socket, got {failure!r}, at {self.path}") from failure

    def receive(self, most: int) -> tuple[bytes, str | None, int, int]:
        """Return *most* bytes of the next message as the function ``receive`` does; raises ``BlockingIOError`` too."""
        return receive(self.socket, most)

    def close(self) -> None:
        """Remove the socket, and unlock the folder."""
        self.socket.close()
        with suppress(OSError):
            os.unlink(SOCKET_NAME, dir_fd=self._folder)
        os.close(self._folder)


def receive(opened: socket.socket, most: int) -> tuple[bytes, str | None, int, int]:
    """Return *most* bytes of the next message at *opened*, its address, and the process and the user that sent it.

    The address is None where no answer reaches it. The kernel says who sent it, at a socket with ``SO_PASSCRED``.
    Raises ``BlockingIOError`` when there is no message.
    """
    # The credentials fill the room for control data: so files that are passed on are not opened here.
    datagram, control, _, address = opened.recvmsg(most, socket.CMSG_SPACE(CREDENTIALS.size))
    [(_, _, credentials)] = control
    process, user, _ = CREDENTIALS.unpack(credentials)
    return datagram, address_text(address) or None, process, user


def _lock(folder: Path) -> int:
    """Return a descriptor of *folder*, which holds a lock on it."""
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as failure:
        raise TableSocketFailed(f"expected a directory, got {failure!r}, at {folder}") from failure
    try:
        found = os.fstat(opened)
        if found.st_uid != os.geteuid() or found.st_mode & OTHERS_WRITE:
            mode = stat.filemode(found.st_mode)
            raise TableSocketFailed(
                f"expected a directory of user {os.geteuid()} that others cannot write to, got {mode} of user "
                f"{found.st_uid}, at {folder}"
            )
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as failure:
        os.close(opened)
        raise TableSocketFailed(
            f"expected a directory without a running game, got one, at {folder}",
            N_("Another game has the socket for other programs."),
        ) from failure
    except OSError:
        os.close(opened)
        raise
    return opened


def _remove_stale(folder: int, path: Path) -> None:
    try:
        found = os.stat(SOCKET_NAME, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise TableSocketFailed(f"expected a socket or nothing, got {stat.filemode(found.st_mode)}, at {path}")
    os.unlink(SOCKET_NAME, dir_fd=folder)


def _bound(path: Path) -> socket.socket:
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        # Before bind: Linux gives the new file at most the mode of the socket, so it is never open to others.
        os.fchmod(opened.fileno(), MODE)
        opened.bind(str(path))
        # After bind, because the umask may have taken the group's rights.
        path.chmod(MODE)
    except OSError:
        opened.close()
        raise
    return opened
