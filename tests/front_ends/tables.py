"""A table socket whose loop runs when a test says so."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from companion.app.event_queue import call_queue
from companion.box import Call, Event
from companion.front_ends.messages import TableState
from companion.front_ends.service import Extension, TableSocket
from companion.front_ends.socket_file import SOCKET_NAME, SocketFile
from companion.front_ends.watch import TableWatch
from companion.games.contract import AnyGame
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import Session
from tests.games.test_conformance import CATALOGUE
from tests.support.front_end import PATIENCE_S, Message, PaperFrontEnd
from tests.support.paper import PaperArchive, environment


class Table:
    """A table socket with a loop that runs when the test says so."""

    def __init__(self, folder: Path, may_move: bool) -> None:
        self.path = folder / SOCKET_NAME
        self.folder = folder
        self.events: SimpleQueue[Event] = SimpleQueue()
        self._front_ends = ExitStack()
        self._count = 0
        self.begin(may_move)

    def begin(self, may_move: bool = False) -> None:
        """Start the socket, as at a start of the game."""
        self.socket = TableSocket(SocketFile(self.folder), extensions=self.extensions())
        self.watch = TableWatch(self.put, call_queue(self.events.put).put)
        self.driver: AnyDriver | None = None
        self.socket.start(self.watch, may_move=may_move)

    def extensions(self) -> Sequence[Extension]:
        """Return what features add to the socket."""
        return ()

    def put(self, snapshot: TableState) -> None:
        """Hand over *snapshot*, as the loop does before it sleeps."""
        self.socket.put(snapshot)
        self.socket.flush()

    def open_match(
        self,
        key: str | AnyGame = "mini",
        players: tuple[str, ...] = ("Anna", "Ben"),
        archive: PaperArchive | None = None,
        **options: str,
    ) -> AnyDriver:
        """Open a match on the box, by default as number 1 of a new archive."""
        chosen = {name.replace("_", "-"): value for name, value in options.items()}
        game = CATALOGUE[key] if isinstance(key, str) else key
        driver = MatchDriver(Session.begin(game, chosen, players, environment(archive)))
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
