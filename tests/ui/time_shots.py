"""Screens of turns with a time limit, and of a turn whose time is over."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.clock import TimeUsed
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Replace, Screen, WithSound
from companion.ui.games.shared.clocked import ClockedScreen
from companion.ui.home.setup import Setup, choices_menu
from tests.support.passcode_shots import DEAL, at_table, dealt
from tests.ui.coda_shots import drawn, shot
from tests.ui.match_shots import PAIR, ROWS, MatchShot, setup, waiting

LONG = "600+10"
BRIEF = "30"
LOSES_ROWS = (*ROWS[:3], "row lost", "row lost", *ROWS[3:], "row lost")


def late(make: Callable[[AppContext], Screen]) -> Callable[[AppContext], Screen]:
    """Return what makes the screen that says that the time is over, in place of the one that *make* makes."""

    def made(context: AppContext) -> Screen:
        screen = make(context)
        assert isinstance(screen, ClockedScreen)
        driver = screen.match.driver
        for clock in driver.clocks.values():
            driver.session.times.note(clock.turn.key, TimeUsed(clock.turn.limit_s, 0.0))
        driver.clocks.clear()
        driver._follow_turns()
        go = screen.end_late()
        assert isinstance(go, WithSound)
        assert isinstance(go.go, Replace)
        return go.go.screen

    return made


def setup_late(context: AppContext) -> Screen:
    chosen = {"time": BRIEF, "late": "row"}
    return choices_menu(Setup(context, context.catalogue["mastermind"], [*PAIR], chosen))


TIME = (
    MatchShot("time-setup", setup("coda"), "UP OK UP UP UP LEFT"),
    MatchShot("time-row", waiting("mastermind", *ROWS, time=LONG)),
    MatchShot("time-row-solo", waiting("super", players=("Maximilien",), time=BRIEF), "OK UP"),
    MatchShot("time-row-late", late(waiting("mastermind", *ROWS, time=BRIEF))),
    MatchShot("time-row-lost", late(waiting("mastermind", *ROWS, time=BRIEF, late="row"))),
    MatchShot("time-rows-lost", waiting("mastermind", *LOSES_ROWS, time=BRIEF, late="row")),
    MatchShot("time-setup-late", setup_late, "UP OK UP UP"),
    MatchShot("time-coda-draw", shot(time=LONG)),
    MatchShot("time-coda-code", shot(drawn, time=LONG)),
    MatchShot("time-coda-attack", shot(drawn, time=LONG), "OK OK DOWN"),
    MatchShot("time-card-draw", dealt(DEAL, time=LONG)),
    MatchShot("time-card-hand", dealt(f"{DEAL}; draw; card key", time=LONG)),
    MatchShot("time-card-open", dealt(f"{DEAL}; draw; card key", time=LONG), "OK RIGHT"),
    MatchShot("time-card-late", late(dealt(f"{DEAL}; draw; card key", time=BRIEF))),
    MatchShot("time-card-table", at_table("deal", time=LONG)),
)
