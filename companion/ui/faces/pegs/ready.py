"""A code is hidden: whose turn it is to break it, and the seal that proves it will not change."""

from __future__ import annotations

from companion.box import Button
from companion.games.pegs.view import PegView, RoundView
from companion.ui.faces.pegs.guess import GuessScreen
from companion.ui.faces.pegs.rounds import round_title
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Go, Screen, Stay, Swap
from companion.ui.sealscreen import seal_lines


class ReadyScreen(Screen):
    """Who breaks the code that has just been hidden, and its seal."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.seal = match.session.seal or ""

    def draw(self, page: Page) -> None:
        """Draw the game's number, the codebreaker and the seal."""
        page.title(round_title(self.view, self.now.number))
        page.hints("", page.tongue._("OK: go on"))
        name = self.match.players[self.now.breaker]
        word = page.tongue._("Seal")
        first, second = seal_lines(self.seal)
        seal = page.free._replace(y=page.free.bottom - 2 * page.body.height, height=2 * page.body.height)
        text = page.tongue._("{name}: break the code!").format(name=name)
        page.paragraph(page.free._replace(height=seal.y - page.free.y), text, centred=True, middle=True)
        page.centred(seal.y, f"{word} {first}")
        page.centred(seal.y + page.body.height, f"{' ' * len(word)} {second}")

    def press(self, button: Button) -> Go:
        """Begin to break."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button is not Button.OK:
            return Stay()
        return Swap(GuessScreen(self.match, self.view, self.now))
