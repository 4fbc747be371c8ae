"""The choice of the next screen in a match of Coda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Attack, Fall, Place, Stop
from companion.games.coda.state import Phase, Role
from companion.games.coda.view import CodaView, RoundView
from companion.games.contract import AnyGame
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.match.practice import Prepared
from companion.ui.core import tiles
from companion.ui.core.menu import Item
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.coda.announce import RoundScreen, limit_item, lost_words, round_screen, table_view, told_screen
from companion.ui.games.coda.attack import AttackScreen, attack_words, play_attack
from companion.ui.games.coda.drawing import panel_words
from companion.ui.games.coda.menus import RefereeMenu, SumScreen, fall_menu, play, take_menu
from companion.ui.games.coda.own_panels import DrawScreen, FallScreen, OwnLook, PlaceLook, RowsScreen, put_in, sheet
from companion.ui.games.shared.lesson import LessonMatch, LessonPlan, LessonStep
from companion.ui.games.shared.match import Back, GameScreens, Match
from companion.ui.games.shared.match_screens import final_menu, point_words

LOOK_HELP = N_("Shows a player their own panels. The others look away.")


def _next_screen(match: Match) -> Screen:
    """Return the result of a round before the next is dealt, the screen for the person to move, or the end."""
    view = table_view(match)
    if match.driver.position.is_prompted:
        return round_screen(match, view.done[-1])
    return (
        final_menu(match, view.outcome, [point_words(score) for score in view.scores])
        if view.now is None
        else _persons(match, view, view.now)
    )


def _resume(match: Match) -> Screen:
    """Return the result of the last round if nothing has been dealt since, else the screen for the next move."""
    view = table_view(match)
    is_fresh = view.now is None or not any(view.now.rows)
    screen = round_screen(match, view.done[-1]) if view.done and is_fresh else _next_screen(match)
    screen.over = None
    return screen


def _tell(match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
    """Return the screen for the first of *events* that is worth telling; the others follow one by one."""
    if not events:
        return then()
    event, rest = events[0], events[1:]

    def onward() -> Screen:
        done = event.after.view(None).done
        # Where the next deal waits for a player, the result of the round is the screen for that.
        is_told = len(done) == len(event.before.view(None).done) or match.driver.position.is_prompted
        others = partial(_tell, match, rest, then)
        following = others()
        if is_told or isinstance(following, RoundScreen):
            return following
        return round_screen(match, done[-1], lambda: match.show(others()))

    words = _box_words(match, event)
    if words is None:
        return onward()
    name = Verbatim(match.players[event.seat])
    verdict = attack_words(match, event)[0] if isinstance(event.move, Attack) else ""
    screen = told_screen(match, event, name, words, lambda: match.show(onward()), verdict)
    screen.others = events
    return screen


def _summary(game: AnyGame, translator: Translator) -> tuple[str, str]:
    """Return what Coda is played with, and what players do."""
    return translator._("hidden numbers"), translator._("Guess the numbers that the others hide.")


def _play(match: Match, move: Any) -> Navigation:
    """Play *move*, which was typed, and go on as the screen of its kind does."""
    now = table_view(match).now
    if isinstance(move, Attack) and now is not None:
        return play_attack(match, now, move)
    return put_in(match, move) if isinstance(move, Stop | Place) else play(match, move)


def _pause_items(match: Match, behind: Screen, back: Back) -> Sequence[Item]:
    """Return this game's items of the pause menu: the look at a player's own code, and the limit of a turn's time."""
    view, clock = table_view(match), match.driver.clock
    turn = 0 if view.now is None else view.now.turn
    limit = [] if clock is None or clock.is_limited else [limit_item(match, turn, clock, Replace(behind))]
    if view.rules.role is Role.REFEREE or view.now is None:
        return [Item(N_("Look at my code"), Stay, "…", N_("There is no hidden code now."), help=LOOK_HELP), *limit]
    look = OwnLook(match, view.now.turn, Pop, lambda screen: Pop(), is_handover=True)
    return [Item(N_("Look at my code"), lambda: Push(look), "…", help=LOOK_HELP), *limit]


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
            return _look_first(match, now, lambda: FallScreen(match, view, now))
        case Phase.PLACE:
            return PlaceLook(match, now.turn, is_handover=not now.rows[now.turn])
        case Phase.ATTACK if is_referee:
            return RefereeMenu(match, view, now)
        case Phase.ATTACK if not now.hits:
            return _look_first(match, now, lambda: _attack(match))
    return _attack(match)


def _attack(match: Match) -> Screen:
    """Return the screen for an attack; raises ``RuntimeError`` between rounds."""
    view = table_view(match)
    if view.now is None:
        raise RuntimeError("expected a round, got none")
    return AttackScreen(match, view, view.now)


def _look_first(match: Match, now: RoundView, then: Callable[[], Screen]) -> Screen:
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


def _news(match: Match) -> Sequence[Text]:
    """Return where the person before put the panel of the turn; none for a turn without one."""
    now = table_view(match).now
    if now is None or now.inserted is None or now.inserter is None or now.inserter == now.turn:
        return ()
    panel, name = now.rows[now.inserter][now.inserted], match.players[now.inserter]

    def words(translator: Translator) -> str:
        return panel_words(translator, panel.colour, panel.number)

    return [filled(N_("{name} put in: {panel}, no. {place}"), name=name, panel=words, place=now.inserted + 1)]


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


LESSON = LessonPlan(
    Prepared(
        {"box-seats": "1", "strength": "easy", "deal": "chance", "first": "1", "rounds": "1"},
        ("Player 1", "Box 1"),
        # The box's code begins dark 0, light 0; the light one and a dark 11 have fallen.
        (
            *("D1", "L4", "D6", "L8", "D0", "L0", "D7", "L9"),
            *("draw light", "L10", "attack 2.2 0", "stop"),
            *("draw dark", "D11", "attack 1.1 0"),
        ),
        ("D3", "L6"),
    ),
    (N_("Hidden numbers rise from left to right."), N_("Of two equal numbers, the dark one is left.")),
    (
        LessonStep(
            DrawScreen,
            N_("First draw a panel: \u25c0\u00a0dark, light\u00a0\u25b6."),
            (Button.LEFT,),
            N_("draws"),
        ),
        LessonStep(
            OwnLook,
            N_("Hold OK to see your code; the others look away. \u25bc\u00a0goes on."),
            (Button.OK, Button.DOWN),
            N_("look, go on"),
            oks=2,
        ),
        LessonStep(
            AttackScreen,
            N_("Light 0 fell. Left of it: dark 0! OK names it, then attacks."),
            (Button.OK, Button.OK),
            N_("attacks"),
            "attack 2.1 0",
            1,
            _attack,
        ),
        LessonStep(
            AttackScreen,
            N_("Right! Attack again, or stop: \u25c0, then OK."),
            (Button.LEFT, Button.OK),
            N_("stops"),
            "stop",
            1,
            _attack,
        ),
    ),
    (N_("A wrong attack shows the panel you drew."),),
)

VERBS = {
    Phase.DRAW: N_("draw a panel"),
    Phase.PLACE: N_("place the panel"),
    Phase.ATTACK: N_("attack"),
    Phase.FALL: N_("lose a panel"),
}
"""What the player does whose turn begins, in a few words below the name."""

SCREENS: GameScreens = GameScreens(
    picture=tiles.STONES,
    next_screen=_next_screen,
    resume=_resume,
    tell=_tell,
    sheet=sheet,
    # No screen shows the attacks of the round in play.
    boards=RowsScreen,
    boards_title=N_("Past rounds"),
    summary=_summary,
    # On the menus of a referee, a press before they are seen would be a report.
    verb=lambda view: None if view.rules.role is Role.REFEREE else VERBS.get(view.phase),
    news=_news,
    pause_items=_pause_items,
    play=_play,
    lesson=lambda context, game, play: LessonMatch(context, game, SCREENS, LESSON, play).enter(),
)
"""The screens of Coda, with or without real panels."""
