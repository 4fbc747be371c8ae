"""Inputs that are looked at between two events, and the table socket, which is opened when the settings want it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.app import table
from companion.box import Event, Inputs
from companion.config.settings import TableSocketUse
from companion.ui.app import App
from companion.ui.context import AppContext
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
def table_when_wanted(
    app: App,
    inputs: LookedInputs,
    context: AppContext,
    home: Screen,
    environment: Mapping[str, str],
    phones: Path | None,
) -> Iterator[None]:
    """Serve other programs while the context is open and the settings want it; *phones* is the file of phones.

    *home* is the screen that is shown when no match is open.
    """
    beside: table.TableBeside | None = None

    def look() -> None:
        nonlocal beside
        chosen = context.chosen
        if beside is None and (chosen.phones or chosen.table_socket is not TableSocketUse.OFF):
            beside = table.TableBeside(app, inputs.post, context, home, environment, phones)
        if beside is not None:
            beside.look()

    inputs.look = look
    try:
        yield
    finally:
        inputs.look = _do_nothing
        if beside is not None:
            beside.close()
