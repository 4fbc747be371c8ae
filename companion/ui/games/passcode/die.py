"""The screen for rolls that a person asks for: who begins, to get free, to lock in, and the playoff."""

from __future__ import annotations

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.passcode.moves import Die
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.games.passcode.automatic import is_hit
from companion.ui.games.passcode.code_boards import code_boards
from companion.ui.games.passcode.drawing import Roll
from companion.ui.games.passcode.overview import last_attempt
from companion.ui.games.passcode.views import progress, seen_by_all
from companion.ui.match import Match
from companion.ui.match_screens import ChanceScreen
from companion.ui.page import ListRow, Page
from companion.ui.screen import Navigation

_ANSWERS = {
    Phase.FREE: (N_("Free: play on!"), N_("Still locked out")),
    Phase.LOCK_IN: (N_("Locked in!"), N_("Not yet")),
    Phase.NUMBER: (N_("This number wins"), ""),
    Phase.PLAYOFF: (N_("Playoff won!"), N_("Not yet")),
}

REST = 6
"""The lines that the question, the die and the answer need."""


class RollScreen(ChanceScreen):
    """Screen that asks for a roll of the die and shows its result; it rolls only once."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match)
        self.view = view

    @property
    def _rolled(self) -> int | None:
        """The number rolled; None before the roll, and where the roll decided who begins."""
        return self.move.number if isinstance(self.move, Die) else None

    def cue(self) -> Cue:
        """Return the sound for the roll."""
        return Cue.SOLVED if self._rolled is None or is_hit(self.view, self._rolled) else Cue.LOST

    def press(self, button: Button) -> Navigation:
        """Roll, then announce a lock-in that leaves the others one turn, then go on; or pause."""
        is_new = self.move is not None and not self.view.is_last and seen_by_all(self.match).is_last
        if is_new and button in (Button.OK, Button.ROLL):
            return self.match.show(last_attempt(self.match, self.view.seat, self.match.onward))
        return super().press(button)

    @property
    def _title(self) -> Text:
        return "Passcode" if self.view.phase is Phase.FIRST else Verbatim(self.match.players[self.view.seat])

    def draw(self, page: Page) -> None:
        """Draw the question and the number that is needed, and the result of the roll under them."""
        page.title(self._title, "" if self.view.phase is Phase.FIRST else progress(self.view.player))
        page.hints(page.translator._("OK: roll") if self.move is None else page.translator._("OK: go on"))
        rows = (self._question(),) if self.move is None else (self._question(), self._answer())
        is_question = self.view.phase is Phase.FIRST
        if not is_question:
            page.add(code_boards(self.match, self.view, REST))
        is_lit = self.move is not None and (self._rolled is None or is_hit(self.view, self._rolled))
        page.add(Roll(rows, self._needed, self._rolled, is_lit, has_die=not is_question or self.move is None))

    @property
    def _needed(self) -> int | None:
        """The number that the roll must show; None if any will do."""
        match self.view.phase:
            case Phase.FREE:
                return self.view.player.next_digit
            case Phase.LOCK_IN if self.view.player.lock is not None:
                return self.view.player.lock.number
            case Phase.PLAYOFF if self.view.playoff is not None:
                return self.view.playoff.number
        return None

    def _question(self) -> ListRow:
        needed = Verbatim("" if self._needed is None else str(self._needed))
        match self.view.phase:
            case Phase.FREE:
                return ListRow(N_("Locked out: needs"), needed)
            case Phase.LOCK_IN:
                return ListRow(N_("Lock in: needs"), needed)
            case Phase.NUMBER:
                return ListRow(N_("A tie: playoff"))
            case Phase.PLAYOFF:
                return ListRow(N_("Playoff: needs"), needed)
        return ListRow(N_("Who begins?"))

    def _answer(self) -> ListRow:
        if self._rolled is None:
            return ListRow(filled(N_("{name} begins."), name=self.match.players[self.move.seat]))
        hit, missed = _ANSWERS[self.view.phase]
        return ListRow(hit if is_hit(self.view, self._rolled) else missed, Verbatim(str(self._rolled)))
