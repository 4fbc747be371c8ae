"""The taught round of a peg game: one code, three rows, and what each kind of key peg says.

It is no match: nothing is saved, and the code is the same each time. The rows are suggested; a player may change them.
"""

from __future__ import annotations

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code, answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Text, Translator, filled
from companion.ui.context import AppContext
from companion.ui.games.pegs.board import board_rows
from companion.ui.games.pegs.drawing import colour_name, keys_words
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.entering import entry_hints, typed_row
from companion.ui.games.pegs.entry_elements import EntryRow, GuessBoard
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.games.pegs.signs import Mark
from companion.ui.notice import Notice
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Replace, Screen, Stay, WithSound

ROWS = 3
INTRODUCTION = N_("The box hides a code. You have three rows to find it.")
BOTH_PLACES = N_("{keys}: right colour, right place.")
OTHER_PLACE = N_("{keys}: right colour, wrong place.")
NO_PLACE = N_("The other pegs have no place in the code.")
FOUND = N_("You found the code! Now play a match.")
NOT_FOUND = N_("This was the code. Now play a match.")


def taught_code(edition: Edition) -> Code:
    """Return the code of the lesson: the first colours, with two of them exchanged."""
    return (0, 2, 1, *range(3, edition.pegs))


def suggested_row(edition: Edition, number: int) -> Code:
    """Return the row suggested as row *number*, counted from 0: the last is the code."""
    other, code = len(edition.colours) - 1, taught_code(edition)
    rest = (other,) * (edition.pegs - 2)
    return ((0, 1, *rest), (0, 2, *rest), code)[number]


def lesson(context: AppContext, edition: Edition) -> Screen:
    """Return the first screen of the lesson; the screens replace each other, and BACK leaves them."""
    return Notice(context, INTRODUCTION, Replace(LessonRow(context, edition, ())), N_("Learn to play"))


class LessonRow(Screen):
    """A row being set, with a suggestion in it, under the rows played."""

    def __init__(self, context: AppContext, edition: Edition, rows: tuple[Row, ...]) -> None:
        self.context = context
        self.edition = edition
        self.rows = rows
        self.entry = RowEntry(edition.pegs, len(edition.colours), suggested_row(edition, len(rows)))

    def draw(self, page: Page) -> None:
        """Draw the number of the row and the colour under the cursor, the rows played and the entry."""
        translator, entry = page.translator, self.entry
        name = translator._("answer") if entry.is_at_tick else colour_name(self.edition, translator, entry.peg)
        page.title(filled(N_("Row {number}"), number=len(self.rows) + 1), name)
        entry_hints(page, entry, translator._("answer"))
        row = EntryRow(self.edition, self.context.chosen.pegs, tuple(entry.shown), entry.cursor, entry.values)
        hint = translator._("\u25b2\u25bc colour, OK next,\n\u2713\u00a0answer")
        page.add(GuessBoard(board_rows(self.rows), row, hint, frozenset(), None))

    def press(self, button: Button) -> Navigation:
        """Change a peg, move, or have the row answered."""
        entry = self.entry
        match button:
            case Button.UP | Button.DOWN if not entry.is_at_tick:
                entry.turn(1 if button is Button.UP else -1)
            case Button.LEFT:
                entry.back()
            case Button.BACK:
                return Stay() if entry.back() else Pop()
            case Button.OK if entry.is_at_tick and entry.row is not None:
                return self._answered(entry.row)
            case Button.OK | Button.RIGHT:
                entry.forward()
        return Stay()

    def take_line(self, text: str) -> Navigation:
        """Set the row to the letters in *text*."""
        return typed_row(self.entry, self.edition, self.context.translator, text)

    def _answered(self, row: Code) -> Navigation:
        rows = (*self.rows, Row(row, answer(taught_code(self.edition), row)))
        return Replace(LessonAnswer(self.context, self.edition, rows))


class LessonAnswer(Screen):
    """The answer to the last of *rows*, one kind of key peg at a time; OK goes on."""

    def __init__(self, context: AppContext, edition: Edition, rows: tuple[Row, ...]) -> None:
        self.context = context
        self.edition = edition
        self.rows = rows
        self.at = 0
        self._keys = answer(taught_code(edition), rows[-1].guess)
        self._pages = self._explained()

    def _explained(self) -> list[tuple[Answer, Text]]:
        """Return the key pegs shown so far, and what the last kind of them says."""
        blacks, whites = self._keys.blacks, self._keys.whites
        pages: list[tuple[Answer, Text]] = []
        if blacks:
            pages.append((Answer(blacks, 0), self._said(BOTH_PLACES, Answer(blacks, 0))))
        if whites:
            pages.append((self._keys, self._said(OTHER_PLACE, Answer(0, whites))))
        if blacks + whites < self.edition.pegs:
            pages.append((self._keys, NO_PLACE))
        return pages

    def _said(self, sentence: str, keys: Answer) -> Text:
        def words(translator: Translator) -> str:
            return translator._(sentence).format(keys=keys_words(self.edition, translator, keys))

        return words

    def draw(self, page: Page) -> None:
        """Draw the row, the key pegs so far and what they say."""
        keys, words = self._pages[self.at]
        signs = Mark.RIGHT.value * keys.blacks + Mark.ELSEWHERE.value * keys.whites
        page.title(filled(N_("Row {number}"), number=len(self.rows)), signs)
        page.hints("", page.translator._("OK: go on"))
        page.add(PegRow(self.edition, self.context.chosen.pegs, self.rows[-1].guess, keys=keys))
        page.paragraph(words)

    def press(self, button: Button) -> Navigation:
        """Show the next kind of key peg, the next row or the end."""
        if button is Button.BACK:
            return Pop()
        if button is not Button.OK:
            return Stay()
        if self.at + 1 < len(self._pages):
            self.at += 1
            return Stay()
        is_found = self._keys.blacks == self.edition.pegs
        if is_found or len(self.rows) == ROWS:
            end = LessonEnd(self.context, self.edition, is_found)
            return WithSound(Cue.SOLVED if is_found else Cue.LOST, Replace(end))
        return Replace(LessonRow(self.context, self.edition, self.rows))


class LessonEnd(Screen):
    """The code of the lesson; OK or BACK leaves it."""

    def __init__(self, context: AppContext, edition: Edition, is_found: bool) -> None:
        self.context = context
        self.edition = edition
        self.is_found = is_found

    def draw(self, page: Page) -> None:
        """Draw the code and what to do next."""
        page.title(N_("Learn to play"), optional=True)
        page.hints("", page.translator._("OK: go on"))
        page.add(PegRow(self.edition, self.context.chosen.pegs, taught_code(self.edition)))
        page.paragraph(FOUND if self.is_found else NOT_FOUND)

    def press(self, button: Button) -> Navigation:
        """Leave."""
        return Pop() if button in (Button.OK, Button.BACK) else Stay()
