"""The table socket of a running game, where the settings ask for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.app.event_queue import call_queue
from companion.box import Event, Inputs
from companion.config.paths import runtime_folder
from companion.config.settings import TableSocketUse
from companion.errors import TableSocketFailed
from companion.table.service import TableSocket
from companion.table.socket_file import SocketFile
from companion.table.watch import TableWatch
from companion.ui.app import App
from companion.ui.context import AppContext
from companion.ui.match import Match
from companion.ui.screen import Screen


class LookedInputs:
    """Inputs that call ``look`` each time the loop is about to sleep: what an event changed is shown by then."""

    def __init__(self, inputs: Inputs) -> None:
        self.has_release = inputs.has_release
        self.now = inputs.now
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs
        self.look: Callable[[], None] = _do_nothing

    @property
    def has_roll(self) -> bool:
        """Whether the inputs have a ROLL button, known once they are open."""
        return self._inputs.has_roll

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        self.look()
        return self._inputs.wait(until)


def _do_nothing() -> None:
    """Do nothing: there is no table socket yet."""


@contextmanager
def table_beside(
    app: App, inputs: LookedInputs, context: AppContext, home: Screen, environment: Mapping[str, str]
) -> Iterator[None]:
    """Serve other programs while the context is open; *home* is the screen that is shown when no match is open.

    A socket that cannot be made is reported to the players, and play goes on without it.
    """
    try:
        file = SocketFile(_folder(environment))
    except TableSocketFailed as failure:
        app.tell((failure,))
        yield
        return
    table = TableSocket(file)
    watch = TableWatch(table.put, call_queue(inputs.post).put)

    def look() -> None:
        if app.top is home:
            watch.look(None)
        elif isinstance(match := app.top.owner, Match) and match.driver is context.driver:
            # Not a lesson or a match of the history: those have drivers of their own.
            watch.look(match.driver)
        table.flush()

    table.start(watch if context.chosen.table_socket is TableSocketUse.PLAY else None)
    inputs.look = look
    try:
        yield
    finally:
        inputs.look = _do_nothing
        table.close()


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
