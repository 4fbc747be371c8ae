"""The screen after a code was hidden: who breaks it, and the seal that proves that it will not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.box import Button
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Verbatim
from companion.ui.elements import Sealed
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.scores import round_title, score_line
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted


class ReadyScreen(Screen):
    """The codebreaker of the code just hidden, and the code's seal, which is empty for a code on the real board."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.seal = "".join(match.session.seals[-1:])

    def draw(self, page: Page) -> None:
        """Draw the number of the game, the codebreaker and, if the box holds the code, the seal."""
        page.title(round_title(self.view, self.now), optional=True)
        page.hints(page.translator._("\u25b2\u25bc colour"), page.translator._("OK: go on"))
        page.add(score_line(self.match, self.view, self.now, is_titled=True))
        text = page.translator._("{name}: break the code!").format(name=self.match.players[self.now.breaker])
        if self.seal:
            page.add(Sealed(text, self.seal))
        else:
            page.paragraph(Verbatim(text))

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Start with a row that has already been set in the tray."""
        screen = GuessScreen(self.match, self.view, self.now)
        return None if screen.take_row(row) is None else self.match.show(screen)

    def type(self, text: str) -> Navigation | None:
        """Start the first row with a peg whose letter is typed."""
        return self._begin(lambda row: row.type(text))

    def take_line(self, text: str) -> Navigation | None:
        """Start with a row that is typed."""
        return self._begin(lambda row: row.take_line(text))

    def _begin(self, enter: Callable[[GuessScreen], Navigation | None]) -> Navigation | None:
        row = GuessScreen(self.match, self.view, self.now)
        go = enter(row)
        return Replace(row) if isinstance(go, Stay) else go

    def press(self, button: Button) -> Navigation:
        """Start the first row, in which every button but OK already counts, or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        row = GuessScreen(self.match, self.view, self.now)
        if button is not Button.OK:
            row.press(button)
        return Replace(row)
