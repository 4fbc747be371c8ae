"""A front end as the game sees it: an address, and a socket that is connected to it."""

from __future__ import annotations

import socket

from companion.errors import TextUnreadable
from companion.front_ends.sharing import Claimant


class FrontEnd:
    """A program of *client* that asked for every state: a process of a user.

    ``version`` is that of the newest one sent, -1 before the first.

    ``is_behind`` is true while there was no room for the newest state.

    Raises ``TextUnreadable`` for an address that no answer can reach, and ``OSError`` when nothing is bound there.
    """

    def __init__(self, address: str, client: Claimant) -> None:
        # A relative path is relative to the working directory of the front end; an abstract name begins with a NUL.
        if address[:1] not in ("/", "\0"):
            raise TextUnreadable("expected a front end with an absolute address, got another")
        self.address = address
        self.client = client
        self.version = -1
        self.is_behind = False
        # Each front end has a socket of its own: connected, it becomes writable when the front end has read something.
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
        try:
            self.connect()
        except OSError:
            self.socket.close()
            raise

    def connect(self) -> None:
        """Connect to what is bound to the address now; raises ``OSError`` when there is nothing."""
        self.socket.connect(self.address.encode("latin-1") if self.address.startswith("\0") else self.address)
        # The path may be a symbolic link by now, for example to a socket of the system, which gets nothing of ours.
        if address_text(self.socket.getpeername()) != self.address:
            raise ConnectionRefusedError("expected the address of the front end, got a link to another")

    def send(self, message: bytes) -> bool:
        """Send *message* without waiting; return whether there was room. Raises ``OSError`` for a dead front end."""
        try:
            self.socket.send(message)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()


def address_text(address: object) -> str:
    """Return an *address* of a socket as text, empty where it has none; Python gives an abstract one as bytes."""
    if isinstance(address, bytes):
        return address.decode("latin-1")
    return address if isinstance(address, str) else ""
