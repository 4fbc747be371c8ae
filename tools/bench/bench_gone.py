"""How much of a journal can be lost untold, how much of a damaged one comes back, and what its check costs."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.config.settings import Settings, save
from companion.match.archive import summary_after_check
from companion.storage import journal as files
from companion.storage.journal import open_for_reading
from tests.support.opened import open_journal
from tests.support.played_matches import fill
from tools.bench.bench_journal import MANY_MATCHES, PAGE, PLACE, SEED, Shown, shown, write_many

CASES = 300
DAMAGED_PAGES = 500
SALVAGED_MATCHES = 20_000
JOURNAL = "journal.db"
# Of the cases with a fault of the journal itself, the least that must have been worth a word.
LEAST_TOLD = 0.8

State = dict[str, bytes]
Fault = Callable[[str, State, State, Random], bytes | None]
"""Returns what becomes of a file of the second state; the first one is older. None means that it is deleted."""


def _truncated(name: str, older: State, newer: State, random: Random) -> bytes:
    return newer[name][: random.randrange(len(newer[name]) or 1)]


FAULTS: Mapping[str, Fault] = {
    "deleted": lambda name, older, newer, random: None,
    "emptied": lambda name, older, newer, random: b"",
    "truncated": _truncated,
    "zeroed": lambda name, older, newer, random: bytes(len(newer[name])),
    "older": lambda name, older, newer, random: older.get(name, b""),
}


def _state(folder: Path) -> State:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def states() -> tuple[State, State]:
    """Return the files of a box that is cut off after an evening, and after a second one."""
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        folder, found = Path(name), list[State]()
        for evening in (1, 2):
            save(folder / "settings.toml", Settings(volume=evening))
            journal, _ = open_journal(folder / JOURNAL, datetime.now(UTC))
            with closing(journal):
                fill(journal, evening)
                found.append(_state(folder))
        return found[0], found[1]


def after(state: State) -> Shown:
    """Start a box on the files of *state*."""
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        for file, content in state.items():
            Path(name, file).write_bytes(content)
        return shown(Path(name, JOURNAL))


def losses(cases: int = CASES) -> Iterator[tuple[str, int, bool]]:
    """Yield for each case its faults, how much is missing untold, and whether anything was told.

    Each case has a fault of the journal, alone or with one of another file, or a fault of another file alone.
    Raises ``RuntimeError`` where a loss is told and nothing is missing.
    """
    random = Random(SEED)
    older, newer = states()
    right = after(newer)
    if right.is_told or len(right.matches) != 2 * len(after(older).matches):
        raise RuntimeError(f"expected a sound journal of two evenings, got {right!r}")
    others = sorted(newer.keys() - {JOURNAL})
    for case in range(cases):
        names = [(JOURNAL,), (JOURNAL, random.choice(others)), (random.choice(others),)][case % 3]
        state, faults = dict(newer), {name: random.choice(sorted(FAULTS)) for name in names}
        for name, fault in faults.items():
            content = FAULTS[fault](name, older, newer, random)
            if content is None:
                del state[name]
            else:
                state[name] = content
        found = after(state)
        # An older log is copied into the database.
        if found.is_told and not {JOURNAL, f"{JOURNAL}-wal"} & faults.keys():
            raise RuntimeError(f"expected nothing to be told, got {found.is_told} after {faults}")
        yield str(faults), found.unseen(right), found.is_told


def journal_gone_untold() -> float:
    """Return how many matches and throws are missing untold after 300 losses of files of the state folder."""
    found = [*losses()]
    of_journal = [is_told for faults, _, is_told in found if f"'{JOURNAL}':" in faults]
    if sum(of_journal) < LEAST_TOLD * len(of_journal):
        raise RuntimeError(f"expected faults that take something, got {sum(of_journal)} of {len(of_journal)}")
    return sum(untold for _, untold, _ in found)


def salvaged(matches: int = SALVAGED_MATCHES, pages: int = DAMAGED_PAGES) -> float:
    """Return the share of the matches on undamaged pages that come back from a journal with damaged *pages*.

    Raises ``RuntimeError`` where the damage spares every match, or none.
    """
    random = Random(SEED)
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        path = Path(name, JOURNAL)
        write_many(path, matches)
        content = bytearray(path.read_bytes())
        hit = set[int]()
        # Among them the first page, and so nothing leads to the others.
        for start in (PAGE * page for page in [0, *random.sample(range(1, len(content) // PAGE), pages - 1)]):
            hit |= {int(number) for number in re.findall(rb"<(\d+)>", content[start : start + PAGE])}
            content[start : start + PAGE] = random.choice((bytes(PAGE), random.randbytes(PAGE)))
        path.write_bytes(content)
        spared = {*range(1, matches + 1)} - hit
        if not 0 < len(spared) < matches:
            raise RuntimeError(f"expected damage to some of {matches} matches, got {len(hit)} damaged")
        limit, files.SALVAGED_AT_START = files.SALVAGED_AT_START, len(content)
        try:
            journal, reports = open_journal(path, datetime.now(UTC))
        finally:
            files.SALVAGED_AT_START = limit
        with closing(journal):
            whole = {number for number in journal.played_numbers() if summary_after_check(journal, number).is_sound}
        if not reports:
            raise RuntimeError("expected a damaged journal to be told, got nothing")
        return len(whole & spared) / len(spared)


def checked_100k_s() -> float:
    """Return the processor time, in seconds, in which all lines of 100,000 matches are checked."""
    with tempfile.TemporaryDirectory() as name:
        write_many(Path(name, JOURNAL))
        with closing(open_for_reading(Path(name, JOURNAL))) as journal:
            before = time.process_time()
            sound = sum(summary_after_check(journal, number).is_sound for number in journal.played_numbers())
            took = time.process_time() - before
        if sound != MANY_MATCHES:
            raise RuntimeError(f"expected {MANY_MATCHES} sound matches, got {sound}")
        return took
