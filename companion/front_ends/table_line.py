"""A program as a front end of the table socket: sends and receives datagrams, and never waits."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.config.untrusted import read_object
from companion.errors import TextUnreadable
from companion.front_ends.socket_file import receive

SENT_MOST = 2048
"""The most bytes that the game reads of a message."""
RECEIVED_MOST = 65_536
"""The most bytes of a message of the game."""
READ_AT_ONCE = 16
"""How many messages are read before the event loop does something else."""

Fields: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the game: its fields, and its text in one line. The fields have a ``type``, which is a text."""

    fields: Fields
    text: str


class GameAway(OSError):
    """The game cannot be reached: it does not run, or has no table socket."""


class TableLine:
    """A datagram socket bound at *own*, which replaces what is there, to the game's at *table*.

    ``game`` is the number of the process that sent last. Only messages of the user who owns the table socket count.
    """

    def __init__(self, table: Path, own: Path) -> None:
        self._table = table
        self._own = own
        self.game: int | None = None
        self._user: int | None = None
        with suppress(FileNotFoundError):
            own.unlink()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
            self.socket.bind(str(own))
        except OSError:
            self.socket.close()
            raise

    def send(self, **message: object) -> bool:
        """Send *message*; return False where there is no room. Raises ``GameAway``."""
        try:
            # Noted now: a game that ends may have removed the socket when its last message is read.
            self._user = self._table.stat().st_uid
            self.socket.sendto(json.dumps(message).encode(), str(self._table))
        except BlockingIOError:
            return False
        except OSError as failure:
            raise GameAway(f"expected a game at {self._table}, got {failure!r}") from failure
        return True

    def receive(self) -> Iterator[Message]:
        """Yield the messages of the game that have arrived, ``READ_AT_ONCE`` at most; others are left out."""
        for _ in range(READ_AT_ONCE):
            try:
                # One byte more than is allowed: so a message that is too long is seen to be.
                datagram, _, process, user = receive(self.socket, RECEIVED_MOST + 1)
            except BlockingIOError:
                return
            except OSError:
                # An error of an earlier message, such as that its receiver is gone.
                continue
            if user != self._user or len(datagram) > RECEIVED_MOST:
                continue
            message = read_message(datagram)
            if message is not None:
                self.game = process or None
                yield message

    def close(self) -> None:
        """Close the socket, and remove its file."""
        self.socket.close()
        with suppress(OSError):
            self._own.unlink()


def read_message(datagram: bytes) -> Message | None:
    """Return the JSON object in *datagram*; None for anything else."""
    try:
        fields = read_object(datagram)
    except TextUnreadable:
        return None
    if not isinstance(fields.get("type"), str):
        return None
    text = datagram.decode("utf-8")
    # In JSON a line break stands only where a space may; in a server-sent event it would end the field.
    return Message(fields, text.replace("\r", " ").replace("\n", " "))
