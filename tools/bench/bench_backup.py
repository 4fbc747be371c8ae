"""How much memory a backup of many matches takes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from companion.dice.model import Dice, DiceRoll
from companion.storage.journal import Journal
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.opened import open_journal
from tools.bench.measure import environment

MATCHES = 20_000
LINES = 10

USE = """
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from companion.match.backup import check, finish, load, save
from companion.storage.journal import open_for_reading
from tests.support.opened import open_journal

def peak_kib():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])

old, new, path = map(Path, sys.argv[1:])
with closing(open_for_reading(old)) as source, closing(open_journal(new, datetime.now(UTC))[0]) as target:
    before = peak_kib()
    saved = finish(save(source, (), (), path, ""))
    # The second loading has every match to compare.
    for added in (saved.matches, 0):
        loaded = finish(load(target, finish(check(path))))
        if (loaded.added, loaded.throws) != (added, added):
            raise SystemExit(f"expected {added} matches and throws to be added, got {loaded}")
    print(peak_kib() - before)
"""
"""A program that saves a journal, loads it into an empty one twice, and prints by how much that raised its memory."""


def backup_rss_mib() -> float:
    """Return the memory, in MiB, that saving and loading 20,000 matches of 10 lines and as many throws adds."""
    with tempfile.TemporaryDirectory() as folder:
        old, new, path = (Path(folder, name) for name in ("old.db", "new.db", "codemaker-1.backup"))
        with closing(open_journal(old, datetime.now(UTC))[0]) as journal:
            _fill(journal)
        arguments = [sys.executable, "-c", USE, str(old), str(new), str(path)]
        done = subprocess.run(arguments, check=True, capture_output=True, text=True, env=environment())
        return int(done.stdout) / 1024


def _fill(journal: Journal) -> None:
    entries = (CODE, *[GUESS] * (LINES - 1))
    with journal.together() as together:
        for second in range(MATCHES):
            begun = f"2026-03-04T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
            together.append(together.begin(replace(HEADING, begun=begun)), entries, "done")
            together.enter((DiceRoll(Dice(1, 6), (3,), (1,), begun),))


if __name__ == "__main__":
    print(backup_rss_mib.__name__, backup_rss_mib())
