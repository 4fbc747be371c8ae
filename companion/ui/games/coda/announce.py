"""Screens that tell in a sentence what happened, and the end of a round."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Cue
from companion.errors import N_
from companion.games.coda.moves import Move
from companion.games.coda.view import CodaView, DoneView
from companion.i18n.translator import Text, filled
from companion.ui.match import Match
from companion.ui.match_screens import SayScreen, round_won
from companion.ui.screen import Navigation, Screen, WithSound


def table_view(match: Match) -> CodaView:
    """Return the match as all players see it."""
    view: CodaView = match.session.view()
    return view


def turn(view: CodaView) -> int:
    """Return the seat whose turn it is, or 0 if no round is in play."""
    return 0 if view.now is None else view.now.turn


def onward(match: Match, before: CodaView) -> Navigation:
    """Go on after a move; if the move ended a round, first show its result."""
    done = table_view(match).done
    return match.onward() if len(done) == len(before.done) else match.onward_to(lambda: round_screen(match, done[-1]))


def played(match: Match, move: Move, title: Text, text: Text, cue: Cue) -> Navigation:
    """Play *move*, sound *cue*, show *text* and go on."""
    before = table_view(match)
    match.submit(move)
    return WithSound(cue, match.show(SayScreen(match, title, text, lambda: onward(match, before))))


def round_screen(match: Match, done: DoneView, then: Callable[[], Navigation] | None = None) -> Screen:
    """Return the screen that tells the winner of a round and the winner's points; the next round or *then* follows."""
    rules = table_view(match).rules

    name, points = match.players[done.winner], done.points[done.winner]
    number = filled(N_("Round {number} of {rounds}"), number=done.number, rounds=rules.rounds)
    text = filled(N_("{name} is the last one standing: {points} points."), name=name, points=points)
    screen = SayScreen(match, number if rules.is_tournament else N_("Round over"), text, then or match.next_round)
    screen.over = round_won(match, done.winner)
    return screen
