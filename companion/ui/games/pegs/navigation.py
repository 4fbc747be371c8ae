"""From a move of a kept round to what is seen next."""

from __future__ import annotations

from companion.games.pegs.view import PegView
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.match import Match
from companion.ui.screen import Navigation


def table_view(match: Match) -> PegView:
    """Return what the whole table may see."""
    view: PegView = match.session.view()
    return view


def onward(match: Match, before: PegView) -> Navigation:
    """Go on to the code, if the move since *before* has ended a round, else to what the match waits for."""
    view = table_view(match)
    if len(view.done) > len(before.done):
        return match.onward_to(lambda: RevealScreen(match, view, view.done[-1]))
    return match.onward()
