"""Measures what the project promises: ``make bench``, or ``make bench ONLY=name``."""

from __future__ import annotations

import sys
from pathlib import Path

from bench_buttons import lost_presses
from bench_scoring import score_mpairs_s
from measure import Bench, at_most, run

BENCHES = (
    Bench("lost_presses", "presses", at_most(0), lost_presses),
    Bench("score_mpairs_s", "M pairs/s", None, score_mpairs_s),
)

if __name__ == "__main__":
    sys.exit(run(BENCHES, sys.argv[1:], Path("build/bench.json")))
