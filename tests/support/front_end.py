"""A front end of the table socket, as another program would be one."""

from __future__ import annotations

import json
import select
import socket
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE_S = 10.0

Message = dict[str, Any]


class PaperFrontEnd:
    """A front end bound to the path *address*, or to an abstract name where that is None, of the table at *table*."""

    def __init__(self, table: Path, address: Path | None = None) -> None:
        self.table = str(table)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(PATIENCE_S)
        # Linux takes an empty name as a wish for a free abstract one.
        self.socket.bind("" if address is None else str(address))

    def __enter__(self) -> PaperFrontEnd:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def say(self, **fields: object) -> None:
        """Send a message, and wait while the kernel has no room for it."""
        self.say_bytes(json.dumps(fields).encode())

    def say_bytes(self, datagram: bytes) -> None:
        """Send *datagram*, which need not be a message."""
        self.socket.sendto(datagram, self.table)

    def hello(self) -> Message:
        """Say hello, and return the answer."""
        self.say(type="hello", protocol=1)
        return self.hear()

    def move(
        self, state: Message, text: str, seat: int | None = None, id: int = 1, version: int | None = None
    ) -> None:
        """Ask for a move on *state*, for the player to move where no *seat* is given."""
        self.say(
            type="move",
            id=id,
            version=state["version"] if version is None else version,
            seat=state["match"]["to_move"] if seat is None else seat,
            text=text,
        )

    def hear_bytes(self) -> bytes:
        """Return the next message as it was sent."""
        return self.socket.recv(65536)

    def hear(self) -> Message:
        """Return the next message."""
        message: Message = json.loads(self.hear_bytes())
        return message

    def hear_of(self, version: int) -> Message:
        """Return the first message that tells a state of *version* or newer."""
        while True:
            message = self.hear()
            if message["type"] == "state" and message["version"] >= version:
                return message

    def has_news(self) -> bool:
        """Whether a message has arrived."""
        return bool(select.select([self.socket], [], [], 0)[0])

    def close(self) -> None:
        """Close the socket without a word."""
        self.socket.close()
