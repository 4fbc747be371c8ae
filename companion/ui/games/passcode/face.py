"""Which screen a game of Passcode shows next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.errors import N_
from companion.games.passcode.moves import Deal, Discard, Draw, Fail, Hand, Keep, LayLock, NoLock, Square
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Translator
from companion.match.driver import MoveEvent
from companion.ui.games.passcode.automatic import told_of, words_of
from companion.ui.games.passcode.die import RollScreen
from companion.ui.games.passcode.hand import draw_menu, play_screen
from companion.ui.games.passcode.overview import BoardsScreen, final_menu, report, round_screen, sheet
from companion.ui.games.passcode.square import SquareScreen
from companion.ui.games.passcode.turn import DealMenu, hands_menu, lock_menu, turn_menu
from companion.ui.games.passcode.views import FAIL, card_name, is_before_deal, is_dealer, seen_by_all
from companion.ui.match import Match
from companion.ui.menu import Item
from companion.ui.screen import Navigation, Screen


class PasscodeScreens:
    """The face of Passcode, whoever holds the cards."""

    boards_title = N_("Code boards")

    def waiting(self, match: Match) -> Screen:
        """Return the end of a round, or what the person to act is asked."""
        view = seen_by_all(match)
        if is_before_deal(view) and view.done:
            return round_screen(match, view, view.done[-1], lambda: _dealt(match))
        return _asked(match, view)

    def resumed(self, match: Match) -> Screen:
        """Return what the match waits for."""
        return self.waiting(match)

    def told(self, match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
        """Return a list of what was played meanwhile."""
        told = list(told_of(events))
        return report(match, told, then()) if told else then()

    def sheet(self, match: Match) -> Screen:
        """Return the totals, and the rounds."""
        return sheet(match, seen_by_all(match))

    def boards(self, match: Match) -> Screen:
        """Return the code boards."""
        return BoardsScreen(match, seen_by_all(match))

    def move_words(self, match: Match, move: object, tongue: Translator) -> str:
        """Return a move in at most ten letters, which is what the pause has room for; no hidden card is among them."""
        match move:
            case Square():
                return tongue._("die turned")
            case Draw():
                return tongue._("drawing")
            case Discard():
                return tongue._("discard")
            case LayLock(_, number):
                return tongue._("lock-in {number}").format(number=number)
            case Keep() | NoLock():
                return tongue._("keeping")
            case Hand(card):
                return tongue._("hand {card}").format(card=card_name(card))
            case Deal():
                return tongue._("the deal")
            case Fail():
                return FAIL
        return tongue.say(words_of(seen_by_all(match), move))

    def pause_items(self, match: Match) -> Sequence[Item]:
        """Return nothing besides the usual."""
        return ()


def _dealt(match: Match) -> Navigation:
    """Go on to the next round, once the end of the last one was seen."""
    view = seen_by_all(match)
    return match.next_round() if is_dealer(view) else match.show(DealMenu(match, view))


def _asked(match: Match, view: PasscodeView) -> Screen:
    """Return what the person to act is asked."""
    if match.session.player_to_move is None:
        return final_menu(match, view)
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
            return draw_menu(match, view)
        case Phase.LOCK if not is_dealer(view):
            return lock_menu(match, view)
    return play_screen(match, view) if is_dealer(view) else turn_menu(match, view)
