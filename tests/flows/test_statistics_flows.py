"""The statistics of the players on the box: from the first menu to the luck of one code."""

from __future__ import annotations

import re

import pytest

from companion.errors import JournalFailed
from companion.match.archive import MatchHeader
from companion.match.session import Session
from companion.match.statistics import REPLAYED
from companion.ui.home.statistics import statistics_menu
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.match_lines import GUESS
from tests.support.paper import NOON, PaperArchive, environment

TO_STATISTICS = ("More", "Statistics")


def played(archive: PaperArchive, rows: tuple[str, ...], key: str = "mastermind", variant: str = "normal") -> None:
    session = Session.begin(CATALOGUE[key], {"variant": variant}, ("Anna",), environment(archive))
    session.draw()
    hidden = archive.sheets[max(archive.sheets)][1][0].hidden
    assert hidden is not None
    for row in (*rows, hidden.reveal().removeprefix("code ")):
        session.play(session.read(row))


def looked(*matches: tuple[str, ...]) -> Flow:
    archive = PaperArchive()
    for rows in matches:
        played(archive, rows)
    flow = start(archive)
    flow.choose(*TO_STATISTICS)
    return flow


def test_figures_of_a_player_are_two_presses_further() -> None:
    flow = looked(("RRRR",), ())
    assert flow.lines == ["Statistics", "> Anna: \u2026"]
    flow.press("OK")
    assert flow.lines == [
        "Anna",
        "> Newest matches: 2",
        "  Found in a row: 2",
        "  Longest streak: 2",
        "  Hints: 0",
        "  Mastermind",
        "  Solved: 2",
        "  Not solved: 0",
        "  Rows, average: 1.5",
        "  Fewest rows: 1",
        "  Never played:",
        *(f"  {game.title('en')}: \u2013" for game in CATALOGUE if game.key != "mastermind" and not game.group),
        "  Luck and skill: \u2026",
    ]


def test_averages_and_bests_are_those_of_one_game_and_its_rules() -> None:
    archive = PaperArchive()
    played(archive, ("RRRR", "RRRR"))
    played(archive, ("RRRR",), "mini")
    played(archive, (), "mastermind", "challenge")
    flow = start(archive)
    flow.choose(*TO_STATISTICS, "Anna")
    assert flow.lines[5 : flow.lines.index("  Never played:")] == [
        "  Mastermind: empty holes",
        "  Solved: 1",
        "  Not solved: 0",
        "  Rows, average: 1.0",
        "  Fewest rows: 1",
        "  Mini",
        "  Solved: 1",
        "  Not solved: 0",
        "  Rows, average: 2.0",
        "  Fewest rows: 2",
        "  Mastermind",
        "  Solved: 1",
        "  Not solved: 0",
        "  Rows, average: 3.0",
        "  Fewest rows: 3",
    ]


def test_ok_on_a_figure_leads_back() -> None:
    flow = looked(())
    flow.press("OK OK")
    assert flow.lines[0] == "Statistics"


def test_luck_and_skill_of_a_code_are_computed_when_it_is_chosen() -> None:
    flow = looked((), ("RRRR",))
    flow.choose("Anna", "Luck and skill")
    assert flow.lines == ["Luck and skill", "> Code 1: \u2026", "  Code 2: \u2026"]
    flow.press("DOWN OK")
    assert re.fullmatch("(You had luck|You had bad luck|Luck was even)\\. (Very well|Well) played[.!]", flow.banner)


def test_only_the_newest_matches_are_counted() -> None:
    archive = PaperArchive()
    for _ in range(REPLAYED + 1):
        played(archive, ())
    flow = start(archive)
    flow.choose(*TO_STATISTICS)
    flow.press("OK")
    assert flow.lines[1] == f"> Newest matches: {REPLAYED}"
    # An older match may be one of these games.
    assert "  Not played lately:" in flow.lines


def test_matches_of_a_game_without_codes_are_counted_and_untouched_games_are_named() -> None:
    archive = PaperArchive()
    for _ in range(2):
        archive.append(archive.begin(MatchHeader("coda", (), ("Anna", "Ben"), NOON)), [GUESS], "")
    flow = start(archive)
    flow.choose(*TO_STATISTICS, "Ben")
    untouched = [f"  {game.title('en')}: \u2013" for game in CATALOGUE if game.key != "coda" and not game.group]
    assert flow.lines == ["Ben", "> Newest matches: 2", "  Coda: 2", "  Never played:", *untouched]


def test_without_a_match_it_says_so() -> None:
    assert looked().lines[1] == "There are no matches here."


def test_archive_that_cannot_be_read_is_told_in_the_words_of_the_matches() -> None:
    archive = PaperArchive()
    played(archive, ())
    flow = start(archive)
    archive.smudge()
    with pytest.raises(JournalFailed) as refused:
        statistics_menu(flow.context)
    assert flow.context.translator.tell(refused.value) == "The matches cannot be read: check the card."
