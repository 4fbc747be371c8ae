"""The choice of the next screen in a game of Passcode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.errors import N_
from companion.games.contract import AnyGame
from companion.games.passcode.moves import (
    Deal,
    Die,
    Discard,
    Draw,
    Fail,
    First,
    Hand,
    Keep,
    LayLock,
    NoLock,
    Roll,
    Square,
)
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Translator, Verbatim
from companion.match.driver import MoveEvent
from companion.ui.context import AppContext
from companion.ui.games.passcode.automatic import told_of, words_of
from companion.ui.games.passcode.die import RollScreen
from companion.ui.games.passcode.hand import DrawScreen, HandScreen
from companion.ui.games.passcode.lesson import LESSON
from companion.ui.games.passcode.overview import last_attempt, overview, report, round_screen, sheet
from companion.ui.games.passcode.square import SquareScreen
from companion.ui.games.passcode.turn import DealMenu, hands_menu, lock_menu, turn_menu
from companion.ui.games.passcode.views import FAIL, card_name, is_before_deal, is_dealer, seen_by_all
from companion.ui.lesson import LessonMatch
from companion.ui.match import SHOWN_CODE, Back, Match
from companion.ui.match_screens import final_menu
from companion.ui.menu import Item
from companion.ui.screen import Navigation, Screen


class PasscodeScreens:
    """The screens of Passcode, for cards in the box and on the table."""

    boards_title = N_("Code boards")
    shown_question = SHOWN_CODE

    def next_screen(self, match: Match) -> Screen:
        """Return the result of a round that just ended, else the screen for the person to move."""
        view = seen_by_all(match)
        if is_before_deal(view) and view.done:
            return round_screen(match, view, view.done[-1], lambda: _dealt(match))
        return _asked(match, view)

    def resumed(self, match: Match) -> Screen:
        """Return the screen that the match waits for; the end of a round was celebrated before."""
        screen = self.next_screen(match)
        screen.over = None
        return screen

    def told(self, match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
        """Return a list of the moves in *events*, followed by *then*; only *then* if there is nothing to tell."""
        told, after = list(told_of(events)), then
        for event in events:
            view: PasscodeView = event.before.view(None)
            if not view.is_last and event.after.view(None).is_last:
                after = partial(last_attempt, match, view.seat, lambda: match.show(then()))
        return report(match, told, after()) if told else after()

    def lesson(self, context: AppContext, game: AnyGame) -> Screen:
        """Return the first screen of a short round against the box."""
        return LessonMatch(context, game, self, LESSON).enter()

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet: the totals, then the rounds."""
        return sheet(match, seen_by_all(match))

    def boards(self, match: Match) -> Screen:
        """Return what the table sees of every player, which leads to the code boards."""
        return overview(match, seen_by_all(match))

    def seen_words(self, move: object, translator: Translator) -> str:
        """Return what the players saw by *move*: a throw of the die, or a card."""
        return translator._("the die") if isinstance(move, Roll | Die | First) else translator._("the card")

    def move_words(self, match: Match, move: object, translator: Translator) -> str:
        """Return a name for *move* without hidden cards, in at most ten letters, the room in the pause menu."""
        match move:
            case Square():
                return translator._("die turned")
            case Draw():
                return translator._("drawing")
            case Discard():
                return translator._("discard")
            case LayLock(_, number):
                return translator._("lock-in {number}").format(number=number)
            case Keep() | NoLock():
                return translator._("keeping")
            case Hand(card):
                return translator._("hand {card}").format(card=card_name(card))
            case Deal():
                return translator._("the deal")
            case Fail():
                return FAIL
        return translator.say(words_of(seen_by_all(match), move))

    def pause_items(self, match: Match, back: Back) -> Sequence[Item]:
        """Return no additional items for the pause menu."""
        return ()


def _dealt(match: Match) -> Navigation:
    """Go on to the next round after the player has seen the result of the last one."""
    view = seen_by_all(match)
    return match.next_round() if is_dealer(view) else match.show(DealMenu(match, view))


def _asked(match: Match, view: PasscodeView) -> Screen:
    """Return the screen for the person to move."""
    if match.session.player_to_move is None:
        return final_menu(match, view.outcome, [Verbatim(str(player.score)) for player in view.players])
    if match.driver.position.is_prompted:
        return RollScreen(match, view)
    match view.phase:
        case Phase.SQUARE:
            return SquareScreen(match, view)
        case Phase.DEAL:
            return DealMenu(match, view)
        case Phase.HANDS:
            return hands_menu(match, view)
        case Phase.DRAW:
            return DrawScreen(match, view)
        case Phase.LOCK if not is_dealer(view):
            return lock_menu(match, view)
    return HandScreen(match, view) if is_dealer(view) else turn_menu(match, view)


SCREENS = PasscodeScreens()
