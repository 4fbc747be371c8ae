"""The minute that a player has, and the 20 seconds that an opponent may then impose."""

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
    """Return a fresh clock, or None where the table plays without."""
    return TurnClock(FREE_S, LIMIT_S) if rules.clock else None


def clock_words(clock: TurnClock | None, now: float) -> str:
    """Return what stands beside the player's name: nothing in the first minute, a sign after it, then the seconds."""
    if clock is None or clock.stage(now) is Stage.FREE:
        return ""
    return "60+" if clock.stage(now) is Stage.OPEN else f"{clock.seconds(now)} s"


def time_up_words(match: Match, now: RoundView) -> Text:
    """Return what it costs the player in turn; to be asked before the move is played."""
    view: CodaView = match.session.view(now.turn)
    drawn = None if view.now is None else view.now.drawn
    return lost_words(match.players[now.turn], drawn)


def lost_words(name: str, drawn: Seen | None) -> Text:
    """Return what a wrong attack, or none in time, costs the player called *name*."""

    def words(tongue: Translator) -> Verbatim:
        if drawn is None:
            return Verbatim(tongue._("{name} knocks down a panel.").format(name=name))
        shown = panel_words(tongue, drawn.colour, drawn.number)
        return Verbatim(tongue._("{name} shows: {panel}.").format(name=name, panel=shown))

    return words
