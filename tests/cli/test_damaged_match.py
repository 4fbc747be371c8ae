"""A match with a damaged line looks sound in no command: each says of it what the doctor says."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.match.session import Session
from tests.cli.test_backup import run
from tests.support.match_lines import opened
from tests.support.paper import deferred, environment

NUMBER = 2
DAMAGED = f"expected line 2 as it was written, got none or another, in match {NUMBER}"
MINI = load_catalogue(None)["mini"]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Two matches of a row each, of which nothing is damaged yet."""
    state, paper = tmp_path / "state-of-box", environment()
    with closing(opened(state / "journal.db")) as journal:
        world = Environment(deferred(journal), paper.draw, paper.nonce, paper.stamp)
        for _ in range(2):
            session = Session.begin(MINI, {}, ("Anna", "Zoé"), world)
            session.draw()
            session.play(next(iter(MINI.moves(session._state))))
    return state


def damage(state: Path) -> None:
    with closing(opened(state / "journal.db")) as journal, journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess ZZZZ' WHERE match = ? AND seq = 2", (NUMBER,))


def test_history_names_the_match_that_the_doctor_names(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(state)
    assert run("history", "--state", state) == 0
    damaged, sound = capsys.readouterr().out.splitlines()
    assert damaged == f"{NUMBER:>4}  damaged: codemaker doctor"
    assert sound.endswith("Anna, Zoé: goes on")
    assert run("doctor", "--state", state) == 1
    assert DAMAGED in capsys.readouterr().out


def test_statistics_leave_the_match_out_also_where_its_figures_are_kept(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def matches() -> int:
        assert run("stats", "Anna", "--json", "--state", state) == 0
        (anna,) = json.loads(capsys.readouterr().out)
        return int(anna["matches"])

    assert matches() == 2
    damage(state)
    assert matches() == 1


@pytest.mark.parametrize("command", ["export", "share", "review", "challenge"])
def test_match_is_not_told_of(state: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    damage(state)
    assert run(command, NUMBER, "--state", state) == 2
    told = capsys.readouterr()
    assert (told.out, DAMAGED in told.err) == ("", True)
