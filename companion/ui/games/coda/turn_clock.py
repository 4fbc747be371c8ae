"""The clock of a turn on the screens: a free minute, and the limit that an opponent may impose afterwards."""

from __future__ import annotations

from companion.box import Cue
from companion.errors import N_
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, filled
from companion.match.clock import Stage, TurnClock
from companion.ui.games.coda.announce import onward, table_view, told_screen
from companion.ui.games.coda.drawing import panel_words
from companion.ui.match import Match
from companion.ui.screen import Navigation, Screen, Stay, WithSound


class ClockedScreen(Screen):
    """A screen of a turn during which the clock of the turn runs, if the turn has one."""

    match: Match

    @property
    def clock(self) -> TurnClock | None:
        """The clock that runs while this screen is shown; None where there is none."""
        return self.match.driver.clock

    def run_clock(self) -> str:
        """Let the clock run, and return its words."""
        if self.clock is not None:
            self.clock.run()
        return clock_words(self.clock)

    def due(self) -> float | None:
        """Return when the clock's display changes, or its time is to be saved, next."""
        return None if self.clock is None or self.clock.stage is Stage.UP else self.clock.due()

    def tick(self, now: float) -> Navigation:
        """Save the time where that is due."""
        if self.clock is not None:
            self.clock.tick()
        return Stay()


class TimedScreen(ClockedScreen):
    """A screen on which a player attacks, and on which an opponent may impose the time limit."""

    takes_roll = True
    now: RoundView

    def may_impose(self) -> bool:
        """Whether the free minute is over and no limit is imposed yet."""
        return self.clock is not None and self.clock.stage is Stage.OPEN

    def impose(self) -> Navigation:
        """Impose the time limit, which an opponent may do after the free minute; one that runs goes on."""
        if self.clock is not None and not self.clock.impose() and self.clock.stage is Stage.FREE:
            return self.match.context.refuse(N_("The limit comes after the first minute."))
        return Stay()

    def due(self) -> float | None:
        """Return when the clock's display changes next, or when the time was up."""
        return None if self.clock is None else self.clock.due()

    def tick(self, now: float) -> Navigation:
        """Tell that the time is up as soon as it is."""
        if self.clock is None or self.clock.stage is not Stage.UP:
            return super().tick(now)
        before, text = table_view(self.match), time_up_words(self.match, self.now)
        event, title = self.match.time_up(), N_("Time is up")
        told = told_screen(self.match, event, title, text, lambda: onward(self.match, before), title)
        return WithSound(Cue.LOST, self.match.show(told))


def clock_words(clock: TurnClock | None) -> str:
    """Return the text beside the player's name: empty in the first minute, then ``60+``, or the seconds left."""
    if clock is None or clock.stage is Stage.FREE:
        return ""
    return "60+" if clock.stage is Stage.OPEN else f"{clock.seconds} s"


def time_up_words(match: Match, now: RoundView) -> Text:
    """Return the words for what the end of the time costs the player to move; call it before the move is made."""
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
