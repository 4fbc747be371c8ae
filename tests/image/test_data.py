"""The data partition of a card, damaged in several ways and brought up by the first program, on loop devices."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.match.archive import MatchSummary
from tests.image.first_program import FirstProgram
from tests.image.test_init import TOOLS
from tests.support.match_lines import CODE, HEADING, opened

ROOT = Path(__file__).parents[2]
# Two groups of blocks, so that there is a second superblock, as on a card that has grown.
SIZE, BLOCK, KEPT = 160 << 20, 4096, 32 << 20
MATCHES, EDITION = b"matches" * 5000, b"name = 'mine'"
RAW = "damaged-partition.img"


def has_loop_devices() -> bool:
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        return False
    return subprocess.run(["losetup", "-f"], capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.skipif(not has_loop_devices(), reason="needs root and loop devices")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("init")
    FirstProgram(folder)
    return folder / "init.so"


@dataclass(frozen=True, slots=True)
class Found:
    """What the first program has made of a partition."""

    data: str
    last: str
    mounted: str
    files: dict[str, bytes]


def new_data(folder: Path) -> Path:
    """Return a data partition with matches and an edition on it."""
    data, files = folder / "data.img", folder / "put"
    (files / "editions").mkdir(parents=True)
    (files / "journal.db").write_bytes(MATCHES)
    (files / "editions/mine.toml").write_bytes(EDITION)
    data.touch()
    os.truncate(data, SIZE)
    run("mke2fs", "-q", "-t", "ext4", "-b", str(BLOCK), "-i", "524288", "-m", "0", "-d", str(files), str(data))
    return data


def run(*command: str) -> str:
    return subprocess.run(command, check=True, env=TOOLS, capture_output=True, text=True).stdout


def debugfs(data: Path, request: str) -> None:
    run("debugfs", "-w", "-R", request, str(data))


@contextmanager
def loop(data: Path, *options: str) -> Iterator[str]:
    device = run("losetup", "-f", "--show", *options, str(data)).strip()
    try:
        yield device
    finally:
        run("losetup", "-d", device)


def brought_up(program: Path, data: Path, *options: str) -> Found:
    found = data.parent / "found"
    found.mkdir()
    with loop(data, *options) as device:
        subprocess.run(
            ["unshare", "--mount", sys.executable, "-m", "tests.image.data_part", program, device, found],
            check=True,
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
    files = {path.relative_to(found / "files").as_posix(): path for path in (found / "files").rglob("*")}
    notes = {path.name: path.read_text().strip() for path in found.iterdir() if path.is_file()}
    contents = {name: path.read_bytes() for name, path in files.items() if path.is_file()}
    return Found(notes["data"], notes.get("last", ""), notes["mounted"], contents)


ALL = {"journal.db": MATCHES, "editions/mine.toml": EDITION}


def test_sound_partition_is_mounted_as_it_is(program: Path, tmp_path: Path) -> None:
    found = brought_up(program, new_data(tmp_path))
    assert (found.data, found.last, found.files) == ("ok", "clean", ALL)


def with_errors(data: Path) -> None:
    debugfs(data, "ssv state 2")


def without_superblock(data: Path) -> None:
    overwrite(data, 0, 4096)


def without_journal(data: Path) -> None:
    debugfs(data, "feature needs_recovery")
    first = next(int(word) for word in run("debugfs", "-R", "blocks <8>", str(data)).split() if word.isdigit())
    overwrite(data, first * BLOCK, BLOCK)


def of_a_newer_system(data: Path) -> None:
    # The kernel may read what has a feature that it does not know; e2fsck refuses it.
    debugfs(data, "feature FEATURE_R31")


def without_folder(data: Path) -> None:
    first = int(run("debugfs", "-R", "blocks /", str(data)).split()[0])
    overwrite(data, first * BLOCK, BLOCK)


def overwrite(data: Path, start: int, length: int) -> None:
    with data.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)


@pytest.mark.parametrize("damage", [with_errors, without_superblock, without_journal, of_a_newer_system])
def test_matches_outlive_damage(program: Path, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    data = new_data(tmp_path)
    damage(data)
    found = brought_up(program, data)
    assert (found.data, found.files) == ("repaired", ALL)
    run("e2fsck", "-f", "-n", str(data))


def test_journal_that_the_check_finds_in_no_folder_gets_its_name_back(program: Path, tmp_path: Path) -> None:
    data = new_data(tmp_path)
    debugfs(data, "rm journal.db")
    with closing(opened(tmp_path / "own/journal.db")) as journal:
        journal.append(journal.begin(HEADING), [CODE], None)
        # Only its log has the match.
        for name in ("journal.db", "journal.db-wal"):
            debugfs(data, f"write {tmp_path / 'own' / name} {name}")
    without_folder(data)
    found = brought_up(program, data)
    assert found.data == "repaired"
    for name in ("journal.db", "journal.db-wal"):
        (tmp_path / name).write_bytes(found.files[name])
    with closing(opened(tmp_path / "journal.db")) as journal:
        assert journal.read(1) == (MatchSummary(1, HEADING, None, 1), (CODE,))


def test_partition_that_cannot_be_written_is_read_into_memory(program: Path, tmp_path: Path) -> None:
    found = brought_up(program, new_data(tmp_path), "--read-only")
    assert (found.data, found.mounted.split()[0], found.files) == ("failed", "tmpfs", ALL)


def test_beginning_of_a_partition_without_a_file_system_is_kept_in_the_new_one(program: Path, tmp_path: Path) -> None:
    data = new_data(tmp_path)
    overwrite(data, 0, SIZE - 4096)
    lost = data.read_bytes()
    found = brought_up(program, data)
    assert (found.data, found.last) == ("new", "")
    assert found.files.keys() == {RAW}
    # Not compared by pytest, which would show how they differ.
    assert (found.files[RAW] == lost[:KEPT]) is True
    run("e2fsck", "-f", "-n", str(data))


def test_partition_that_is_not_there_is_not_made_anew(program: Path, tmp_path: Path) -> None:
    data = tmp_path / "data.img"
    data.write_bytes(bytes(512))
    found = brought_up(program, data)
    assert (found.data, found.mounted.split()[0], found.files) == ("unreadable", "tmpfs", {})
