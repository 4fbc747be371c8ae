"""The screens for entering a hidden code.

The other players look away, the code is entered twice, and no screen shows it afterwards.
"""

from __future__ import annotations

from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import SetCode
from companion.games.pegs.state import Phase, Proof
from companion.games.pegs.view import PegView, RoundView
from companion.games.secret import Secret
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.games.pegs.entering import EntryScreen
from companion.ui.games.pegs.entry_elements import CodeEntry
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.games.pegs.rounds import maker_name
from companion.ui.games.pegs.scores import RoundSayScreen, score_line
from companion.ui.match import Match
from companion.ui.notice import Notice
from companion.ui.page import Page
from companion.ui.private import handover
from companion.ui.screen import Navigation, Refuse, Replace

TAKE_OUT = N_("Take the pegs out of the tray, then lift the lid.")


class LookAwayScreen(RoundSayScreen):
    """Screen that asks the codemaker to take the box and all others to look away."""

    hint = N_("OK: begin")
    is_titled = False

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        name = maker_name(match, now)

        # A phone may come while this is shown.
        def text(translator: Translator) -> Verbatim:
            return Verbatim(translator._(handover(match.context, name)).format(name=name))

        super().__init__(match, view, now, N_("Secret code"), text, lambda: Replace(SecretScreen(match, view, self)))


class SecretScreen(EntryScreen):
    """The hidden code being entered, for the first or the second time; ROLL does nothing here."""

    takes_roll = True
    is_private = True
    pauses = False

    def __init__(
        self, match: Match, view: PegView, look_away: LookAwayScreen, first: Secret[Code] | None = None
    ) -> None:
        super().__init__(match, view, view.rules.space)
        self._look_away = look_away
        self._first = first

    def draw(self, page: Page) -> None:
        """Draw only the entry; the second time shows nothing of the first."""
        self.head(page, N_("Secret code") if self._first is None else N_("Once more"))
        hide = page.translator._("hide it")
        self.keys(page, hide)
        if self.view.now is not None:
            page.add(score_line(self.match, self.view, self.view.now))
        page.add(CodeEntry(self.row(), self.words(page.translator, hide)))

    def leave(self) -> Navigation:
        """Go back to the request to look away."""
        return Replace(self._look_away)

    def done(self, row: Code) -> Navigation:
        """Ask for the second entry, or hide the code if both entries are the same."""
        if self._first is None:
            return self._once_more(row)
        if self._first.reveal() != row:
            self._first = None
            self.entry.clear()
            return Refuse(self.match.context.translator._("The two codes differ. Enter it again, please."))
        self.match.submit(SetCode(self._first))
        go = _onward(self.match, self.view)
        if self.laying.read is None:
            return go
        # The code is still under the lid, and the next press of the tray's button would show it to all players.
        return Replace(Notice(self.match.context, TAKE_OUT, go, N_("Secret code")))

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
    return match.show(Notice(match.context, text, onward(match, before), N_("Secret code")))
