"""The screen for setting a row on the box, peg by peg, under the rows played so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Answered, Button, Cue
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import Guess
from companion.games.pegs.state import Ending, Phase, Row
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Verbatim
from companion.strategy.pegs.coach import contradicts
from companion.ui.games.pegs.answer import AnswerScreen
from companion.ui.games.pegs.elements import GuessBoard, board_rows
from companion.ui.games.pegs.entering import entry_row, peg_words, press_entry
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.games.pegs.tray_input import Laying, show_answer
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay, WithSound

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted


class GuessScreen(Screen):
    """The board so far and, under it, the row being set."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        rows = [row.guess for row in now.rows]
        rules = view.rules
        self.entry = RowEntry(rules.edition.pegs, rules.guesses.values, self._start(rows), rows)
        self.laying = Laying(match, self.entry, rules.guesses.holes)

    def _start(self, rows: list[Code]) -> Code | None:
        """Return the pegs to start with: a row that was taken back, else by the settings the last row or None."""
        taken_back = self.match.session.redoable
        if isinstance(taken_back, Guess):
            return taken_back.code
        return rows[-1] if rows and self.match.table.chosen.start_row == "last" else None

    def draw(self, page: Page) -> None:
        """Draw the codebreaker's name and the colour under the cursor, the last rows, and the entry."""
        rules = self.view.rules
        at_tick = page.tongue._("not possible") if self._against() else page.tongue._("answer")
        beside = at_tick if self.entry.is_at_tick else peg_words(rules.edition, page.tongue, self.entry)
        page.title(Verbatim(self.match.players[self.now.breaker]), beside)
        page.add(
            GuessBoard(
                board_rows(self.now.rows),
                entry_row(self.match, self.view, self.entry),
                page.tongue._("\u25b2\u25bc colour, OK next, \u2713 answer"),
                frozenset(self._against()),
                self.entry.recalled,
            )
        )

    def _against(self) -> tuple[int, ...]:
        """Return the rows that the row at the tick contradicts, if the players agreed to mark them."""
        row = self.entry.row if self.entry.is_at_tick and self.view.rules.marks else None
        return () if row is None else contradicts(self.now.rows, row)

    def press(self, button: Button) -> Navigation:
        """Move the cursor, set a peg, or play the row at the tick."""
        return press_entry(self.match, self.entry, button, lambda: self.match.pause(self), self._play)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Put the row that was set in the tray into the entry."""
        return self.laying.take(row, self.view.rules.edition)

    def take_over(self, before: Screen) -> None:
        """Keep the unfinished row if the rows above it are still the same."""
        if isinstance(before, GuessScreen) and before.now.rows == self.now.rows:
            self.entry, self.laying = before.entry, before.laying

    def due(self) -> float | None:
        """Return when the blinking pegs, of which the tray was not sure, change next."""
        return self.laying.due()

    def tick(self, now: float) -> Navigation:
        """Show or hide the blinking pegs."""
        self.laying.tick(now)
        return Stay()

    def _play(self, row: Code) -> Navigation:
        self.match.submit(Guess(row))
        self.laying.played(row)
        view: PegView = self.match.session.view()
        if view.phase is Phase.KEYS:
            return self.match.onward()
        show_answer(self.match, view)
        ended = view.done[-1] if len(view.done) > len(self.view.done) else None
        rows = view.now.rows if ended is None and view.now is not None else view.done[-1].rows
        return WithSound(_sound(rows[-1], ended), self.match.show(AnswerScreen(self.match, view, rows, ended)))


def _sound(row: Row, ended: RoundView | None) -> Cue | Answered:
    if ended is not None:
        return Cue.SOLVED if ended.ending is Ending.SOLVED else Cue.LOST
    return Cue.PRESS if row.answer is None else Answered(row.answer.blacks, row.answer.whites)
