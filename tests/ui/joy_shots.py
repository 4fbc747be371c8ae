"""The screens of what makes matches more fun: celebrations and statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box import Button
from companion.ui.celebration import Celebration
from companion.ui.context import AppContext
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.match_screens import round_won
from companion.ui.screen import Push, Screen
from companion.ui.statistics import statistics_menu
from tests.ui.match_shots import MatchShot, match

FIRST = ("code", "RROO", "ROYG")
BEST = (*FIRST, "code", "RROO", "ROYG", "code", "ROYG")


def celebrated(rows: Sequence[str], steps: int) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, "mastermind", rows, games="4")
        view = game.session.view()
        over = RevealScreen(game, view, view.done[-1], is_new=True).over
        if not isinstance(over, Celebration):
            raise LookupError("expected a round to celebrate, got none")
        return stepped(over, steps)

    return make


def stepped(over: Celebration, steps: int) -> Celebration:
    for _ in range(steps):
        over.tick(over.due() or 0.0)
    return over


def won(context: AppContext) -> Screen:
    return stepped(round_won(match(context, "mastermind", FIRST), 0), 2)


def record(context: AppContext) -> Screen:
    game = match(context, "mastermind", BEST, games="4")
    view = game.session.view()
    return RevealScreen(game, view, view.done[-1])


def played(context: AppContext) -> None:
    match(context, "mastermind", BEST, games="4")


def statistics(context: AppContext) -> Screen:
    played(context)
    return statistics_menu(context)


def figures(context: AppContext) -> Screen:
    played(context)
    menu = statistics_menu(context)
    go = menu.press(Button.OK)
    if not isinstance(go, Push):
        raise LookupError(f"expected the figures of a player, got {go!r}")
    return go.screen


JOY = (
    MatchShot("statistics-none", statistics_menu),
    MatchShot("statistics", statistics),
    MatchShot("statistics-player", figures),
    MatchShot("statistics-player-end", figures, "UP"),
    MatchShot("statistics-luck", figures, "UP OK"),
    MatchShot("celebrated-begins", celebrated(FIRST, 0)),
    MatchShot("celebrated", celebrated(FIRST, 2)),
    MatchShot("celebrated-best", celebrated(BEST, 2)),
    MatchShot("celebrated-round", won),
    MatchShot("reveal-best", record),
)
