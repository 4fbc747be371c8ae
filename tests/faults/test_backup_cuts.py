"""The power is cut while matches are saved to a stick or loaded from one: all is as before, or all is done."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

from companion.errors import BackupFailed
from companion.match.archive import StoredMatch
from companion.match.backup import check, finish
from tests.faults.card import Act, Files, Synced, Told, after
from tests.faults.cuts import PLACE, outcomes, record
from tests.faults.recorded import HERE, STICK, THERE
from tests.support.match_lines import NOW
from tests.support.opened import open_journal

recorded = cache(record)
MERGED = (HERE[0], THERE[0], THERE[1], THERE[3], THERE[4], HERE[2])
"""The matches afterwards: the match that went on elsewhere is longer, and the open one is still the newest."""


def cuts(acts: Sequence[Act], samples: int) -> list[tuple[Files, bool]]:
    """Return what the card may hold after each act that follows ``begun``, and whether the end had been told."""
    random = Random(1)
    start = acts.index(Told("begun")) + 1
    return [
        (files, Told("restored") in acts[:length] or Told("saved") in acts[:length])
        for length in range(start, len(acts) + 1)
        for files in outcomes(after(acts[:length]), samples, random)
    ]


def matches(files: Files) -> tuple[StoredMatch, ...]:
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        for file, content in files.items():
            Path(name, file).write_bytes(content)
        journal, troubles = open_journal(Path(name, "journal.db"), NOW)
        with closing(journal):
            assert not troubles
            assert [*journal.check()] == []
            found = [journal.read(summary.number) for summary in journal.matches()]
            return tuple(StoredMatch(each.header, each.result, entries) for each, entries in reversed(found))


def misses(acts: Sequence[Act], samples: int = 3) -> int:
    """Return in how many states the journal held something else than all the old matches, or all the new ones."""
    states = cuts(acts, samples)
    assert len(states) > 20
    return sum(matches(files) != MERGED and (is_told or matches(files) != HERE) for files, is_told in states)


def test_loading_is_done_or_has_not_begun() -> None:
    acts = recorded("restored")
    assert matches(after(acts).with_all()) == MERGED
    assert misses(acts) == 0


def test_loading_that_is_told_before_it_is_kept_is_found_out() -> None:
    acts = [*recorded("restored")]
    begun = acts.index(Told("begun"))
    acts.insert(begun + 1, acts.pop(acts.index(Told("restored"))))
    assert misses(acts, samples=0) > 0


def whole(files: Files) -> dict[str, int]:
    """Return the number of matches of each backup in *files*, -1 where it is no whole one."""
    found = {}
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        for file, content in files.items():
            path = Path(name, file)
            path.write_bytes(content)
            try:
                found[file] = finish(check(path)).matches
            except BackupFailed:
                found[file] = -1
    return {file: count for file, count in found.items() if not file.startswith(".")}


def test_saving_leaves_whole_backups_alone() -> None:
    acts = recorded("saved")
    for files, is_told in cuts(acts, samples=3):
        both = {STICK: 5, "codemaker-2.backup": 5}
        assert whole(files) in ([both] if is_told else [{STICK: 5}, both])


def test_saving_that_does_not_sync_is_found_out() -> None:
    acts = [act for act in recorded("saved") if not isinstance(act, Synced)]
    assert any(-1 in whole(files).values() for files, _ in cuts(acts, samples=3))
