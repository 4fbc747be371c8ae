"""The screens around the tray; its readings come from the same simulated light every time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from companion.box import Button
from companion.box.tray import HOLES, Lights, Reading, RowCommitted, TrayFound
from companion.games.pegs.edition import Edition
from companion.link.optics import load_optics
from companion.tray.samples import Calibration
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


OPTICS = load_optics()
RED = OPTICS.reflectance["red"]
ALIKE = replace(OPTICS, reflectance={**OPTICS.reflectance, "orange": (RED[0], RED[1] + 0.02, RED[2])})
"""With these, reds and oranges are nearly one."""


# The same light gives the same readings, and a reading takes milliseconds.
@cache
def measured(edition: Edition, alike: bool, *rows: tuple[str, ...]) -> tuple[Calibration, list[Lights]]:
    """Return what a tray was shown of the pegs of *edition*, and what it measures of *rows* after that."""
    tray = FakeTray(optics=ALIKE if alike else OPTICS)
    calibration, lights = show_all(tray, edition), []
    for row in rows:
        tray.set_row(row)
        lights.append(tray.holes.measure())
    return calibration, lights


def beside(context: AppContext, key: str = "mastermind", alike: bool = False) -> TrayService:
    """Put a tray beside the table that was shown the pegs of *key*; *alike*, its reds and oranges are nearly one."""
    tray = FakeTray(optics=OPTICS)
    service = context.tray = TrayService(tray, PaperCalibrations())
    service.found = TrayFound(tray.serial, "/dev/fake", "1.0.0", 1)
    edition = edition_of(context, key)
    service.keep(edition, measured(edition, alike)[0])
    return service


def laid(make: Make, *pegs: str, key: str = "mastermind", alike: bool = False) -> Make:
    """Return the screen *make* after *pegs* were set in the tray and its button was pressed."""

    def with_row(context: AppContext) -> Screen:
        beside(context, key, alike)
        screen = make(context)
        screen.take_row(RowCommitted(1, measured(edition_of(context, key), alike, pegs)[1][0]))
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
    service, edition = beside(context, "super"), edition_of(context, "super")
    screen = waiting("super", "code", "RRRRR")(context)
    lights = measured(edition, False, ("turquoise", "turquoise", "green", "blue", "red"))[1]
    read = service.read(RowCommitted(1, lights[0]), edition)
    turquoise = read.pegs[0]
    service.note_lesson(read, (turquoise - 1, turquoise - 1, *read.pegs[2:]))
    match = screen.match  # type: ignore[attr-defined]
    shown: Screen = match.face.next_screen(match)
    return shown


def wizard(key: str, colours: int = 0, is_measuring: bool = False) -> Make:
    """Return the wizard after that number of colours; *is_measuring*, while it measures the empty tray."""

    def shown(context: AppContext) -> Screen:
        service, edition = beside(context, key), edition_of(context, key)
        screen = CalibrationScreen(context, service, edition)
        if not colours and not is_measuring:
            return screen
        looks = 0 if is_measuring else LOOKS
        rows = ((colour.name.english,) * HOLES for colour in edition.colours[: colours - 1 if colours else 0])
        empty, *lights = measured(edition, False, *((),) * (1 + looks), *rows)[1]
        screen.take_row(RowCommitted(1, empty))
        for look in lights[:looks]:
            screen.take_reading(Reading(look))
        for row in lights[looks:]:
            screen.take_row(RowCommitted(2, row))
        return screen

    return shown


def menu(context: AppContext) -> Screen:
    return tray_menu(context, beside(context))


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
