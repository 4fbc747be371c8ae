"""What the box survives: power that is cut at any instant of writing."""

from __future__ import annotations

from random import Random

from cuts import Tally, cut_everywhere, record
from recorded import TALES


def power_cuts(samples: int) -> Tally:
    """Cut the power after every act of every tale; *samples* is how often the unsynced part is drawn anew."""
    random = Random(1)
    return sum((cut_everywhere(record(tale), samples, random) for tale in TALES), Tally())


def power_cut_lost() -> float:
    """Return how many things that had been told, or are told whole or not at all, were missing or torn."""
    total = power_cuts(samples=12)
    return total.lost + total.torn


if __name__ == "__main__":
    print(power_cuts(12))
