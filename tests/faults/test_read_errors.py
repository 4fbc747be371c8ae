"""The card fails to give a page when the box starts: a sound journal stays where it is, with all that is in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.storage.files import mark_for_check
from tests.support.match_lines import CODE, GUESS, HEADING, opened

OPEN = """
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from companion.errors import JournalFailed
from tests.support.opened import lasts, open_journal

journal, reports = open_journal(Path(sys.argv[1]), datetime.now(UTC))
with closing(journal):
    print(lasts(journal), len(journal.played_numbers()), *map(str, reports))
"""
MATCHES = 3


def started(path: Path, which: str) -> str:
    """Open the journal as the box does, with an error of the card at some of its reads; return what came of it."""
    inject = f"inject=pread64:error=EIO:when={which}"
    strace = ["strace", "-f", "-o", "/dev/null", "-P", str(path), "-e", "trace=pread64", "-e", inject]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [*strace, sys.executable, "-c", OPEN, str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, env=environment).stdout


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with closing(opened(path)) as journal:
        for _ in range(MATCHES):
            journal.append(journal.begin(HEADING), [CODE, *[GUESS] * 40], "done")
    mark_for_check(path)
    return path


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("read", range(1, 11))
def test_one_read_that_fails_is_no_damage(path: Path, read: int) -> None:
    said = started(path, str(read))
    assert [file.name for file in path.parent.iterdir() if "damaged" in file.name] == []
    assert said == f"True {MATCHES}\n"
    with closing(opened(path)) as journal:
        assert len(journal.played_numbers()) == MATCHES
        assert list(journal.check()) == []


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("read", [5, 7])
def test_page_that_can_never_be_read_is_no_damage(path: Path, read: int) -> None:
    said = started(path, f"{read}+")
    assert said.startswith("False 0 expected ")
    assert [file.name for file in path.parent.iterdir() if "damaged" in file.name] == []
    with closing(opened(path)) as journal:
        assert list(journal.check()) == []
