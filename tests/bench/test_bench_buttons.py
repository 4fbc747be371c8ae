from __future__ import annotations

import random
from collections import Counter

from tests.bench.bench_buttons import contacts, events_of, lost_presses


def test_no_press_of_a_thousand_is_lost_or_doubled() -> None:
    assert lost_presses(1_000, seed=7) == 0


def test_every_press_of_a_thousand_has_its_release() -> None:
    edges, expected = contacts(random.Random(8), 1_000)
    assert Counter(events_of(random.Random(8), edges)) == Counter(expected)


def test_contacts_are_not_clean() -> None:
    edges, _ = contacts(random.Random(9), 100)
    assert len(edges) > 1_000
