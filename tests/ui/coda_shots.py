"""The screens of Coda, each brought to where it is worth looking at; names are as long as names may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box import Button
from companion.games.coda.moves import Attack, Draw, Hit, Miss, Stop, Take
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, Round, State
from companion.games.coda.view import CodaView, RoundView
from companion.games.contract import CHANCE
from companion.match.clock import TimeUsed
from companion.match.driver import MatchDriver
from companion.match.session import AnySession, Session
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.games.coda.announce import table_view
from companion.ui.games.coda.attack import AttackScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.setup import setup_menu
from tests.ui.match_shots import PAIR, MatchShot, waits_for

FOUR = (*PAIR, "Jean-Louis", "Zoé")


def begun(context: AppContext, players: Sequence[str] = PAIR, **options: str) -> Match:
    """Return a match in which all players have their first panels, which are dealt by chance."""
    chosen = {"deal": "chance"} | {name.replace("_", "-"): value for name, value in options.items()}
    session = Session.begin(context.catalogue["coda"], chosen, players, context.environment)
    settle(session)
    return Match(context, MatchDriver(session, context.now), GAME_SCREENS["coda"])


def later(match: Match) -> Match:
    """Return *match* after moves that were made without its driver."""
    return Match(match.context, MatchDriver(match.session, match.context.now), match.face)


def settle(session: AnySession) -> None:
    """Let chance deal, and every player put their panels where they may go."""
    while session.player_to_move == CHANCE or (not now(session).is_dealt and session.player_to_move is not None):
        if session.player_to_move == CHANCE:
            session.draw()
        else:
            move = next(session.game.moves(session._state))
            session.play(Take(2) if isinstance(move, Take) else move)


def now(session: AnySession) -> Round:
    state: State = session._state
    if state.now is None:
        raise LookupError("expected a round in play, got none")
    return state.now


def drawn(session: AnySession, colour: Colour = Colour.DARK) -> None:
    session.play(Draw(colour))
    settle(session)


def right(session: AnySession) -> Attack:
    """Return an attack on the first panel of the next player that stands: a right one."""
    round_ = now(session)
    seat = next(who for who in round_.alive if who != round_.turn)
    place, number = next((at, panel.value) for at, panel in enumerate(round_.rows[seat]) if panel.is_standing)
    return Attack(seat, place, number or 0)


def wrong(session: AnySession) -> Attack:
    attack = right(session)
    return Attack(attack.seat, attack.place, (attack.number + 1) % 12)


def fell(session: AnySession) -> None:
    """Attack rightly until somebody has won the round."""
    rounds = len(session._state.done)
    while len(session._state.done) == rounds:
        session.play(right(session))


def shot(
    *steps: Callable[[AnySession], None], players: Sequence[str] = PAIR, **options: str
) -> Callable[[AppContext], Screen]:
    """Return what makes the screen that is waiting after *steps*."""

    def make(context: AppContext) -> Screen:
        match = begun(context, players, **options)
        for step in steps:
            step(match.session)
        return waits_for(later(match))

    return make


def attacking(
    *steps: Callable[[AnySession], None], seconds: float = 0, imposed_at: float | None = None, **options: str
) -> Callable[[AppContext], Screen]:
    """Return what makes the screen of an attack that has been thought over for so long."""

    def make(context: AppContext) -> Screen:
        match = begun(context, **options)
        for step in (drawn, *steps):
            step(match.session)
        turn = match.session.timed_turn
        if turn is not None:
            match.session.times.note(turn.key, TimeUsed(seconds, imposed_at))
        match = later(match)
        view = table_view(match)
        return AttackScreen(match, view, now_of(view))

    return make


def hit(session: AnySession) -> None:
    session.play(right(session))


def stopped(session: AnySession) -> None:
    session.play(Stop())


def missed(session: AnySession) -> None:
    session.play(wrong(session))


def miss_all(session: AnySession) -> None:
    """Attack wrongly until there is nothing to draw, and once more."""
    while True:
        if now(session).drawn is None and now(session).phase.name == "DRAW":
            colour = next(move.colour for move in session.game.moves(session._state))
            drawn(session, colour)
        is_empty = now(session).drawn is None
        missed(session)
        if is_empty:
            return


def fall(session: AnySession) -> None:
    session.play(next(session.game.moves(session._state)))


def long_code(session: AnySession) -> None:
    """Attack wrongly until the player to move has drawn a panel and has more than eight."""
    while len(now(session).rows[now(session).turn]) < 9:
        drawn(session, next(session.game.moves(session._state)).colour)
        missed(session)
    drawn(session, next(session.game.moves(session._state)).colour)


def only_light(session: AnySession) -> None:
    """Attack wrongly until no dark panel is left to draw."""
    while next(session.game.moves(session._state)).colour is Colour.DARK:
        drawn(session)
        missed(session)


def says_after(act: Callable[[AnySession], object], variant: str = "standard") -> Callable[[AppContext], Screen]:
    """Return what makes the screen that says what came of an attack that *act* finds."""

    def make(context: AppContext) -> Screen:
        screen = attacking(variant=variant)(context)
        if not isinstance(screen, AttackScreen):
            raise TypeError("expected the screen of an attack")
        attack = act(screen.match.session)
        if isinstance(attack, Attack):
            screen.at = screen.targets.index((attack.seat, attack.place))
            screen.number = attack.number
        else:
            screen = attacking(hit)(context)
            screen.press(Button.LEFT)
        return screen

    return make


def finished(**options: str) -> Callable[[AppContext], Match]:
    def make(context: AppContext) -> Match:
        match = begun(context, **options)
        for _ in range(match.session._state.rules.rounds):
            settle(match.session)
            drawn(match.session)
            fell(match.session)
        return later(match)

    return make


def final(context: AppContext) -> Screen:
    match = finished()(context)
    return waits_for(match)


def sheet(context: AppContext) -> Screen:
    match = finished()(context)
    return match.face.sheet(match)


def rows(context: AppContext) -> Screen:
    match = finished()(context)
    return match.face.boards(match)


def no_rows(context: AppContext) -> Screen:
    match = begun(context)
    return match.face.boards(match)


def round_over(context: AppContext) -> Screen:
    match = begun(context)
    drawn(match.session)
    fell(match.session)
    return later(match).enter()


def box_attacks(context: AppContext) -> Screen:
    match = begun(context, box_seats="1")
    drawn(match.session)
    missed(match.session)
    return later(match).enter()


def started(players: Sequence[str] = PAIR, role: str = "referee") -> Callable[[AppContext], Screen]:
    """Return what makes the first screen of a match."""

    def make(context: AppContext) -> Screen:
        session = Session.begin(context.catalogue["coda"], {"role": role}, players, context.environment)
        return waits_for(Match(context, MatchDriver(session, context.now), GAME_SCREENS["coda"]))

    return make


def real(*moves: object, players: Sequence[str] = PAIR) -> Callable[[AppContext], Screen]:
    def play(session: AnySession) -> None:
        for move in moves:
            session.play(move)

    return shot(play, players=players, role="referee")


def full(count: int, *, is_attack: bool = False) -> Callable[[AppContext], Screen]:
    """Return what makes the look at the fullest table there is: 26 panels at *count* players, 13 at most at one."""

    def make(context: AppContext) -> Screen:
        match = begun(context, FOUR[:count], variant="advanced")
        session = match.session
        while sum(len(row) for row in now(session).rows) < 25 or now(session).phase is not Phase.DRAW:
            move = next(session.game.moves(session._state))
            session.play(move)
            settle(session)
            if isinstance(move, Draw):
                missed(session)
        drawn(session, next(session.game.moves(session._state)).colour)
        match = later(match)
        view = table_view(match)
        return AttackScreen(match, view, now_of(view)) if is_attack else waits_for(match)

    return make


def now_of(view: CodaView) -> RoundView:
    if view.now is None:
        raise LookupError("expected a round in play, got none")
    return view.now


DARK, LIGHT = Colour.DARK, Colour.LIGHT
ALL_OF_THEM = (Hit(1, DARK), Hit(1, DARK), Hit(1, LIGHT), Hit(1, LIGHT))
EMPTY = [Draw(DARK), Miss()] * 8 + [Draw(LIGHT), Miss()] * 8
LEFT, LIMIT = "LEFT", "BACK DOWN DOWN DOWN DOWN"
CODA = (
    MatchShot("coda-setup", lambda context: setup_menu(context, context.catalogue["coda"])),
    MatchShot("coda-setup-more", lambda context: setup_menu(context, context.catalogue["coda"]), "UP OK UP UP UP"),
    MatchShot("coda-choose", started(role="dealer")),
    MatchShot("coda-draw", shot()),
    MatchShot("coda-look", shot(drawn)),
    MatchShot("coda-undo-seen", shot(drawn), "BACK DOWN OK LEFT OK"),
    MatchShot("coda-undo-final", shot(drawn, missed), "BACK DOWN OK"),
    MatchShot("coda-code", shot(drawn), "OK"),
    MatchShot("coda-code-covered", shot(drawn), "OK UP"),
    MatchShot("coda-code-fallen", shot(drawn, missed, drawn, missed, drawn), "OK"),
    MatchShot("coda-code-long", shot(long_code), "OK"),
    MatchShot("coda-code-long-end", shot(long_code), "OK RIGHT"),
    *(
        shot
        for count in (2, 3, 4)
        for shot in (
            MatchShot(f"coda-full-{count}", full(count), "OK"),
            MatchShot(f"coda-full-{count}-attack", full(count, is_attack=True), "RIGHT UP"),
        )
    ),
    MatchShot("coda-draw-light", shot(only_light)),
    MatchShot("coda-attack", attacking()),
    MatchShot("coda-attack-next", attacking(), "RIGHT RIGHT"),
    MatchShot("coda-attack-number", attacking(), f"OK {'UP ' * 11}"),
    MatchShot("coda-attack-dash", attacking(variant="advanced"), "OK DOWN DOWN DOWN"),
    MatchShot("coda-attack-again", attacking(hit)),
    MatchShot("coda-attack-stop", attacking(hit), LEFT),
    MatchShot("coda-attack-minute-over", attacking(seconds=61, clock="on")),
    MatchShot("coda-attack-limit", attacking(seconds=61, imposed_at=60, clock="on")),
    MatchShot("coda-pause-limit", attacking(seconds=61, clock="on"), LIMIT),
    MatchShot("coda-pause-no-limit-yet", attacking(clock="on"), f"{LIMIT} OK"),
    MatchShot("coda-right", says_after(right), "OK"),
    MatchShot("coda-wrong", says_after(wrong), "OK"),
    MatchShot("coda-wrong-pool", says_after(wrong), "OK OK"),
    MatchShot("coda-wrong-dash", says_after(wrong, variant="advanced"), "OK"),
    MatchShot("coda-stopped", says_after(lambda session: Stop()), "OK"),
    MatchShot("coda-place", shot(drawn, missed, variant="advanced")),
    MatchShot("coda-place-open", shot(drawn, missed, variant="advanced"), "OK"),
    MatchShot("coda-place-covered", shot(drawn, missed, variant="advanced"), "OK UP"),
    MatchShot("coda-fall", shot(miss_all), "DOWN OK OK DOWN"),
    MatchShot("coda-handover", shot(miss_all, fall)),
    MatchShot("coda-box-attacks", box_attacks),
    MatchShot("coda-round-over", round_over),
    MatchShot("coda-take", started(FOUR)),
    MatchShot("coda-referee", real(Draw(DARK))),
    MatchShot("coda-referee-four", real(Draw(DARK), Hit(1, DARK), players=FOUR), "DOWN DOWN"),
    MatchShot("coda-referee-fall", real(*EMPTY, Miss())),
    MatchShot("coda-referee-sum", real(Draw(DARK), *ALL_OF_THEM), "UP RIGHT"),
    MatchShot("coda-pause", attacking(), "BACK DOWN DOWN DOWN"),
    MatchShot("coda-pause-look", attacking(), "BACK DOWN DOWN DOWN OK"),
    MatchShot("coda-sheet", sheet),
    MatchShot("coda-rows", rows),
    MatchShot("coda-rows-none", no_rows),
    MatchShot("coda-final", final),
)
