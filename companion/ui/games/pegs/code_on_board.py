"""The screen for setting a code on the real board, where the box does not see it."""

from __future__ import annotations

from companion.box import Button
from companion.games.pegs.moves import SetCode
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Verbatim
from companion.ui.games.pegs.rounds import round_title
from companion.ui.match import Match
from companion.ui.notice import draw_saying
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class KeepScreen(Screen):
    """Screen that waits until the codemaker has set the code and hidden it."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now

    def draw(self, page: Page) -> None:
        """Draw the request to the codemaker."""
        maker = self.match.players[self.now.breaker if self.now.maker is None else self.now.maker]
        text = page.tongue._("{name} sets a code on the board and hides it.").format(name=maker)
        draw_saying(page, round_title(self.view, self.now.number), Verbatim(text), "", page.tongue._("OK: hidden"))

    def press(self, button: Button) -> Navigation:
        """Go on once the code is hidden, or pause."""
        if button is Button.OK:
            self.match.submit(SetCode(None))
            return self.match.onward()
        return self.match.pause(self) if button is Button.BACK else Stay()
