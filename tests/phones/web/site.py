"""The web process within a test: its pages at an address of this machine, a game made of paper, and plain clients."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from companion.phones.web.serve import WebOptions, serving
from companion.phones.web.server import PhoneServer

PATIENCE_S = 10.0
PHONE = "A" * 22
PUBLIC = "A" * 43 + "="
SEALED = "A" * 80


class PaperGame:
    """A game that says what a test says, at the table socket of *folder*."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "table.sock"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(str(self.path))
        self.front_end = ""

    async def hear(self) -> dict[str, Any]:
        """Return the next message of the front end."""
        async with asyncio.timeout(PATIENCE_S):
            datagram, self.front_end = await asyncio.get_running_loop().sock_recvfrom(self.socket, 4096)
        message: dict[str, Any] = json.loads(datagram)
        return message

    async def hear_type(self, kind: str) -> dict[str, Any]:
        """Return the next message of a type."""
        while (message := await self.hear())["type"] != kind:
            pass
        return message

    def say(self, **fields: object) -> None:
        """Send a message to the front end that was heard last."""
        self.say_bytes(json.dumps(fields).encode())

    def say_bytes(self, datagram: bytes) -> None:
        """Send *datagram*, which need not be a message."""
        self.socket.sendto(datagram, self.front_end)

    def state(self, version: int, boot: str = "b", **fields: object) -> None:
        """Send a state."""
        self.say(type="state", protocol=1, boot=boot, version=version, **fields)

    def close(self) -> None:
        """End as a game that is killed: the file stays."""
        self.socket.close()

    def end(self) -> None:
        """End, and leave nothing."""
        self.close()
        self.path.unlink()


@dataclass
class Event:
    """A server-sent event."""

    type: str
    data: str

    @property
    def fields(self) -> Any:
        """Its data, which are JSON."""
        return json.loads(self.data)


class Stream:
    """A reader of server-sent events: parses them as the HTML standard says, with the lines that http.client reads."""

    def __init__(self, connection: http.client.HTTPConnection, path: str) -> None:
        connection.request("GET", path, headers={"Accept": "text/event-stream"})
        self.connection = connection
        self.socket = connection.sock
        self.response = connection.getresponse()
        self.retry: int | None = None

    def next(self) -> Event | None:
        """Return the next event; None at the end of the stream."""
        kind = ""
        data: list[str] = []
        while line := self.response.readline():
            text = line.decode("utf-8").rstrip("\n").rstrip("\r")
            if not text:
                if data:
                    return Event(kind or "message", "\n".join(data))
                kind = ""
                continue
            name, _, value = text.partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                kind = value
            elif name == "data":
                data.append(value)
            elif name == "retry" and value.isdigit():
                self.retry = int(value)
        return None

    async def hear(self) -> Event:
        """Return the next event that is no ping."""
        while True:
            event = await asyncio.to_thread(self.next)
            assert event is not None, "expected an event, got the end of the stream"
            if event.type != "ping":
                return event

    async def hear_end(self) -> None:
        """Wait for the end of the stream."""
        while await asyncio.to_thread(self.next) is not None:
            pass

    def close(self) -> None:
        """Close it as a browser does."""
        self.response.close()
        self.connection.close()


@dataclass
class Answer:
    """An answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def reason(self) -> object:
        """Why the request was refused."""
        return json.loads(self.body)["reason"]


class Site:
    """The pages of a test at 127.0.0.1, asked by clients at 127.0.0.1 and others of that network."""

    def __init__(self, folder: Path, server: PhoneServer, port: int) -> None:
        self.folder = folder
        self.server = server
        self.port = port
        self._open: list[http.client.HTTPConnection] = []

    @property
    def host(self) -> str:
        """What a browser sends as Host."""
        return f"127.0.0.1:{self.port}"

    def connection(self, client: str = "127.0.0.1") -> http.client.HTTPConnection:
        """Return a connection of the machine *client*."""
        made = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(client, 0))
        self._open.append(made)
        return made

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """Return the answer to a request on a connection of its own."""

        def asked() -> Answer:
            connection = self.connection(client)
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            answer = Answer(response.status, dict(response.getheaders()), response.read())
            connection.close()
            return answer

        return await asyncio.to_thread(asked)

    async def get(self, path: str, client: str = "127.0.0.1", **headers: str) -> Answer:
        """Return the answer to a GET."""
        return await self.ask(
            "GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()}, client
        )

    async def post(self, path: str, client: str = "127.0.0.1", **fields: object) -> Answer:
        """Return the answer to a POST of JSON."""
        body = json.dumps(fields).encode()
        return await self.ask("POST", path, body, {"Content-Type": "application/json"}, client)

    async def stream(self, phone: str | None = None, client: str = "127.0.0.1", room: int | None = None) -> Stream:
        """Return a stream; *room* is the size of its reader's buffer."""

        def opened() -> Stream:
            connection = self.connection(client)
            connection.connect()
            if room is not None:
                connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            return Stream(connection, "/events" if phone is None else f"/events?phone={phone}")

        return await asyncio.to_thread(opened)

    def close(self) -> None:
        """Close what is still open."""
        for connection in self._open:
            connection.close()


@asynccontextmanager
async def site(
    folder: Path, options: WebOptions | None = None, end: Callable[[], None] = lambda: None
) -> AsyncIterator[Site]:
    """Serve at a free port while the context is open, as a front end of the game in *folder*."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listening,
        mock.patch.dict(os.environ, RUNTIME_DIRECTORY=str(folder)),
    ):
        async with serving(options or WebOptions(), [listening], None, end) as server:
            made = Site(folder, server, listening.getsockname()[1])
            try:
                yield made
            finally:
                made.close()


Scenario = Callable[[Site, PaperGame], Awaitable[None]]


def at_site(scenario: Scenario, options: WebOptions | None = None) -> None:
    """Run *scenario* with a site and the game that it serves."""

    async def run(folder: Path) -> None:
        with closing(PaperGame(folder)) as game:
            async with site(folder, options) as made:
                await scenario(made, game)

    with short_folder() as folder:
        asyncio.run(run(folder))


@contextmanager
def short_folder() -> Iterator[Path]:
    """Make a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="w", dir="/tmp") as folder:
        yield Path(folder)
