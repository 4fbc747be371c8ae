"""The screen for setting a code on the real board, where the box does not see it."""

from __future__ import annotations

from companion.errors import N_
from companion.games.pegs.moves import SetCode
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import filled
from companion.ui.games.pegs.rounds import maker_name
from companion.ui.games.pegs.scores import RoundSayScreen, round_title
from companion.ui.match import Match
from companion.ui.screen import Navigation


class KeepScreen(RoundSayScreen):
    """Screen that waits until the codemaker has set the code and hidden it."""

    hint = N_("OK: hidden")

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        text = filled(N_("{name} sets a code on the board and hides it."), name=maker_name(match, now))
        super().__init__(match, view, now, round_title(view, now), text, self._hide)

    def _hide(self) -> Navigation:
        self.match.submit(SetCode(None))
        return self.match.onward()
