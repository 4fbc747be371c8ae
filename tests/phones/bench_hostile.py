"""What strangers in the network can take from the players: the pairing of a phone, and the places of phones that play.

The table socket, the phones of the game and the web process are the real ones; the strangers have 200 addresses. They
send garbage, ask, and hold streams, idle connections and half requests, as fast as one thread can.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from queue import Empty
from threading import Event, Thread

from companion.phones.web.serve import STREAMS_MOST
from tests.phones.bench_web import serving
from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.web.site import Stream

EVENINGS = 20
PATIENCE_S = 10.0
STRANGERS = tuple(f"127.0.1.{number}" for number in range(1, 201))
HELD_MOST = 300
"""How many connections the strangers hold at a time: three times as many as the server takes."""
SENDS = 200
SEALED = base64.b64encode(bytes(60)).decode()


class Client:
    """A machine with the address *address* that asks the pages at *port*."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address
        self.known = ""

    def connection(self) -> http.client.HTTPConnection:
        """Return a connection, which is not made yet."""
        return http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE_S, source_address=(self.address, 0))

    def post(self, path: str, **fields: object) -> tuple[int, dict[str, str]]:
        """Return the status and the fields of the answer."""
        connection = self.connection()
        connection.request("POST", f"{path}?{self.known}", json.dumps(fields), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = answer.status, json.loads(answer.read() or b"{}")
        connection.close()
        return said


class HonestPhone(Client):
    """A phone that knows *secret*, unless that is empty."""

    def __init__(self, port: int, secret: str, address: str = "127.0.0.1") -> None:
        super().__init__(port, address)
        self.paper = PaperPhone(secret)
        self.known = f"ticket={self.paper.ticket()}" if secret else ""
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

    def ask_for(self, name: str) -> bool:
        """Ask in the lobby for *name* and open the stream; return whether the server took that."""
        message = self.paper.asks(name)
        del message["type"], message["id"], message["client"]
        status, answer = self.post("/ask", **message)
        if status != 200:
            return False
        self.paper.name = answer["phone"]
        self.listen()
        return True

    def show_key(self) -> bool:
        """Show the key once the game has shown its own; return whether the server took it."""
        assert self.stream is not None
        while (event := self.stream.next()) is not None:
            if event.type == "key":
                own = self.paper.shows(event.fields)
                return self.post("/show", phone=own["phone"], public=own["public"])[0] == 202
        return False

    def listen(self) -> None:
        """Open the stream of events."""
        self.stream = Stream(self.connection(), f"/events?phone={self.paper.name}&{self.known}")

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


class Crowd:
    """Strangers who do what they can against the pages at *port* until the end of the context."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._held: deque[socket.socket] = deque()
        self._ends = Event()
        self._begun = Event()
        self.taken = 0
        self._thread = Thread(target=self._run)

    def __enter__(self) -> Crowd:
        self._thread.start()
        if not self._begun.wait(PATIENCE_S):
            raise RuntimeError(f"expected strangers that hold {HELD_MOST} connections, got {len(self._held)}")
        return self

    def __exit__(self, *failure: object) -> None:
        self._ends.set()
        self._thread.join()
        for held in self._held:
            held.close()

    def _run(self) -> None:
        public, names = base64.b64encode(os.urandom(32)).decode(), ["A" * 22]
        host = f"Host: 127.0.0.1:{self._port}\r\n"
        for number in count():
            if self._ends.is_set():
                return
            address = STRANGERS[number % len(STRANGERS)]
            self._hold(
                address, (f"GET /events HTTP/1.1\r\n{host}\r\n", f"GET / HTTP/1.1\r\n{host}\r\n", host)[number % 3]
            )
            client = Client(self._port, address)
            with suppress(OSError, http.client.HTTPException, ValueError):
                if number % 4 == 0:
                    client.post("/ask", name=("Anna", "Ben")[number % 8 // 4], commitment=public)
                elif number % 4 == 1:
                    status, answer = client.post("/join", public=public)
                    names += [answer["phone"]] if status == 200 else []
                else:
                    client.post("/sealed", phone=names[-1], sealed=SEALED)
                self.taken += 1
            if len(self._held) == HELD_MOST:
                self._begun.set()

    def wait(self, seconds: float) -> None:
        """Let the crowd go on for *seconds*."""
        self._ends.wait(seconds)

    def _hold(self, address: str, request: str) -> None:
        with suppress(OSError):
            made = socket.create_connection(("127.0.0.1", self._port), PATIENCE_S, source_address=(address, 0))
            self._held.append(made)
            made.sendall(request.encode())
        if len(self._held) > HELD_MOST:
            self._held.popleft().close()


def pairing_denied() -> float:
    """Return in how many of ``EVENINGS`` a phone that has scanned the box's code is kept out by a crowd."""
    return sum(not _evening(by_lobby=number % 2 == 0) for number in range(EVENINGS))


def typed_denied() -> float:
    """Return in how many of ``EVENINGS`` a phone without the box's code is kept out by a crowd."""
    return sum(not _evening(by_lobby=True, is_scanned=False) for _ in range(EVENINGS))


def _evening(*, by_lobby: bool, is_scanned: bool = True) -> bool:
    """Return whether a phone comes to play, by the lobby or by an invitation, while strangers do what they can."""
    with box() as (table, port):
        table.open_match()
        if by_lobby:
            table.seen(lobby=table.desk.open_lobby(()))
        else:
            invitation = table.desk.invite(1)
            table.seen(invited=invitation.number)
        with Crowd(port) as crowd:
            if by_lobby:
                is_admitted = _is_let_in(table, HonestPhone(port, table.desk.lobby_secret if is_scanned else ""))
            else:
                is_admitted = _is_admitted(table, HonestPhone(port, invitation.secret), invitation)
        if not crowd.taken:
            raise RuntimeError("expected strangers that the server answers, got none")
    return is_admitted


def _is_admitted(table: Table, phone: HonestPhone, invitation: object) -> bool:
    with suppress(OSError, AssertionError, ValueError):
        if phone.join() and phone.hears("confirm"):
            table.desk.confirm(invitation)  # type: ignore[arg-type]
            return phone.hears("play")
    return False


def _is_let_in(table: Table, phone: HonestPhone) -> bool:
    with suppress(OSError, AssertionError, ValueError, Empty):
        if not phone.ask_for("Ben"):
            return False
        table.desk.compare()
        if phone.show_key():
            while not any(one.phone == phone.paper.name and one.digits is not None for one in table.desk.seen.askers):
                table.changes.get(timeout=PATIENCE_S)
            table.desk.admit(frozenset({phone.paper.name}))
            return phone.hears("play")
    return False


def phone_locked_out() -> float:
    """Return how many of ``EVENINGS`` returns of a phone that plays fail in a crowd."""
    failed = 0
    with _playing() as (phone, crowd):
        for _ in range(EVENINGS):
            assert phone.stream is not None
            phone.stream.close()
            failed += not _comes_back(phone)
            # A phone may send three messages a second.
            crowd.wait(0.34)
    return failed


def send_denied() -> float:
    """Return how many of ``SENDS`` messages of a phone that plays are not passed on in a crowd."""
    failed = 0
    with _playing() as (phone, crowd):
        for _ in range(SENDS):
            with suppress(OSError, http.client.HTTPException, ValueError):
                status = 429
                # A page sends again as soon as it may; three a second are its own share.
                while status == 429:
                    message = phone.paper.says("look")
                    status = phone.post("/sealed", phone=message["phone"], sealed=message["sealed"])[0]
                    crowd.wait(0.34 if status == 429 else 0)
                failed += status != 202
                continue
            failed += 1
    return failed


@contextmanager
def _playing() -> Iterator[tuple[HonestPhone, Crowd]]:
    """Yield a phone that was admitted before a crowd came, and that crowd."""
    with box() as (table, port):
        table.open_match()
        invitation = table.desk.invite(1)
        table.seen(invited=invitation.number)
        phone = HonestPhone(port, invitation.secret)
        if not _is_admitted(table, phone, invitation):
            raise RuntimeError("expected a phone that is admitted, got none")
        phone.known = ""
        with Crowd(port) as crowd:
            yield phone, crowd


def _comes_back(phone: HonestPhone) -> bool:
    with suppress(OSError, AssertionError, http.client.HTTPException):
        phone.listen()
        return phone.ask("look") and phone.hears("play")
    return False


if __name__ == "__main__":
    measures: tuple[Callable[[], float], ...] = (pairing_denied, typed_denied, phone_locked_out, send_denied)
    for measure in measures:
        print(measure.__name__, measure())
