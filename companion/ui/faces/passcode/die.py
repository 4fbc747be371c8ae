"""Rolls that a person asks for: who begins, to be free, to lock in, the playoff."""

from __future__ import annotations

from companion.box import Button, Cue
from companion.games.passcode.moves import Die, First
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.ui.faces.passcode.drawing import draw_die
from companion.ui.faces.passcode.sight import FAIL
from companion.ui.faces.passcode.steps import is_hit
from companion.ui.match import Match
from companion.ui.notice import draw_saying
from companion.ui.page import LOW, Page
from companion.ui.screen import Go, Screen, Sounding, Stay
from companion.ui.tongue import Name, Tongue, Words


class RollScreen(Screen):
    """Asks for a roll of the die and shows what it gave; once rolled it stays rolled."""

    takes_roll = True

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.rolled: int | None = None
        self.first: int | None = None

    @property
    def _title(self) -> Words:
        return "Passcode" if self.view.phase is Phase.FIRST else Name(self.match.players[self.view.seat])

    def draw(self, page: Page) -> None:
        """Draw the question, or the die and its answer."""
        is_asking = self.rolled is None and self.first is None
        hint = page.tongue._("OK: roll") if is_asking else page.tongue._("OK: go on")
        text = self._question(page.tongue) if is_asking else self._answer(page.tongue)
        if self.rolled is None:
            draw_saying(page, self._title, Name(text), "", hint)
            return
        if page.height >= LOW:
            page.title(self._title)
        page.hints("", hint)
        side = min(page.free.height - 4, page.width // 3)
        die = page.free._replace(x=3, y=page.free.y + 2, width=side, height=side)
        draw_die(page, die, self.rolled)
        beside = page.free._replace(x=die.right + 4, width=page.width - die.right - 5)
        page.paragraph(beside, text, centred=True, middle=True)

    def _question(self, tongue: Tongue) -> str:
        number = self.view.playoff.number if self.view.playoff is not None else None
        lock = self.view.player.lock.number if self.view.player.lock is not None else None
        match self.view.phase:
            case Phase.FREE:
                text = tongue._("Locked out by {fails} {fail}. A {digit} sets free.")
                return text.format(fails=self.view.player.fails, fail=FAIL, digit=self.view.player.next_digit)
            case Phase.LOCK_IN:
                return tongue._("Code complete. A {number} locks it in.").format(number=lock)
            case Phase.NUMBER:
                return tongue._("A tie! Roll the number of the playoff.")
            case Phase.PLAYOFF:
                return tongue._("Playoff: a {number} wins.").format(number=number)
        return tongue._("Who begins? Roll the die.")

    def _answer(self, tongue: Tongue) -> str:
        hit = self.rolled is None or is_hit(self.view, self.rolled)
        match self.view.phase:
            case Phase.FREE:
                return tongue._("Free! Play on.") if hit else tongue._("Still locked out.")
            case Phase.LOCK_IN:
                return tongue._("Locked in!") if hit else tongue._("Not yet.")
            case Phase.NUMBER:
                return tongue._("This number wins.")
            case Phase.PLAYOFF:
                return tongue._("The playoff is won!") if hit else tongue._("Not yet.")
        return tongue._("{name} begins.").format(name=self.match.players[self.first or 0])

    def press(self, button: Button) -> Go:
        """Roll, then go on."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button not in (Button.OK, Button.ROLL):
            return Stay()
        if self.rolled is not None or self.first is not None:
            return self.match.onward()
        match self.match.session.draw():
            case Die(number):
                self.rolled = number
            case First(seat):
                self.first = seat
        hit = self.rolled is None or is_hit(self.view, self.rolled)
        return Sounding(Cue.SOLVED if hit else Cue.LOST, self.match.show(self))
