"""The screens of what makes matches more fun: celebrations and statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.games.pegs.state import Phase
from companion.i18n.translator import Verbatim
from companion.match.session import Session
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Push, Replace, Screen, WithSound
from companion.ui.games.pegs.face import SEAL_USE, VERBS
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import Celebration, round_won
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.games.shared.turn import TurnOverlay, TurnSign
from companion.ui.home.statistics import statistics_menu
from tests.ui.match_shots import MatchShot, match, waits_for

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


def wordless(*rows: str, players: Sequence[str] = ("Anna",)) -> Callable[[AppContext], Screen]:
    """Return the screen of a match of Junior without reading, after *rows*."""

    def make(context: AppContext) -> Screen:
        context.environment = replace(context.environment, draw=lambda count: 7 % count)
        options = {"pictures": "yes", "first": "1"} if len(players) > 1 else {"pictures": "yes"}
        session = Session.begin(context.catalogue["junior"], options, players, context.environment)
        game = Match(context, context.drive(session), GAME_SCREENS["pegs"])
        screen = game.enter()
        for row in rows:
            if row == "go":
                game.call()
            else:
                game.submit(session.read(row))
            screen = waits_for(game)
        return screen

    return make


def answered(steps: int) -> Callable[[AppContext], Screen]:
    """Return the answer to a row with a face of each kind, *steps* after it appeared."""

    def make(context: AppContext) -> Screen:
        screen = wordless()(context)
        for button in [*[Button.UP] * 1, Button.OK, *[Button.UP] * 3, Button.OK, *[Button.UP] * 6, Button.OK]:
            screen.press(button)
        go = screen.press(Button.OK)
        if not isinstance(go, WithSound) or not isinstance(go.go, Replace):
            raise LookupError(f"expected an answer, got {go!r}")
        for _ in range(steps):
            go.go.screen.tick(go.go.screen.due() or 0.0)
        return go.go.screen

    return make


def turn(sign: TurnSign) -> Callable[[AppContext], Screen]:
    return lambda context: TurnOverlay(sign)


SOME_ROWS = ("RGP", "OOR", "RYO")
JOY = (
    MatchShot("wordless-first-row", wordless()),
    MatchShot("wordless-rows", wordless(*SOME_ROWS), "UP OK UP UP"),
    MatchShot("wordless-answer", answered(1)),
    MatchShot("wordless-pause", wordless(*SOME_ROWS), "BACK RIGHT"),
    MatchShot("wordless-turn", wordless(players=("Anna", "Ben", "Zoe"))),
    MatchShot("wordless-solved", wordless("RRO", "ROR", "OOO", "ROO", players=("Anna", "Ben"))),
    MatchShot("wordless-end", wordless("give up", "go", "give up", players=("Anna", "Ben"))),
    MatchShot("statistics-none", statistics_menu),
    MatchShot("statistics", statistics),
    MatchShot("statistics-player", figures),
    MatchShot("statistics-player-end", figures, "UP"),
    MatchShot("statistics-luck", figures, "UP OK OK"),
    MatchShot("celebrated-begins", celebrated(FIRST, 0)),
    MatchShot("celebrated", celebrated(FIRST, 2)),
    MatchShot("celebrated-best", celebrated(BEST, 2)),
    MatchShot("celebrated-round", won),
    MatchShot("reveal-best", record),
    MatchShot("turn-seal", turn(TurnSign(0, "Anna", VERBS[Phase.GUESS], [Verbatim("M3PW-GCOP-YKLN-MTTJ"), SEAL_USE]))),
    MatchShot("turn-long", turn(TurnSign(2, "Clémentine", VERBS[Phase.KEYS], [SEAL_USE]))),
    MatchShot("turn-picture", turn(TurnSign(5))),
)
