"""The taught round of a peg game: three pegs of three colours in an order that the learner finds.

Both kinds of key peg are met after any first row: in the code, the first peg of that row is in its place and the
other two are exchanged. It is no match, and nothing is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Row
from companion.i18n.translator import Text, Translator, filled
from companion.ui.core.context import AppContext
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Replace, Screen
from companion.ui.games.pegs.drawing import Mark, colour_name
from companion.ui.games.pegs.elements import GuessBoard, PegRow, board_rows
from companion.ui.games.pegs.entry import RowEntry, RowScreen
from companion.ui.games.pegs.key_names import keys_words
from companion.ui.games.shared.lesson import TITLE, PlayNow, TaughtGame, TaughtScreen, say, say_in_turn

PEGS, ROWS = 3, 2
INTRODUCTION = N_("The box hides {pegs}. In which order?")
CHOOSE, ONWARD, ASK = N_("\u25b2\u25bc choose a colour"), N_("OK: next place"), N_("OK: get the answer")
SWAP_THESE = N_("\u25b2 swaps the two")
"""What the title of a row says to do next: at a place that is not set, at one that is, and at the tick; or before the
two pegs have changed places."""
BOTH_PLACES = N_("Yes, {keys}: {pegs}, right place.")
OTHER_PLACE = N_("{keys}: {pegs}, wrong place.")
SWAP = N_("Now swap {pegs}: press \u25b2.")
FOUND = N_("{keys}: the code!")
IN_A_MATCH = (
    N_("In a match, key pegs do not tell which peg they mean."),
    N_("Fewer key pegs: a colour is not in the code."),
)


def taught_edition(edition: Edition) -> Edition:
    """Return *edition* with three pegs of three of its colours, if it can be with none that key pegs have."""
    others = [colour for colour in edition.colours if colour.name("en") not in ("red", "white", "black")]
    colours = others[1 : PEGS + 1] if len(others) > PEGS else edition.colours[:PEGS]
    return replace(edition, pegs=PEGS, rows=ROWS, colours=tuple(colours))


class OrderEntry(RowEntry):
    """A row with each colour once, whose first *fixed* places stay.

    A colour that stands in another place changes places with the one under the cursor.
    """

    def __init__(self, start: Code | None, fixed: int) -> None:
        super().__init__(PEGS, PEGS, start)
        self.cursor = self.fixed = fixed

    def back(self) -> bool:
        """Move the cursor one place to the left; return False if it is at the first place that can change."""
        return self.cursor > self.fixed and super().back()

    def put(self, peg: int) -> None:
        """Set the place under the cursor to *peg*, unless that stays in its place, and move the cursor forward."""
        if not self.is_at_tick and peg not in self.pegs[: self.fixed]:
            self._exchange(peg)
            self.forward()

    def turn(self, step: int) -> None:
        """Change the place under the cursor by *step* colours; at the tick nothing happens."""
        if self.is_at_tick:
            return
        before = self.peg
        # The first colour of a place is one that no other place has.
        taken = {*(self.pegs if before is None else self.pegs[: self.fixed])} - {None}
        super().turn(step)
        while (peg := self.peg) in taken:
            super().turn(step)
        self.pegs[self.cursor] = before
        self._exchange(peg)

    def _exchange(self, peg: int | None) -> None:
        if peg in self.pegs:
            self.pegs[self.pegs.index(peg)] = self.peg
        self.pegs[self.cursor] = peg


class PegLesson(TaughtGame):
    """The steps of the lesson of *edition*; *play* leads from its end to a match."""

    def __init__(self, context: AppContext, edition: Edition, play: PlayNow) -> None:
        super().__init__()
        self.context = context
        self.edition = taught_edition(edition)
        self._play = play

    def begin(self) -> Screen:
        """Return the first page."""
        row = LessonRow(self, None)
        screen = say(filled(INTRODUCTION, pegs=self._names(range(PEGS))), row)
        screen.owner = self
        return screen

    def answer_first(self, row: Code) -> Navigation:
        """Show the answer to the first *row*, and ask for the other order."""
        self.begin_step()
        # Help with the keys is no help with the code.
        self.was_helped = False
        right, others = Answer(1, 0), Answer(0, PEGS - 1)

        def swap() -> Screen:
            return say(filled(SWAP, pegs=self._names(row[1:])), LessonRow(self, row))

        def white() -> Screen:
            return self._explain(row, Answer(1, PEGS - 1), OTHER_PLACE, others, row[1:], swap)

        return Replace(self._explain(row, right, BOTH_PLACES, right, row[:1], white))

    def answer_second(self, row: Code, first: Code) -> Navigation:
        """End the lesson if *row* is the code, which is *first* with two pegs exchanged; else tell the key."""
        code = (first[0], *reversed(first[1:]))
        if row != code:
            again = LessonRow(self, first)
            return self.tell([Button.UP], N_("swaps"), again, lambda: self.answer_second(code, first))

        def close() -> Screen:
            return say_in_turn(IN_A_MATCH, lambda: self.end(self.context, self._play))

        return Replace(self._explain(code, Answer(PEGS, 0), FOUND, Answer(PEGS, 0), (), close))

    def _explain(
        self, row: Code, keys: Answer, sentence: str, kind: Answer, pegs: Sequence[int], after: Callable[[], Screen]
    ) -> Screen:
        """Return the page that shows *keys* beside *row* and says what one *kind* of them means, for which *pegs*."""
        named = filled(sentence, keys=lambda say: keys_words(self.edition, say, kind), pegs=self._names(pegs))

        def draw(page: Page) -> None:
            signs = Mark.RIGHT.value * keys.blacks + Mark.ELSEWHERE.value * keys.whites
            page.title(TITLE, signs, optional=True)
            page.hints("", page.translator._("OK: go on"))
            page.add(PegRow(self.edition, self.context.chosen.pegs, row, keys=keys))
            page.paragraph(named)

        return TaughtScreen(draw, None, lambda: Replace(after()))

    def _names(self, pegs: Sequence[int]) -> Text:
        def words(translator: Translator) -> str:
            return ", ".join(colour_name(self.edition, translator, peg) for peg in pegs)

        return words


class LessonRow(RowScreen):
    """A row that the learner sets: the first one, or with *first* the same once more; the title says what to do."""

    takes_roll = False
    repeats = False

    def __init__(self, lesson: PegLesson, first: Code | None) -> None:
        super().__init__(lesson.context, lesson.edition, OrderEntry(first, 0 if first is None else 1))
        self.lesson = lesson
        self.first = first

    def draw(self, page: Page) -> None:
        entry = self.entry
        if self.first is not None and entry.row == self.first and not entry.is_at_tick:
            title = SWAP_THESE
        else:
            title = ASK if entry.is_at_tick else CHOOSE if entry.peg is None else ONWARD
        self.head(page, title)
        self.keys(page, page.translator._("answer"))
        rows = () if self.first is None else (Row(self.first, Answer(1, PEGS - 1)),)
        page.add(GuessBoard(board_rows(rows), self.row(), "", frozenset(), None))

    def press(self, button: Button) -> Navigation:
        if button is Button.OK and not self.entry.is_at_tick and self.entry.peg is None:
            return self.lesson.tell([Button.UP, Button.DOWN], N_("choose"), self, self._set)
        return super().press(button)

    def _set(self) -> Navigation:
        self.entry.turn(1)
        return Replace(self)

    def leave(self) -> Navigation:
        """Leave the lesson."""
        return Pop()

    def finish(self, row: Code) -> Navigation:
        """Show the answer."""
        return self.lesson.answer_first(row) if self.first is None else self.lesson.answer_second(row, self.first)
