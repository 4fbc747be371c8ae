"""Plots of reviewed rounds, drawn with plotext in the terminal and with matplotlib as PNG.

Each library is imported by the function that needs it, so that either kind of plot works without the other library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.config.installation import missing
from companion.errors import OptionRefused

WIDTH, HEIGHT = 72, 18
"""The size of a plot in the terminal, in characters."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A round to plot: ``left`` has the candidates before the first row and after each row.

    ``best`` has the number expected after the best row in place of each row played.
    """

    title: str
    left: Sequence[int]
    best: Sequence[float]


def as_text(curves: Sequence[Curve]) -> str:
    """Return one plot for each round as text: codes left by row, on a logarithmic scale.

    Raises ``OptionRefused`` if plotext is not installed.
    """
    return "\n\n".join(map(_as_text, curves))


def _as_text(curve: Curve) -> str:
    try:
        import plotext
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(WIDTH, HEIGHT)
    plotext.title(curve.title)
    plotext.yscale("log")
    plotext.xticks(range(len(curve.left)))
    plotext.plot(range(len(curve.left)), curve.left, label="codes left", marker="braille")
    plotext.scatter(range(1, len(curve.best) + 1), curve.best, label="after the best row", marker="x")
    # plotext ends every line with a reset sequence even without colours.
    return str(plotext.uncolorize(plotext.build()))


def write_png(curves: Sequence[Curve], path: Path) -> None:
    """Write one plot for each round, side by side, to *path*.

    Raises ``OptionRefused`` if matplotlib is not installed or *path* cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    figure = Figure(figsize=(4.5 * len(curves), 4), layout="constrained")
    panels = figure.subplots(1, len(curves), squeeze=False, sharey=True)
    for curve, axes in zip(curves, panels[0], strict=True):
        axes.set_title(curve.title, fontsize=9)
        axes.set_yscale("log")
        axes.plot(range(len(curve.left)), curve.left, marker="o", label="codes left")
        axes.plot(range(1, len(curve.best) + 1), curve.best, "x", label="after the best row, on average")
        axes.set_xlabel("row")
        axes.set_xticks(range(len(curve.left)))
        axes.legend(fontsize=8)
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise OptionRefused(f"expected a file that can be written, got {path}: {error}") from error
