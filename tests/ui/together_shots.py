"""The screens of a match in which all break the same code; names are as long as names may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.play import games_menu
from tests.ui.match_shots import PAIR, MatchShot, setup, waits_for

SIX = ("Maximilien", "Clémentine", "Bartholome", "Anna", "BO", "Ada")


def together(
    key: str,
    rows: str,
    players: Sequence[str] = PAIR,
    look: Callable[[Match], Screen] = waits_for,
    rounds: int = 3,
    takes_s: int = 0,
) -> Callable[[AppContext], Screen]:
    """Return what makes the screen *look* of a match in which the moves *rows*, with commas between them, are played.

    A ``?`` is the code. Each takes its player *takes_s* seconds, the next player twice as long.
    """

    def make(context: AppContext) -> Screen:
        session = Session.begin(
            context.catalogue[f"{key}-together"], {"games": str(rounds)}, players, context.environment
        )
        now = 0
        driver = MatchDriver(session, lambda: now)
        driver.advance()
        for text in filter(None, rows.split(",")):
            driver.clocks[int(text[0]) - 1].run()
            now += takes_s * int(text[0])
            driver.pause_clock()
            code = session.game.secret_of(session._line[0].move)
            driver.submit_text(int(text[0]) - 1, text.replace("?", code or ""))
        return look(Match(context, driver, GAME_SCREENS[session.game.family]))

    return make


def each(row: str, players: int = 6) -> str:
    """Return *row* played by each of *players*."""
    return ",".join(f"{seat} {row}" for seat in range(1, players + 1))


MANY = ",".join(each(row) for row in ("BPTIR", "ROYGB", "GITBP", "YYRRO", "PBGOO", "TTTTR", "ROPTB", "GGGBB"))
ENDED = ",".join((each("ROYGB"), *(f"{seat} ?" for seat in (1, 3, 4)), *(f"{seat} gives up" for seat in (2, 5, 6))))
FIVE = "1 RROO,2 BBBB,1 ORGG,2 ROYG,1 RBYP,2 GYOR,1 GYOR,2 PPPP"
DONE = "1 RROO,2 BBBB,1 ?,2 ROYG,2 GYOR,2 ?"
TOGETHER = (
    MatchShot("together-menu", games_menu, "UP UP OK"),
    MatchShot("together-setup", setup("mastermind-together")),
    MatchShot("together-start", together("mastermind", "")),
    MatchShot("together-take", together("mastermind", "1 ROYG")),
    MatchShot("together-boards", together("mastermind", FIVE), "UP"),
    MatchShot("together-boards-six", together("super", MANY, SIX), "UP"),
    MatchShot("together-row", together("mastermind", FIVE), "DOWN"),
    MatchShot("together-answer", together("mastermind", FIVE), "DOWN OK OK OK OK OK UP"),
    MatchShot("together-give-up", together("mastermind", FIVE), "DOWN BACK DOWN DOWN DOWN OK"),
    MatchShot("together-result", together("mastermind", DONE)),
    MatchShot("together-result-six", together("super", ENDED, SIX)),
    MatchShot("together-end", together("mastermind", DONE, rounds=1)),
    MatchShot("together-end-by-time", together("mastermind", "1 ?,2 ?", rounds=1, takes_s=286)),
    MatchShot("together-end-by-time-menu", together("super", ENDED, SIX, rounds=1, takes_s=11), "OK"),
    MatchShot("together-sheet", together("super", ENDED, SIX, lambda match: match.face.sheet(match))),
)
