"""The clock of a turn: a free minute, and the limit of 20 seconds that an opponent may impose afterwards."""

from __future__ import annotations

from companion.box import Cue
from companion.errors import N_
from companion.games.coda.moves import TimeUp
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, filled
from companion.ui.games.coda.announce import played, table_view
from companion.ui.games.coda.drawing import panel_words
from companion.ui.match import Match
from companion.ui.screen import Navigation, Screen, Stay
from companion.ui.turn_clock import Stage, TurnClock

FREE_S = 60.0
LIMIT_S = 20.0


def turn_clock(match: Match) -> TurnClock | None:
    """Return the clock of the turn in play; None without a turn, or if the match is played without a clock.

    The match keeps the clock of each turn, so no undo sets one back. A turn is known by its round, its player, the
    number of panels in the rows and the number that had fallen before it: every turn changes one of the last two.
    """
    view = table_view(match)
    now = view.now
    if now is None or not view.rules.clock:
        return None
    panels = [panel for row in now.rows for panel in row]
    fallen = sum(not panel.is_standing for panel in panels)
    return match.clocks.setdefault((now.number, now.turn, len(panels), fallen - now.hits), TurnClock(FREE_S, LIMIT_S))


class ClockedScreen(Screen):
    """A screen of a turn during which the clock of the turn runs; ``clock`` is None where there is none."""

    match: Match
    clock: TurnClock | None

    def run_clock(self) -> str:
        """Let the clock run, and return its words."""
        if self.clock is not None:
            self.clock.run(self.match.context.now())
        return clock_words(self.clock, self.match.context.now())

    def pause(self) -> Navigation:
        """Stop the clock and open the pause menu."""
        if self.clock is not None:
            self.clock.pause(self.match.context.now())
        return self.match.pause(self)


class TimedTurn(ClockedScreen):
    """A screen on which a player attacks, and on which an opponent may impose the time limit."""

    takes_roll = True
    now: RoundView

    def may_impose(self) -> bool:
        """Whether the free minute is over and no limit is imposed yet."""
        return self.clock is not None and self.clock.stage(self.match.context.now()) is Stage.OPEN

    def impose(self) -> Navigation:
        """Impose the time limit, which an opponent may do after the free minute."""
        if self.clock is not None and not self.clock.impose(self.match.context.now()):
            return self.match.context.refuse(N_("The limit comes after the first minute."))
        return Stay()

    def due(self) -> float | None:
        """Return when the clock's display changes next."""
        return None if self.clock is None else self.clock.due(self.match.context.now())

    def tick(self, now: float) -> Navigation:
        """Play the move ``TimeUp`` once the time is up."""
        if self.clock is None or self.clock.stage(now) is not Stage.UP:
            return Stay()
        return played(self.match, TimeUp(), N_("Time is up"), time_up_words(self.match, self.now), Cue.LOST)


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
    if drawn is None:
        return filled(N_("{name} knocks down a panel."), name=name)
    colour, number = drawn.colour, drawn.number
    return filled(
        N_("{name} shows: {panel}."), name=name, panel=lambda translator: panel_words(translator, colour, number)
    )
