"""What the appliance leaves open to the system below it, and what a match writes to its card."""

from __future__ import annotations

import re
import subprocess
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.box import Button
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.storage.copies import copy_of
from tests.support.opened import open_journal
from tests.support.tools import need
from tools.bench.bench_match import KEYS, keys_of, play

UNIT = Path(__file__).parents[2] / "systemd/codemaker.service"


MATCHES = 1000
LINES = 40


def played_before(folder: Path, matches: int) -> None:
    """Fill the journal in *folder* with *matches* of ``LINES`` lines each, without a copy."""
    header = MatchHeader("mastermind", (), ("Anna", "Ben"), "2026-01-02T12:00:00Z")
    line = LogEntry(EntryKind.PLAY, "ROYG", at=header.begun, seal="ABCD-EFGH-IJKL-MNOP")
    journal, _ = open_journal(folder / "journal.db", datetime.now(UTC))
    with closing(journal), journal.together():
        for _ in range(matches):
            journal.append(journal.begin(header), [line] * LINES, "Anna 4, Ben 5: Ben wins")


def unit_exposure() -> float:
    """Return the score of systemd-analyze for the service: 0 is shut in, 10 is as open as can be."""
    return exposure(UNIT)


def exposure(unit: Path) -> float:
    """Return the score of systemd-analyze for *unit*."""
    need("systemd-analyze", by="apt-get install systemd")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
    if found is None:
        raise RuntimeError(f"expected a score, got {told[-200:]!r}, from systemd-analyze")
    return float(found[1])


def written() -> tuple[int, int]:
    """Return the kernel's counts of this process: bytes dirtied on a disk, and bytes handed to write(2)."""
    counts = dict(line.split(": ") for line in Path("/proc/self/io").read_text("utf-8").splitlines())
    return int(counts["write_bytes"]), int(counts["wchar"])


def writes_kib_per_match() -> float:
    """Return what the recorded match of two games writes in a folder of 1,000 matches, with its line in the copy.

    It is the greater of the kernel's two counts, in a folder beside us, where a disk is likely: on a file system in
    memory the first count stays 0. Raises ``RuntimeError`` unless the match was played and copied.
    """
    place = Path("build")
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        played_before(Path(folder), MATCHES)
        before = written()
        # Beyond "Play again", which no new box has.
        _, results = play([Button.DOWN, *keys_of(KEYS)], Path(folder))
        after = written()
        copy = copy_of(Path(folder, "journal.db"))
        if len(results) != MATCHES + 1 or results[0] is None or copy.read_text().count("\n") != 2:
            raise RuntimeError(f"expected match {MATCHES + 1} at its end and in the copy, got {results[:1]!r}")
    return max(now - then for now, then in zip(after, before, strict=True)) / 1024
