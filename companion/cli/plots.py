"""Plots of reviewed rounds, drawn with plotext in the terminal and with matplotlib as PNG.

Each library is imported by the function that needs it, so that either kind of plot works without the other library.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.config.installation import missing
from companion.errors import OptionRefused
from companion.games.contract import RoundReview

WIDTH, HEIGHT = 72, 18
"""The size of a plot in the terminal, in characters."""


def as_text(rounds: Sequence[RoundReview]) -> str:
    """Return one plot for each round as text: codes left by row, on a logarithmic scale.

    Raises ``OptionRefused`` if plotext is not installed.
    """
    return "\n\n".join(map(_as_text, rounds))


def _as_text(shown: RoundReview) -> str:
    try:
        import plotext
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(WIDTH, HEIGHT)
    plotext.title(shown.title)
    plotext.yscale("log")
    plotext.xticks(range(len(shown.left)))
    plotext.plot(range(len(shown.left)), shown.left, label="codes left", marker="braille")
    plotext.scatter(range(1, len(shown.best_left) + 1), shown.best_left, label="after the best row", marker="x")
    # plotext ends every line with a reset sequence even without colours.
    return str(plotext.uncolorize(plotext.build()))


def write_png(rounds: Sequence[RoundReview], path: Path) -> None:
    """Write one plot for each round, side by side, to *path*.

    Raises ``OptionRefused`` if matplotlib is not installed or *path* cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    figure = Figure(figsize=(4.5 * len(rounds), 4), layout="constrained")
    panels = figure.subplots(1, len(rounds), squeeze=False, sharey=True)
    for shown, axes in zip(rounds, panels[0], strict=True):
        axes.set_title(shown.title, fontsize=9)
        axes.set_yscale("log")
        axes.plot(range(len(shown.left)), shown.left, marker="o", label="codes left")
        axes.plot(range(1, len(shown.best_left) + 1), shown.best_left, "x", label="after the best row, on average")
        axes.set_xlabel("row")
        axes.set_xticks(range(len(shown.left)))
        axes.legend(fontsize=8)
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise OptionRefused(f"expected a file that can be written, got {path}: {error}") from error
