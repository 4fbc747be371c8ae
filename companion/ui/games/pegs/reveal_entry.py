"""The screen for entering, openly, the code that was kept on the real board, after the last row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Button
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import Reveal
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Translator, Verbatim
from companion.ui.games.pegs.elements import CodeEntry
from companion.ui.games.pegs.entering import entry_row, peg_words, press_entry
from companion.ui.games.pegs.navigation import onward
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.games.pegs.tray_input import Laying
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted


class ShowScreen(Screen):
    """The entry of the kept code, visible to all players."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.entry = RowEntry(view.rules.edition.pegs, view.rules.space.values)
        self._laying = Laying(match, self.entry, view.rules.space.holes)

    def draw(self, page: Page) -> None:
        """Draw the codemaker's name and the entry."""
        page.title(self._title)
        edition = self.view.rules.edition
        words = page.tongue._("check it") if self.entry.is_at_tick else peg_words(edition, page.tongue, self.entry)
        page.add(CodeEntry(entry_row(self.match, self.view, self.entry), words))

    def _title(self, tongue: Translator) -> Verbatim:
        maker = self.match.players[self.now.breaker if self.now.maker is None else self.now.maker]
        return Verbatim(tongue._("{name}: the code").format(name=maker))

    def press(self, button: Button) -> Navigation:
        """Move the cursor, set a peg, or at the tick have the code checked."""
        return press_entry(self.match, self.entry, button, lambda: self.match.pause(self), self._done)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Put the code that was set in the tray into the entry."""
        return self._laying.take(row, self.view.rules.edition)

    def due(self) -> float | None:
        """Return when the blinking pegs, of which the tray was not sure, change next."""
        return self._laying.due()

    def tick(self, now: float) -> Navigation:
        """Show or hide the blinking pegs."""
        self._laying.tick(now)
        return Stay()

    def _done(self, row: Code) -> Navigation:
        self.match.submit(Reveal(row))
        return onward(self.match, self.view)
