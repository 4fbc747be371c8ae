"""Inputs that are looked at between two events, and what runs beside the screens when the settings want it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.app import beside
from companion.box import Event, Inputs
from companion.config.settings import TableSocketUse
from companion.features.seam import installed
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen


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
    """Do nothing: nothing runs beside the screens yet."""


@contextmanager
def beside_when_wanted(
    app: App,
    inputs: LookedInputs,
    context: AppContext,
    home: Screen,
    environment: Mapping[str, str],
    state: Path,
) -> Iterator[None]:
    """Serve other programs and run the features while the context is open and the settings want it.

    *home* is the screen that is shown when no match is open, and *state* the folder of the box's files.
    """
    running: beside.Beside | None = None
    features = installed()

    def look() -> None:
        nonlocal running
        chosen = context.chosen
        is_wanted = chosen.table_socket is not TableSocketUse.OFF or any(each.is_on(chosen) for each in features)
        if running is None and is_wanted:
            running = beside.Beside(app, inputs.post, context, home, environment, state, features)
        if running is not None:
            running.look()

    inputs.look = look
    try:
        yield
    finally:
        inputs.look = _do_nothing
        if running is not None:
            running.close()
