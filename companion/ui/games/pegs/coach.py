"""The coach: hints for the next row, each requested by one more press, and each counted."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import HINT_GRADES, Hint
from companion.games.pegs.state import AskedHint, PegView, Phase, RoundView, Row
from companion.i18n.translator import Text, Translator, counted, filled
from companion.strategy.pegs.candidates import Candidates, candidates_after
from companion.strategy.pegs.choice import best
from companion.strategy.pegs.coach import Fact, FactKind, Waste, fact, waste_of
from companion.strategy.pegs.library import book_for
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.pegs.drawing import colour_name, row_text
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.rounds import score_line
from companion.ui.games.shared.match import Match


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


class HintScreen(Screen):
    """One hint; OK asks for the next, BACK returns to the row."""

    def __init__(self, match: Match, view: PegView, now: RoundView, grade: int) -> None:
        self.match = match
        self.view = view
        self.grade = grade
        self.count = len(now.hints)
        rules, style = view.rules, match.context.chosen.pegs
        choice = best(rules.space, rules.guesses, now.rows, book_for(rules)) if grade == HINT_GRADES[-1] else None
        self._good_row = choice
        if choice is None:
            self._words = hint_words(view, now.rows, grade, style)
        else:
            self._words = counted(
                "Try {row}: {left} code could be it.",
                "Try {row}: {left} codes could be it.",
                choice.left,
                row=lambda translator: row_text(rules.edition, style, choice.guess, translator),
                left=choice.left,
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
            page.add(PegRow(self.view.rules.edition, self.match.context.chosen.pegs, self._good_row.guess))
        page.paragraph(self._words)

    def press(self, button: Button) -> Navigation:
        if button is Button.OK and self.grade < HINT_GRADES[-1]:
            return Replace(_hint(self.match, self.grade + 1))
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


def hint_words(view: PegView, rows: Sequence[Row], grade: int, style: str) -> Text:
    """Return the hint of *grade* in words, with pegs in *style*."""
    space = view.rules.space
    if grade == HINT_GRADES[0]:
        return _waste_words(len(rows), waste_of(space, rows)) if rows else N_("No row has been played yet.")
    found = candidates_after(space, rows)
    if not found.count:
        return N_("No code fits the answers.")
    if grade == HINT_GRADES[2]:
        return fact_words(view.rules.edition, style, fact(space, rows))
    return left_words(found)


def left_words(found: Candidates) -> Text:
    """Return the number of codes left in words, marked as an estimate if it is one."""
    if found.is_exact:
        return counted("{count} code could still be it.", "{count} codes could still be it.", found.count)
    return filled(N_("About {count} codes could still be it."), count=found.count)


def _waste_words(number: int, waste: Waste) -> Text:
    """Return what was wasted in row *number*, in words; only the first finding if there are several."""
    if waste.contradicted:
        earlier = waste.contradicted[0] + 1
        return filled(N_("Row {number} could not be the code: look at row {earlier}."), number=number, earlier=earlier)
    if waste.is_no_code:
        return filled(N_("Row {number} could not be the code: no code looks so."), number=number)
    said = N_("Row {number} told nothing new.") if waste.told_nothing else N_("Row {number} was a good row.")
    return filled(said, number=number)


_FACTS = {
    FactKind.HERE: N_("Place {place}: {colour}, for certain."),
    FactKind.NOT_HERE: N_("Place {place} is not {colour}."),
    FactKind.SOMEWHERE: N_("In the code: {colour}."),
    FactKind.NOWHERE: N_("Not in the code: {colour}."),
}


def fact_words(edition: Edition, style: str, known: Fact | None) -> Text:
    """Return a fact that is certain, in words, with its peg in *style*."""
    if known is None:
        return N_("No peg is certain yet.")
    place = 0 if known.place is None else known.place + 1

    def colour(translator: Translator) -> str:
        peg = row_text(edition, style, [known.colour], translator)
        return f"{colour_name(edition, translator, known.colour)} ({peg})"

    return filled(_FACTS[known.kind], place=place, colour=colour)
