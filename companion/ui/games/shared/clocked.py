"""Screens on which the time of a turn runs and is shown, and what happens when it is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.box import Cue
from companion.errors import N_
from companion.i18n.translator import Translator, filled
from companion.match.clock import WARNINGS_S, Stage, TurnClock
from companion.ui.core.elements import LargeNumber
from companion.ui.core.notice import Notice
from companion.ui.core.page import Doing, Page
from companion.ui.core.screen import Navigation, Overlay, Pop, Screen, Stay, WithSound
from companion.ui.games.shared.match import Match

LATE = N_("Time is up")
SHOWN_S = 3
"""For how many seconds the time is shown large at a warning."""


class TimeOverlay(Overlay):
    """The seconds that are left, over the whole display, for some seconds at each warning and in the last seconds.

    A press takes it away and counts for the screen below, as with every overlay.
    """

    sound = None
    is_in_lines = False

    def __init__(self, clock: TurnClock, now: float) -> None:
        self.clock = clock
        self._due = now + 1

    def draw(self, page: Page) -> None:
        page.add(LargeNumber(self.clock.seconds))

    def due(self) -> float:
        return self._due

    def tick(self, now: float) -> Navigation:
        self._due = now + 1
        seconds = self.clock.seconds
        is_shown = 0 < seconds <= WARNINGS_S[-1] or any(0 <= warning - seconds < SHOWN_S for warning in WARNINGS_S)
        return Stay() if is_shown and self.clock.is_running else Pop()


class ClockedScreen(Screen):
    """A screen of a turn during which the clock of the turn runs, if the turn has one.

    Where ``ends_late``, the time can be over on the screen; where not, it counts on until a screen on which it can.
    """

    match: Match
    ends_late = False
    late_words = N_("{name} has no time left.")

    @property
    def own_clock(self) -> TurnClock | None:
        """The clock that runs while this screen is shown; None where there is none."""
        return self.match.driver.clock

    def run_clock(self) -> str:
        """Let the clock run, and return what is left; for a limit that another player may impose, how far it is."""
        clock = self.own_clock
        if clock is not None:
            clock.run()
        if clock is None or clock.stage is Stage.FREE:
            return ""
        if clock.is_limited:
            return clock.digits
        return "> 1 min" if clock.stage is Stage.OPEN else f"{clock.seconds} s"

    def clocked(self, title: Doing) -> Doing:
        """Return *title*, with the time that is left in place of what the player does."""
        time = self.limited_time()
        return replace(title, pattern=f"{{name}} {time}") if time else title

    def limited_time(self) -> str:
        """Let the clock run, and return the time that is left of a limited turn; empty for another one."""
        time, clock = self.run_clock(), self.own_clock
        return "" if clock is None or not clock.is_limited else time

    @property
    def _is_late(self) -> bool:
        """Whether the time of this screen is over, which ends the turn here."""
        driver = self.match.driver
        return self.ends_late and driver.late is not None and driver.clocks[driver.late[0]] is self.own_clock

    def due(self) -> float | None:
        own, clock = super().due(), self.own_clock
        times = (own, None if clock is None else clock.due(self._is_late))
        return min((at for at in times if at is not None), default=None)

    def tick(self, now: float) -> Navigation:
        clock, own = self.own_clock, super().due()
        if clock is not None:
            clock.tick()
            if self._is_late:
                return self.end_late()
        go = Stay() if own is None or own > now else super().tick(now)
        is_warned = isinstance(go, Stay) and bool(self.told_by_time(self.match.context.translator))
        if is_warned and clock is not None:
            self.over = TimeOverlay(clock, now)
        return WithSound(Cue.HURRY, go) if is_warned else go

    def told_by_time(self, translator: Translator) -> str:
        clock = self.own_clock
        if clock is None or not (clock.is_limited and clock.is_running) or clock.seconds not in WARNINGS_S:
            return ""
        return translator._("{count} seconds left.").format(count=clock.seconds)

    def end_late(self) -> Navigation:
        """Make the moves for the time that is over, and say so."""
        match, before = self.match, self.match.session.view()
        event = match.time_up()
        text = filled(self.late_words, name=match.players[event.seat])
        return WithSound(Cue.LOST, match.show(Notice(match.context, text, self.after_late(before), LATE)))

    def after_late(self, before: Any) -> Navigation:
        """Return where to go on after the moves that were made in the view *before* because the time was over."""
        return self.match.onward()
