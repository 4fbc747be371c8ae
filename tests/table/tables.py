"""A table socket whose loop runs when a test says so."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from companion.app.event_queue import call_queue
from companion.box import Call, Event
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import Session
from companion.table.messages import TableState
from companion.table.service import TableSocket
from companion.table.socket_file import SOCKET_NAME, SocketFile
from companion.table.watch import TableWatch
from tests.games.test_conformance import CATALOGUE
from tests.support.front_end import PATIENCE_S, Message, PaperFrontEnd
from tests.support.paper import environment


class Table:
    """A table socket with a loop that runs when the test says so."""

    def __init__(self, folder: Path, may_move: bool) -> None:
        self.path = folder / SOCKET_NAME
        self.folder = folder
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.socket = TableSocket(SocketFile(folder))
        self.watch = TableWatch(self.put, call_queue(self.events.put).put)
        self.driver: AnyDriver | None = None
        self._front_ends = ExitStack()
        self._count = 0
        self.socket.start(self.watch if may_move else None)

    def put(self, snapshot: TableState) -> None:
        """Hand over *snapshot*, as the loop does before it sleeps."""
        self.socket.put(snapshot)
        self.socket.flush()

    def open_match(self, key: str = "mini", **options: str) -> AnyDriver:
        """Open a match on the box."""
        chosen = {name.replace("_", "-"): value for name, value in options.items()}
        driver = MatchDriver(Session.begin(CATALOGUE[key], chosen, ("Anna", "Ben"), environment()))
        self.driver = driver
        driver.advance()
        self.watch.look(driver)
        return driver

    def front_end(self) -> PaperFrontEnd:
        """Return a new front end, which has not said hello."""
        self._count += 1
        return self._front_ends.enter_context(PaperFrontEnd(self.path, self.folder / f"front-{self._count}"))

    def take_call(self) -> None:
        """Wait for a call into the loop, and run it."""
        call = self.events.get(timeout=PATIENCE_S)
        assert isinstance(call, Call)
        call.run()
        call.taken()

    def close(self) -> None:
        self.socket.close()
        self._front_ends.close()


def refused(message: Message) -> tuple[object, object]:
    """Return the id and the reason of a refusal."""
    assert message["type"] == "refused"
    return message["id"], message["reason"]
