"""The strategy of the box in the peg games: how it breaks codes, doubts answers and reviews rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.errors import MoveRefused
from companion.games.contract import RoundReview
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import Challenge, Guess, Move, PlayAgain
from companion.games.pegs.state import Ending, PegView, Phase, RoundView, Rules
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import Draw, OpeningBook, choose
from companion.strategy.pegs.coach import Review, RowReview, review


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
        book, rows = self._book_for(rules), view.now.rows
        guess = choose(rules.space, rules.guesses, rows, rules.strength, draw, book, is_hard=rules.is_hard)
        return Challenge() if guess is None else Guess(guess)

    def no_code_fits(self, view: PegView) -> bool:
        """Whether no code fits the answers of the round in play."""
        return (
            view.now is not None
            and bool(view.now.rows)
            and not candidates_after(view.rules.space, view.now.rows).count
        )

    def review(self, view: PegView, players: Sequence[str]) -> Sequence[RoundReview]:
        """Return the review of every finished round."""
        return [_report(view.rules, shown, players, self._book_for(view.rules)) for shown in view.done]

    def luck_and_skill(self, rules: Rules, shown: RoundView) -> tuple[float, float]:
        """Return the luck and the skill of the finished round *shown*, in bits."""
        found = review(rules.space, rules.guesses, shown.rows, book=self._book_for(rules))
        return found.luck, found.skill


# The review of a round as lines of text

_ENDINGS = {
    Ending.SOLVED: "solved",
    Ending.FAILED: "not solved",
    Ending.GIVEN_UP: "given up",
    Ending.VOID: "played again",
}
_COLUMNS = f"{'row':>4} {'':10} {'answer':>8} {'before':>8} {'after':>8} {'average':>9}  {'best row':10} {'leaves':>9}"


def _report(rules: Rules, shown: RoundView, players: Sequence[str], book: OpeningBook | None) -> RoundReview:
    """Return the review of the finished round *shown*."""
    code = "" if shown.code is None else f", code {rules.edition.text(shown.code)}"
    ending = _ENDINGS[shown.ending or Ending.VOID]
    found = review(rules.space, rules.guesses, shown.rows, shown.code, book)
    return RoundReview(
        title=f"round {shown.game}{code}: {players[shown.breaker]}, {ending}, rows: {shown.used}",
        lines=tuple(_lines(rules.edition, shown, found)),
        left=(*(row.before for row in found.rows[:1]), *(row.after for row in found.rows)),
        best_left=tuple(row.best_expected for row in found.rows),
    )


def _lines(edition: Edition, shown: RoundView, found: Review) -> Iterator[str]:
    yield f"{_COLUMNS} {'luck':>6} {'skill':>6}"
    for number, row in enumerate(found.rows, 1):
        yield _line(edition, number, row)
    if len(found.rows) < len(shown.rows):
        yield "     no code fits the answers from here on"
    yield f"in all {found.luck:+.1f} bits of luck, {found.skill:+.1f} of skill, hints asked for: {len(shown.hints)}"
    own = " ".join(f"{edition.text(row.guess)} {_keys(row.answer)}" for row in found.solver_line)
    if own:
        yield f"rows of the box, {len(found.solver_line)} in all: {own}"


def _line(edition: Edition, number: int, row: RowReview) -> str:
    played, best, sign = edition.text(row.guess), edition.text(row.best), "" if row.is_exact else "~"
    codes = f"{sign}{row.before}", f"{sign}{row.after}"
    return (
        f"{number:>4} {played:10} {_keys(row.answer):>8} {codes[0]:>8} {codes[1]:>8} {row.expected:>9.1f}  {best:10} "
        f"{row.best_expected:>9.1f} {row.luck:>+6.1f} {row.skill:>+6.1f}{_waste(row)}"
    )


def _keys(keys: Answer | None) -> str:
    return "" if keys is None else f"{keys.blacks}+{keys.whites}"


def _waste(row: RowReview) -> str:
    against = ", ".join(str(earlier + 1) for earlier in row.waste.contradicted)
    found = [f"against row {against}"] if against else []
    found += ["no code looks so"] if row.waste.is_no_code else []
    found += ["told nothing new"] if row.waste.told_nothing else []
    return "  " + ", ".join(found) if found else ""
