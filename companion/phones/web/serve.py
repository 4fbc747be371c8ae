"""The web process from its start to its end: its listening sockets, the game, and signals."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.config.paths import make_runtime_folder
from companion.front_ends.table_line import TableLine
from companion.i18n.translator import from_environment
from companion.link.inotify import FolderWatch
from companion.phones.errors import PhonesFailed
from companion.phones.port import NO_PAGES, REQUEST_NAME
from companion.phones.web.door import Door
from companion.phones.web.network import LOCALHOST, TABLE_NAME, own_addresses, take_request, tell, url
from companion.phones.web.relay import Relay
from companion.phones.web.server import PhoneServer

STREAMS_MOST = 16
PORTS = range(8080, 8090)
FIRST_PASSED = 3
"""The first file that systemd passes, as sd_listen_fds(3) has it."""
BACKLOG = 32
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WebOptions:
    """How to serve: the port and the address, for sockets that systemd does not pass, and the limits.

    Without a *port* it is the first free one of ``PORTS``. *table* is the folder of the game's socket; None is that of
    this user's game. After *idle_s* without a connection the process ends; None is never.
    """

    port: int | None = None
    address: str = ""
    table: Path | None = None
    streams_most: int = STREAMS_MOST
    idle_s: float | None = None


def serve(options: WebOptions, say: Callable[[str], None], until: int | None = None) -> int:
    """Serve until a signal, or until the file *until* is at its end; return the exit status.

    *say* gets the addresses of the pages, one a line. Raises ``PhonesFailed`` when no socket can be had.
    """
    passed = sockets_of_systemd(os.environ)
    listening = passed or [_listening(options)]
    try:
        asyncio.run(_serve(options, listening, bool(passed), say, until))
    finally:
        for one in listening:
            one.close()
    return 0


def sockets_of_systemd(environment: Mapping[str, str]) -> list[socket.socket]:
    """Return the listening sockets that systemd passes."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return []
    numbers = range(FIRST_PASSED, FIRST_PASSED + int(environment.get("LISTEN_FDS", "0")))
    return [socket.socket(fileno=number) for number in numbers]


def _listening(options: WebOptions) -> socket.socket:
    """Return a socket that listens where *options* say; raises ``PhonesFailed``."""
    ports = PORTS if options.port is None else (options.port,)
    where = f"{options.address or 'all addresses'}, port {ports[0]}" + (f" to {ports[-1]}" if len(ports) > 1 else "")
    is_ipv6 = ":" in options.address
    family = socket.AF_INET6 if is_ipv6 else socket.AF_INET
    for port in ports:
        try:
            address, is_dual = (options.address, port), is_ipv6 and socket.has_dualstack_ipv6()
            return socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=is_dual)
        except OSError as failure:
            if failure.errno != errno.EADDRINUSE:
                why = os.strerror(failure.errno or 0)
                raise PhonesFailed(f"expected to listen, got {why}, at {where}") from failure
    raise PhonesFailed(f"expected a free port, got none, at {where}: choose one with --port")


async def _serve(
    options: WebOptions,
    listening: Sequence[socket.socket],
    is_passed: bool,
    say: Callable[[str], None],
    until: int | None,
) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    if until is not None:
        loop.add_reader(until, ended.set)
    async with serving(options, listening, None if is_passed else options.address, ended.set):
        if not is_passed:
            for line in _addresses(options.address, listening):
                say(line)
        await ended.wait()


def _addresses(bound: str, listening: Sequence[socket.socket]) -> list[str]:
    port = listening[0].getsockname()[1]
    return [url(address, port) for address in own_addresses(bound) or [LOCALHOST]]


@asynccontextmanager
async def serving(
    options: WebOptions, listening: Sequence[socket.socket], bound: str | None, end: Callable[[], None]
) -> AsyncIterator[PhoneServer]:
    """Serve at the sockets *listening* while the context is open; *end* is called after a rest of ``idle_s``.

    *bound* is the address that they are bound to; None where another program tells the game the addresses.
    """
    own = make_runtime_folder(os.environ, PhonesFailed)
    table = options.table or own
    relay = Relay(_line(table, own / f"web-{listening[0].getsockname()[1]}.sock"))
    announcer = None if bound is None else _Announcer(table, lambda: _addresses(bound, listening))
    server = PhoneServer(relay, options.streams_most, from_environment(os.environ))
    most = 4 * options.streams_most + 32
    server.door = Door(await server.start(), most, options.idle_s, end)
    loop = asyncio.get_running_loop()
    listeners = [await loop.create_server(server.door.protocol, sock=one, backlog=BACKLOG) for one in listening]
    try:
        yield server
    finally:
        for listener in listeners:
            listener.close()
        if announcer is not None:
            announcer.close()
        relay.close()
        await server.close()


def _line(table: Path, own: Path) -> TableLine:
    try:
        return TableLine(table / TABLE_NAME, own)
    except OSError as failure:
        raise PhonesFailed(f"expected to make a socket, got {failure!r}, at {own}") from failure


class _Announcer:
    """Tells the game in *folder* the *addresses* from now until ``close``; the kernel says when, so nothing polls."""

    def __init__(self, folder: Path, addresses: Callable[[], list[str]]) -> None:
        self._folder = folder
        self._addresses = addresses
        self._watch: FolderWatch | None = None
        try:
            self._watch = FolderWatch(folder)
        except OSError as failure:
            log.info("a game that starts later will not know the addresses: %r", failure)
        else:
            asyncio.get_running_loop().add_reader(self._watch, self._look)
        take_request(folder)
        tell(folder, addresses())

    def _look(self) -> None:
        if self._watch is None:
            return
        names = self._watch.changes().names
        if REQUEST_NAME in names and (word := take_request(self._folder)) is not None:
            # A hotspot is for the box, which has no other network.
            tell(self._folder, self._addresses(), failure="no-hotspot" if word == "hotspot" else None)
        elif TABLE_NAME in names:
            tell(self._folder, self._addresses())

    def close(self) -> None:
        """Tell that there are no pages, and nothing more."""
        tell(self._folder, (), failure=NO_PAGES)
        if self._watch is not None:
            asyncio.get_running_loop().remove_reader(self._watch)
            self._watch.close()
