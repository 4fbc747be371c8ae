"""The choice of the next screen in a game of Passcode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.box import Button
from companion.errors import N_
from companion.games.contract import AnyGame
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Translator, Verbatim
from companion.match.driver import MoveEvent
from companion.match.practice import Prepared
from companion.ui.core import tiles
from companion.ui.core.screen import Navigation, Screen
from companion.ui.games.passcode import entry, turn
from companion.ui.games.passcode.overview import last_attempt, levels, overview, report, round_screen, sheet
from companion.ui.games.passcode.views import FAIL, is_dealer, is_round_over, seen_by_all, told_of
from companion.ui.games.shared.lesson import LessonMatch, LessonPlan, LessonStep
from companion.ui.games.shared.match import GameScreens, Match
from companion.ui.games.shared.match_screens import SayScreen, final_menu

FAIL_WORDS = N_("A FAIL ends the turn. Three of them lock a player out.")


def _next_screen(match: Match) -> Screen:
    """Return the result of a round that just ended, else the screen for the person to move."""
    view = seen_by_all(match)
    if is_round_over(view):
        return round_screen(match, view, view.done[-1], lambda: _deal_next(match))
    return _persons(match, view)


def _resume(match: Match) -> Screen:
    """Return the screen that the match waits for; the end of a round was celebrated before."""
    screen = _next_screen(match)
    screen.over = None
    return screen


def _tell(match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
    """Return a list of the moves in *events*, followed by *then*; only *then* if there is nothing to tell."""
    told, after = list(told_of(match, events)), then
    for event in events:
        view: PasscodeView = event.before.view(None)
        if not view.is_last and event.after.view(None).is_last:
            after = partial(last_attempt, match, view.seat, lambda: match.show(then()))
    if events and match.is_first and _is_first_fail(match, events):
        shown = after
        after = partial(SayScreen, match, Verbatim(FAIL), FAIL_WORDS, lambda: match.show(shown()))
    return report(match, told, after(), events) if told else after()


def _is_first_fail(match: Match, events: Sequence[MoveEvent[Any, Any]]) -> bool:
    """Whether *events*, the last ones, have the first FAIL of the match."""
    before: PasscodeView = events[0].before.view(None)
    counts = [sum(player.fails for player in view.players) for view in (before, seen_by_all(match))]
    return not before.done and counts[0] == 0 < counts[1]


def _summary(game: AnyGame, translator: Translator) -> tuple[str, str]:
    """Return what Passcode is played with, and what players do."""
    return translator._("a die and cards"), translator._("Roll a code and play its digits with cards.")


def _deal_next(match: Match) -> Navigation:
    """Go on to the next round after the player has seen the result of the last one."""
    view = seen_by_all(match)
    is_prompted = is_dealer(view) and view.phase is Phase.DEAL
    return match.next_round() if is_prompted else match.show(_persons(match, view))


def _persons(match: Match, view: PasscodeView) -> Screen:
    """Return the screen for the person to move."""
    if match.session.player_to_move is None:
        return final_menu(match, view.outcome, levels(view))
    if match.driver.position.is_prompted:
        return turn.RollScreen(match, view)
    if (enters := entry.SCREENS.get(view.phase)) is not None:
        return enters(match, view)
    match view.phase:
        case Phase.SQUARE:
            return turn.SquareScreen(match, view) if view.players[0].board else turn.codes_question(match, view)
        case Phase.DEAL:
            return turn.DealMenu(match, view)
        case Phase.HANDS:
            return turn.hands_menu(match, view)
        case Phase.DRAW:
            return turn.DrawScreen(match, view)
        case Phase.LOCK if not is_dealer(view):
            return turn.lock_menu(match, view)
    return turn.HandScreen(match, view) if is_dealer(view) else turn.turn_menu(match, view)


# The die shows these tops to the first player, whose first code is then 1 2 3.
TOPS = "123456112345654321"
BOARDS = tuple(move for top in TOPS for move in (f"roll {1 if top in '34' else 3}{top} left", "turn right"))
LESSON = LessonPlan(
    Prepared(
        {"box-seats": "1", "first": "1"},
        ("Player 1", "Box 1"),
        (*BOARDS, "card 1", "card 5", "up 3", "draw", "card 4", "play 1", "draw", "card fail"),
        ("card key", "card fail", "card fail", "die 4"),
    ),
    (N_("Play the digits of your code in order, with cards."),),
    (
        LessonStep(
            turn.DrawScreen,
            N_("Your code is 123, the 2 is next. \u25c0\u00a0draws a card."),
            (Button.LEFT,),
            N_("draws"),
            "draw",
        ),
        LessonStep(
            turn.HandScreen,
            N_("A KEY! It counts as any digit. \u25bc\u00a0plays it."),
            (Button.DOWN,),
            N_("plays"),
            "play key",
        ),
        LessonStep(
            turn.DrawScreen,
            N_("A FAIL ends a turn. Your 3 lies open: \u25b6\u00a0takes it."),
            (Button.RIGHT,),
            N_("takes"),
            "take",
        ),
        LessonStep(turn.HandScreen, N_("Play the 3 in the same way."), (Button.DOWN,), N_("plays"), "play 3"),
        LessonStep(
            turn.HandScreen,
            N_("Your code is complete. Lay the 4: you lock in with it."),
            (Button.DOWN,),
            N_("locks in"),
            "lock 4",
        ),
        LessonStep(turn.RollScreen, N_("Now roll a 4 to win the round."), (Button.OK,), N_("rolls"), oks=1),
    ),
    (N_("Three FAILs in a round lock you out."),),
)

VERBS = {
    Phase.DRAW: N_("draw a card"),
    Phase.PLAY: N_("play a card"),
    Phase.FREE: N_("roll the die"),
    Phase.LOCK_IN: N_("roll the die"),
    Phase.NUMBER: N_("roll the die"),
    Phase.PLAYOFF: N_("roll the die"),
}
"""What the player does whose turn begins, in a few words below the name."""

SCREENS: GameScreens = GameScreens(
    picture=tiles.CARDS,
    next_screen=_next_screen,
    resume=_resume,
    tell=_tell,
    sheet=lambda match: sheet(match, seen_by_all(match)),
    boards=lambda match: overview(match, seen_by_all(match)),
    boards_title=N_("Code boards"),
    summary=_summary,
    # On the menus of a referee, a press before they are seen would be a report.
    verb=lambda view: VERBS.get(view.phase) if is_dealer(view) else None,
    lesson=lambda context, game, play: LessonMatch(context, game, SCREENS, LESSON, play).enter(),
)
"""The screens of Passcode, for cards in the box and on the table."""
