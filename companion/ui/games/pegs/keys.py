"""The screen for entering the key pegs of the real board as two counts."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import KeyColour
from companion.games.pegs.view import PegView
from companion.i18n.translator import Text, Translator
from companion.ui.games.pegs.elements import BLACKS, WHITES, KeyCounts, PegRow
from companion.ui.games.pegs.scores import score_line
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class KeysScreen(Screen):
    """The counts of blacks and whites, under the row they belong to.

    UP and DOWN change a count and wrap around, so that all black is one press down. OK goes on to the whites, except
    for an answer that is all black, and then passes the answer to *done*. *back* handles BACK at the blacks.
    """

    def __init__(
        self,
        match: Match,
        view: PegView,
        title: Text,
        row: Code,
        start: Answer | None,
        done: Callable[[Answer], Navigation],
        back: Callable[[Screen], Navigation],
    ) -> None:
        self.match = match
        self.view = view
        self.title = title
        self.row = row
        self.counts = [0, 0] if start is None else [start.blacks, start.whites]
        self.dial = BLACKS
        self._done = done
        self._back = back

    def draw(self, page: Page) -> None:
        """Draw the row, and large the two counts."""
        edition = self.view.rules.edition
        page.title(self.title)
        last = self.dial == WHITES or self._is_all_black
        page.hints(
            self._name(page.translator), page.translator._("OK: done") if last else page.translator._("OK: whites")
        )
        if self.view.now is not None:
            page.add(score_line(self.match, self.view, self.view.now))
        page.add(PegRow(edition, self.match.context.chosen.pegs, self.row, is_steady=True))
        page.add(KeyCounts(edition, Answer(*self.counts), self.dial))

    def _name(self, translator: Translator) -> str:
        if self.dial == WHITES:
            return translator._("\u25b2\u25bc white")
        is_red = self.view.rules.edition.key_colour is KeyColour.RED
        return translator._("\u25b2\u25bc red") if is_red else translator._("\u25b2\u25bc black")

    @property
    def _is_all_black(self) -> bool:
        return self.dial == BLACKS and self.counts == [len(self.row), 0]

    def take_line(self, text: str) -> Navigation | None:
        """Set both counts, typed as two digits; OK then finishes."""
        typed = "".join(text.split())
        if len(typed) != len(self.counts) or not typed.isascii() or not typed.isdigit():
            return None
        if max(counts := [int(digit) for digit in typed]) > len(self.row):
            return None
        self.counts, self.dial = counts, WHITES
        return Stay()

    def press(self, button: Button) -> Navigation:
        """Change a count, go to the other one, or finish."""
        match button:
            case Button.UP | Button.DOWN:
                step = 1 if button is Button.UP else -1
                self.counts[self.dial] = (self.counts[self.dial] + step) % (len(self.row) + 1)
            case Button.BACK if self.dial == BLACKS:
                return self._back(self)
            case Button.LEFT | Button.BACK:
                self.dial = BLACKS
            case Button.OK if self.dial == WHITES or self._is_all_black:
                return self._done(Answer(*self.counts))
            case Button.RIGHT | Button.OK:
                self.dial = WHITES
        return Stay()
