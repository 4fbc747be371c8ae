"""Answers to rows whose code is kept on the real board, and the rows that the box plays against such a code."""

from __future__ import annotations

from companion.box import Answered, Button, Cue, Sound
from companion.errors import N_
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import GiveKeys
from companion.games.pegs.state import Ending
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, filled
from companion.strategy.pegs.candidates import candidates_after
from companion.ui.games.pegs.doubt import DoubtScreen
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.keys import KeysScreen
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.games.pegs.rounds import maker_name
from companion.ui.games.pegs.scores import score_line
from companion.ui.match import Match
from companion.ui.notice import Question
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Screen, Stay, WithSound


def answering(match: Match, view: PegView, now: RoundView) -> Screen:
    """Return the screen with the row that the box plays, if it is new, else the entry of its key pegs."""
    # An answer was taken back so that it can be corrected; its row is already on the board.
    is_new = not isinstance(match.session.redoable, GiveKeys)
    return (
        BoxRowScreen(match, view, now) if view.rules.is_box(now.breaker) and is_new else keys_screen(match, view, now)
    )


def keys_screen(match: Match, view: PegView, now: RoundView, start: Answer | None = None) -> KeysScreen:
    """Return the screen on which the codemaker enters the key pegs of the last row, beginning with *start*."""
    taken_back = match.session.redoable
    if start is None and isinstance(taken_back, GiveKeys):
        start = taken_back.answer
    title = _row_title(maker_name(match, now), len(now.rows))
    return KeysScreen(
        match, view, title, now.rows[-1].guess, start, lambda keys: _give(match, view, keys), match.pause
    )


def _row_title(name: str, number: int) -> Text:
    return filled(N_("{number}. {name}"), number=number, name=name)


def _give(match: Match, before: PegView, keys: Answer) -> Navigation:
    if before.now is None or keys.blacks < len(before.now.rows[-1].guess):
        return _given(match, before, keys)
    # One press too many at the dials must not end a round.
    match.session.validate(GiveKeys(keys))
    number = len(before.now.rows)
    text = filled(N_("Is row {number} the code? It ends this round."), number=number)
    entry = keys_screen(match, before, before.now, keys)
    return Replace(Question(match.context, text, lambda: _given(match, before, keys), lambda: Replace(entry)))


def _given(match: Match, before: PegView, keys: Answer) -> Navigation:
    match.submit(GiveKeys(keys))
    go = onward(match, before)
    return WithSound(_sound(table_view(match), before, keys, go), go)


def _sound(view: PegView, before: PegView, keys: Answer, go: Navigation) -> Sound:
    if len(view.done) > len(before.done):
        return Cue.SOLVED if view.done[-1].ending is Ending.SOLVED else Cue.LOST
    is_doubted = isinstance(go, Replace) and isinstance(go.screen, DoubtScreen)
    return Cue.REFUSED if is_doubted else Answered(keys.blacks, keys.whites)


class BoxRowScreen(Screen):
    """The row that the box plays, to be set on the real board, and the reason for it."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.row = now.rows[-1].guess
        before = candidates_after(view.rules.space, now.rows[:-1])
        self.codes = before.count
        self.groups = before.groups(self.row)
        self.codes_said = str(self.codes) if before.is_exact else f"~{self.codes}"
        # In a space too large for sets, the groups are those of a sample.
        self.groups_said = f"~{self.groups}" if before.found is None else str(self.groups)

    def draw(self, page: Page) -> None:
        """Draw the row large, and under it the number of codes left and of groups into which the row splits them."""
        page.title(_row_title(self.match.players[self.now.breaker], len(self.now.rows)), optional=True)
        page.hints("", page.translator._("OK: key pegs"))
        page.add(score_line(self.match, self.view, self.now))
        page.add(PegRow(self.view.rules.edition, self.match.context.chosen.pegs, self.row, least=0, growth=6))
        page.paragraph(self._why)

    def _why(self, translator: Translator) -> str:
        if self.codes_said == "1":
            return translator._("The only code left.")
        codes = translator.ngettext("{count} code left", "{count} codes left", self.codes)
        groups = translator.ngettext("{count} group", "{count} groups", self.groups)
        return f"{codes.format(count=self.codes_said)}, {groups.format(count=self.groups_said)}"

    def press(self, button: Button) -> Navigation:
        """Go on to the key pegs once the row is on the board, or pause."""
        if button is Button.OK:
            return Replace(keys_screen(self.match, self.view, self.now))
        return self.match.pause(self) if button is Button.BACK else Stay()
