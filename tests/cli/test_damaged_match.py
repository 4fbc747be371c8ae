"""A match with a damaged line looks sound in no command: each says of it what the doctor says."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_backup import run
from tests.support.match_lines import opened
from tests.support.played_matches import FINISHED, fill

NUMBER = 2
DAMAGED = f"expected line 2 as it was written, got none or another, in match {NUMBER}"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    state = tmp_path / "state-of-box"
    with closing(opened(state / "journal.db")) as journal:
        fill(journal)
        with journal._db:
            journal._db.execute("UPDATE entries SET text = 'guess ZZZZ' WHERE match = ? AND seq = 2", (NUMBER,))
    return state


def test_history_names_the_match_that_the_doctor_names(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("history", "--state", state) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "damaged" in line] == [f"{NUMBER:>4}  damaged: codemaker doctor"]
    assert len(lines) == len(FINISHED) + 1
    assert run("doctor", "--state", state) == 1
    assert DAMAGED in capsys.readouterr().out


def test_statistics_leave_the_match_out_also_where_its_figures_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "whole"
    with closing(opened(whole / "journal.db")) as journal:
        fill(journal)
    run("stats", "Anna", "--json", "--state", whole)
    before = json.loads(capsys.readouterr().out)[0]["matches"]
    with closing(opened(whole / "journal.db")) as journal, journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess ZZZZ' WHERE match = ? AND seq = 2", (NUMBER,))
    run("stats", "Anna", "--json", "--state", whole)
    assert json.loads(capsys.readouterr().out)[0]["matches"] == before - 1


@pytest.mark.parametrize("command", ["export", "share", "review", "challenge"])
def test_match_is_not_told_of(state: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert run(command, NUMBER, "--state", state) == 2
    told = capsys.readouterr()
    assert (told.out, DAMAGED in told.err) == ("", True)
