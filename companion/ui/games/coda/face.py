"""The choice of the next screen in a match of Coda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.errors import N_
from companion.games.coda.moves import Attack, Deal, Draw, Fall, Hit, Miss, Place, Stop, TimeUp
from companion.games.coda.state import Phase, Role
from companion.games.coda.view import CodaView, RoundView
from companion.games.contract import AnyGame
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.ui.context import AppContext
from companion.ui.games.coda.announce import RoundScreen, round_screen, table_view, told_screen
from companion.ui.games.coda.attack import AttackScreen, attack_words
from companion.ui.games.coda.drawing import panel_words
from companion.ui.games.coda.lesson import LESSON
from companion.ui.games.coda.menus import RefereeMenu, SumScreen, fall_menu, take_menu
from companion.ui.games.coda.own_panels import DrawScreen, FallScreen
from companion.ui.games.coda.turn_clock import lost_words
from companion.ui.games.coda.views import OwnLook, PlaceLook, RowsScreen, sheet
from companion.ui.lesson import LessonMatch
from companion.ui.match import Back, Match
from companion.ui.match_screens import final_menu
from companion.ui.menu import Item
from companion.ui.screen import Pop, Push, Screen, Stay

LOOK_HELP = N_("Shows a player their own panels. The others look away.")
_MOVES = {
    Draw: N_("the draw"),
    Place: N_("a place"),
    Attack: N_("an attack"),
    Hit: N_("the hit"),
    Miss: N_("the miss"),
    Stop: N_("the stop"),
    Fall: N_("the fall"),
    TimeUp: N_("the time"),
}
_OTHER_MOVE = N_("the move")
_OTHER_PANEL = N_("the panel")
_SEEN = {
    Deal: N_("the panel drawn"),
    Attack: N_("the answer"),
    Stop: N_("its place"),
    Place: N_("its place"),
}


class CodaScreens:
    """The screens of Coda, with or without real panels."""

    boards_title = N_("Past rounds")
    shown_question = N_("All saw a panel. It goes back and another is dealt. Agreed?")

    def next_screen(self, match: Match) -> Screen:
        """Return the result of a round before the next is dealt, the screen for the person to move, or the end."""
        view = table_view(match)
        if match.driver.position.is_prompted:
            return round_screen(match, view.done[-1])
        return (
            final_menu(match, view.outcome, [Verbatim(str(score)) for score in view.scores])
            if view.now is None
            else _persons(match, view, view.now)
        )

    def resumed(self, match: Match) -> Screen:
        """Return the result of the last round if nothing has been dealt since, else the screen for the next move."""
        view = table_view(match)
        is_fresh = view.now is None or not any(view.now.rows)
        screen = round_screen(match, view.done[-1]) if view.done and is_fresh else self.next_screen(match)
        screen.over = None
        return screen

    def told(self, match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
        """Return the screen for the first of *events* that is worth telling; the others follow one by one."""
        if not events:
            return then()
        event, rest = events[0], events[1:]

        def onward() -> Screen:
            done = event.after.view(None).done
            # Where the next deal waits for a player, the result of the round is the screen for that.
            is_told = len(done) == len(event.before.view(None).done) or match.driver.position.is_prompted
            others = partial(self.told, match, rest, then)
            following = others()
            if is_told or isinstance(following, RoundScreen):
                return following
            return round_screen(match, done[-1], lambda: match.show(others()))

        words = _box_words(match, event)
        if words is None:
            return onward()
        name = Verbatim(match.players[event.seat])
        verdict = attack_words(match, event)[0] if isinstance(event.move, Attack) else ""
        return told_screen(match, event, name, words, lambda: match.show(onward()), verdict)

    def lesson(self, context: AppContext, game: AnyGame) -> Screen:
        """Return the first screen of a short turn against the box."""
        return LessonMatch(context, game, self, LESSON).enter()

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet."""
        return sheet(match)

    def boards(self, match: Match) -> Screen:
        """Return the rows of the finished rounds; no screen shows the attacks of the round in play."""
        return RowsScreen(match)

    def move_words(self, match: Match, move: object, translator: Translator) -> str:
        """Return the kind of a move without its details, because players must remember attacks themselves."""
        return translator._(_MOVES.get(type(move), _OTHER_MOVE))

    def seen_words(self, move: object, translator: Translator) -> str:
        """Return what the players saw by *move*."""
        return translator._(_SEEN.get(type(move), _OTHER_PANEL))

    def pause_items(self, match: Match, back: Back) -> Sequence[Item]:
        """Return this game's item of the pause menu, the look at a player's own code."""
        view = table_view(match)
        if view.rules.role is Role.REFEREE or view.now is None:
            return [Item(N_("Look at my code"), Stay, "…", N_("There is no hidden code now."), help=LOOK_HELP)]
        look = OwnLook(match, view.now.turn, Pop, lambda screen: Pop(), is_handover=True)
        return [Item(N_("Look at my code"), lambda: Push(look), "…", help=LOOK_HELP)]


def _persons(match: Match, view: CodaView, now: RoundView) -> Screen:
    is_referee = view.rules.role is Role.REFEREE
    match view.phase:
        case Phase.TAKE:
            return take_menu(match, view, now)
        case Phase.DRAW:
            return DrawScreen(match, now)
        case Phase.STANDING:
            return SumScreen(match, view)
        case Phase.FALL if is_referee:
            return fall_menu(match, view, now)
        case Phase.FALL:
            return _looked(match, now, lambda: FallScreen(match, view, now))
        case Phase.PLACE:
            return PlaceLook(match, now.turn, is_handover=not now.rows[now.turn])
        case Phase.ATTACK if is_referee:
            return RefereeMenu(match, view, now)
        case Phase.ATTACK if not now.hits:
            return _looked(match, now, lambda: AttackScreen(match, view, now))
    return AttackScreen(match, view, now)


def _looked(match: Match, now: RoundView, then: Callable[[], Screen]) -> Screen:
    """Return the private look of the player to move, followed by the screen of *then*.

    A player who has not drawn gets the box from the player before, whose quick presses must not open the look.
    """
    is_handover = now.drawn is None
    return OwnLook(match, now.turn, lambda: match.show(then()), is_in_turn=True, is_handover=is_handover)


def _box_words(match: Match, event: MoveEvent[Any, CodaView]) -> Text | None:
    """Return the words for a move of the box; None for drawing, whose colour the end of the turn tells."""
    own = event.before.view(event.seat)
    match event.move:
        case Stop() | Place():
            return _put_in_words(match, event)
        case Attack():
            return _box_attack(match, event)
        case Fall(place) if own.now is not None:
            return lost_words(match.players[event.seat], own.now.rows[event.seat][place])
    return None


def _put_in_words(match: Match, event: MoveEvent[Any, CodaView]) -> Text | None:
    """Return the words for where the box put a drawn panel; None if it has yet to choose the place, or had none."""
    before, after = event.before.view(None).now, event.after.view(None).now
    if before is None or before.drawn is None or not before.is_dealt or after is None or after.turn == before.turn:
        return None
    drawn, place = before.drawn, after.inserted or 0

    def panel(translator: Translator) -> str:
        return panel_words(translator, drawn.colour, drawn.number)

    name = match.players[event.seat]
    return filled(N_("{name} puts in: {panel}, no. {place} of the row."), name=name, panel=panel, place=place + 1)


def _box_attack(match: Match, event: MoveEvent[Any, CodaView]) -> Text:
    """Return the words for an attack by the box: the target, the number named, and the result."""
    attack, now = event.move, event.before.view(None).now
    verdict, text, is_right = attack_words(match, event)
    row = now.rows[attack.seat] if now is not None else ()
    colour = row[attack.place].colour

    def words(translator: Translator) -> Verbatim:
        panel = panel_words(translator, colour, attack.number)
        called = translator._("{name} no. {place} is {panel}?")
        asked = called.format(name=match.players[attack.seat], place=attack.place + 1, panel=panel)
        # A right attack needs no further words, because the question already names the panel that falls.
        return Verbatim(
            " ".join([asked, translator.say(verdict) + ".", *([] if is_right else [translator.say(text)])])
        )

    return words


SCREENS = CodaScreens()
