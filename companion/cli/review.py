"""The command ``codemaker review``: print luck and skill for each row of a match of a peg game, and plot them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.cli import plots
from companion.errors import OptionRefused, TextUnreadable
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Coach, Ending, Rules
from companion.games.pegs.view import PegView, RoundView
from companion.match.archive import Environment
from companion.match.catalogue import Catalogue
from companion.match.session import Session
from companion.strategy.pegs.coach import Review, RowReview
from companion.strategy.pegs.coach import review as review_rows
from companion.strategy.pegs.library import book_for

TERMINAL = Path("-")
"""The value of ``--plot`` without a file: plot in the terminal."""

ENDINGS = {
    Ending.SOLVED: "solved",
    Ending.FAILED: "not solved",
    Ending.GIVEN_UP: "given up",
    Ending.VOID: "played again",
}
COLUMNS = f"{'row':>4} {'':10} {'answer':>8} {'before':>8} {'after':>8} {'average':>9}  {'best row':10} {'leaves':>9}"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A finished round with the review of its rows."""

    title: str
    shown: RoundView
    review: Review

    @property
    def left(self) -> list[int]:
        """The number of codes left before the first row and after each row."""
        rows = self.review.rows
        return [rows[0].before, *(row.after for row in rows)] if rows else []

    @property
    def best_left(self) -> list[float]:
        """The average number of codes left after the best row in place of each row."""
        return [row.best_expected for row in self.review.rows]


def review(catalogue: Catalogue, outside: Environment, number: int, plot: Path | None, out: TextIO) -> int:
    """Print a review of every row of the finished rounds of match *number*, and plot it to *plot* unless it is None.

    Raises ``OptionRefused`` for a game that is not a peg game, for an unfinished match without a coach, or if the
    plotting library is not installed. Raises ``TextUnreadable`` if there is no such match.
    """
    try:
        summary, _ = outside.archive.read(number)
    except KeyError:
        raise TextUnreadable(f"expected the number of a match in 'codemaker history', got {number}") from None
    game = catalogue[summary.heading.game]
    if not isinstance(game, PegGame):
        raise OptionRefused(f"expected a match of a peg game to review, got number {number}, {game.key}")
    view: PegView = Session.resume(game, number, outside).view()
    if view.rules.coach is Coach.OFF and summary.result is None:
        raise OptionRefused(f"expected a match that has ended, or one with a coach, got number {number} without")
    rounds = list(_reviewed(view, summary.heading.players))
    if not rounds:
        print("no round of this match has ended yet", file=out)
        return 0
    for round_ in rounds:
        print("\n".join(_lines(view.rules.edition, round_)), end="\n\n", file=out)
    if plot is not None:
        _draw(rounds, plot, out)
    return 0


def _reviewed(view: PegView, players: tuple[str, ...]) -> Iterator[Reviewed]:
    rules = view.rules
    for shown in view.done:
        ending = ENDINGS[shown.ending or Ending.VOID]
        code = "" if shown.code is None else f", code {rules.edition.text(shown.code)}"
        title = f"round {shown.number}{code}: {players[shown.breaker]}, {ending}, {len(shown.rows)} rows"
        yield Reviewed(title, shown, _review(rules, shown))


def _review(rules: Rules, shown: RoundView) -> Review:
    return review_rows(rules.space, rules.guesses, shown.rows, shown.code, book_for(rules))


def _lines(edition: Edition, round_: Reviewed) -> Iterator[str]:
    review = round_.review
    yield round_.title
    yield f"{COLUMNS} {'luck':>6} {'skill':>6}"
    for number, row in enumerate(review.rows, 1):
        yield _line(edition, number, row)
    if len(review.rows) < len(round_.shown.rows):
        yield "     no code fits the answers from here on"
    hints = len(round_.shown.hints)
    yield f"in all {review.luck:+.1f} bits of luck, {review.skill:+.1f} of skill, {hints} hints asked for"
    own = " ".join(f"{edition.text(row.guess)} {_keys(row.answer)}" for row in review.solver_line)
    if own:
        yield f"the box, in {len(review.solver_line)} rows: {own}"


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


def _draw(rounds: list[Reviewed], plot: Path, out: TextIO) -> None:
    curves = [plots.Curve(round_.title, round_.left, round_.best_left) for round_ in rounds if round_.left]
    if plot == TERMINAL:
        print(plots.as_text(curves), file=out)
    else:
        plots.write_png(curves, plot)
        print(f"written: {plot}", file=out)
