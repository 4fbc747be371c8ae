"""The figures of the simulated tray that follow from a recording of one hole: python -m tools.fit_tray FILE."""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.box.tray import Light, Lights
from companion.cli.tray import Recorded, read_recording
from companion.cli.tray_probe import SEEN, WHITE, above, noise_of
from companion.errors import TextUnreadable
from companion.link.optics import EMPTY, STEPS, load_optics


def fit(recording: Sequence[Recorded], out: TextIO) -> None:
    """Print the figures as they stand in ``companion/link/optics.toml``.

    Raises ``TextUnreadable`` if the recording lacks an empty or a white row, or if no hole sees the white peg.
    """
    empty, white = ([row.lights for row in recording if row.peg == name] for name in (EMPTY, WHITE))
    if not empty or not white:
        raise TextUnreadable(f"expected a recording of {EMPTY} and {WHITE}, got {sorted({r.peg for r in recording})}")
    holes = [hole for hole in range(len(white[0])) if min(above(empty, white, hole)) > SEEN]
    if not holes:
        raise TextUnreadable(f"expected a hole in which a white peg adds {SEEN} steps, got none")
    reflected = load_optics().reflectance
    dark, light = (statistics.fmean(reflected[name]) for name in (EMPTY, WHITE))
    signal = statistics.fmean(value for hole in holes for value in above(empty, white, hole)) / (light - dark) / STEPS
    noise = statistics.fmean(noise_of(empty, hole) for hole in holes) / STEPS
    print(f"signal = {signal:.4f}\nplacement = {_placement(white, holes):.3f}\nnoise = {noise:.4f}", file=out)


def _placement(white: Sequence[Lights], holes: Sequence[int]) -> float:
    """Return by how much the light of a peg varies with its seat: half the width of an even distribution."""
    shares = []
    for hole in holes:
        totals = [_total(row[hole]) for row in white]
        shares += [total / statistics.fmean(totals) - 1 for total in totals]
    freedom = len(shares) - len(holes)
    return math.sqrt(3 * sum(share * share for share in shares) / freedom) if freedom else 0.0


def _total(light: Light) -> float:
    return light.red + light.green + light.blue - 3 * light.off


if __name__ == "__main__":
    fit(read_recording(Path(sys.argv[1]).read_text("utf-8").splitlines()), sys.stdout)
