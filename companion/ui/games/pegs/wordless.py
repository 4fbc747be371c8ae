"""The screens of a match without reading: pegs are shapes, answers faces, and menus pictures.

Every picture has a description, so that a terminal without graphics and a screen reader show the same. The screens
take ROLL, which does nothing here, because the screens of the dice are in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.games.pegs.codes import Answer
from companion.games.pegs.state import Ending, PegView, Phase
from companion.ui.core.page import Page
from companion.ui.core.pictures import Picture, Pictures
from companion.ui.core.screen import STEPS, TURNS, Navigation, PopToRoot, Replace, Screen, Stay
from companion.ui.games.pegs.drawing import FACE_OF, FACES, key_marks
from companion.ui.games.pegs.elements import EntryRow, GuessBoard, PegRow, board_rows
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.games.shared.match import Match

LARGER = 10
"""The pixels by which the pegs of a row are larger than a line of text."""

# The pixels between the pegs of a row: squares that touch look like one.
APART = 6


def next_screen(match: Match, view: PegView) -> Screen:
    """Return the screen of what a player has to do next, of the code revealed before that, or of the end."""
    if view.phase is Phase.CODE:
        return RevealPicture(match, view, view.done[-1])
    if view.now is None:
        return _final(match, view)
    now = view.now
    guess = GuessPicture(match, view, now)
    if now.rows or view.rules.players == 1 or match.session.redoable is not None:
        return guess
    return PictureMenu([(Picture.GO_ON, lambda: match.show(guess))], match, _seat(now.breaker))


def pause(match: Match, behind: Screen) -> PictureMenu:
    """Return the pause menu: go on, one step back, home."""
    undo = [(Picture.UNDO, match.undo)] if match.session.undoable is not None else []
    items = [(Picture.GO_ON, lambda: Replace(behind)), *undo, (Picture.HOUSE, PopToRoot)]
    return PictureMenu(items, match, back=Replace(behind))


def _final(match: Match, view: PegView) -> PictureMenu:
    """Return the menu at the end of the match: the winners, once more, home."""
    outcome = match.session.outcome
    winners = outcome.winners if outcome is not None and view.rules.players > 1 else ()
    # One winner is shown; after a tie the cup is for all.
    winner = _seat(winners[0]) if len(winners) == 1 else ()
    return PictureMenu([(Picture.AGAIN, match.rematch), (Picture.HOUSE, PopToRoot)], match, (*winner, Picture.CUP))


def _seat(seat: int) -> tuple[Picture, ...]:
    """Return the sign of the player at *seat*: as many figures as the place of the seat."""
    return (Picture.PERSON,) * (seat + 1)


class PictureMenu(Screen):
    """Pictures to choose from, after others that say what it is about; BACK opens the pause menu, or goes *back*."""

    takes_roll = True
    says_goal = True

    def __init__(
        self,
        items: Sequence[tuple[Picture, Callable[[], Navigation]]],
        match: Match,
        about: Sequence[Picture] = (),
        back: Navigation | None = None,
    ) -> None:
        self.items = items
        self.match = match
        self.about = about
        self.at = 0
        self._back = back

    def draw(self, page: Page) -> None:
        before = (*self.about, None) if self.about else ()
        pictures = (*before, *(picture for picture, _ in self.items))
        page.add(Pictures(tuple((picture, 1) for picture in pictures), at=len(before) + self.at))

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self._back or self.match.pause(self)
        if button is Button.OK:
            return self.items[self.at][1]()
        self.at = (self.at + (STEPS | TURNS).get(button, 0)) % len(self.items)
        return Stay()


class RevealPicture(RevealScreen):
    """The code of a round, with a cup if it was found and a sad face if not."""

    takes_roll = True

    def draw(self, page: Page) -> None:
        page.hints("", page.translator._("OK \u25b6"))
        if self.ended.code is not None:
            page.add(PegRow(self.view.rules.edition, FACES, self.ended.code, least=0, growth=LARGER, gap=APART))
        picture = Picture.CUP if self.ended.ending is Ending.SOLVED else Picture.SAD
        page.add(Pictures(((picture, 1),)))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu; the review and the seal are in words."""
        return super().press(button) if button in (Button.OK, Button.BACK) else Stay()


class AnswerPicture(AnswerScreen):
    """The row just played and a face for each key peg; they appear one after another, each with its note."""

    takes_roll = True
    reveal_screen = RevealPicture

    def draw(self, page: Page) -> None:
        page.hints("", page.translator._("OK \u25b6"))
        page.add(PegRow(self.view.rules.edition, FACES, self.row, least=0, growth=LARGER, gap=APART))
        blacks = min(self.shown, self.keys.blacks)
        marks = key_marks(Answer(blacks, self.shown - blacks), len(self.row))
        page.add(Pictures(tuple((FACE_OF[mark], 1) for mark in marks)))


class GuessPicture(GuessScreen):
    """The board with faces as answers, and the row being set."""

    takes_roll = True
    says_goal = True
    answer_screen = AnswerPicture

    def row(self) -> EntryRow:
        return replace(super().row(), style=FACES)

    def draw(self, page: Page) -> None:
        """Draw the last rows and the entry; before the first row, the keys."""
        keys = page.translator._("\u25b2\u25bc \u25c0\u25b6 OK")
        page.hints(*keys.split(), tall=True)
        page.add(GuessBoard(board_rows(self.now.board), self.row(), keys, frozenset(), self.recalled))
