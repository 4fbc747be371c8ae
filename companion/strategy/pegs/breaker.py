"""How the box breaks codes: what it plays at its own seat."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import MoveRefused
from companion.games.pegs.moves import Challenge, Guess, Move, PlayAgain
from companion.games.pegs.state import Phase, Rules
from companion.games.pegs.view import PegView
from companion.strategy.pegs.choice import Draw, OpeningBook, choose


class Breaker:
    """A codebreaker with a shelf of books: *book_for* returns the one for a table's rules, or None."""

    def __init__(self, book_for: Callable[[Rules], OpeningBook | None]) -> None:
        self._book_for = book_for

    def play(self, view: PegView, draw: Draw) -> Move:
        """Return what the box plays: a row; doubt, where no code fits the answers; and wrong ones do not stand."""
        if view.phase is Phase.WRONG:
            return PlayAgain()
        if view.now is None or view.phase is not Phase.GUESS:
            raise MoveRefused(f"expected a phase in which the codebreaker moves, got {view.phase.name}")
        rules = view.rules
        choice = choose(rules.space, rules.guesses, view.now.rows, rules.strength, draw, self._book_for(rules))
        return Challenge() if choice is None else Guess(choice.guess)
