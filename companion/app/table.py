"""The table socket of a running game, and its phones, as long as the settings ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.app.event_queue import call_queue
from companion.box import Event
from companion.box.phones import NetworkRequest
from companion.config.paths import runtime_folder
from companion.config.settings import TableSocketUse
from companion.errors import TableSocketFailed
from companion.table.phone_store import PhoneStore
from companion.table.phones import PhoneDesk
from companion.table.service import TableSocket
from companion.table.socket_file import SocketFile
from companion.table.watch import TableWatch
from companion.ui.app import App
from companion.ui.context import AppContext
from companion.ui.match import Match
from companion.ui.screen import Screen


class TableBeside:
    """The table socket beside the screens of *app*: opened, closed and told of changes by ``look``.

    *phones* is the file of the phones that play. A socket that cannot be made is reported to the players, and play
    goes on without it.
    """

    def __init__(
        self,
        app: App,
        post: Callable[[Event], None],
        context: AppContext,
        home: Screen,
        environment: Mapping[str, str],
        phones: Path | None,
    ) -> None:
        self._app = app
        self._call = call_queue(post).put
        self._context = context
        self._home = home
        self._environment = environment
        # The thread of the table socket reads the file, and the loop shows what is told.
        self._store = (
            None if phones is None else PhoneStore(phones, lambda damage: self._call(lambda: app.tell((damage,))))
        )
        self._wanted = (TableSocketUse.OFF, False)
        self._table: TableSocket | None = None
        self._desk: PhoneDesk | None = None
        self._watch: TableWatch | None = None

    def look(self) -> None:
        """Open or close the socket if the settings have changed, and tell what has changed in the match."""
        chosen = self._context.chosen
        if self._wanted != (wanted := (chosen.table_socket, chosen.phones)):
            self._wanted = wanted
            self._reopen()
        if self._table is not None and self._watch is not None:
            self._follow(self._table, self._watch)

    def _follow(self, table: TableSocket, watch: TableWatch) -> None:
        top = self._app.top
        if top is self._home:
            watch.look(None)
        elif isinstance(match := top.owner, Match) and match.driver is self._context.driver:
            # Not a lesson or a match of the history: those have drivers of their own.
            watch.look(match.driver)
        if self._desk is not None and self._desk.is_open and not top.outlasts_moves:
            # The invitation was left, so that no question comes upon a screen of the game.
            self._desk.withdraw()
        table.flush()

    def _reopen(self) -> None:
        self.close()
        use, has_phones = self._wanted
        if use is TableSocketUse.OFF and not has_phones:
            return
        try:
            folder = _folder(self._environment)
            file = SocketFile(folder)
        except TableSocketFailed as failure:
            self._app.tell((failure,))
            self._draw_again()
            return
        if has_phones and self._store is not None:
            self._desk = self._context.phones = PhoneDesk(self._store, folder, self._draw_again)
            self._desk.request(NetworkRequest.ADDRESS)
        self._table = TableSocket(file, phones=self._desk)
        self._watch = TableWatch(self._table.put, self._call, lambda: self._context.translator.language)
        self._table.start(self._watch, may_move=use is TableSocketUse.PLAY)
        self._draw_again()

    def _draw_again(self) -> None:
        """Have the loop show the screen again; may be called from any thread."""
        self._call(_do_nothing)

    def close(self) -> None:
        """Close the socket, if it is open."""
        if self._table is not None:
            self._table.close()
        if self._watch is not None:
            self._watch.look(None)
        if self._desk is not None:
            self._desk.forget_request()
        self._table = self._watch = self._desk = self._context.phones = None


def _do_nothing() -> None:
    """Do nothing: a call that only has the loop look at the screen."""


def _folder(environment: Mapping[str, str]) -> Path:
    """Return the folder for the socket; one of a login session is made. Raises ``TableSocketFailed``."""
    folder = runtime_folder(environment)
    if folder is None:
        raise TableSocketFailed("expected RUNTIME_DIRECTORY or XDG_RUNTIME_DIR in the environment, got neither")
    if not environment.get("RUNTIME_DIRECTORY"):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as failure:
            raise TableSocketFailed(f"expected to make a directory, got {failure!r}, at {folder}") from failure
    return folder
