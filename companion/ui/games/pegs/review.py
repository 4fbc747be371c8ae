"""The review of a round: stars and a sentence for each row, and the numbers behind them one press further."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.state import Coach, Row
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.strategy.pegs.coach import MOST_STARS, RowReview, judged, solver_line
from companion.strategy.pegs.library import book_for
from companion.ui.games.pegs.drawing import key_marks, row_text
from companion.ui.games.pegs.elements import ONLY_TALL, PegRow
from companion.ui.games.pegs.signs import Mark
from companion.ui.match import Match
from companion.ui.page import ListRow, Page
from companion.ui.pictures import Picture, Pictures
from companion.ui.screen import Navigation, Pop, Push, Screen, Stay

GOOD = 4
"""The fewest stars of a row that is called good."""
LUCKY, ROUND_LUCKY = 1.0, 1.5
"""The bits of luck from which a row and a round are called lucky, or with a minus unlucky."""


def is_reviewed(view: PegView, shown: RoundView) -> bool:
    """Whether the rules allow a review of the round *shown*, and the round has ended with at least one row."""
    return view.rules.coach is not Coach.OFF and shown.ending is not None and bool(shown.rows)


class Reviewed:
    """A finished round with the reviews of its rows; each is computed when it is first shown."""

    def __init__(self, view: PegView, shown: RoundView, style: str) -> None:
        self._style = style
        self.shown = shown
        self._rules = view.rules
        self._rows: dict[int, RowReview | None] = {}

    def pegs(self, code: Code) -> Text:
        """Return the pegs of *code* as the settings want them, in letters or shapes."""
        return lambda translator: Verbatim(row_text(self._rules.edition, self._style, code, translator))

    @property
    def pages(self) -> int:
        """The number of pages: one for each row and one for the round."""
        return len(self.shown.rows) + 1

    def row(self, place: int) -> RowReview | None:
        """Return the review of the row at *place*; None if it has none."""
        if place not in self._rows:
            rules, rows = self._rules, self.shown.rows[: place + 1]
            self._rows[place] = judged(rules.space, rules.guesses, rows, book_for(rules))
        return self._rows[place]

    @cached_property
    def rows(self) -> list[RowReview]:
        """The reviews of all rows that have one."""
        return [row for row in map(self.row, range(len(self.shown.rows))) if row is not None]

    @cached_property
    def solver_line(self) -> tuple[Row, ...]:
        """The rows in which the box finds the code; outside the opening book, each of them is searched for."""
        rules, code = self._rules, self.shown.code
        return () if code is None else solver_line(rules.space, rules.guesses, code, book_for(rules))

    def pegs_of(self, at: int) -> PegRow:
        """Return the element of the row of page *at*, for displays with room."""
        row = self.shown.rows[at]
        return PegRow(self._rules.edition, self._style, row.guess, least=ONLY_TALL, keys=row.answer)

    def title(self, at: int) -> Text:
        """Return the title of page *at*: the row with its key pegs, or that it is about the whole round."""
        if at == len(self.shown.rows):
            return N_("In all")
        row = self.shown.rows[at]
        pegs = self.pegs(row.guess)
        return lambda translator: Verbatim(f"{at + 1}. {translator.say(pegs)} {_keys(row)}")


class _Pages(Screen):
    """A screen with a page for each row of a round and one for all; LEFT, RIGHT and OK turn the pages."""

    def __init__(self, match: Match, reviewed: Reviewed, at: int = 0) -> None:
        self.match = match
        self.reviewed = reviewed
        self.at = at

    def head(self, page: Page) -> bool:
        """Draw the title and the number of the page, and return whether this is the page for all rows."""
        page.title(self.reviewed.title(self.at), f"{self.at + 1}/{self.reviewed.pages}")
        return self.at == self.reviewed.pages - 1

    def press(self, button: Button) -> Navigation:
        """Turn the pages, or go back."""
        if button is Button.BACK:
            return Pop()
        if button in (Button.LEFT, Button.RIGHT, Button.OK):
            self.at = (self.at + (-1 if button is Button.LEFT else 1)) % self.reviewed.pages
        return Stay()


class ReviewScreen(_Pages):
    """How good each row and the round were: stars, and a sentence; UP and DOWN show the numbers."""

    def draw(self, page: Page) -> None:
        """Draw the stars and the sentence."""
        is_sum = self.head(page)
        page.hints(page.translator._("\u25b2\u25bc numbers"), page.translator._("OK: next"))
        if not is_sum:
            page.add(self.reviewed.pegs_of(self.at))
        rows = self.reviewed.rows if is_sum else [row for row in [self.reviewed.row(self.at)] if row is not None]
        if not rows:
            page.paragraph(N_("No code fits."))
            return
        lit = round(sum(row.stars for row in rows) / len(rows))
        page.add(Pictures(((Picture.STAR, 1),) * lit + ((Picture.NO_STAR, 1),) * (MOST_STARS - lit), below=2))
        hints = len(self.reviewed.shown.hints)
        page.paragraph(round_words(rows, hints) if is_sum else row_words(self.reviewed, rows[0]))

    def press(self, button: Button) -> Navigation:
        """Turn the pages, show the numbers of this one, or go back."""
        if button in (Button.UP, Button.DOWN):
            return Push(NumbersScreen(self.match, self.reviewed, self.at))
        return super().press(button)


class NumbersScreen(_Pages):
    """The numbers behind the stars, in bits and codes; UP and DOWN go along the lines."""

    line = 0

    def draw(self, page: Page) -> None:
        """Draw the lines of the current page."""
        rows = self._sum() if self.head(page) else self._of_row(self.reviewed.row(self.at))
        self.line = min(self.line, len(rows) - 1)
        page.rows(rows, self.line, pointed=True)

    def _of_row(self, row: RowReview | None) -> list[ListRow]:
        if row is None:
            return [ListRow(N_("No code fits."), "")]
        sign = "" if row.is_exact else "~"
        return [
            ListRow(N_("Codes"), Verbatim(f"{sign}{row.before} \u2192 {row.after}")),
            ListRow(N_("On average"), _decimal(row.expected)),
            ListRow(N_("Best row"), self.reviewed.pegs(row.best)),
            ListRow(N_("Leaves"), _decimal(row.best_expected)),
            ListRow(N_("Luck, bits"), _signed(row.luck)),
            ListRow(N_("Skill, bits"), _signed(row.skill)),
            *_waste_rows(row),
        ]

    def _sum(self) -> list[ListRow]:
        rows = self.reviewed.rows
        line = self.reviewed.solver_line
        return [
            ListRow(N_("Luck, bits"), _signed(sum(row.luck for row in rows))),
            ListRow(N_("Skill, bits"), _signed(sum(row.skill for row in rows))),
            ListRow(N_("Hints"), Verbatim(str(len(self.reviewed.shown.hints)))),
            *([ListRow(N_("The box needs"), Verbatim(str(len(line))))] if line else []),
            *(ListRow(self.reviewed.pegs(row.guess), Verbatim(_keys(row))) for row in line),
        ]

    def press(self, button: Button) -> Navigation:
        """Turn the pages, move along the lines, or go back."""
        if button in (Button.UP, Button.DOWN):
            self.line = max(0, self.line + (-1 if button is Button.UP else 1))
        return super().press(button)


def row_words(reviewed: Reviewed, row: RowReview) -> Text:
    """Return the most useful sentence about a row."""
    if row.is_solved:
        return N_("Found, with luck!") if row.luck >= LUCKY else N_("Found!")
    if row.waste.told_nothing:
        return N_("It told nothing new.")
    if row.stars < GOOD:
        if row.waste.contradicted:
            return filled(N_("It could not be the code: see row {row}."), row=row.waste.contradicted[0] + 1)
        return filled(N_("A better row: {row}"), row=reviewed.pegs(row.best))
    if abs(row.luck) >= LUCKY:
        return N_("Good row, and luck.") if row.luck > 0 else N_("Good row, bad luck.")
    return N_("Very good row!") if row.stars == MOST_STARS else N_("Good row.")


def round_words(rows: Sequence[RowReview], hints: int) -> Text:
    """Return a sentence about the luck of a round, and the number of its hints if there were any."""
    luck = sum(row.luck for row in rows)
    if abs(luck) < ROUND_LUCKY:
        sentence = N_("Luck was even.")
    else:
        sentence = N_("You had luck.") if luck > 0 else N_("You had bad luck.")

    def words(translator: Translator) -> str:
        count = translator.ngettext("{count} hint.", "{count} hints.", hints).format(count=hints)
        return f"{translator._(sentence)} {count}" if hints else translator._(sentence)

    return words


def _waste_rows(row: RowReview) -> Iterator[ListRow]:
    for earlier in row.waste.contradicted:
        yield ListRow(N_("Against row"), Verbatim(str(earlier + 1)))
    if row.waste.is_no_code:
        yield ListRow(N_("No code looks so"), "")
    if row.waste.told_nothing:
        yield ListRow(N_("Told nothing new"), "")


def _keys(row: Row) -> str:
    """Return the key pegs of *row* as signs; one without any has a single dot, one without an answer nothing."""
    if row.answer is None:
        return ""
    marks = key_marks(row.answer, row.answer.blacks + row.answer.whites) or [Mark.NO_KEY]
    return "".join(mark.value for mark in marks)


def _decimal(value: float) -> Text:
    return lambda translator: Verbatim(translator.number(value))


def _signed(value: float) -> Text:
    return lambda translator: Verbatim(translator.number(value, signed=True))
