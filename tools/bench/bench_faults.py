"""What the box survives: every listed fault, a card full at the start, power cut at any instant of writing."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from tests.faults.cuts import Tally, cut_everywhere, record
from tests.faults.fault_table import FAULTS
from tests.faults.full_card import start_often
from tests.faults.recorded import TALES
from tests.faults.sayings import LANGS
from tests.faults.surviving import outcome


def power_cuts(samples: int) -> Tally:
    """Cut the power after every act of every tale; *samples* is how often the unsynced part is drawn."""
    random = Random(1)
    return sum((cut_everywhere(record(tale), samples, random) for tale in TALES), Tally())


def power_cut_lost() -> float:
    """Return how many things that had been told, or are told whole or not at all, were missing or torn."""
    total = power_cuts(samples=12)
    return total.lost + total.torn


def survived() -> dict[str, bool]:
    """Play the match under every fault in both languages, and say which it survived."""
    with _quiet():
        return {f"{fault.name}, {lang}": outcome(fault, lang).is_survived(fault) for fault in FAULTS for lang in LANGS}


def faults_survived() -> float:
    """Return the share of the faults after which the match ended with the right score, and was told and kept."""
    found = survived()
    for name, is_survived in found.items():
        if not is_survived:
            print(f"not survived: {name}")
    return sum(found.values()) / len(found)


def start_full_card_lost(starts: int = 60) -> float:
    """Return how many lines that were shown are lost after *starts* on a full card that gets room during play."""
    with _quiet():
        total = start_often(starts)
    if total.shown < starts:
        raise RuntimeError(f"expected a line a start on average to lose, got {total.shown}, in {starts} starts")
    return total.lost


@contextmanager
def _quiet() -> Iterator[None]:
    """What goes wrong here is meant to."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


if __name__ == "__main__":
    print(power_cuts(12))
