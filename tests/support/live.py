"""A box in real time with a tray at the end of a real line: what is pressed there is timed until it is displayed."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from PIL.Image import Image

from companion.box import Box, Button, Event, FromTray, Press, Quit, Release
from companion.box.tray import HOLES, RowCommitted
from companion.config.settings import DEFAULTS
from companion.link.optics import load_optics
from companion.link.reader import Reader
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.tray.controls import TrayControls
from companion.tray.service import TrayService
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.home import home_menu
from tests.fakes.box import FakeDisplay, FakeSpeaker
from tests.fakes.room import LitHoles
from tests.support.flow import CATALOGUE
from tests.support.paper import PaperArchive, environment
from tests.support.paper_tray import PaperCalibrations, edition_of
from tests.support.shown import shown

PATIENCE_S = 10.0


class TrayHands(TrayControls, Protocol):
    """The controls of a tray whose serial port is in ``dev``; the owner has to close it."""

    @property
    def dev(self) -> Path: ...

    def close(self) -> None: ...


class LiveInputs:
    """Inputs in real time; a finger presses from another thread."""

    has_roll = True
    has_release = True

    def __init__(self) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()

    def now(self) -> float:
        return time.monotonic()

    def wait(self, until: float | None) -> Event | None:
        try:
            return self._events.get(timeout=None if until is None else max(0.0, until - self.now()))
        except Empty:
            return None

    def post(self, event: Event) -> None:
        self._events.put(event)

    def press(self, button: Button) -> None:
        self.post(Press(button, self.now()))
        self.post(Release(button, self.now()))

    def close(self) -> None:
        pass


class LiveDisplay(FakeDisplay):
    """A display that says when it was shown something."""

    def __init__(self) -> None:
        super().__init__()
        self.shown_at: SimpleQueue[float] = SimpleQueue()

    def show(self, image: Image) -> None:
        super().show(image)
        self.shown_at.put(time.monotonic())


@dataclass
class Live:
    """A guess on the screen of a box, a tray beside it, and hands."""

    hands: TrayHands
    inputs: LiveInputs
    display: LiveDisplay
    screen: GuessScreen
    news: SimpleQueue[tuple[float, object]]

    def await_row(self) -> float:
        """Sleep until the box has been told of a row, and return when that was."""
        while True:
            at, news = self.news.get(timeout=PATIENCE_S)
            if isinstance(news, RowCommitted):
                return at

    def set_row(self, pegs: Sequence[str]) -> None:
        """Set *pegs* in the tray, from the left."""
        for hole in range(HOLES):
            if self.hands.pegs[hole] != "empty":
                self.hands.remove(hole)
        for hole, peg in enumerate(pegs):
            self.hands.place(hole, peg)

    def commit(self) -> float:
        """Press the tray's button, and return after how many seconds the row was on the display."""
        before = time.monotonic()
        self.hands.press()
        told = self.await_row()
        # What came to the display earlier was something else.
        while (shown := self.display.shown_at.get(timeout=PATIENCE_S)) <= told:
            pass
        self.hands.release()
        return shown - before


def bed_of(seed: int) -> LitHoles:
    """Return the holes of a tray."""
    return LitHoles(load_optics(), random.Random(seed))


@contextmanager
def live(hands: TrayHands, holes: LitHoles) -> Iterator[Live]:
    """Run a box with a tray that was shown the pegs of Mastermind, in a thread, until the end of the block.

    *holes* is another tray with the same light.
    """
    inputs, display = LiveInputs(), LiveDisplay()
    table = AppContext(
        replace(DEFAULTS, language="en"), inputs.now, CATALOGUE, environment(PaperArchive()), lambda settings: None
    )
    edition = edition_of(table, "mastermind")
    calibrations, names = PaperCalibrations(), [colour.name.english for colour in edition.colours]
    calibration = shown(holes, names=names)
    session = Session.begin(table.catalogue["mastermind"], {"mode": "box"}, ("Ada", "Ben"), table.environment)
    match = Match(table, MatchDriver(session), GAME_SCREENS["pegs"])
    match.enter()
    view = session.view()
    screen = GuessScreen(match, view, view.now)
    app = App(Box(display, inputs, FakeSpeaker()), table, home_menu(table), [screen])
    reader, heard = Reader(hands.dev), SimpleQueue[tuple[float, object]]()
    service = table.tray = TrayService(reader, calibrations)
    service.calibration = lambda edition: calibration  # type: ignore[method-assign]

    def tell(news: object) -> None:
        at = time.monotonic()
        inputs.post(FromTray(news))  # type: ignore[arg-type]
        heard.put((at, news))

    thread = threading.Thread(target=app.run)
    thread.start()
    reader.start(tell)
    try:
        heard.get(timeout=PATIENCE_S)
        yield Live(hands, inputs, display, screen, heard)
    finally:
        inputs.post(Quit())
        thread.join(PATIENCE_S)
        reader.close()
