"""The command ``codemaker review``: print how well each row of a match was played, and plot it."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from companion.cli import plots
from companion.cli.games import taken_up
from companion.errors import OptionRefused
from companion.games.contract import Reviewable, RoundReview
from companion.match.catalogue import Catalogue
from companion.match.environment import Environment


def review(catalogue: Catalogue, environment: Environment, number: int, plot: Path | None, out: TextIO) -> int:
    """Print a review of every row of the finished rounds of match *number*, and plot it to *plot* unless it is None.

    Raises ``OptionRefused`` for a game that cannot be reviewed, for an unfinished match without a coach, or if the
    plotting library is not installed. Raises ``TextUnreadable`` if there is no such match.
    """
    summary, session = taken_up(catalogue, environment, number)
    game, view = session.game, session.view()
    if not isinstance(game, Reviewable):
        raise OptionRefused(f"expected a match of a peg game to review, got number {number}, {game.key}")
    if summary.result is None and not game.allows_early_review(view):
        raise OptionRefused(f"expected a match that has ended, or one with a coach, got number {number} without")
    rounds = game.review(view, session.players)
    if not rounds:
        print("no round of this match has ended yet", file=out)
        return 0
    for round_ in rounds:
        print("\n".join([round_.title, *round_.lines]), end="\n\n", file=out)
    if plot is not None:
        plots.show([_plot(round_) for round_ in rounds if round_.left], plot, out)
    return 0


def _plot(shown: RoundReview) -> plots.Plot:
    left = plots.Series("codes left", shown.left)
    best = plots.Series("after the best row, on average", shown.best_left, first=1, is_line=False)
    return plots.Plot(shown.title, "row", (left, best), is_logarithmic=True)
