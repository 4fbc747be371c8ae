"""The screen for setting a row on the box, peg by peg, under the rows played so far."""

from __future__ import annotations

from companion.box import Cue
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import Guess
from companion.games.pegs.state import Ending, Phase
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Verbatim
from companion.strategy.pegs.coach import contradicts
from companion.ui.games.pegs.answer import AnswerScreen
from companion.ui.games.pegs.board import board_rows
from companion.ui.games.pegs.entering import EntryScreen
from companion.ui.games.pegs.entry_elements import GuessBoard
from companion.ui.games.pegs.scores import score_line
from companion.ui.games.pegs.tray_input import show_answer
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, WithSound


class GuessScreen(EntryScreen):
    """The board so far and, under it, the row being set."""

    answer_screen = AnswerScreen

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        rows = [row.guess for row in now.rows]
        super().__init__(match, view, view.rules.guesses, _start(match, rows), rows)
        self.now = now

    def draw(self, page: Page) -> None:
        """Draw the codebreaker's name and the colour under the cursor, the last rows, and the entry."""
        at_tick = page.translator._("not possible") if self._against() else page.translator._("answer")
        self.head(page, Verbatim(self.match.players[self.now.breaker]), self.words(page.translator, at_tick))
        self.keys(page, at_tick)
        page.add(score_line(self.match, self.view, self.now))
        page.add(
            GuessBoard(
                board_rows(self.now.rows),
                self.row(),
                page.translator._("\u25b2\u25bc colour  \u25c0\u25b6 place\nOK next, \u2713\u00a0answer\nBACK pause"),
                frozenset(self._against()),
                self.entry.recalled,
            )
        )

    def _against(self) -> tuple[int, ...]:
        """Return the rows that the row at the tick contradicts, if the players agreed to mark them."""
        row = self.entry.row if self.entry.is_at_tick and self.view.rules.marks else None
        return () if row is None else contradicts(self.now.rows, row)

    def take_over(self, before: Screen) -> None:
        """Keep the unfinished row if the rows above it are still the same."""
        if isinstance(before, GuessScreen) and before.now.rows == self.now.rows:
            self.entry, self.laying = before.entry, before.laying

    def done(self, row: Code) -> Navigation:
        """Play the row."""
        self.match.submit(Guess(row))
        self.laying.played(row)
        view: PegView = self.match.session.view()
        if view.phase is Phase.KEYS:
            return self.match.onward()
        show_answer(self.match, view)
        ended = view.done[-1] if len(view.done) > len(self.view.done) else None
        rows = view.now.rows if ended is None and view.now is not None else view.done[-1].rows
        end = None if ended is None else Cue.SOLVED if ended.ending is Ending.SOLVED else Cue.LOST
        answer = self.answer_screen(self.match, view, rows, ended, end)
        return WithSound(answer.sound, self.match.show(answer))


def _start(match: Match, rows: list[Code]) -> Code | None:
    """Return the pegs to start with: a row that was taken back, else by the settings the last row or None."""
    taken_back = match.session.redoable
    if isinstance(taken_back, Guess):
        return taken_back.code
    return rows[-1] if rows and match.context.chosen.start_row == "last" else None
