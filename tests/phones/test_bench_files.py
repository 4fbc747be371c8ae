"""The bench of flipped bits sees those in the file of the phones."""

from __future__ import annotations

from tests.phones.bench_files import phones_file
from tools.bench.bench_files import flips_unseen


def test_flips_in_the_file_of_phones_are_seen() -> None:
    flips = list(flips_unseen(40, [phones_file]))
    assert {name for name, *_ in flips} == {"phones.json"}
    assert [flip for flip in flips if flip[-1]] == []
