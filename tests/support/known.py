"""The list of known failures of the tests that play at random, ``tests/known_failures.txt``.

A failure that is not in the list fails its test, and so does one in the list that its seeds no longer show.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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
    """Return the failures in the list *text*, a line each; lines that begin with ``#`` are comments.

    Raises ``ValueError`` for a line with fewer than four fields.

    >>> known("B1 match 17,42 the box plays another row")
    [Known(finding='B1', harness='match', seeds=(17, 42), failure='the box plays another row')]
    """
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if not line.startswith("#"):
            finding, harness, seeds, failure = line.split(maxsplit=3)
            found.append(Known(finding, harness, tuple(map(int, seeds.split(","))), failure))
    return found


def listed(harness: str) -> set[int]:
    """Return the seeds that the list of the project has for *harness*."""
    return {seed for one in known(LIST.read_text("utf-8")) if one.harness == harness for seed in one.seeds}


def differences(harness: str, found: Mapping[int, Collection[str]], text: str | None = None) -> Iterator[str]:
    """Yield a sentence for each new failure and each cured one, where *harness* played the seeds in *found*.

    *found* has the names of the failures of each seed; *text* is the list, by default that of the project.
    """
    lines = [one for one in known(LIST.read_text("utf-8") if text is None else text) if one.harness == harness]
    names = {one.failure for one in lines}
    for seed, failures in found.items():
        for failure in sorted({*failures} - names):
            yield f"seed {seed}, a new failure: {failure}"
    for one in lines:
        for seed in one.seeds:
            if seed in found and one.failure not in found[seed]:
                yield f"seed {seed}, cured: take {one.finding} out of {LIST.name}: {one.failure}"
