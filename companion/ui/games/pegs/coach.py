"""The coach: hints for the next row, each requested by one more press, and each counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

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

CHECK_HELP = N_("Whether a code that fits has the pegs that are set.")
IN_CODE_HELP = N_("Whether the codes that fit have a colour of your choice.")
HINT_HELP = N_("It costs no points, but it counts: no personal best.")
CHECKED = N_("So far right?")
IN_CODE = N_("In the code?")


@dataclass(frozen=True, slots=True)
class HintAsker:
    """Who asks for hints in *match*: the codebreaker, or where each has a board, the player at ``seat``.

    ``move`` makes the move that asks for the hint of a grade, and ``help`` says what a hint costs.
    """

    match: Match
    seat: int | None = None
    move: Callable[[int], object] = Hint
    help: str = HINT_HELP

    @property
    def view(self) -> PegView:
        """The match as the player sees it."""
        view: PegView = self.match.session.view(self.seat)
        return view

    @property
    def is_alone(self) -> bool:
        """Whether the others do not see the rows of the player."""
        return self.seat is not None

    def ask(self, grade: int) -> None:
        """Ask for the hint of *grade*, which counts."""
        self.match.submit(self.move(grade))


def hint_items(asker: HintAsker, behind: Screen) -> list[Item]:
    """Return the lines of the pause menu over *behind* that ask for hints; none where the player may not ask."""
    if not may_ask(asker.view):
        return []
    items = [Item(N_("Hint"), lambda: first_hint(asker), N_("counts"), help=asker.help)]
    if isinstance(behind, EntryScreen) and {*behind.entry.pegs} != {None}:
        items.append(Item(CHECKED, lambda: check(asker, behind), N_("counts"), help=CHECK_HELP))
    return [*items, Item(IN_CODE, lambda: choose_colour(asker, behind), N_("counts"), help=IN_CODE_HELP)]


def may_ask(view: PegView) -> bool:
    """Whether the current codebreaker may ask for a hint."""
    now, rules = view.now, view.rules
    return (
        view.phase is Phase.GUESS and now is not None and rules.may_ask(now.breaker) and not rules.is_box(now.breaker)
    )


def first_hint(asker: HintAsker) -> Navigation:
    """Show the first hint that tells something about this row, and ask for it if it has not been asked for.

    That the last row was a good one is worth no hint.
    """
    view: PegView = asker.view
    rows = () if view.now is None else view.now.rows
    has_waste = bool(rows) and bool(waste_of(view.rules.space, rows))
    return Push(_hint(asker, HINT_GRADES[0 if has_waste else 1]))


def _hint(asker: HintAsker, grade: int) -> Screen:
    """Return the screen of the hint of *grade*; the request is counted once per row."""
    view: PegView = asker.view
    if view.now is not None and AskedHint(len(view.now.rows), grade) not in view.now.hints:
        asker.ask(grade)
        view = asker.view
    if view.now is None:
        return Notice(asker.match.context, N_("The match is over."))
    return HintScreen(asker, view, view.now, grade)


def check(asker: HintAsker, behind: EntryScreen) -> Navigation:
    """Say whether the pegs that are set on the screen *behind* can be right, which counts as a hint."""
    return Push(_checked(asker, CHECKED, lambda view, rows: so_far(view.rules, rows, behind.entry.pegs)))


def choose_colour(asker: HintAsker, behind: Screen) -> Navigation:
    """Show the colours to ask for one of them; the cursor is on the peg under that of the row *behind*."""
    view: PegView = asker.view
    entry = behind.entry if isinstance(behind, EntryScreen) else None

    def item(peg: int) -> Item:
        return Item(partial(_peg_words, asker, view, peg), lambda: Replace(_in_code(asker, peg)))

    at = (entry and entry.peg) or 0
    return Push(Menu(asker.match.context, IN_CODE, [item(peg) for peg in range(view.rules.space.values)], at=at))


def _in_code(asker: HintAsker, peg: int) -> Screen:
    """Say whether *peg* is in the code, which counts as a hint."""
    return _checked(asker, IN_CODE, lambda view, rows: in_code(view.rules, rows, peg, _signs(asker, view)))


def _checked(asker: HintAsker, title: str, words: Callable[[PegView, Sequence[Row]], Phrase]) -> Screen:
    view: PegView = asker.view
    answer = words(view, () if view.now is None else view.now.rows)
    asker.ask(CHECK)
    notice = Notice(asker.match.context, answer, title=title)
    notice.is_private = asker.is_alone
    return notice


def _signs(asker: HintAsker, view: PegView) -> Signs:
    return lambda code: partial(_sign, asker, view, code)


def _sign(asker: HintAsker, view: PegView, code: Code, translator: Translator) -> str:
    return row_text(view.rules.edition, asker.match.context.chosen.pegs, code, translator)


def _peg_words(asker: HintAsker, view: PegView, peg: int, translator: Translator) -> str:
    sign, name = _sign(asker, view, (peg,), translator), said(colour(view.rules.edition, peg), translator)
    return name if sign == name else f"{sign} {name}"


def hint_named(asker: HintAsker, name: str) -> Navigation | None:
    """Say whether the colour called *name* is in the code, or show the first hint if *name* is empty.

    Return None where the player may ask for no hint, or where there is no such colour.
    """
    view: PegView = asker.view
    if not may_ask(view):
        return None
    if not name:
        return first_hint(asker)
    translator = asker.match.context.translator
    found = (peg for peg in range(view.rules.space.values) if as_typed(name) in _typed(view, peg, translator))
    return next((Push(_in_code(asker, peg)) for peg in found), None)


def _typed(view: PegView, peg: int, translator: Translator) -> set[str]:
    """Return what is typed for *peg*: its name or its letter."""
    edition = view.rules.edition
    return {as_typed(said(colour(edition, peg), translator)), as_typed(letter(edition, translator, peg))}


class HintScreen(Screen):
    """One hint; OK asks for the next, BACK returns to the row."""

    def __init__(self, asker: HintAsker, view: PegView, now: RoundView, grade: int) -> None:
        self.match = asker.match
        self.is_private = asker.is_alone
        self._asker = asker
        self.view = view
        self.grade = grade
        self.count = len(now.hints)
        self._words, self._good_row = hint(view.rules, now.rows, grade, _signs(asker, view))

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
            return Replace(_hint(self._asker, self.grade + 1))
        return Pop() if button in (Button.OK, Button.BACK) else Stay()
