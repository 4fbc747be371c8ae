"""What strangers in the network can take from the players: the pairing of a phone, and the places of phones that play.

The table socket, the phones of the game and the web process are the real ones; the strangers are two other addresses.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from companion.phones.web.serve import STREAMS_MOST
from tests.phones.bench_web import serving
from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.web.site import Stream

EVENINGS = 20
PATIENCE_S = 10.0
HEAD_START_S = 1.0
"""How long the strangers are busy before the phone comes: the least that an invitation is open."""
STRANGERS = ("127.0.0.2", "127.0.0.3")
CONNECTIONS = 4 * STREAMS_MOST + 32
"""As many as the server takes."""
SEALED = base64.b64encode(bytes(60)).decode()


class Client:
    """A machine with the address *address* that asks the pages at *port*."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection, which is not made yet."""
        return http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE_S, source_address=(self.address, 0))

    def post(self, path: str, **fields: object) -> tuple[int, dict[str, str]]:
        """Return the status and the fields of the answer."""
        connection = self.connection()
        connection.request("POST", path, json.dumps(fields), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = answer.status, json.loads(answer.read() or b"{}")
        connection.close()
        return said


class HonestPhone(Client):
    """A phone that knows *secret*."""

    def __init__(self, port: int, secret: str) -> None:
        super().__init__(port)
        self.paper = PaperPhone(secret)
        self.stream: Stream | None = None

    def join(self) -> bool:
        """Join the invitation, and say so; return whether all was taken."""
        message = self.paper.join()
        status, answer = self.post("/join", public=message["public"])
        if status != 200:
            return False
        self.paper.joined(answer)
        self.listen()
        return self.ask("enter")

    def ask_for(self, table: Table, name: str) -> bool:
        """Ask in the lobby of *table* for *name* and show the key; return whether the server took all of it."""
        message = self.paper.asks(name)
        status, answer = self.post("/ask", name=name, commitment=message["commitment"])
        if status != 200:
            return False
        self.paper.name = answer["phone"]
        self.listen()
        table.desk.compare()
        assert self.stream is not None
        while (event := self.stream.next()) is not None:
            if event.type == "key":
                own = self.paper.shows(event.fields)
                return self.post("/show", phone=own["phone"], public=own["public"])[0] == 202
        return False

    def listen(self) -> None:
        """Open the stream of events."""
        self.stream = Stream(self.connection(), f"/events?phone={self.paper.name}")

    def ask(self, what: str) -> bool:
        """Ask the game for something; return whether the server has passed it on."""
        message = self.paper.says(what)
        return self.post("/sealed", phone=message["phone"], sealed=message["sealed"])[0] == 202

    def hears(self, status: str) -> bool:
        """Wait until the game says *status*, sealed; return False where there is no stream for that."""
        assert self.stream is not None
        while (event := self.stream.next()) is not None:
            if event.type == "full":
                return False
            if event.type == "sealed" and self.paper.opens(event.fields)["status"] == status:
                return True
        return False


@contextmanager
def box() -> Iterator[tuple[Table, int]]:
    """Serve pages of a table; yield it, and the port of the pages."""
    with tempfile.TemporaryDirectory(prefix="h", dir="/tmp") as place:
        table = Table(Path(place), False)
        try:
            with serving(Path(place), STREAMS_MOST) as (_, port):
                yield table, port
        finally:
            table.close()


def pairing_denied() -> float:
    """Return in how many of ``EVENINGS`` an invited phone was kept out by strangers who stay within the limits."""
    return sum(not _evening(by_lobby=number % 2 == 0) for number in range(EVENINGS))


def _evening(*, by_lobby: bool) -> bool:
    """Return whether a phone comes to play, by the lobby or by an invitation, while strangers do what they can."""
    ends = Event()
    with box() as (table, port):
        table.open_match()
        if by_lobby:
            table.seen(lobby=table.desk.open_lobby(()))
        else:
            invitation = table.desk.invite(1)
            table.seen(invited=invitation.number)
        taken: list[int] = []
        strangers = [Thread(target=be_hostile, args=(Client(port, one), ends, taken)) for one in STRANGERS]
        for stranger in strangers:
            stranger.start()
        ends.wait(HEAD_START_S)
        if not taken:
            raise RuntimeError(f"expected strangers that the server answers, got none in {HEAD_START_S} s")
        if by_lobby:
            is_admitted = _is_let_in(table, HonestPhone(port, ""))
        else:
            is_admitted = _is_admitted(table, HonestPhone(port, invitation.secret), invitation)
        ends.set()
        for stranger in strangers:
            stranger.join()
    return is_admitted


def _is_admitted(table: Table, phone: HonestPhone, invitation: object) -> bool:
    with suppress(OSError, AssertionError, ValueError):
        if phone.join() and phone.hears("confirm"):
            table.desk.confirm(invitation)  # type: ignore[arg-type]
            return phone.hears("play")
    return False


def _is_let_in(table: Table, phone: HonestPhone) -> bool:
    with suppress(OSError, AssertionError, ValueError):
        if phone.ask_for(table, "Ben"):
            while phone.paper.digits not in [asker.digits for asker in table.desk.seen.askers]:
                table.changes.get(timeout=PATIENCE_S)
            table.desk.admit(frozenset({phone.paper.name}))
            return phone.hears("play")
    return False


def be_hostile(client: Client, ends: Event, taken: list[int]) -> None:
    """Join as often as is allowed, and send what nothing opens for every name that is told; *taken* is its answers."""
    public, names = base64.b64encode(os.urandom(32)).decode(), ["A" * 22]
    while not ends.is_set():
        with suppress(OSError):
            for name in ("Anna", "Ben"):
                client.post("/ask", name=name, commitment=public)
            status, answer = client.post("/join", public=public)
            taken.append(status)
            if status == 200:
                names.append(answer["phone"])
            for name in names[-3:]:
                client.post("/sealed", phone=name, sealed=SEALED)
            if status == 429:
                ends.wait(0.2)


def phone_locked_out() -> float:
    """Return how many of ``EVENINGS`` returns of a phone fail while strangers hold all streams and connections."""
    failed = 0
    with box() as (table, port), ExitStack() as stack:
        table.open_match()
        invitation = table.desk.invite(1)
        table.seen(invited=invitation.number)
        phone = HonestPhone(port, invitation.secret)
        if not _is_admitted(table, phone, invitation):
            return EVENINGS
        for each in range(EVENINGS):
            assert phone.stream is not None
            phone.stream.close()
            _hold(stack, port, is_heard=each % 2 == 0, name=phone.paper.name)
            failed += not _comes_back(phone)
    return failed


def _hold(stack: ExitStack, port: int, *, is_heard: bool, name: str) -> None:
    """Have strangers hold all that they get, also under *name* where they have heard it, and half of a request."""
    paths = ["/events", f"/events?phone={name}"] if is_heard else ["/events"]
    for number in range(2 * STREAMS_MOST):
        client = Client(port, STRANGERS[number % 2])
        _try(stack, client, f"GET {paths[number % len(paths)]} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
    held = sum(
        _try(stack, Client(port, STRANGERS[number % 2]), "GET / HTTP/1.1\r\nHo") for number in range(CONNECTIONS)
    )
    if not held:
        raise RuntimeError(f"expected strangers that hold connections, got none of {CONNECTIONS}")


def _try(stack: ExitStack, client: Client, request: str) -> bool:
    """Send *request*; return whether it was taken."""
    with suppress(OSError):
        made = socket.create_connection(("127.0.0.1", client.port), PATIENCE_S, source_address=(client.address, 0))
        stack.callback(made.close)
        made.sendall(request.encode())
        return True
    return False


def _comes_back(phone: HonestPhone) -> bool:
    with suppress(OSError, AssertionError, http.client.HTTPException):
        phone.listen()
        return phone.ask("look") and phone.hears("play")
    return False


if __name__ == "__main__":
    measures: tuple[Callable[[], float], ...] = (pairing_denied, phone_locked_out)
    for measure in measures:
        print(measure.__name__, measure())
