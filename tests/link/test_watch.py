"""What the system tells of a folder."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from companion.link.inotify import Changes, FolderWatch


@pytest.fixture
def watch(tmp_path: Path) -> FolderWatch:
    """Lend a watch on an empty folder; it is not read after the test."""
    (tmp_path / "old").touch()
    return FolderWatch(tmp_path)


def is_awake(watch: FolderWatch) -> bool:
    return bool(select.select([watch], [], [], 0)[0])


def test_an_untouched_folder_wakes_nobody(watch: FolderWatch, tmp_path: Path) -> None:
    (tmp_path / "old").read_bytes()
    assert not is_awake(watch)
    assert watch.changes() == Changes()
    watch.close()


def test_what_comes_goes_and_changes_its_mode_is_told_by_name(watch: FolderWatch, tmp_path: Path) -> None:
    (tmp_path / "new").touch()
    (tmp_path / "old").chmod(0o600)
    assert is_awake(watch)
    told = watch.changes()
    assert told.moved == {"new"}
    assert "old" in told.altered
    (tmp_path / "new").unlink()
    assert watch.changes().moved == {"new"}
    assert not is_awake(watch)
    watch.close()


def test_a_node_that_a_program_lets_go_is_told_once(watch: FolderWatch, tmp_path: Path) -> None:
    node = tmp_path / "old"
    files = [os.open(node, os.O_RDWR) for _ in range(2)]
    watch.until_let_go(node)
    assert not is_awake(watch)
    os.close(files[0])
    assert watch.changes().is_let_go
    os.close(files[1])
    assert watch.changes() == Changes()
    watch.close()


def test_a_folder_that_is_not_there_cannot_be_watched(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(FileNotFoundError):
        FolderWatch(tmp_path / "nowhere")
    assert len(os.listdir("/proc/self/fd")) == before
