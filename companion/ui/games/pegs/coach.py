"""The coach: hints for the next row, each requested by one more press, and each counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import CHECK, HINT_GRADES, Hint
from companion.games.pegs.state import AskedHint, PegView, Phase, RoundView, Row
from companion.i18n.translator import Translator, as_typed
from companion.strategy.pegs.coach import waste_of
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.pegs.drawing import letter, row_text
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.entry import EntryScreen
from companion.ui.games.pegs.rounds import score_line
from companion.ui.games.shared.match import Match
from companion.words.pegs import colour
from companion.words.pegs_coach import Signs, hint, in_code, so_far
from companion.words.phrase import Phrase, said

if TYPE_CHECKING:
    from companion.ui.games.pegs.guess import GuessScreen

CHECKED = N_("So far right?")
IN_CODE = N_("In the code?")


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
    return Push(_checked(match, CHECKED, lambda view, rows: so_far(view.rules, rows, behind.entry.pegs)))


def choose_colour(match: Match, behind: Screen) -> Navigation:
    """Show the colours to ask for one of them; the cursor is on the peg under that of the row *behind*."""
    view: PegView = match.session.view()
    entry = behind.entry if isinstance(behind, EntryScreen) else None

    def item(peg: int) -> Item:
        return Item(partial(_peg_words, match, view, peg), lambda: Replace(_in_code(match, peg)))

    at = (entry and entry.peg) or 0
    return Push(Menu(match.context, IN_CODE, [item(peg) for peg in range(view.rules.space.values)], at=at))


def _in_code(match: Match, peg: int) -> Screen:
    """Say whether *peg* is in the code, which counts as a hint."""
    return _checked(match, IN_CODE, lambda view, rows: in_code(view.rules, rows, peg, _signs(match, view)))


def _checked(match: Match, title: str, words: Callable[[PegView, Sequence[Row]], Phrase]) -> Screen:
    view: PegView = match.session.view()
    answer = words(view, () if view.now is None else view.now.rows)
    match.submit(Hint(CHECK))
    return Notice(match.context, answer, title=title)


def _signs(match: Match, view: PegView) -> Signs:
    return lambda code: partial(_sign, match, view, code)


def _sign(match: Match, view: PegView, code: Code, translator: Translator) -> str:
    return row_text(view.rules.edition, match.context.chosen.pegs, code, translator)


def _peg_words(match: Match, view: PegView, peg: int, translator: Translator) -> str:
    sign, name = _sign(match, view, (peg,), translator), said(colour(view.rules.edition, peg), translator)
    return name if sign == name else f"{sign} {name}"


def hint_named(match: Match, name: str) -> Navigation | None:
    """Say whether the colour called *name* is in the code, or show the first hint if *name* is empty.

    Return None where the player may ask for no hint, or where there is no such colour.
    """
    view: PegView = match.session.view()
    if not may_ask(view):
        return None
    if not name:
        return first_hint(match)
    translator = match.context.translator
    found = (peg for peg in range(view.rules.space.values) if as_typed(name) in _typed(view, peg, translator))
    return next((Push(_in_code(match, peg)) for peg in found), None)


def _typed(view: PegView, peg: int, translator: Translator) -> set[str]:
    """Return what is typed for *peg*: its name or its letter."""
    edition = view.rules.edition
    return {as_typed(said(colour(edition, peg), translator)), as_typed(letter(edition, translator, peg))}


class HintScreen(Screen):
    """One hint; OK asks for the next, BACK returns to the row."""

    def __init__(self, match: Match, view: PegView, now: RoundView, grade: int) -> None:
        self.match = match
        self.view = view
        self.grade = grade
        self.count = len(now.hints)
        self._words, self._good_row = hint(view.rules, now.rows, grade, _signs(match, view))

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
