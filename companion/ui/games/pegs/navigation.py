"""Navigation after a move of a round whose code is kept on the real board."""

from __future__ import annotations

from companion.games.pegs.view import PegView
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.match import Match
from companion.ui.screen import Navigation


def table_view(match: Match) -> PegView:
    """Return the match as all players see it."""
    view: PegView = match.session.view()
    return view


def onward(match: Match, before: PegView) -> Navigation:
    """Go on to the revealed code if a round has ended since *before*, else to the screen that the match waits for."""
    view = table_view(match)
    if len(view.done) > len(before.done):
        return match.onward_to(lambda: RevealScreen(match, view, view.done[-1], is_new=True))
    return match.onward()
