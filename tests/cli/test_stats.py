"""``codemaker stats``: the statistics of the players in print, as JSON and drawn."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.cli.plots import TERMINAL
from companion.cli.statistics import stats
from companion.errors import JournalFailed, OptionRefused
from companion.match.catalogue import load_catalogue
from companion.match.kept_results import KeptResults
from companion.match.session import Session
from tests.support.paper import PaperArchive, environment

CATALOGUE = load_catalogue(None)
UNTOUCHED = [game.key for game in CATALOGUE if game.key != "mastermind"]
CODES = (("RROO", "ROYG"), ("ROYG",), ("BBBB", "RROO", "ROYG"))


def played() -> PaperArchive:
    archive = PaperArchive()
    for rows in CODES:
        options = {"mode": "player", "coach": "during", "first": "1"}
        session = Session.begin(CATALOGUE["mastermind"], options, ("Anna", "Ben"), environment(archive))
        for text in ("code ROYG", "hint 1", *rows, "code BBBB", "give up"):
            session.play(session.read(text))
    return archive


def printed(
    archive: PaperArchive,
    name: str | None = None,
    *,
    as_json: bool = False,
    plot: Path | None = None,
    kept: KeptResults | None = None,
) -> str:
    out = StringIO()
    assert stats(CATALOGUE, environment(archive), name, as_json, plot, out, StringIO(), kept or KeptResults()) == 0
    return out.getvalue()


def test_statistics_of_a_player_are_printed() -> None:
    lines = printed(played(), "Ben").splitlines()
    assert lines[:-1] == [
        "Ben",
        "  matches: 3, won 3 of 3 with others",
        "  mastermind normal: 3 solved, 0 not solved, 2.0 rows on average",
        f"  never played: {', '.join(UNTOUCHED)}",
        "  streak: 3 codes found one after another, longest 3",
        "  hints: 3",
    ]
    assert lines[-1].startswith("  luck +")
    assert lines[-1].endswith("bits a code, over the newest 3")


def test_every_player_is_printed_without_a_name() -> None:
    lines = printed(played()).splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["Anna", "", "Ben"]
    assert "  mastermind normal: 0 solved, 3 not solved" in lines


def test_json_has_the_figures_and_the_course_of_luck_and_skill() -> None:
    (ben,) = json.loads(printed(played(), "Ben", as_json=True))
    assert ben | {"luck": [], "skill": []} == {
        "name": "Ben",
        "matches": 3,
        "with_others": 3,
        "won": 3,
        "tied": 0,
        "games": {"mastermind": 3},
        "never_played": UNTOUCHED,
        "codes": [
            {"game": "mastermind", "kind": "normal", "tried": 3, "found": 3, "average": 2.0, "best": None}
            | {"row_seconds": None, "fastest": None}
        ],
        "streak": 3,
        "longest": 3,
        "hints": 3,
        "undone": 0,
        "luck": [],
        "skill": [],
    }
    assert (len(ben["luck"]), len(ben["skill"])) == (3, 3)


def test_plot_is_drawn_in_the_terminal() -> None:
    drawn = printed(played(), "Ben", plot=TERMINAL)
    assert "luck, bits" in drawn
    assert "skill, bits" in drawn


def test_name_that_no_player_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionRefused, match="expected a player out of Anna, Ben, got 'Bem'; did you mean 'Ben'"):
        printed(played(), "Bem")


def test_archive_without_matches_says_so() -> None:
    assert printed(PaperArchive()) == "no match is in the journal\n"
    assert printed(PaperArchive(), as_json=True) == "[]\n"
    with pytest.raises(OptionRefused, match="no match is in the journal"):
        printed(PaperArchive(), "Ben")


def test_archive_that_cannot_be_read_is_not_taken_for_an_empty_one() -> None:
    archive = played()
    archive.smudge()
    with pytest.raises(JournalFailed, match="smudged"):
        printed(archive)


def test_command_ends_with_2_for_an_unknown_name(tmp_path: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    assert main(["--state", str(tmp_path), "stats", "Ben"]) == 2
    assert "no match is in the journal" in capsys.readouterr().err


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_alone() -> None:
    err, quiet = Terminal(), StringIO()
    for stream in (err, quiet):
        assert stats(CATALOGUE, environment(played()), None, False, None, StringIO(), stream, KeptResults()) == 0
    assert err.getvalue() == "\rmatches: 0 of 3\r\x1b[K"
    assert quiet.getvalue() == ""
