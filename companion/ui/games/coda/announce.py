"""Screens that tell in a sentence what happened, the end of a round, and the clock of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.box import Cue
from companion.errors import N_
from companion.games.coda.state import Phase
from companion.games.coda.view import CodaView, DoneView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim, counted, filled
from companion.match.clock import TurnClock, why_no_limit
from companion.match.driver import MoveEvent
from companion.ui.core.menu import ChoiceMenu, Item
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Push, Replace, WithSound
from companion.ui.games.coda.drawing import Table, Told, panel_words, whole_words
from companion.ui.games.shared.clocked import LATE, ClockedScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import SayScreen, round_won
from companion.ui.games.shared.spoken import GO_ON, news_to_leave
from companion.words import coda as words
from companion.words.phrase import Phrase


def table_view(match: Match) -> CodaView:
    """Return the match as all players see it."""
    view: CodaView = match.session.view()
    return view


def table_of(match: Match, now: RoundView) -> Table:
    """Return the rows of all players, as far as *now* shows them, with the points of the match."""
    drawn, view = now.drawn, table_view(match)

    def words(translator: Translator) -> str:
        if drawn is None:
            return translator._("draws") if view.phase is Phase.DRAW else ""
        return "+ " + whole_words(translator, drawn.colour, drawn.number)

    return Table(tuple(match.players), now.rows, view.scores, now.turn, words, drawn)


def done_table(match: Match, done: DoneView) -> Table:
    """Return the rows of all players at the end of a round, with the points of the round."""
    return Table(tuple(match.players), done.rows, done.points)


class ToldScreen(SayScreen):
    """A sentence for all players; a large display shows its short *verdict* and the *table*, too.

    ``others`` are the moves of others that lines of text tell here.
    """

    others: Sequence[MoveEvent[Any, Any]] = ()

    def __init__(
        self, match: Match, title: Text, text: Text, then: Callable[[], Navigation], table: Table, verdict: Text = ""
    ) -> None:
        super().__init__(match, title, text, then)
        self.table = table
        self.verdict = verdict

    def spoken(self) -> Sequence[Phrase]:
        return news_to_leave(self.match, *self.others)

    def draw(self, page: Page) -> None:
        page.title(self.title, optional=True)
        page.hints("", page.translator._(self.hint))
        page.add(Told(self.text, self.verdict, self.table))


def turn(view: CodaView) -> int:
    """Return the seat whose turn it is, or 0 if no round is in play."""
    return 0 if view.now is None else view.now.turn


def onward(match: Match, before: CodaView) -> Navigation:
    """Go on after a move; if the move ended a round, first show its result."""
    done = table_view(match).done
    return match.onward() if len(done) == len(before.done) else match.onward_to(lambda: round_screen(match, done[-1]))


class RoundScreen(ToldScreen):
    """The winner of a round and the winner's points, with the rows at its end."""

    def spoken(self) -> Sequence[Phrase]:
        return [words.result(table_view(self.match).done[-1], self.match.session.players), GO_ON]


def told_screen(
    match: Match,
    event: MoveEvent[Any, CodaView],
    title: Text,
    text: Text,
    then: Callable[[], Navigation],
    verdict: Text = "",
) -> ToldScreen:
    """Return the screen that tells what came of the move of *event*, with the rows after it."""
    before, after = event.before.view(None), event.after.view(None)
    is_over = len(after.done) > len(before.done)
    table = done_table(match, after.done[-1]) if is_over or after.now is None else table_of(match, after.now)
    return ToldScreen(match, title, text, then, table, verdict)


def round_screen(match: Match, done: DoneView, then: Callable[[], Navigation] | None = None) -> RoundScreen:
    """Return the screen that tells the winner of a round and the winner's points; the next round or *then* follows."""
    rules = table_view(match).rules

    name, points = match.players[done.winner], done.points[done.winner]
    number = filled(N_("Round {number} of {rounds}"), number=done.number, rounds=rules.rounds)
    text = counted(
        "{name} is the last one standing: {points} point.",
        "{name} is the last one standing: {points} points.",
        points,
        name=name,
        points=points,
    )
    title = number if rules.is_tournament else N_("Round over")
    screen = RoundScreen(match, title, text, then or match.next_round, done_table(match, done))
    screen.over = round_won(match, done.winner)
    return screen


LIMIT = N_("Limit the turn")


def limit_item(match: Match, turn: int, clock: TurnClock, back: Navigation) -> Item:
    """Return the item of the pause menu with which a player limits the time of *turn*, which leads *back*.

    Where several could do it, they are asked by name.
    """
    people = enumerate(match.people)
    others: list[tuple[Text, int]] = [(Verbatim(name), seat) for seat, name in people if seat != turn]

    def impose(seat: int) -> Navigation:
        clock.impose()
        words = filled(N_("{name} gives {other} 20 s."), name=match.players[seat], other=match.players[turn])
        return Replace(Notice(match.context, words, back, LIMIT))

    def choose() -> Navigation:
        if len(others) < 2:
            clock.impose()
            return back
        return Push(ChoiceMenu(match.context, N_("Who limits the turn?"), others, -1, impose))

    help_ = N_("Another player gives the attacker 20 s.")
    return Item(LIMIT, choose, "20 s", why_no_limit(clock), help=help_)


class TimedScreen(ClockedScreen):
    """A screen on which a player attacks, and on which the time of a limit can be over."""

    ends_late = True

    def end_late(self) -> Navigation:
        before = table_view(self.match)
        own: CodaView = self.match.session.view(turn(before))
        text = lost_words(self.match.players[turn(before)], None if own.now is None else own.now.drawn)
        event, title = self.match.time_up(), LATE
        told = told_screen(self.match, event, title, text, lambda: onward(self.match, before), title)
        return WithSound(Cue.LOST, self.match.show(told))


def lost_words(name: str, drawn: Seen | None) -> Text:
    """Return the words for what a wrong attack, or no attack in time, costs the player *name*."""
    if drawn is None:
        return filled(N_("{name} knocks down a panel."), name=name)
    colour, number = drawn.colour, drawn.number
    return filled(
        N_("{name} shows: {panel}."), name=name, panel=lambda translator: panel_words(translator, colour, number)
    )
