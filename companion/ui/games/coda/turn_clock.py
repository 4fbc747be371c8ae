"""The clock of a turn: a free minute, and the limit of 20 seconds that an opponent may impose afterwards."""

from __future__ import annotations

from companion.games.coda.state import Rules
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.games.coda.drawing import panel_words
from companion.ui.match import Match
from companion.ui.turn_clock import Stage, TurnClock

FREE_S = 60.0
LIMIT_S = 20.0


def clock_of(rules: Rules) -> TurnClock | None:
    """Return a new clock, or None if the match is played without one."""
    return TurnClock(FREE_S, LIMIT_S) if rules.clock else None


def clock_words(clock: TurnClock | None, now: float) -> str:
    """Return the text beside the player's name: empty in the first minute, then ``60+``, or the seconds left."""
    if clock is None or clock.stage(now) is Stage.FREE:
        return ""
    return "60+" if clock.stage(now) is Stage.OPEN else f"{clock.seconds(now)} s"


def time_up_words(match: Match, now: RoundView) -> Text:
    """Return the words for what ``TimeUp`` costs the player to move; call it before the move is played."""
    view: CodaView = match.session.view(now.turn)
    drawn = None if view.now is None else view.now.drawn
    return lost_words(match.players[now.turn], drawn)


def lost_words(name: str, drawn: Seen | None) -> Text:
    """Return the words for what a wrong attack, or no attack in time, costs the player *name*."""

    def words(tongue: Translator) -> Verbatim:
        if drawn is None:
            return Verbatim(tongue._("{name} knocks down a panel.").format(name=name))
        shown = panel_words(tongue, drawn.colour, drawn.number)
        return Verbatim(tongue._("{name} shows: {panel}.").format(name=name, panel=shown))

    return words
