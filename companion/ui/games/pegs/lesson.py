"""The taught round of a peg game: a player sets three rows, and the box says what each kind of key peg means.

It is no match: nothing is saved, and the code is the same each time.
"""

from __future__ import annotations

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code, answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Text, filled
from companion.ui.core.context import AppContext
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Replace, Screen, Stay, WithSound
from companion.ui.games.pegs.drawing import Mark
from companion.ui.games.pegs.elements import ROOMY, GuessBoard, PegRow, board_rows
from companion.ui.games.pegs.entry import RowEntry, RowScreen
from companion.ui.games.pegs.key_names import keys_words
from companion.ui.games.shared.lesson import TITLE, LessonEnd, PlayNow

ROWS = 3
INTRODUCTION = N_("The box hides {pegs} pegs. Guess them: set any row.")
AGAIN = (
    N_("Your row comes again. Change what may be wrong."),
    N_("One more row. Use what both answers say."),
)
"""What is said before each further row."""
CHOOSE, ONWARD, ASK = N_("\u25b2\u25bc choose a colour"), N_("OK: next place"), N_("OK: get the answer")
"""What the title of a row says to do next: at a place that is not set, at one that is, and at the tick."""
BOTH_PLACES = N_("{keys}: right colour, right place.")
OTHER_PLACE = N_("{keys}: right colour, wrong place.")
NO_PLACE = N_("The other pegs have no place in the code.")
NOTHING = N_("No key pegs: none of these colours is in the code.")
FOUND = N_("You found the code!")
NOT_FOUND = N_("This was the code.")


def taught_code(edition: Edition) -> Code:
    """Return the code of the lesson: the first colours, with two of them exchanged."""
    return (0, 2, 1, *range(3, edition.pegs))


def lesson(context: AppContext, edition: Edition, play: PlayNow) -> Screen:
    """Return the first screen of the lesson; the screens replace each other, and BACK leaves them."""
    text = filled(INTRODUCTION, pegs=edition.pegs)
    return Notice(context, text, Replace(LessonRow(context, edition, (), play)), TITLE)


class LessonRow(RowScreen):
    """A row that the player sets, under the rows played; the title says what to do next."""

    def __init__(self, context: AppContext, edition: Edition, rows: tuple[Row, ...], play: PlayNow) -> None:
        start = rows[-1].guess if rows else None
        super().__init__(context, edition, RowEntry(edition.pegs, len(edition.colours), start))
        self.rows = rows
        self._play = play

    def draw(self, page: Page) -> None:
        entry = self.entry
        self.head(page, ASK if entry.is_at_tick else CHOOSE if entry.peg is None else ONWARD)
        self.keys(page, page.translator._("answer"))
        page.add(
            GuessBoard(board_rows(self.rows), self.row(), page.translator._("Any colours will do."), frozenset(), None)
        )

    def leave(self) -> Navigation:
        """Leave the lesson."""
        return Pop()

    def done(self, row: Code) -> Navigation:
        """Show the answer."""
        rows = (*self.rows, Row(row, answer(taught_code(self.edition), row)))
        return Replace(LessonAnswer(self.context, self.edition, rows, self._play))


class LessonAnswer(Screen):
    """The answer to the last of *rows*, one kind of key peg at a time; OK goes on."""

    def __init__(self, context: AppContext, edition: Edition, rows: tuple[Row, ...], play: PlayNow) -> None:
        self.context = context
        self.edition = edition
        self.rows = rows
        self.at = 0
        self._play = play
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
            pages.append((self._keys, NO_PLACE if pages else NOTHING))
        return pages

    def _said(self, sentence: str, keys: Answer) -> Text:
        return filled(sentence, keys=lambda translator: keys_words(self.edition, translator, keys))

    def draw(self, page: Page) -> None:
        keys, words = self._pages[self.at]
        signs = Mark.RIGHT.value * keys.blacks + Mark.ELSEWHERE.value * keys.whites
        page.title(filled(N_("Row {number}"), number=len(self.rows)), signs)
        page.hints("", page.translator._("OK: go on"))
        page.add(PegRow(self.edition, self.context.chosen.pegs, self.rows[-1].guess, keys=keys))
        page.paragraph(words)

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return Pop()
        if button is not Button.OK:
            return Stay()
        if self.at + 1 < len(self._pages):
            self.at += 1
            return Stay()
        is_found = self._keys.blacks == self.edition.pegs
        if is_found or len(self.rows) == ROWS:
            # A low display has room for the code or for the key, and a player who found the code has just seen it.
            least = ROOMY if is_found else 0
            code = PegRow(self.edition, self.context.chosen.pegs, taught_code(self.edition), least)
            end = LessonEnd(FOUND if is_found else NOT_FOUND, self._play, code)
            return WithSound(Cue.SOLVED if is_found else Cue.LOST, Replace(end))
        row = LessonRow(self.context, self.edition, self.rows, self._play)
        return Replace(Notice(self.context, AGAIN[len(self.rows) - 1], Replace(row), TITLE))
