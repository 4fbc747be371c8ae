"""The screens around the tray; its readings come from the same simulated light every time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.box import Button
from companion.box.tray import HOLES, Reading, RowCommitted, TrayFound
from companion.link.optics import load_optics
from companion.tray.service import TrayService
from companion.ui.core.context import AppContext
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Replace, Screen
from companion.ui.games.pegs.guess import TAKE_OUT
from companion.ui.home.preferences import preferences
from companion.ui.tray.wizard import LOOKS, CalibrationScreen, tray_menu
from tests.fakes.link import FakeTray
from tests.support.paper_tray import PaperCalibrations, edition_of, show_all
from tests.ui.match_shots import ROWS, MatchShot, waiting

Make = Callable[[AppContext], Screen]


def beside(context: AppContext, key: str = "mastermind", alike: bool = False) -> tuple[TrayService, FakeTray]:
    """Put a tray beside the table that was shown the pegs of *key*; *alike*, its reds and oranges are nearly one."""
    optics = load_optics()
    if alike:
        red = optics.reflectance["red"]
        optics = replace(optics, reflectance={**optics.reflectance, "orange": (red[0], red[1] + 0.02, red[2])})
    tray = FakeTray(optics=optics)
    service = context.tray = TrayService(tray, PaperCalibrations())
    service.found = TrayFound(tray.serial, "/dev/fake", "1.0.0", 1)
    edition = edition_of(context, key)
    service.keep(edition, show_all(tray, edition))
    return service, tray


def laid(make: Make, *pegs: str, key: str = "mastermind", alike: bool = False) -> Make:
    """Return the screen *make* after *pegs* were set in the tray and its button was pressed."""

    def with_row(context: AppContext) -> Screen:
        _, tray = beside(context, key, alike)
        screen = make(context)
        tray.set_row(pegs)
        screen.take_row(RowCommitted(1, tray.holes.measure()))
        return screen

    return with_row


def secret(context: AppContext) -> Screen:
    """Return the entry of a hidden code."""
    go = waiting("mastermind")(context).press(Button.OK)
    if not isinstance(go, Replace):
        raise TypeError(f"expected the entry of the code, got {go!r}")
    return go.screen


def lesson(context: AppContext) -> Screen:
    """Return the question after two pegs were called otherwise than they were read."""
    service, tray = beside(context, "super")
    screen = waiting("super", "code", "RRRRR")(context)
    tray.set_row(["turquoise", "turquoise", "green", "blue", "red"])
    read = service.read(RowCommitted(1, tray.holes.measure()), edition_of(context, "super"))
    turquoise = read.pegs[0]
    service.played(read, (turquoise - 1, turquoise - 1, *read.pegs[2:]))
    match = screen.match  # type: ignore[attr-defined]
    shown: Screen = match.face.next_screen(match)
    return shown


def wizard(key: str, colours: int = 0, is_measuring: bool = False) -> Make:
    """Return the wizard after that number of colours; *is_measuring*, while it measures the empty tray."""

    def shown(context: AppContext) -> Screen:
        service, tray = beside(context, key)
        edition = edition_of(context, key)
        screen = CalibrationScreen(context, service, edition)
        if not colours and not is_measuring:
            return screen
        screen.take_row(RowCommitted(1, tray.holes.measure()))
        for _ in range(0 if is_measuring else LOOKS):
            screen.take_reading(Reading(tray.holes.measure()))
        for colour in edition.colours[: colours - 1 if colours else 0]:
            tray.set_row([colour.name.english] * HOLES)
            screen.take_row(RowCommitted(2, tray.holes.measure()))
        return screen

    return shown


def menu(context: AppContext) -> Screen:
    service, _ = beside(context)
    return tray_menu(context, service)


def settings(context: AppContext) -> Screen:
    beside(context)
    return preferences(context)


GUESS = waiting("mastermind", *ROWS)
TRAY = (
    MatchShot("tray-row", laid(GUESS, "red", "orange", "yellow", "green")),
    MatchShot("tray-doubt", laid(GUESS, "blue", "red", "yellow", "green", alike=True)),
    MatchShot("tray-doubt-left", laid(GUESS, "blue", "red", "yellow", "green", alike=True), f"{'RIGHT ' * 3} OK"),
    MatchShot("tray-missing", laid(GUESS, "blue", "empty", "yellow", "green")),
    MatchShot("tray-secret", laid(secret, "blue", "red", "yellow", "green", alike=True)),
    MatchShot("tray-take-out", lambda context: Notice(context, TAKE_OUT)),
    MatchShot("tray-remember", lesson),
    MatchShot("tray-settings", settings, "UP"),
    MatchShot("tray-menu", menu),
    MatchShot("tray-wizard-empty", wizard("mastermind")),
    MatchShot("tray-wizard-measuring", wizard("mastermind", is_measuring=True)),
    MatchShot("tray-wizard-colour", wizard("ambassador", 7)),
    MatchShot("tray-wizard-ok", wizard("ambassador", 7), "OK"),
)
