"""How the box breaks codes: what it plays at its own seat."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import MoveRefused
from companion.games.pegs.codes import answer
from companion.games.pegs.moves import Challenge, Guess, Move, PlayAgain
from companion.games.pegs.state import Phase
from companion.games.pegs.view import PegView


def play(view: PegView, draw: Callable[[int], int]) -> Move:
    """Return the row that the box plays; it doubts answers that no code fits, and does not let wrong ones stand."""
    if view.phase is Phase.WRONG:
        return PlayAgain()
    if view.now is None or view.phase is not Phase.GUESS:
        raise MoveRefused(f"expected a phase in which the codebreaker moves, got {view.phase.name}")
    rows = view.now.rows
    possible = [code for code in view.rules.space if all(answer(code, row.guess) == row.answer for row in rows)]
    return Guess(possible[draw(len(possible))]) if possible else Challenge()
