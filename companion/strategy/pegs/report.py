"""The review of a round as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.contract import RoundReview
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Ending, Rules
from companion.games.pegs.view import RoundView
from companion.strategy.pegs.choice import OpeningBook
from companion.strategy.pegs.coach import Review, RowReview, review

ENDINGS = {
    Ending.SOLVED: "solved",
    Ending.FAILED: "not solved",
    Ending.GIVEN_UP: "given up",
    Ending.VOID: "played again",
}
COLUMNS = f"{'row':>4} {'':10} {'answer':>8} {'before':>8} {'after':>8} {'average':>9}  {'best row':10} {'leaves':>9}"


def reported(rules: Rules, shown: RoundView, players: Sequence[str], book: OpeningBook | None) -> RoundReview:
    """Return the review of the finished round *shown*."""
    code = "" if shown.code is None else f", code {rules.edition.text(shown.code)}"
    ending = ENDINGS[shown.ending or Ending.VOID]
    found = review(rules.space, rules.guesses, shown.rows, shown.code, book)
    return RoundReview(
        title=f"round {shown.number}{code}: {players[shown.breaker]}, {ending}, {len(shown.rows)} rows",
        lines=tuple(_lines(rules.edition, shown, found)),
        left=(*(row.before for row in found.rows[:1]), *(row.after for row in found.rows)),
        best_left=tuple(row.best_expected for row in found.rows),
    )


def _lines(edition: Edition, shown: RoundView, found: Review) -> Iterator[str]:
    yield f"{COLUMNS} {'luck':>6} {'skill':>6}"
    for number, row in enumerate(found.rows, 1):
        yield _line(edition, number, row)
    if len(found.rows) < len(shown.rows):
        yield "     no code fits the answers from here on"
    yield f"in all {found.luck:+.1f} bits of luck, {found.skill:+.1f} of skill, {len(shown.hints)} hints asked for"
    own = " ".join(f"{edition.text(row.guess)} {_keys(row.answer)}" for row in found.solver_line)
    if own:
        yield f"the box, in {len(found.solver_line)} rows: {own}"


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
