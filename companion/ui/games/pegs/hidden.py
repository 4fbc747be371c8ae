"""The screens for entering a hidden code.

The other players look away, the code is entered twice, and no screen shows it afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import SetCode
from companion.games.pegs.state import Phase, Proof
from companion.games.pegs.view import PegView, RoundView
from companion.games.secret import Secret
from companion.i18n.translator import Text, Verbatim
from companion.ui.games.pegs.elements import CodeEntry
from companion.ui.games.pegs.entering import entry_row, peg_words, press_entry
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.games.pegs.tray_input import Laying
from companion.ui.match import Match
from companion.ui.notice import Notice, draw_saying
from companion.ui.page import Page
from companion.ui.screen import Navigation, Refuse, Replace, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted

TAKE_OUT = N_("Take the pegs out of the tray, then lift the lid.")


class LookAwayScreen(Screen):
    """Screen that asks the codemaker to take the box and all others to look away."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now

    @property
    def maker(self) -> str:
        """The name of the codemaker."""
        return self.match.players[self.now.breaker if self.now.maker is None else self.now.maker]

    def draw(self, page: Page) -> None:
        """Draw the request."""
        text = page.tongue._("{name} takes the box. All others look away!").format(name=self.maker)
        draw_saying(page, N_("Secret code"), Verbatim(text), "", page.tongue._("OK: begin"))

    def press(self, button: Button) -> Navigation:
        """Begin the entry, or pause."""
        if button is Button.OK:
            return Replace(SecretScreen(self.match, self.view, self))
        return self.match.pause(self) if button is Button.BACK else Stay()


class SecretScreen(Screen):
    """The hidden code being entered, for the first or the second time; ROLL does nothing here."""

    takes_roll = True
    is_private = True

    def __init__(
        self, match: Match, view: PegView, look_away: LookAwayScreen, first: Secret[Code] | None = None
    ) -> None:
        self.match = match
        self.view = view
        self._look_away = look_away
        self._first = first
        self._entry = RowEntry(view.rules.edition.pegs, view.rules.space.values)
        self._laying = Laying(match, self._entry, view.rules.space.holes)

    def draw(self, page: Page) -> None:
        """Draw only the entry; the second time shows nothing of the first."""
        title: Text = N_("Secret code") if self._first is None else N_("Once more")
        page.title(title)
        at_tick = page.tongue._("hide it")
        words = at_tick if self._entry.is_at_tick else peg_words(self.view.rules.edition, page.tongue, self._entry)
        page.add(CodeEntry(entry_row(self.match, self.view, self._entry), words))

    def press(self, button: Button) -> Navigation:
        """Move the cursor or set a peg; at the tick, ask for the second entry or hide the code."""
        return press_entry(self.match, self._entry, button, lambda: Replace(self._look_away), self._done)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Put the code that was set in the tray, under its lid, into the entry."""
        return self._laying.take(row, self.view.rules.edition)

    def due(self) -> float | None:
        """Return when the blinking pegs, of which the tray was not sure, change next."""
        return self._laying.due()

    def tick(self, now: float) -> Navigation:
        """Show or hide the blinking pegs."""
        self._laying.tick(now)
        return Stay()

    def _done(self, row: Code) -> Navigation:
        if self._first is None:
            return self._once_more(row)
        if self._first.reveal() != row:
            self._first = None
            self._entry.clear()
            return Refuse(self.match.table.tongue._("The two codes differ. Enter it again, please."))
        self.match.submit(SetCode(self._first))
        go = _onward(self.match, self.view)
        if self._laying.read is None:
            return go
        # The code is still under the lid, and the next press of the tray's button would show it to all players.
        return Replace(Notice(self.match.table, TAKE_OUT, go, N_("Secret code")))

    def _once_more(self, row: Code) -> Navigation:
        """Validate the code, so that a refused one is not entered twice, and ask for the second entry."""
        self.match.session.validate(SetCode(Secret(row)))
        return Replace(SecretScreen(self.match, self.view, self._look_away, Secret(row)))


def _onward(match: Match, before: PegView) -> Navigation:
    """Go on; after a challenge in which every answer is right, first show a notice that says so."""
    was_challenged = before.now is not None and before.now.proof is Proof.ASKED
    if not was_challenged or table_view(match).phase is Phase.WRONG:
        return onward(match, before)
    text: Text = N_("Every answer is right. The box answers from now on.")
    return match.show(Notice(match.table, text, onward(match, before), N_("Secret code")))
