"""Plots of reviewed rounds and of statistics, drawn with plotext in the terminal and with matplotlib as PNG.

Each library is imported by the function that needs it, so that either kind of plot works without the other library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.config.installation import missing
from companion.errors import OptionRefused

WIDTH, HEIGHT = 72, 18
"""The size of a plot in the terminal, in characters."""
TERMINAL = Path("-")
"""The value of ``--plot`` without a file: plot in the terminal."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values to plot from x = ``first`` on, as a line or as single points."""

    label: str
    values: Sequence[float]
    first: int = 0
    is_line: bool = True

    @property
    def places(self) -> range:
        """The x of every value."""
        return range(self.first, self.first + len(self.values))


@dataclass(frozen=True, slots=True)
class Plot:
    """Series over the same x axis, named ``across``."""

    title: str
    across: str
    series: tuple[Series, ...]
    is_logarithmic: bool = False


def show(plots: Sequence[Plot], target: Path, out: TextIO) -> None:
    """Print *plots* to *out* if *target* is ``TERMINAL``, else write them to the file *target* as PNG.

    Raises ``OptionRefused`` if the plotting library is not installed or the file cannot be written.
    """
    if target == TERMINAL:
        print("\n\n".join(map(_as_text, plots)), file=out)
    else:
        _write_png(plots, target)
        print(f"written: {target}", file=out)


def _as_text(plot: Plot) -> str:
    try:
        import plotext
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.plotsize(WIDTH, HEIGHT)
    plotext.title(plot.title)
    plotext.yscale("log" if plot.is_logarithmic else "linear")
    plotext.xticks(plot.series[0].places)
    for series in plot.series:
        draw, marker = (plotext.plot, "braille") if series.is_line else (plotext.scatter, "x")
        draw(series.places, series.values, label=series.label, marker=marker)
    # plotext ends every line with a reset sequence even without colours.
    return str(plotext.uncolorize(plotext.build()))


def _write_png(plots: Sequence[Plot], path: Path) -> None:
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as failure:
        raise OptionRefused(missing(failure)) from failure
    figure = Figure(figsize=(4.5 * len(plots), 4), layout="constrained")
    panels = figure.subplots(1, len(plots), squeeze=False, sharey=True)
    for plot, axes in zip(plots, panels[0], strict=True):
        axes.set_title(plot.title, fontsize=9)
        axes.set_yscale("log" if plot.is_logarithmic else "linear")
        for series in plot.series:
            axes.plot(series.places, series.values, "o-" if series.is_line else "x", label=series.label)
        axes.set_xlabel(plot.across)
        axes.set_xticks(plot.series[0].places)
        axes.legend(fontsize=8)
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise OptionRefused(f"expected a file that can be written, got {path}: {error}") from error
