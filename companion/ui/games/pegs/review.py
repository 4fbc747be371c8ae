"""The review of a round: the codes that each row left, those that the best row would have left, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.state import Coach
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim
from companion.strategy.pegs.coach import RowReview, judged, solver_line
from companion.strategy.pegs.library import book_for
from companion.ui.games.pegs.drawing import row_text
from companion.ui.match import Match
from companion.ui.page import ListRow, Page
from companion.ui.screen import Navigation, Pop, Screen, Stay


def is_reviewed(view: PegView, shown: RoundView) -> bool:
    """Whether the rules allow a review of the round *shown*, and the round has ended with at least one row."""
    return view.rules.coach is not Coach.OFF and shown.ending is not None and bool(shown.rows)


class ReviewScreen(Screen):
    """One page per row and one for the whole round; LEFT, RIGHT and OK turn pages, UP and DOWN go along the lines."""

    def __init__(self, match: Match, view: PegView, shown: RoundView) -> None:
        self.match = match
        self.view = view
        self.shown = shown
        self.at = 0
        self.line = 0
        self._judged: dict[int, RowReview | None] = {}
        self._own: tuple[ListRow, ...] | None = None

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.shown.rows) + 1

    def draw(self, page: Page) -> None:
        """Draw the current page."""
        is_sum = self.at == len(self.shown.rows)
        page.title(N_("In all") if is_sum else self._row_title, "\u25c0\u25b6")
        rows = self._sum() if is_sum else self._of_row(self._judge(self.at))
        self.line = min(self.line, len(rows) - 1)
        page.rows(rows, self.line, pointed=True)

    def _row_title(self, translator: Translator) -> Verbatim:
        row = self.shown.rows[self.at]
        return Verbatim(f"{self.at + 1}. {self._pegs(row.guess, translator)} {_keys(row.answer)}")

    def _pegs(self, code: Code, translator: Translator) -> str:
        return row_text(self.view.rules.edition, self.match.context.chosen.pegs, code, translator)

    def _row_words(self, code: Code) -> Text:
        return lambda translator: Verbatim(self._pegs(code, translator))

    def _judge(self, place: int) -> RowReview | None:
        if place not in self._judged:
            rules, rows = self.view.rules, self.shown.rows[: place + 1]
            self._judged[place] = judged(rules.space, rules.guesses, rows, book_for(rules))
        return self._judged[place]

    def _of_row(self, row: RowReview | None) -> list[ListRow]:
        if row is None:
            return [ListRow(N_("No code fits."), "")]
        sign = "" if row.is_exact else "~"
        return [
            ListRow(N_("Codes"), Verbatim(f"{sign}{row.before} \u2192 {row.after}")),
            ListRow(N_("On average"), _decimal(row.expected)),
            ListRow(N_("Best row"), self._row_words(row.best)),
            ListRow(N_("Leaves"), _decimal(row.best_expected)),
            ListRow(N_("Luck, bits"), _signed(row.luck)),
            ListRow(N_("Skill, bits"), _signed(row.skill)),
            *_waste_rows(row),
        ]

    def _sum(self) -> list[ListRow]:
        rows = [row for row in map(self._judge, range(len(self.shown.rows))) if row is not None]
        return [
            ListRow(N_("Luck, bits"), _signed(sum(row.luck for row in rows))),
            ListRow(N_("Skill, bits"), _signed(sum(row.skill for row in rows))),
            ListRow(N_("Hints"), Verbatim(str(len(self.shown.hints)))),
            *self._own_line(),
        ]

    def _own_line(self) -> tuple[ListRow, ...]:
        # Computed once: outside the opening book, the solver has to search for each of its rows.
        if self._own is None:
            self._own = tuple(self._thought_of())
        return self._own

    def _thought_of(self) -> Iterator[ListRow]:
        rules = self.view.rules
        if self.shown.code is None:
            return
        line = solver_line(rules.space, rules.guesses, self.shown.code, book_for(rules))
        yield ListRow(N_("The box needs"), Verbatim(str(len(line))))
        for row in line:
            yield ListRow(self._row_words(row.guess), Verbatim(_keys(row.answer)))

    def press(self, button: Button) -> Navigation:
        """Turn the pages, move along the lines, or go back."""
        match button:
            case Button.BACK:
                return Pop()
            case Button.LEFT:
                self.at = (self.at - 1) % self.pages
            case Button.RIGHT | Button.OK:
                self.at = (self.at + 1) % self.pages
            case Button.UP:
                self.line = max(0, self.line - 1)
            case Button.DOWN:
                self.line += 1
        return Stay()


def _waste_rows(row: RowReview) -> Iterator[ListRow]:
    for earlier in row.waste.contradicted:
        yield ListRow(N_("Against row"), Verbatim(str(earlier + 1)))
    if row.waste.is_no_code:
        yield ListRow(N_("No code looks so"), "")
    if row.waste.told_nothing:
        yield ListRow(N_("Told nothing new"), "")


def _keys(keys: Answer | None) -> str:
    return "" if keys is None else f"{keys.blacks}+{keys.whites}"


def _decimal(value: float) -> Text:
    return lambda translator: Verbatim(translator.number(value))


def _signed(value: float) -> Text:
    return lambda translator: Verbatim(translator.number(value, signed=True))
