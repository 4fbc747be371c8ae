"""The screen with the answer to a row: the key pegs to put on the real board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Answered, Button, Cue, Sound
from companion.errors import N_
from companion.games.pegs.codes import Answer
from companion.games.pegs.state import Row
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import filled
from companion.ui.games.pegs.drawing import keys_words
from companion.ui.games.pegs.elements import KeyCounts, PegRow
from companion.ui.games.pegs.rounds import RevealScreen, celebration
from companion.ui.games.pegs.scores import score_line
from companion.ui.games.pegs.tray_input import take_next
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay, WithSound

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted

LONGEST_S = 1.0
"""The longest time, in seconds, until all key pegs are shown."""
BESIDE_ROW = 120
"""The smallest free height, in pixels, at which the row is shown above its key pegs."""


class AnswerScreen(Screen):
    """The key pegs to put beside the row just played: they appear one after another, each with its note.

    *end* is the sound after the last one, if the row ends the round. A press shows all key pegs at once.
    """

    reveal_screen = RevealScreen

    def __init__(
        self, match: Match, view: PegView, rows: tuple[Row, ...], ended: RoundView | None, end: Cue | None
    ) -> None:
        self.match = match
        self.view = view
        self.number = len(rows)
        self.ended = ended
        self.keys = rows[-1].answer or Answer(0, 0)
        self.row = rows[-1].guess
        self._end = end
        starts = Answered(self.keys.blacks, self.keys.whites).starts_s()
        slower = max(1.0, *(start / LONGEST_S for start in starts)) if starts else 1.0
        began = match.context.now()
        self._appear = [began + start / slower for start in starts]
        self.shown = min(1, len(starts))

    @property
    def sound(self) -> Sound:
        """The sound to play when the screen appears."""
        return self._end if self._end and not self._appear else Answered(self.keys.blacks, self.keys.whites)

    def draw(self, page: Page) -> None:
        """Draw the key pegs large; their words replace the title when all of them are shown."""
        edition, keys, shown = self.view.rules.edition, self.keys, self.shown
        row = filled(N_("Row {number}: key pegs"), number=self.number)
        page.title(
            row if self._is_appearing else lambda translator: keys_words(edition, translator, keys), optional=True
        )
        page.hints(page.translator._("Row {number}").format(number=self.number), page.translator._("OK: go on"))
        page.add(score_line(self.match, self.view, self.shown_round))
        page.add(PegRow(edition, self.match.context.chosen.pegs, self.row, least=BESIDE_ROW))
        blacks = min(shown, keys.blacks)
        page.add(KeyCounts(edition, keys, shown=Answer(blacks, shown - blacks)))

    @property
    def shown_round(self) -> RoundView:
        """The round of the row."""
        return self.view.done[-1] if self.view.now is None or self.ended is not None else self.view.now

    @property
    def _is_appearing(self) -> bool:
        return self.shown < len(self._appear)

    def settle(self) -> None:
        """Show all key pegs."""
        self._shown = len(self._appear)

    def due(self) -> float | None:
        """Return when the next key peg appears; None once all are shown."""
        return self._appear[self.shown] if self._is_appearing else None

    def tick(self, now: float) -> Navigation:
        """Show the key pegs that have appeared by *now*."""
        return self._show(max(self.shown + 1, sum(at <= now for at in self._appear)), Stay())

    def _show(self, count: int, go: Navigation) -> Navigation:
        """Show *count* key pegs; the last one ends with the sound of the round's end, and a celebration here."""
        was_appearing, self.shown = self._is_appearing, count
        if not was_appearing or self._is_appearing or self._end is None:
            return go
        if isinstance(go, Stay) and self.ended is not None:
            self.over = celebration(self.match, self.view, self.ended)
        return WithSound(self._end, go)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Go on to the next row, which has already been set in the tray."""
        return None if self.ended is not None else take_next(self.match, row)

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu to take the row back."""
        go: Navigation = Stay()
        if button is Button.OK:
            go = (
                self.match.onward()
                if self.ended is None
                else self.match.show(self.reveal_screen(self.match, self.view, self.ended, is_new=self._is_appearing))
            )
        elif button is Button.BACK:
            go = self.match.pause(self)
        return self._show(len(self._appear), go)
