"""The screen for rolls that a person asks for: who begins, to get free, to lock in, and the playoff."""

from __future__ import annotations

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.passcode.moves import Die, First
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim
from companion.ui.games.passcode.automatic import is_hit
from companion.ui.games.passcode.drawing import DieFace
from companion.ui.games.passcode.views import filled, progress
from companion.ui.match import Match
from companion.ui.page import ListRow, Page
from companion.ui.screen import Navigation, Screen, Stay, WithSound

_ANSWERS = {
    Phase.FREE: (N_("Free: play on!"), N_("Still locked out")),
    Phase.LOCK_IN: (N_("Locked in!"), N_("Not yet")),
    Phase.NUMBER: (N_("This number wins"), ""),
    Phase.PLAYOFF: (N_("Playoff won!"), N_("Not yet")),
}


class RollScreen(Screen):
    """Screen that asks for a roll of the die and shows its result; it rolls only once."""

    takes_roll = True

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.rolled: int | None = None
        self.first: int | None = None

    @property
    def _title(self) -> Text:
        return "Passcode" if self.view.phase is Phase.FIRST else Verbatim(self.match.players[self.view.seat])

    def draw(self, page: Page) -> None:
        """Draw the question and the number that is needed, and the result of the roll under them."""
        page.title(self._title, "" if self.view.phase is Phase.FIRST else progress(self.view.player))
        page.hints(page.tongue._("OK: roll") if self._is_asking else page.tongue._("OK: go on"))
        rows = [self._question()] if self._is_asking else [self._question(), self._answer()]
        page.rows(rows)
        if self.rolled is not None:
            page.add(DieFace(self.rolled, len(rows)))

    @property
    def _is_asking(self) -> bool:
        return self.rolled is None and self.first is None

    def _question(self) -> ListRow:
        number = self.view.playoff.number if self.view.playoff is not None else None
        match self.view.phase:
            case Phase.FREE:
                return ListRow(N_("Locked out: needs"), Verbatim(str(self.view.player.next_digit)))
            case Phase.LOCK_IN if self.view.player.lock is not None:
                return ListRow(N_("Lock in: needs"), Verbatim(str(self.view.player.lock.number)))
            case Phase.NUMBER:
                return ListRow(N_("A tie: playoff"))
            case Phase.PLAYOFF:
                return ListRow(N_("Playoff: needs"), Verbatim(str(number)))
        return ListRow(N_("Who begins?"))

    def _answer(self) -> ListRow:
        if self.first is not None or self.rolled is None:
            return ListRow(filled(N_("{name} begins."), name=self.match.players[self.first or 0]))
        hit, missed = _ANSWERS[self.view.phase]
        return ListRow(hit if is_hit(self.view, self.rolled) else missed, Verbatim(str(self.rolled)))

    def press(self, button: Button) -> Navigation:
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
        return WithSound(Cue.SOLVED if hit else Cue.LOST, self.match.show(self))
