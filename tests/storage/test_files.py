"""What is found in the journal's place: a link, a FIFO, a folder, somebody else's file."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from companion.cli.main import main
from companion.dice.model import Coin, DiceRoll
from companion.errors import JournalFailed
from companion.storage.files import make_private
from companion.storage.journal import open_for_reading
from tests.support.match_lines import HEADING, NOW, opened
from tests.support.opened import lasts, open_journal

SENTENCE = "The journal is not a plain file. Nothing is saved now."
FILES = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock")


def link(path: Path) -> None:
    target = path.with_name("somebody's")
    target.write_text("theirs")
    target.chmod(0o644)
    path.symlink_to(target)


KINDS: dict[str, Callable[[Path], None]] = {"a symbolic link": link, "a FIFO": os.mkfifo, "a folder": Path.mkdir}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FILES)
def test_what_is_no_plain_file_is_told_left_and_never_waited_for(tmp_path: Path, name: str, kind: str) -> None:
    KINDS[kind](tmp_path / name)
    before = (tmp_path / name).lstat().st_mode
    journal, (report,) = open_journal(tmp_path / "journal.db", NOW)
    with closing(journal):
        assert journal.begin(HEADING) == 1
        assert not lasts(journal)
    assert report.sentence == SENTENCE
    assert str(report) == f"expected a regular file, got {kind}, in {tmp_path / name}"
    assert (tmp_path / name).lstat().st_mode == before


def test_file_that_a_link_leads_to_keeps_its_mode_and_content(tmp_path: Path) -> None:
    link(tmp_path / "journal.db")
    open_journal(tmp_path / "journal.db", NOW)[0].close()
    target = tmp_path / "somebody's"
    assert (S_IMODE(target.stat().st_mode), target.read_text()) == (0o644, "theirs")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_plain_file_is_not_read_either(tmp_path: Path, kind: str) -> None:
    KINDS[kind](tmp_path / "journal.db")
    with pytest.raises(JournalFailed, match=f"expected a regular file, got {kind}"):
        open_for_reading(tmp_path / "journal.db")


def test_history_of_a_fifo_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "journal.db")
    assert main(["history", "--state", str(tmp_path)]) == 2
    said = f"codemaker: expected a regular file, got a FIFO, in {tmp_path / 'journal.db'}\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_file_of_somebody_else_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    opened(path).close()
    path.chmod(0o640)
    os.chown(path, 65534, 65534)
    make_private(path)
    assert S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_files_that_root_makes_belong_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "service"
    folder.mkdir()
    os.chown(folder, 65534, 65533)
    with closing(opened(folder / "journal.db")) as journal:
        journal.enter([DiceRoll(Coin(), (1,))])
        owners = {file.name: (file.stat().st_uid, file.stat().st_gid) for file in folder.iterdir()}
    assert owners == dict.fromkeys(FILES, (65534, 65533))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_file_that_root_finds_keeps_its_owner(tmp_path: Path) -> None:
    """It may be a second name of a file of another user."""
    opened(tmp_path / "journal.db").close()
    os.chown(tmp_path, 65534, 65534)
    opened(tmp_path / "journal.db").close()
    assert {file.stat().st_uid for file in tmp_path.iterdir()} == {0}


def test_link_that_takes_the_place_of_the_file_in_the_last_moment_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link(tmp_path / "journal.db")
    monkeypatch.setattr("companion.storage.files.require_plain", lambda path: None)
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        make_private(tmp_path / "journal.db")
    assert S_IMODE((tmp_path / "somebody's").stat().st_mode) == 0o644
