"""The journal of the director: killed at any write, damaged, of another event, or in use."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.club.director_store import DirectorStore, KeptResult
from companion.club.errors import ClubFailed
from companion.club.messages import Receipts, decode
from companion.club.standings import TablePlayed
from tests.club.directed import evening
from tests.club.tables import EVENT, killed, opened, own_count, prepared, revived, told
from tests.support.effort import seeds
from tests.support.match_lines import room_for
from tools.bench.signalled import chance, signalled

WRITES = 500
"""A director of one evening makes more writes than that, also where its journal has all results."""


def lived(path: Path, seed: int, write: int | None) -> tuple[int, set[str]]:
    """Direct an evening, up to this write if there is one; return the exit status and each whole line of a receipt."""
    before = [] if write is None else signalled(signal.SIGKILL, write)
    command = [*before, sys.executable, "-m", "tests.club.directed", str(path), str(seed)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return ran.returncode, {*ran.stdout.rpartition("\n")[0].splitlines()}


@pytest.mark.parametrize("seed", seeds(1, 12))
def test_director_killed_at_any_write_loses_and_doubles_nothing(path: Path, seed: int) -> None:
    draw, receipts, killed = chance(), set[str](), 0
    for _ in range(5):
        status, seen = lived(path, seed, draw.randrange(20, WRITES))
        killed += status == -signal.SIGKILL
        receipts |= seen
    status, seen = lived(path, seed, None)
    assert (status, killed) == (0, 5)
    director = revived(path)
    kept = {
        f"{said.topic} {receipt.round} {receipt.digest}"
        for said in director.everything()
        if "/receipt/" in said.topic
        for receipt in decode(Receipts, said.payload).receipts
    }
    assert receipts | seen == kept
    assert told(director) == own_count(evening(seed)[0])


def result(table: str = "a", digest: str = "d") -> KeptResult:
    return KeptResult(TablePlayed(table, 1, 4, True, 60), digest, "counted")


def test_what_fails_within_a_transaction_is_not_kept(path: Path) -> None:
    store = prepared(path)
    store.add_result(result("b"), "record")
    with pytest.raises(ClubFailed), store.together():
        _write_twice(store)
    assert (store.results(), store.seats()) == ([result("b")], {})


def _write_twice(store: DirectorStore) -> None:
    store.add_seat("a", "key")
    for _ in range(2):
        store.add_result(result(), "record")


def test_names_are_not_in_the_file_of_a_director_that_was_killed_while_it_forgot(path: Path) -> None:
    store = prepared(path)
    with store.together():
        store.add_result(KeptResult(TablePlayed("a", 1, 5, True, 60), "", "counted"), "Anna " * 3000)
        store.close_event()
    with store.together():
        store._execute("UPDATE event SET status = 'forgotten'")
        store._execute("DELETE FROM result")
    copy = killed(path, 1)
    store.close()
    assert b"Anna" in copy.with_name(f"{copy.name}-wal").read_bytes()
    again = opened(copy)
    found = [
        one.name for one in path.parent.iterdir() if one.name.startswith(copy.name) and b"Anna" in one.read_bytes()
    ]
    assert (again.status, found) == ("forgotten", [])


def test_result_is_kept_once(path: Path) -> None:
    store = prepared(path)
    store.add_result(result(), "record")
    with pytest.raises(ClubFailed, match="expected to write the journal of the event, got IntegrityError"):
        store.add_result(result(), "record")
    assert store.results() == [result()]
    assert store.record_of(result()) == "record"


def test_journal_is_for_its_user_alone(path: Path) -> None:
    prepared(path)
    modes = [stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()]
    assert modes == [0o600] * 2


def test_journal_of_another_event_is_refused(path: Path) -> None:
    prepared(path).close()
    with pytest.raises(ClubFailed, match=r"expected the journal of spring-cup in .*, got that of another event"):
        DirectorStore(path, "spring-cup")


@pytest.mark.parametrize("text", [b"no journal" * 999, b"SQLite format 3\0" + bytes(4080)])
def test_file_that_is_no_journal_is_refused_and_left_as_it_is(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with pytest.raises(ClubFailed, match="expected the journal of an event"):
        DirectorStore(path, EVENT)
    assert path.read_bytes() == text


def test_journal_of_a_newer_program_is_refused(path: Path) -> None:
    prepared(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 2")
    with pytest.raises(ClubFailed, match=r"expected a journal of version 1 in .*, got 2: update the program"):
        DirectorStore(path, EVENT)


def test_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ClubFailed, match="expected the journal of an event"):
        DirectorStore(tmp_path / "none" / "event.db", EVENT)


def test_full_disk_is_told(path: Path) -> None:
    store = prepared(path)
    with room_for(path.with_name("event.db-wal").stat().st_size), pytest.raises(ClubFailed, match="expected to write"):
        store.add_result(result(), "record" * 1000)
    assert store.results() == []


def test_secrets_are_in_no_repr(path: Path) -> None:
    (kept, *_) = prepared(path).rounds().values()
    assert kept.code not in repr(kept)
    assert kept.key not in repr(kept)


def test_journal_that_is_refused_is_closed(path: Path) -> None:
    prepared(path).close()
    with pytest.raises(ClubFailed):
        DirectorStore(path, "spring-cup")
    opened = {os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()}
    assert str(path) not in opened
