"""The demonstration of a peg game: the box sets the rows of a round itself, with the buttons that a player uses."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.games.pegs.codes import Code
from companion.strategy.pegs.choice import choose
from companion.strategy.pegs.library import book_for
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.screen import Screen


def next_button(entry: RowEntry, row: Code, values: int) -> Button:
    """Return the next button to press to set *row* in *entry*, turning through the colours the shorter way."""
    if entry.is_at_tick or entry.peg == row[entry.cursor]:
        return Button.OK
    peg = -1 if entry.peg is None else entry.peg
    return Button.UP if (row[entry.cursor] - peg) % values <= values // 2 else Button.DOWN


class Demonstrator:
    """Chooses the buttons of the demonstration; ``draw(n)`` returns a random number below n."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._draw = draw
        self._row: tuple[Screen, Code] | None = None

    def __call__(self, screen: Screen) -> Button:
        """Return the button to press on *screen*."""
        if not isinstance(screen, GuessScreen):
            return Button.OK
        return next_button(screen.entry, self._aim(screen), screen.view.rules.guesses.values)

    def _aim(self, screen: GuessScreen) -> Code:
        """Return the row to set on *screen*; it stays the same until that row is complete."""
        if self._row is None or self._row[0] is not screen:
            rules, rows = screen.view.rules, screen.now.rows
            choice = choose(rules.space, rules.guesses, rows, rules.strength, self._draw, book_for(rules))
            if choice is None:
                raise LookupError(f"expected a code that fits the box's own answers, got none for {rows}")
            self._row = screen, choice.guess
        return self._row[1]
