"""A folder whose journal is gone: each command about matches says so, until the loss is accepted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.cli.main import main
from tests.cli.test_backup import box, results, run

TOLD = "codemaker: expected 2 matches, 0 throws and 2 lines in match 2, got 0 matches, "
TO_DO = (
    "codemaker restore FILE reads a backup or a journal that was set aside, codemaker restore --none accepts the loss"
)


@pytest.fixture
def gone(tmp_path: Path) -> Path:
    state = box(tmp_path / "state-of-box", "won", "lost")
    (state / "journal.db").unlink()
    (state / "journal.copy").unlink()
    return state


@pytest.mark.parametrize("command", ["history", "stats", "rolls", "export 1", "share 1", "review 1", "challenge 1"])
def test_command_that_reads_the_journal_tells_that_it_is_gone(
    gone: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(*command.split(), "--state", gone) in (1, 2)
    told = capsys.readouterr()
    assert told.err.startswith(TOLD)
    assert TO_DO in told.err
    assert "has been played" not in told.out


def test_backup_of_a_journal_that_is_gone_tells_it(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("backup", gone / "new.backup", "--state", gone) == 1
    assert capsys.readouterr().err.startswith(TOLD)


def test_doctor_tells_that_the_journal_is_gone(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("doctor", "--state", gone) == 1
    told = capsys.readouterr().out
    assert f"RED    Journal       {TOLD.removeprefix('codemaker: ')}" in told
    assert "fix: codemaker restore FILE" in told


def test_roll_tells_that_the_journal_is_gone(
    gone: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert run("roll", "coin", "--state", gone) == 0
    assert TO_DO in caplog.text


def test_accepted_loss_is_told_no_longer(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("restore", "--none", "--state", gone) == 0
    assert capsys.readouterr().out == "matches: 0; what is missing is no longer told\n"
    assert run("history", "--state", gone) == 0
    assert capsys.readouterr() == ("no match is in the journal\n", "")


def test_restored_backup_ends_the_loss(gone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = box(tmp_path / "other", "won")
    run("backup", tmp_path / "a.backup", "--state", other)
    assert run("restore", tmp_path / "a.backup", "--state", gone) == 0
    capsys.readouterr()
    assert run("history", "--state", gone) == 0
    assert capsys.readouterr().err == ""
    assert results(gone) == ["won"]


def play(state: Path, keys: str) -> int:
    return main(["play", "--device", "headless", "--lang", "en", "--state", str(state), "--keys", keys])


def test_box_asks_at_each_start_and_a_yes_accepts(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # BACK answers no; the cursor stands on no.
    for keys in ("BACK", "OK"):
        play(gone, keys)
        assert run("history", "--state", gone) == 1
    play(gone, "UP OK")
    assert run("history", "--state", gone) == 0


def test_restore_needs_a_file_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("restore")
    assert "one of the arguments --none FILE is required" in capsys.readouterr().err


def test_journal_that_was_set_aside_is_restored_behind_what_was_played_since(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = box(tmp_path / "old", "won", "lost"), box(tmp_path / "new", "won")
    damaged = new / "journal-damaged-20260304T050607Z.db"
    damaged.write_bytes(bytes(4096) + (old / "journal.db").read_bytes()[4096:])
    assert run("restore", damaged, "--state", new) == 0
    assert capsys.readouterr().out == "matches added: 1, continued: 0, here already: 1; throws added: 0\n"
    assert run("restore", damaged, "--state", new) == 0
    assert results(new) == ["lost", "won"]


def test_pipe_is_not_waited_for(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(gone / "pipe")
    assert run("restore", gone / "pipe", "--state", gone) == 2
    assert "it is not a regular file" in capsys.readouterr().err


def test_file_without_a_whole_match_is_refused_as_before(gone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = gone / "other"
    file.write_bytes(bytes(9000))
    assert run("restore", file, "--state", gone) == 2
    assert "got a damaged line 1" in capsys.readouterr().err
    assert run("history", "--state", gone) == 1
