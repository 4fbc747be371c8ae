"""The screen with the answer to a row: the key pegs to put on the real board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.state import Row
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import filled
from companion.ui.games.pegs.elements import AnswerPegs, PegRow
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.games.pegs.tray_input import take_next
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted


class AnswerScreen(Screen):
    """The key pegs to put beside the row just played."""

    def __init__(self, match: Match, view: PegView, rows: tuple[Row, ...], ended: RoundView | None) -> None:
        self.match = match
        self.view = view
        self.number = len(rows)
        self.row = rows[-1]
        self.ended = ended

    def draw(self, page: Page) -> None:
        """Draw the row as it was played, its key pegs large, and the key pegs in words."""
        keys, edition = self.row.answer, self.view.rules.edition
        if keys is None:
            return
        page.title(filled(N_("Row {number}: key pegs"), number=self.number))
        page.hints("", page.translator._("OK: go on"))
        page.add(PegRow(edition, self.match.context.chosen.pegs, self.row.guess))
        page.add(AnswerPegs(edition, keys))

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Go on to the next row, which has already been set in the tray."""
        return None if self.ended is not None else take_next(self.match, row)

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu to take the row back."""
        if button is Button.OK:
            return (
                self.match.onward()
                if self.ended is None
                else self.match.show(RevealScreen(self.match, self.view, self.ended))
            )
        return self.match.pause(self) if button is Button.BACK else Stay()
