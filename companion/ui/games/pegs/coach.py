"""The coach: hints for the next row, each requested by one more press, and each counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.moves import CHECK, HINT_GRADES, Hint
from companion.games.pegs.state import AskedHint, PegView, Phase, RoundView
from companion.strategy.pegs.coach import waste_of
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.pegs.drawing import row_text
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.rounds import score_line
from companion.ui.games.shared.match import Match
from companion.words.pegs_coach import hint, so_far

if TYPE_CHECKING:
    from companion.ui.games.pegs.guess import GuessScreen

CHECKED = N_("So far right?")


def may_ask(view: PegView) -> bool:
    """Whether the current codebreaker may ask for a hint."""
    now, rules = view.now, view.rules
    return (
        view.phase is Phase.GUESS and now is not None and rules.may_ask(now.breaker) and not rules.is_box(now.breaker)
    )


def first_hint(match: Match) -> Navigation:
    """Show the first hint that tells something about this row, and ask for it if it has not been asked for.

    That the last row was a good one is worth no hint.
    """
    view: PegView = match.session.view()
    rows = () if view.now is None else view.now.rows
    has_waste = bool(rows) and bool(waste_of(view.rules.space, rows))
    return Push(_hint(match, HINT_GRADES[0 if has_waste else 1]))


def _hint(match: Match, grade: int) -> Screen:
    """Return the screen of the hint of *grade*; the request is counted once per row."""
    view: PegView = match.session.view()
    if view.now is not None and AskedHint(len(view.now.rows), grade) not in view.now.hints:
        match.submit(Hint(grade))
        view = match.session.view()
    if view.now is None:
        return Notice(match.context, N_("The match is over."))
    return HintScreen(match, view, view.now, grade)


def check(match: Match, behind: GuessScreen) -> Navigation:
    """Say whether the pegs that are set on the screen *behind* can be right, which counts as a hint."""
    view: PegView = match.session.view()
    rows = () if view.now is None else view.now.rows
    words = so_far(view.rules, rows, behind.entry.pegs)
    match.submit(Hint(CHECK))
    return Push(Notice(match.context, words, title=CHECKED))


class HintScreen(Screen):
    """One hint; OK asks for the next, BACK returns to the row."""

    def __init__(self, match: Match, view: PegView, now: RoundView, grade: int) -> None:
        self.match = match
        self.view = view
        self.grade = grade
        self.count = len(now.hints)
        edition, style = view.rules.edition, match.context.chosen.pegs
        self._words, self._good_row = hint(
            view.rules, now.rows, grade, lambda code: lambda translator: row_text(edition, style, code, translator)
        )

    def draw(self, page: Page) -> None:
        """Draw the hint and how many count in this round; a good row is shown as pegs."""
        is_last = self.grade == HINT_GRADES[-1]
        page.title(N_("Hint"), f"{self.grade}/{HINT_GRADES[-1]}", optional=True)
        counted = page.translator._("Counted: {count}").format(count=self.count)
        page.hints(counted, page.translator._("OK: go on") if is_last else page.translator._("OK: more"))
        if self.view.now is not None:
            page.add(score_line(self.match, self.view, self.view.now))
        if self._good_row is not None:
            page.add(PegRow(self.view.rules.edition, self.match.context.chosen.pegs, self._good_row))
        page.paragraph(self._words)

    def press(self, button: Button) -> Navigation:
        if button is Button.OK and self.grade < HINT_GRADES[-1]:
            return Replace(_hint(self.match, self.grade + 1))
        return Pop() if button in (Button.OK, Button.BACK) else Stay()
