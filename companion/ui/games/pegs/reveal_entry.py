"""The screen for entering, openly, the code that was kept on the real board, after the last row."""

from __future__ import annotations

from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import Reveal
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import filled
from companion.ui.games.pegs.entering import EntryScreen
from companion.ui.games.pegs.entry_elements import CodeEntry
from companion.ui.games.pegs.navigation import onward
from companion.ui.games.pegs.rounds import maker_name
from companion.ui.games.pegs.scores import RoundSayScreen, round_title, score_line
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace


class AskCodeScreen(RoundSayScreen):
    """Screen that asks the codemaker to show the kept code and to enter it."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        text = filled(N_("{name} shows the code to all and enters it here."), name=maker_name(match, now))
        super().__init__(match, view, now, round_title(view, now), text, lambda: Replace(ShowScreen(match, view, now)))


class ShowScreen(EntryScreen):
    """The entry of the kept code, visible to all players."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        super().__init__(match, view, view.rules.space)
        self.now = now
        self._title = filled(N_("{name}: the code"), name=maker_name(match, now))

    def draw(self, page: Page) -> None:
        """Draw the codemaker's name and the entry."""
        self.head(page, self._title)
        check = page.translator._("check it")
        self.keys(page, check)
        page.add(score_line(self.match, self.view, self.now))
        page.add(CodeEntry(self.row(), self.words(page.translator, check)))

    def done(self, row: Code) -> Navigation:
        """Have the code checked."""
        self.match.submit(Reveal(row))
        return onward(self.match, self.view)
