"""The statistics of players agree with a count that looks only at the boards, and read one match at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from companion.games.contract import CodeBreaking, Outcome
from companion.games.pegs.state import Ending, PegView
from companion.match.archive import MatchSummary
from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.match.record import result_words
from companion.match.result import winners_in
from companion.match.session import Session
from companion.match.statistics import REVIEWED, PlayerStatistics, collect, luck_and_skill, newest, recent
from companion.strategy.pegs.coach import review
from tests.support.paper import PaperArchive, environment
from tests.support.played_matches import PLAYERS, fill

CATALOGUE = load_catalogue(None)


@pytest.fixture(scope="module")
def world() -> Environment:
    archive = PaperArchive()
    for seed in range(4):
        fill(archive, seed)
    return environment(archive)


def views(world: Environment) -> list[tuple[str, PegView]]:
    """Return the key and the view of every peg match, the oldest first."""
    keys = [(number, world.archive.summary(number).header.game) for number in reversed(world.archive.played_numbers())]
    games = [(number, CATALOGUE[key]) for number, key in keys if CATALOGUE[key].family == "pegs"]
    return [(game.key, Session.resume(game, number, world).view()) for number, game in games]


def every(world: Environment) -> dict[str, PlayerStatistics]:
    return collect(world, CATALOGUE, recent(world, None))


def test_codes_rows_and_bests_agree_with_a_count_over_the_boards(world: Environment) -> None:
    tried, rows = Counter[tuple[str, str, str]](), dict[tuple[str, str, str], list[int]]()
    for key, view in views(world):
        for shown in view.done:
            place = (PLAYERS[shown.breaker], key, view.rules.variant.key)
            tried[place] += shown.ending is not Ending.VOID
            if shown.ending is Ending.SOLVED:
                rows.setdefault(place, []).append(len(shown.rows))
    found = {
        (name, *kind): (one.tried, one.found, one.rows, one.best)
        for name, player in every(world).items()
        for kind, one in player.codes.items()
    }
    assert found == {
        place: (count, len(rows.get(place, [])), sum(rows.get(place, [])), min(rows.get(place, []), default=None))
        for place, count in tried.items()
    }


def test_streaks_agree_with_a_count_from_the_oldest_code_on(world: Environment) -> None:
    for name, player in every(world).items():
        run, longest = 0, 0
        for _, view in views(world):
            for shown in view.done:
                if PLAYERS[shown.breaker] == name and shown.ending is not Ending.VOID:
                    run = run + 1 if shown.ending is Ending.SOLVED else 0
                    longest = max(longest, run)
        assert (player.streak, player.longest) == (run, longest)


def test_matches_and_wins_agree_with_the_outcomes(world: Environment) -> None:
    won, tied, matches = Counter[str](), Counter[str](), Counter[str]()
    for number in world.archive.played_numbers():
        header = world.archive.summary(number).header
        outcome = Session.resume(CATALOGUE[header.game], number, world).outcome
        # The box has the seat of Zoé in one kind of match.
        people = PLAYERS[:1] if dict(header.options).get("box-seats") == "1" else PLAYERS
        matches.update(people)
        winners = outcome.winners if outcome else ()
        (won if len(winners) == 1 else tied).update({PLAYERS[seat] for seat in winners} & {*people})
    found = every(world)
    assert {name: (player.matches, player.won, player.tied) for name, player in found.items()} == {
        name: (matches[name], won[name], tied[name]) for name in PLAYERS
    }


def test_hints_are_counted() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mastermind"], {"coach": "during"}, ("Anna",), environment(archive))
    session.draw()
    code = archive.sheets[1][1][0].hidden
    assert code is not None
    for text in ("hint 1", "hint 2", code.reveal().removeprefix("code ")):
        session.play(session.read(text))
    assert every(environment(archive))["Anna"].hints == 2


def test_box_is_no_player() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mastermind"], {"mode": "breaks"}, ("Anna", "Box 1"), environment(archive))
    session.play(session.read("code"))
    assert list(every(environment(archive))) == ["Anna"]


def test_luck_and_skill_are_those_of_the_review_of_the_newest_codes(world: Environment) -> None:
    reviewed = [
        (found.luck, found.skill)
        for _, view in views(world)
        for shown in view.done
        if shown.ending is not Ending.VOID and PLAYERS[shown.breaker] == "Anna"
        for found in [review(view.rules.space, view.rules.guesses, shown.rows)]
    ]
    player = every(world)["Anna"]
    found = [luck_and_skill(world, CATALOGUE, code) for code in player.newest]
    assert len(found) == min(REVIEWED, len(reviewed))
    assert [bits and bits[0] for bits in found] == pytest.approx(
        [luck for luck, _ in reviewed[: -len(found) - 1 : -1]]
    )


def test_damaged_match_is_left_out() -> None:
    archive = PaperArchive()
    fill(archive)
    first = next(iter(recent(environment(archive))))
    archive.sheets[first.number] = (
        replace(first.header, options=(("nonsense", "1"),)),
        archive.sheets[first.number][1],
    )
    assert first.number not in [place[1] for one in every(environment(archive)).values() for place in one.newest]


def test_one_match_is_read_at_a_time(world: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    read, summary = list[int](), world.archive.summary

    def counted(number: int) -> MatchSummary:
        read.append(number)
        return summary(number)

    monkeypatch.setattr(world.archive, "summary", counted)
    list(islice(recent(world), 3))
    assert len(read) == 3
    assert next(newest(world, CATALOGUE["mini"], "Anna")).game.key == "mini"


def test_every_peg_game_counts_rows() -> None:
    assert [game.family for game in CATALOGUE if isinstance(game, CodeBreaking)] == [
        *["pegs"] * 8,
        *["pegs_together"] * 8,
    ]


@pytest.mark.parametrize("winners", [(0,), (1,), (0, 1), (0, 1, 2)])
def test_winners_are_read_from_a_result_though_names_look_like_results(winners: tuple[int, ...]) -> None:
    players = ("Anna", "x: Anna", "Ben and Anna")
    text = result_words(players, Outcome((7, -7, 7), winners))
    assert winners_in(text, players) == {players[seat] for seat in winners}
    assert winners_in("", players) == frozenset()
