"""The strategy of the box in the peg games: how it breaks codes, doubts answers and reviews rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.errors import MoveRefused
from companion.games.contract import RoundReview
from companion.games.pegs.moves import Challenge, Guess, Move, PlayAgain
from companion.games.pegs.state import Phase, Rules
from companion.games.pegs.view import PegView, RoundView
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import Draw, OpeningBook, choose
from companion.strategy.pegs.coach import review
from companion.strategy.pegs.report import reported


class Breaker:
    """A codebreaker that uses opening books; *book_for* returns the book for the rules of a match, or None."""

    def __init__(self, book_for: Callable[[Rules], OpeningBook | None]) -> None:
        self._book_for = book_for

    def play(self, view: PegView, draw: Draw) -> Move:
        """Return the box's move: a row; a challenge where no code fits the answers; or a replay after wrong answers.

        Raises ``MoveRefused`` in a phase in which the codebreaker does not move.
        """
        if view.phase is Phase.WRONG:
            return PlayAgain()
        if view.now is None or view.phase is not Phase.GUESS:
            raise MoveRefused(f"expected a phase in which the codebreaker moves, got {view.phase.name}")
        rules = view.rules
        choice = choose(rules.space, rules.guesses, view.now.rows, rules.strength, draw, self._book_for(rules))
        return Challenge() if choice is None else Guess(choice.guess)

    def no_code_fits(self, view: PegView) -> bool:
        """Whether no code fits the answers of the round in play."""
        return (
            view.now is not None
            and bool(view.now.rows)
            and not candidates_after(view.rules.space, view.now.rows).count
        )

    def review(self, view: PegView, players: Sequence[str]) -> Sequence[RoundReview]:
        """Return the review of every finished round."""
        return [reported(view.rules, shown, players, self._book_for(view.rules)) for shown in view.done]

    def luck_and_skill(self, rules: Rules, shown: RoundView) -> tuple[float, float]:
        """Return the luck and the skill of the finished round *shown*, in bits."""
        found = review(rules.space, rules.guesses, shown.rows, book=self._book_for(rules))
        return found.luck, found.skill
