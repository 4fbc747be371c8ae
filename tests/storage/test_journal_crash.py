"""Kill -9 at random instants: no acknowledged line may be missing afterwards.

``crash`` works with any program that writes lines to a journal and prints, for each, its number in the match
once it has been acknowledged; the benchmark gives it the whole box.
"""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.match.archive import EntryKind, LogEntry, MatchHeader
from tests.support.opened import open_journal
from tools.bench.signalled import chance

# As many lines as are written in a life at most.
LINES = 40


def crash(command: Sequence[str], lines: int) -> list[int]:
    """Kill -9 *command* as soon as it has printed *lines*; return the numbers it had printed by its end."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(lines)]
    process.kill()
    told, _ = process.communicate()
    if process.returncode != -signal.SIGKILL:
        raise RuntimeError(f"expected {command} to run until killed, got exit code {process.returncode}")
    return [int(line) for line in [*first, *told.split()]]


def lines_kept(path: Path) -> list[str]:
    """Open the journal as the box does at its start, and return the lines of its match."""
    journal, reports = open_journal(path, datetime.now(UTC))
    with closing(journal):
        if reports:
            raise reports[0]
        return [entry.text for each in journal.matches() for entry in journal.read(each.number)[1]]


def lost_lines(path: Path, acknowledged: Sequence[int]) -> list[int]:
    """The numbers among *acknowledged* that are not in the journal at their place."""
    kept = lines_kept(path)
    return [number for number in acknowledged if kept[number - 1 : number] != [str(number)]]


def crash_often(command: Sequence[str], path: Path, cycles: int, draw: random.Random) -> tuple[int, list[int]]:
    """Start and kill *command* again and again; return how many lines it acknowledged, and the first lost."""
    acknowledged: list[int] = []
    lost: list[int] = []
    while cycles and not lost:
        acknowledged += crash(command, draw.randrange(LINES))
        lost = lost_lines(path, acknowledged)
        cycles -= 1
    return len(acknowledged), lost


def write_for_ever(path: Path) -> None:
    """Go on with the journal's one match, and print the number of each line once it is kept."""
    journal, reports = open_journal(path, datetime.now(UTC))
    if reports:
        raise reports[0]
    newest = journal.newest()
    match = newest.number if newest else journal.begin(MatchHeader("pegs", (), (), ""))
    for number in itertools.count(len(journal.read(match)[1]) + 1):
        journal.append(match, [LogEntry(EntryKind.PLAY, str(number))], None)
        print(number, flush=True)


def test_no_acknowledged_line_is_lost_by_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    acknowledged, lost = crash_often([sys.executable, __file__, str(path)], path, cycles=20, draw=chance())
    assert acknowledged > 0
    assert lost == []


def test_line_that_is_missing_counts_as_lost(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal, _ = open_journal(path, datetime.now(UTC))
    with closing(journal):
        match = journal.begin(MatchHeader("pegs", (), (), ""))
        journal.append(match, [LogEntry(EntryKind.PLAY, text) for text in ("1", "3")], None)
    assert lost_lines(path, [1, 2, 3]) == [2, 3]


if __name__ == "__main__":
    write_for_ever(Path(sys.argv[1]))
