"""The list of known failures of the tests that play at random, ``tests/known_failures.txt``.

A failure that is not in the list fails its test, and so does one in the list that its seeds no longer show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parents[1] / "known_failures.txt"


@dataclass(frozen=True, slots=True)
class Known:
    """A known failure: the number of its finding, the harness that shows it, some seeds that do, and its name."""

    finding: str
    harness: str
    seeds: tuple[int, ...]
    failure: str


def known(text: str) -> list[Known]:
    """Return the failures in the list *text*; raises ``ValueError`` for a line that is neither one nor a comment.

    >>> known("B1 match 17,42 the box plays another row")
    [Known(finding='B1', harness='match', seeds=(17, 42), failure='the box plays another row')]
    """
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if not line.startswith("#"):
            finding, harness, seeds, failure = line.split(maxsplit=3)
            found.append(Known(finding, harness, tuple(map(int, seeds.split(","))), failure))
    return found


def differences(harness: str, found: Mapping[int, str | None], text: str | None = None) -> Iterator[str]:
    """Yield a sentence for each new failure and each cured one, where *harness* played the seeds in *found*.

    *found* has the name of the failure of each seed, None where there was none; *text* is the list, by default that of
    the project.
    """
    listed = [one for one in known(LIST.read_text("utf-8") if text is None else text) if one.harness == harness]
    names = {one.failure for one in listed}
    for seed, failure in found.items():
        if failure is not None and failure not in names:
            yield f"seed {seed}, a new failure: {failure}"
    for one in listed:
        for seed in one.seeds:
            if seed in found and found[seed] != one.failure:
                yield f"seed {seed}, cured: take {one.finding} out of {LIST.name}: {one.failure}"
