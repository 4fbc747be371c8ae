"""Rolls that a person asks for: who begins, to be free, to lock in, the playoff."""

from __future__ import annotations

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.passcode.moves import Die, First
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Name, Words
from companion.ui.games.passcode.automatic import is_hit
from companion.ui.games.passcode.drawing import DieFace
from companion.ui.games.passcode.views import filled, progress
from companion.ui.match import Match
from companion.ui.page import Page, Row
from companion.ui.screen import Go, Screen, Sounding, Stay

_ANSWERS = {
    Phase.FREE: (N_("Free: play on!"), N_("Still locked out")),
    Phase.LOCK_IN: (N_("Locked in!"), N_("Not yet")),
    Phase.NUMBER: (N_("This number wins"), ""),
    Phase.PLAYOFF: (N_("Playoff won!"), N_("Not yet")),
}


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
        """Draw the question and the number that is wanted, and under it what came; what stays is not sent again."""
        page.title(self._title, "" if self.view.phase is Phase.FIRST else progress(self.view.player))
        page.hints(page.tongue._("OK: roll") if self._is_asking else page.tongue._("OK: go on"))
        rows = [self._question()] if self._is_asking else [self._question(), self._answer()]
        page.rows(rows)
        if self.rolled is not None:
            page.add(DieFace(self.rolled, len(rows)))

    @property
    def _is_asking(self) -> bool:
        return self.rolled is None and self.first is None

    def _question(self) -> Row:
        number = self.view.playoff.number if self.view.playoff is not None else None
        match self.view.phase:
            case Phase.FREE:
                return Row(N_("Locked out: needs"), Name(str(self.view.player.next_digit)))
            case Phase.LOCK_IN if self.view.player.lock is not None:
                return Row(N_("Lock in: needs"), Name(str(self.view.player.lock.number)))
            case Phase.NUMBER:
                return Row(N_("A tie: playoff"))
            case Phase.PLAYOFF:
                return Row(N_("Playoff: needs"), Name(str(number)))
        return Row(N_("Who begins?"))

    def _answer(self) -> Row:
        if self.first is not None or self.rolled is None:
            return Row(filled(N_("{name} begins."), name=self.match.players[self.first or 0]))
        hit, missed = _ANSWERS[self.view.phase]
        return Row(hit if is_hit(self.view, self.rolled) else missed, Name(str(self.rolled)))

    def press(self, button: Button) -> Go:
        """Roll, then go on."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button not in (Button.OK, Button.ROLL):
            return Stay()
        if self.rolled is not None or self.first is not None:
            return self.match.onward()
        match self.match.call().move:
            case Die(number):
                self.rolled = number
            case First(seat):
                self.first = seat
        hit = self.rolled is None or is_hit(self.view, self.rolled)
        return Sounding(Cue.SOLVED if hit else Cue.LOST, self.match.show(self))
