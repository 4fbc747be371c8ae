"""What runs beside the screens as long as the settings ask for it: the table socket, and the features."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ParamSpec

from companion.app.event_queue import call_queue
from companion.box import Box
from companion.config.paths import make_runtime_folder, runtime_folder
from companion.config.settings import TableSocketUse
from companion.errors import CompanionError, FeatureFailed, TableSocketFailed
from companion.features.running import Running, ShownPage, Surroundings
from companion.features.seam import Feature
from companion.front_ends.service import TableSocket
from companion.front_ends.socket_file import SocketFile
from companion.front_ends.watch import TableWatch
from companion.match.driver import AnyDriver
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.spoken import news

P = ParamSpec("P")
log = logging.getLogger(__name__)


class Beside:
    """The table socket and *features* beside the screens of *app*: started, stopped and told of changes by ``look``.

    *state* is the folder of the box's files. A socket that cannot be made and a feature that fails are told to the
    players once, and play goes on without them.
    """

    def __init__(
        self,
        app: App,
        box: Box,
        context: AppContext,
        home: Screen,
        environment: Mapping[str, str],
        state: Path,
        features: Iterable[Feature],
    ) -> None:
        self._app = app
        self._box = box
        self._call = call_queue(box.inputs.post).put
        self._context = context
        self._home = home
        self._environment = environment
        self._state = state
        self._features = tuple(features)
        self._wanted = self._served = TableSocketUse.OFF, tuple[Feature, ...]()
        self._running: dict[Feature, _Subscribed] = {}
        self._narrated: tuple[AnyDriver, int] | None = None
        self._table: TableSocket | None = None
        self._watch: TableWatch | None = None

    def look(self) -> None:
        """Start and stop what the settings switch on and off, and tell what has changed in the match."""
        chosen = self._context.chosen
        wanted = chosen.table_socket, tuple(feature for feature in self._features if feature.is_on(chosen))
        if self._wanted != wanted:
            self._wanted = wanted
            self._change(*wanted)
        top = self._app.top
        if top is self._home:
            self._follow(None)
        elif isinstance(match := top.owner, Match) and match.driver is self._context.driver:
            # Not a lesson or a match of the history: those have drivers of their own.
            self._follow(match.driver)
            self._narrate(match)
        for feature, subscribed in tuple(self._running.items()):
            self._guard(feature, subscribed.running.look, top)
        if self._table is not None:
            self._table.flush()

    def _follow(self, driver: AnyDriver | None) -> None:
        if self._watch is not None:
            self._watch.look(driver)
        for feature, subscribed in tuple(self._running.items()):
            self._guard(feature, subscribed.follow, driver)

    def _narrate(self, match: Match) -> None:
        """Tell the features in words what has changed in *match*, once."""
        now = match.driver, match.driver.version
        if now != self._narrated and self._running:
            self._narrated = now
            try:
                phrases = news(match)
            except Exception:
                # Words that a game lacks must not end it.
                log.exception("words of %s failed", match.session.game.key)
                return
            for feature, subscribed in tuple(self._running.items()):
                self._guard(feature, subscribed.running.hear, phrases)

    def _change(self, use: TableSocketUse, on: tuple[Feature, ...]) -> None:
        for feature in tuple(self._running):
            if feature not in on and feature.extension is None:
                self._stop(feature)
        served = use, tuple(feature for feature in on if feature.extension is not None)
        if self._served != served:
            self._served = served
            self._reopen(*served)
        for feature in on:
            if feature.extension is None and feature not in self._running:
                self._start(feature, runtime_folder(self._environment))

    def _reopen(self, use: TableSocketUse, on: tuple[Feature, ...]) -> None:
        """Close the table socket, and open it for front ends and the features that are *on*."""
        self._close_socket()
        if use is TableSocketUse.OFF and not on:
            return
        try:
            folder = make_runtime_folder(self._environment, TableSocketFailed)
            file = SocketFile(folder)
        except TableSocketFailed as failure:
            self._tell(failure)
            return
        for feature in on:
            self._start(feature, folder)
        running = {feature: subscribed.running for feature, subscribed in self._running.items()}
        extensions = [each.extension(running.get(each)) for each in self._features if each.extension is not None]
        self._table = TableSocket(file, extensions=extensions)
        self._watch = TableWatch(self._table.put, self._call, lambda: self._context.translator.language)
        self._table.start(self._watch, may_move=use is TableSocketUse.PLAY)
        self._draw_again()

    def _close_socket(self) -> None:
        if self._table is not None:
            self._table.close()
        if self._watch is not None:
            self._watch.look(None)
        self._table = self._watch = None
        for feature in tuple(self._running):
            if feature.extension is not None:
                self._stop(feature)

    def _start(self, feature: Feature, runtime: Path | None) -> None:
        def start(begin: Callable[[Surroundings], Running]) -> None:
            ports = self._box.speaker, self._box.inputs, self._page
            calls = self._call, tell, self._app.open
            around = Surroundings(self._context, self._state, runtime, *calls, feature.declared(), *ports)
            running = begin(around)
            self._running[feature] = _Subscribed(running)
            self._context.running[feature.key] = running

        def tell(error: CompanionError) -> None:
            self._call(lambda: self._tell(error))

        if feature.start is not None:
            self._guard(feature, start, feature.start)

    def _page(self) -> ShownPage:
        page = TextPage(self._context.translator)
        self._app.top.draw(page)
        return ShownPage(tuple(page.lines), self._app.top.is_private)

    def _stop(self, feature: Feature) -> None:
        subscribed = self._running.pop(feature, None)
        self._context.running.pop(feature.key, None)
        if subscribed is not None:
            self._guard(feature, subscribed.stop)

    def _guard(self, feature: Feature, act: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Call *act*, which *feature* does; if it fails, this is told, and the feature stops until it is on again."""
        try:
            act(*args, **kwargs)
        except Exception:
            log.exception("feature %s failed", feature.key)
            title = self._context.translator._(feature.title)
            self._tell(FeatureFailed(f"expected the feature {feature.key} to run, got an error", feature=title))
            self._stop(feature)

    def _tell(self, error: CompanionError) -> None:
        self._app.tell((error,))
        self._draw_again()

    def _draw_again(self) -> None:
        """Have the loop show the screen again."""
        self._call(_do_nothing)

    def close(self) -> None:
        """Close the socket, if it is open, and stop the features."""
        self._close_socket()
        for feature in tuple(self._running):
            self._stop(feature)


class _Subscribed:
    """A feature that runs, subscribed to the driver of the match that is open on the box."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self._driver: AnyDriver | None = None
        self._unsubscribe: Callable[[], None] = _do_nothing

    def follow(self, driver: AnyDriver | None) -> None:
        """Tell the feature of the match of *driver* from now on; None while none is open."""
        if driver is not self._driver:
            self._unsubscribe()
            self._driver = driver
            self._unsubscribe = _do_nothing if driver is None else driver.subscribe(self.running.take_position)
            self.running.take_position(None if driver is None else driver.position)

    def stop(self) -> None:
        """End the subscription and the feature."""
        self._unsubscribe()
        self.running.stop()


def _do_nothing() -> None:
    """Do nothing: no match is followed, or the loop only looks at the screen."""
