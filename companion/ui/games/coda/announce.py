"""Screens that tell in a sentence what happened, and the end of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.errors import N_
from companion.games.coda.view import CodaView, DoneView, RoundView
from companion.i18n.translator import Text, Translator, filled
from companion.match.driver import MoveEvent
from companion.ui.games.coda.drawing import Told, whole_words
from companion.ui.games.coda.table import Table
from companion.ui.match import Match
from companion.ui.match_screens import SayScreen, round_won
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen


def table_view(match: Match) -> CodaView:
    """Return the match as all players see it."""
    view: CodaView = match.session.view()
    return view


def table_of(match: Match, now: RoundView) -> Table:
    """Return the rows of all players, as far as *now* shows them, with the points of the match."""
    drawn = now.drawn

    def words(translator: Translator) -> str:
        return "" if drawn is None else "+ " + whole_words(translator, drawn.colour, drawn.number)

    return Table(tuple(match.players), now.rows, table_view(match).scores, now.turn, words, drawn)


def done_table(match: Match, done: DoneView) -> Table:
    """Return the rows of all players at the end of a round, with the points of the round."""
    return Table(tuple(match.players), done.rows, done.points)


class ToldScreen(SayScreen):
    """A sentence for all players; a large display shows its short *verdict* and the *table*, too."""

    def __init__(
        self, match: Match, title: Text, text: Text, then: Callable[[], Navigation], table: Table, verdict: Text = ""
    ) -> None:
        super().__init__(match, title, text, then)
        self.table = table
        self.verdict = verdict

    def draw(self, page: Page) -> None:
        """Draw the sentence and how to go on."""
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


def told_screen(
    match: Match,
    event: MoveEvent[Any, CodaView],
    title: Text,
    text: Text,
    then: Callable[[], Navigation],
    verdict: Text = "",
) -> Screen:
    """Return the screen that tells what came of the move of *event*, with the rows after it."""
    now = event.after.view(None).now
    if now is None or len(event.after.view(None).done) > len(event.before.view(None).done):
        done = event.after.view(None).done
        return ToldScreen(match, title, text, then, done_table(match, done[-1]), verdict)
    return ToldScreen(match, title, text, then, table_of(match, now), verdict)


def round_screen(match: Match, done: DoneView, then: Callable[[], Navigation] | None = None) -> RoundScreen:
    """Return the screen that tells the winner of a round and the winner's points; the next round or *then* follows."""
    rules = table_view(match).rules

    name, points = match.players[done.winner], done.points[done.winner]
    number = filled(N_("Round {number} of {rounds}"), number=done.number, rounds=rules.rounds)
    text = filled(N_("{name} is the last one standing: {points} points."), name=name, points=points)
    title = number if rules.is_tournament else N_("Round over")
    screen = RoundScreen(match, title, text, then or match.next_round, done_table(match, done))
    screen.over = round_won(match, done.winner)
    return screen
