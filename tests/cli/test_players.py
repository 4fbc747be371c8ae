"""``codemaker players`` and ``codemaker correct``: names, corrections and what is no longer shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.settings import SettingsFile
from companion.match.catalogue import load_catalogue
from companion.match.record import RecordRefused, read_record
from companion.match.session import Session
from companion.storage.deferred_journal import DeferredJournal
from tests.support.match_lines import opened
from tests.support.paper import environment

Box = Callable[..., tuple[int, str, str]]


@pytest.fixture
def box(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Box:
    """Return what runs a command on a box with two matches, and returns the status and what was printed."""
    with closing(opened(tmp_path / "journal.db")) as journal:
        world = replace(environment(), archive=DeferredJournal(lambda report: journal))
        for others in (("Anna", "Ben"), ("Cleo", "Ben")):
            game = load_catalogue(None)["mini"]
            session = Session.begin(game, {"mode": "player", "first": "1"}, others, world)
            for text in ("code ROYG", "ROYG", "code RRRR", "OOOO", "RRRR"):
                if session.seats_to_move:
                    session.play(session.read(text))
    SettingsFile(tmp_path / "settings.toml").save(
        replace(SettingsFile(tmp_path / "settings.toml").settings, names=("Anna", "Ben"))
    )

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(["--state", str(tmp_path), *arguments])
        except SystemExit as end:
            status = int(str(end.code))
        return status, *capsys.readouterr()

    return run


def names(tmp_path: Path) -> tuple[str, ...]:
    return SettingsFile(tmp_path / "settings.toml").settings.names


def test_players_are_listed(box: Box) -> None:
    assert box("players") == (0, "Anna\nBen\nCleo\n", "")


def test_renamed_player_has_the_new_name_everywhere(box: Box, tmp_path: Path) -> None:
    assert box("players", "rename", "anna", "Bella") == (0, "", "")
    assert names(tmp_path) == ("Bella", "Ben")
    assert "Bella" in box("history")[1]
    assert "Anna" not in box("history")[1] + box("stats")[1] + box("export", "1")[1]


def test_merged_players_have_the_matches_of_both(box: Box) -> None:
    assert box("players", "merge", "Cleo", "ANNA") == (0, "", "")
    assert box("players")[1] == "Anna\nBen\n"
    assert "matches: 2" in box("stats", "Anna")[1]


def test_deleted_player_is_nowhere_and_the_match_stays(box: Box, tmp_path: Path) -> None:
    assert box("players", "delete", "Anna", "--yes") == (0, "", "")
    assert names(tmp_path) == ("Ben",)
    assert box("players")[1] == "Ben\nCleo\n"
    assert "Player 1" in box("history")[1]
    assert "Player 1" not in box("stats")[1]


def test_nothing_is_deleted_without_a_yes(box: Box) -> None:
    assert box("players", "delete", "Anna")[0] == 1
    assert box("correct", "1", "delete")[0] == 1
    assert box("players")[1] == "Anna\nBen\nCleo\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("players rename Anna", "expected 2 names to rename, got 1"),
        ("players rename Eve Bella", "expected a player out of Cleo, Ben, Anna, got 'Eve'"),
        ("players rename Anna Cleo", "codemaker players merge Anna Cleo"),
        ("players merge Anna Ben", "expected one player under two names, got Anna and Ben in the same match, 1"),
        ("players rename Anna Bartholomew", "expected names of 1 to 10 letters"),
        ("players delete", "expected 1 name to delete, got 0"),
        ("correct 9 delete --yes", "expected the number of a match in 'codemaker history', got 9"),
        ("correct 1 won Eve", "expected a player out of Anna, Ben, got 'Eve'"),
        ("correct 1 seat 3 Eve", "expected a seat from 1 to 2 and a name, got '3 Eve'"),
    ],
)
def test_wrong_words_are_told_in_a_sentence(box: Box, line: str, told: str) -> None:
    status, out, error = box(*line.split())
    assert (status, out) == (2, "")
    assert told in error


def test_corrected_match_says_so_in_its_record_which_is_still_true(box: Box, tmp_path: Path) -> None:
    before = box("export", "1")[1]
    moves = before.partition("\n\n")[2]
    assert box("correct", "1", "won", "Ben")[0] == 0
    status, told, _ = box("correct", "1", "seat", "1", "Zoé")
    assert (status, told.partition(": ")[2]) == (0, "Ben wins\n")
    after = box("export", "1")[1]
    assert after.partition("\n\n")[2] == moves
    assert f'[Corrected "{told.strip()}"]' in after
    assert '[Player "Zoé"]' in after
    file = tmp_path / "one.record"
    file.write_text(after, encoding="utf-8")
    checked, unchanged = box("check", str(file)), tmp_path / "two.record"
    unchanged.write_text(before, encoding="utf-8")
    assert checked[0] == 0
    assert checked[1].splitlines()[1:] == box("check", str(unchanged))[1].splitlines()[1:]


@pytest.mark.parametrize("corrected", ["Anna 9, Ben 0: Ben wins", "nonsense"])
def test_correction_with_other_scores_makes_no_record(box: Box, corrected: str) -> None:
    assert box("correct", "1", "won", "Ben")[0] == 0
    text = box("export", "1")[1]
    line = next(line for line in text.splitlines() if line.startswith("[Corrected"))
    assert read_record(text).corrected.endswith("Ben wins")
    wrong = text.replace(line, f'[Corrected "{corrected}"]')
    with pytest.raises(RecordRefused, match="a result with the scores of the other one"):
        read_record(wrong)


def test_deleted_match_is_not_shown(box: Box) -> None:
    assert box("correct", "1", "delete", "--yes") == (0, "", "")
    assert [line.split()[0] for line in box("history")[1].splitlines()] == ["2"]
    assert box("players")[1] == "Ben\nCleo\n"
    assert box("export", "1")[0] == 2
