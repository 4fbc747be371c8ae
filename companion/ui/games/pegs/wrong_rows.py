"""The screen of rows that were answered wrongly, once the code is known, and the choice of how to go on."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.moves import Amend, PlayAgain
from companion.games.pegs.scoring import Count
from companion.games.pegs.state import WrongRow
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim
from companion.strategy.pegs.audit import mistake
from companion.ui.games.pegs.board import RowsWithText, board_rows
from companion.ui.games.pegs.corrections import MenuOver, amended
from companion.ui.games.pegs.mistakes import mistake_words, not_words
from companion.ui.games.pegs.navigation import onward
from companion.ui.games.pegs.scores import score_line
from companion.ui.match import Match
from companion.ui.menu import Item
from companion.ui.notice import Notice
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Screen, Stay

TITLE = N_("Wrong rows")
_STEPS = {Button.LEFT: -1, Button.UP: -1, Button.RIGHT: 1, Button.DOWN: 1}


class WrongScreen(Screen):
    """Pages with one wrong row each; the direction buttons turn them, OK opens the choices of the codebreaker."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.at = 0

    @property
    def wrong(self) -> WrongRow:
        """The row on this page."""
        return self.now.wrong[self.at]

    def draw(self, page: Page) -> None:
        """Draw the row as it was answered, and the right answer."""
        count = len(self.now.wrong)
        page.title(TITLE, f"{self.at + 1}/{count} \u25c0\u25b6" if count > 1 else "", optional=True)
        page.add(score_line(self.match, self.view, self.now))
        row = board_rows(self.now.rows)[self.wrong.row]
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        page.add(RowsWithText(edition, style, (row,), self._words(page.translator)))

    def _words(self, translator: Translator) -> str:
        edition, wrong = self.view.rules.edition, self.wrong
        said = not_words(edition, translator, wrong.row, wrong.right, wrong.given) + "."
        # The kind of a mistake can reveal more of the code than the right answer does.
        if self.now.code is None:
            return said
        kind = mistake(self.now.rows[wrong.row].guess, self.now.code, wrong.given)
        return f"{said} {mistake_words(edition, translator, kind)}"

    def press(self, button: Button) -> Navigation:
        """Turn to another row, choose how to go on, or pause."""
        if button in _STEPS:
            self.at = (self.at + _STEPS[button]) % len(self.now.wrong)
        if button is Button.OK:
            return self._box_plays() if self.view.rules.is_box(self.now.breaker) else Replace(self._menu())
        return self.match.pause(self) if button is Button.BACK else Stay()

    def _menu(self) -> MenuOver:
        amends = [Amend(wrong.row, wrong.right) for wrong in self.now.wrong]
        again = Item(N_("Play again"), self._play_again, Verbatim(self._fine))
        items = [Item(N_("Put right, go on"), lambda: amended(self.match, amends)), again]
        return MenuOver(self.match, TITLE, items, lambda: Replace(self))

    @property
    def _fine(self) -> str:
        """The extra points, such as ``+3``, of a codebreaker who got a wrong answer; empty for none."""
        fine = self.view.rules.edition.scoring.wrong_answer
        return f"+{fine}" if fine and self.view.count is not Count.ROWS_AGAINST else ""

    def _play_again(self) -> Navigation:
        self.match.submit(PlayAgain())
        return onward(self.match, self.view)

    def _box_plays(self) -> Navigation:
        move = self.match.call().move
        go = onward(self.match, self.view)
        if not isinstance(move, PlayAgain):
            return go
        text: Text = N_("The box has this round played again.")
        return Replace(Notice(self.match.context, text, go, Verbatim(self.match.players[self.now.breaker])))
