"""The screen for setting the code boards: the player who rolled turns the tilted die to a square position."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box import Button
from companion.games.die import Turn
from companion.games.passcode.boards import BOARD_LENGTH, facing
from companion.games.passcode.moves import Square
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Verbatim
from companion.ui.games.passcode.drawing import Turns
from companion.ui.games.passcode.turn import played
from companion.ui.games.shared.digits import abbreviations
from companion.ui.match import Match
from companion.ui.page import ListRow, Page
from companion.ui.screen import Navigation, Screen, Stay

TURNS = (Turn.LEFT, Turn.RIGHT)


WIDEST = 11
"""The widest line of digits, in characters, that leaves room for a word beside it."""


class SquareScreen(Screen):
    """The digits that each player would get with the die turned left or right; LEFT and RIGHT turn it at once."""

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.at = 0

    def draw(self, page: Page) -> None:
        """Draw the players' initials, or their numbers where two are equal, and a line for each direction."""
        number = len(self.view.players[0].board) + 1
        page.title(Verbatim(self.match.players[self.view.seat]), f"{number}/{BOARD_LENGTH}")
        page.hints("\u25b2\u25bc", page.translator._("OK: turn it"))
        heads = abbreviations(self.match.players)
        words = [page.translator._("\u25c0 left"), page.translator._("\u25b6 right")]
        whole = (words[0], words[1])
        if len(" ".join(heads)) > WIDEST:
            words = [word[:1] for word in words]
        turns = [ListRow(Verbatim(word), self._row(turn, heads)) for word, turn in zip(words, TURNS, strict=True)]
        # Spaces as long as the words, so that the initials are in the same font as the digits.
        above = ListRow(" " * max(map(len, words)), Verbatim(" ".join(heads)))
        digits = tuple(tuple(self._digits(turn)) for turn in TURNS)
        page.add(Turns((above, *turns), self.at, tuple(self.match.players), digits, whole))

    def _digits(self, turn: Turn) -> Sequence[int]:
        """Return the digits that the players see after *turn*."""
        rules, skew = self.view.rules, self.view.skew
        return facing(skew.turned(turn), rules.players, rules.sitting) if skew is not None else ()

    def _row(self, turn: Turn, heads: Sequence[str]) -> Verbatim:
        """Return the digits that the players see after *turn*, under their *heads*."""
        return Verbatim(
            " ".join(str(digit).rjust(len(head)) for digit, head in zip(self._digits(turn), heads, strict=False))
        )

    def press(self, button: Button) -> Navigation:
        """Choose a direction, turn the die, or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button in (Button.UP, Button.DOWN):
            self.at = 1 - self.at
            return Stay()
        turn = {Button.LEFT: Turn.LEFT, Button.RIGHT: Turn.RIGHT, Button.OK: TURNS[self.at]}.get(button)
        if turn is None:
            return Stay()
        return played(self.match, Square(turn))
