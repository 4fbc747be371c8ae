"""The connections of the web process: how many there may be, how long they may say nothing, and when they end.

The kernel finds out that a phone is gone, or sleeps: keepalive probes on a silent connection, and an end of one that
takes nothing. So no timer of this process runs for that.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import cast

from companion.front_ends.sharing import Claimant, makes_room
from companion.phones.web.guard import client_of

SILENT_S = 5.0
"""How long a new connection may take to ask for something."""
GONE_MS = 60_000
"""How long a phone may take nothing of what is sent to it."""
BUFFER_BYTES = 32_768
"""The kernel's buffer of what is sent; the kernel doubles it. Without a limit a phone that sleeps gets megabytes."""
KEEPALIVE = ((socket.TCP_KEEPIDLE, 30), (socket.TCP_KEEPINTVL, 10), (socket.TCP_KEEPCNT, 3))
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 22\r\n"
    b"Retry-After: 10\r\nConnection: close\r\n\r\nToo many connections.\n"
)


class Connection(asyncio.Protocol):
    """One connection: passes everything to the protocol that *make* returns, unless there are too many.

    While ``is_kept`` says so, it gives way to no other one.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._inner: asyncio.Protocol | None = None
        self._lost: list[Callable[[], None]] = []
        self._deadline: asyncio.TimerHandle | None = None
        self._is_writable = asyncio.Event()
        self._is_writable.set()
        self.stalled_since: float | None = None
        self.is_stream = False
        self.client = Claimant("", "")
        self.is_kept: Callable[[], bool] = lambda: False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, or refuse it."""
        self.transport = cast(asyncio.Transport, transport)
        self.client = client_of(transport.get_extra_info("peername"))
        _limit(transport.get_extra_info("socket"))
        # So that at most one event waits in this process for a reader that is slow.
        self.transport.set_write_buffer_limits(high=0)
        if not self._door.add(self):
            self.transport.write(BUSY)
            self.transport.close()
            return
        self._inner = self._door.make()
        self._deadline = asyncio.get_running_loop().call_later(SILENT_S, self.transport.abort)
        self._inner.connection_made(transport)

    @property
    def has_asked(self) -> bool:
        """Whether a whole request has arrived."""
        return self._deadline is None

    def note_request(self) -> None:
        """Note that a whole request has arrived."""
        self._door.note_use(self)
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    async def drain(self) -> None:
        """Wait until the kernel has taken all that was written, or the connection has ended."""
        await self._is_writable.wait()

    def when_lost(self, call: Callable[[], None]) -> None:
        """Have *call* called when the connection has ended."""
        self._lost.append(call)

    def connection_lost(self, failure: Exception | None) -> None:
        """Pass it on, and make room for another one."""
        self._stop_waiting()
        self._is_writable.set()
        self._door.remove(self)
        if self._inner is not None:
            self._inner.connection_lost(failure)
        for call in self._lost:
            call()
        self._lost.clear()

    def data_received(self, data: bytes) -> None:
        """Pass it on."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return None if self._inner is None else self._inner.eof_received()

    def pause_writing(self) -> None:
        """Note that the reader is slow, and pass it on."""
        self._is_writable.clear()
        self.stalled_since = asyncio.get_running_loop().time()
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Note that the reader has caught up, and pass it on."""
        self._is_writable.set()
        self.stalled_since = None
        if self._inner is not None:
            self._inner.resume_writing()


def _limit(connected: socket.socket) -> None:
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    for option, value in KEEPALIVE:
        connected.setsockopt(socket.IPPROTO_TCP, option, value)


class Door:
    """Counts the connections, of which there are at most *most*; the clients share them out.

    *make* returns the protocol that serves a connection. *end* is called after *idle_s* seconds without a connection,
    unless that is None.
    """

    def __init__(
        self,
        make: Callable[[], asyncio.Protocol],
        most: int,
        idle_s: float | None,
        end: Callable[[], None],
    ) -> None:
        self.make = make
        self._most = most
        self._idle_s = idle_s
        self._end = end
        # In the order of their last use.
        self._open: dict[asyncio.BaseTransport, Connection] = {}
        self._idle: asyncio.TimerHandle | None = None
        self._wait()

    def _wait(self) -> None:
        """Have the end called after a while without a connection."""
        if self._idle_s is not None:
            self._idle = asyncio.get_running_loop().call_later(self._idle_s, self._end)

    def protocol(self) -> Connection:
        """Return the protocol of a new connection."""
        return Connection(self)

    def add(self, connection: Connection) -> bool:
        """Count *connection*, in place of another one; return False where none gives way.

        It is one of the client that has too many. Where none has, it is the one whose last use was longest ago: many
        clients that hold one each, half-asked or idle, keep no other one out that asks at once.
        """
        if len(self._open) >= self._most:
            others = [one for one in self._open.values() if not one.is_kept()]
            # Those that have asked for nothing go first.
            crowd = {one: one.client for one in sorted(others, key=lambda one: one.has_asked)}
            gone = makes_room(crowd, connection.client) or next((one for one in others if not one.is_stream), None)
            if gone is None:
                return False
            self.remove(gone)
            gone.transport.abort()
        self._open[connection.transport] = connection
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        return True

    def note_use(self, connection: Connection) -> None:
        """Note that *connection* was used last."""
        if self._open.pop(connection.transport, None) is not None:
            self._open[connection.transport] = connection

    def remove(self, connection: Connection) -> None:
        """Forget *connection*."""
        if self._open.pop(connection.transport, None) is not None and not self._open:
            self._wait()

    def of(self, transport: asyncio.BaseTransport | None) -> Connection | None:
        """Return the connection of *transport*; None where it has ended."""
        return None if transport is None else self._open.get(transport)

    def close(self) -> None:
        """End all connections at once."""
        for connection in tuple(self._open.values()):
            connection.transport.abort()
