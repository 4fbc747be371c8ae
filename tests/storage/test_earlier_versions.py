"""The storage code of each release, as it was, reads what is written today, or says that it is newer.

A release adds its own: ``git archive --format=zip -o tests/storage/storage-VERSION.zip TAG``, with the files that the
other archives have.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.match.archive import EntryKind, LogEntry
from companion.storage.schema import VERSION
from tests.support.match_lines import CODE, GUESS, HEADING, opened

ARCHIVES = sorted(Path(__file__).parent.glob("storage-*.zip"))
READ = """
import json, sys
from pathlib import Path
from companion.match.archive import EntryKind
from companion.storage.journal import open_for_reading
from companion.storage.schema import VERSION
try:
    journal = open_for_reading(Path(sys.argv[1]))
    matches = [[match.number, match.result, len(journal.read(match.number)[1])] for match in journal.matches()]
    found = [matches, [str(damage) for damage in journal.check()]]
except Exception as failure:
    found = str(failure)
print(json.dumps([VERSION, [kind.value for kind in EntryKind], found]))
"""


def read_by(archive: Path, path: Path) -> tuple[int, list[str], object]:
    """Return the version of the journal and the kinds of lines that *archive* knows, and what it reads in *path*."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(archive)!r})\n{READ}", str(path)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    version, kinds, found = json.loads(ran.stdout)
    return version, kinds, found


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.stem)
def test_earlier_version_reads_a_journal_or_says_that_it_is_newer(archive: Path, path: Path) -> None:
    lines = [CODE, GUESS, *(LogEntry(kind, "1") for kind in EntryKind)]
    with closing(opened(path)) as journal:
        journal.append(journal.begin(HEADING), lines, "done")
        journal.give_up(journal.begin(HEADING))
    version, kinds, found = read_by(archive, path)
    if version < VERSION:
        assert f"expected a journal of version {version} at most, got {VERSION}" in str(found)
    else:
        # A new kind of line needs another version of the journal.
        assert kinds == [kind.value for kind in EntryKind]
        assert found == [[[2, "", 0], [1, "done", len(lines)]], []]


def test_there_is_an_earlier_version() -> None:
    assert ARCHIVES
