"""How long players thought in matches without a limit, against times that the tests choose themselves."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from companion.cli.games import in_words
from companion.games.contract import CHANCE
from companion.i18n.translator import Translator
from companion.match.session import AnySession, Session
from companion.match.statistics import PersonalBest, collect, recent, results_of
from companion.match.thinking import BREAK_S, seconds_between
from tests.games.test_conformance import CATALOGUE
from tests.support.paper import PaperArchive, environment

BEGUN = datetime(2026, 3, 1, 20, tzinfo=UTC)


class Evening:
    """Matches whose moves are made at chosen times of day."""

    def __init__(self) -> None:
        self.archive = PaperArchive()
        self.at = BEGUN
        self.environment = replace(environment(self.archive), stamp=lambda: self.at.strftime("%Y-%m-%dT%H:%M:%SZ"))

    def begin(self, game: str, *players: str, **options: str) -> AnySession:
        session = Session.begin(CATALOGUE[game], options, players, self.environment)
        while session.player_to_move == CHANCE:
            session.draw()
        return session

    def wait(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)

    def play(self, session: AnySession, *moves: tuple[float, str]) -> None:
        for seconds, text in moves:
            self.wait(seconds)
            session.play(session.read(text))

    def code(self, match: int = 1) -> str:
        hidden = [entry.hidden for entry in self.archive.sheets[match][1] if entry.hidden is not None]
        return hidden[-1].reveal().removeprefix("code ")


def wrong(code: str) -> str:
    return next(row for row in ("RRRR", "GGGG") if row != code)


def test_each_row_counts_the_time_since_the_move_before_it() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (12, wrong(evening.code())), (30, wrong(evening.code())), (7, evening.code()))
    assert session.turn_seconds == {(0, "1.1"): 12, (0, "1.2"): 30, (0, "1.3"): 7}
    assert session.thought == (49,)
    assert [result.seconds for result in results_of(session)] == [49]


def test_match_that_is_read_again_has_the_same_times() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna", "Ben")
    evening.play(session, (12, wrong(evening.code())), (30, evening.code()))
    again = Session.resume(session.game, 1, evening.environment)
    assert (again.turn_seconds, again.thought) == (session.turn_seconds, session.thought)
    assert sum(session.thought) == 42


def test_match_in_words_ends_with_the_times() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (71, evening.code()))
    out = io.StringIO()
    in_words(CATALOGUE, evening.environment, 1, Translator("en"), out)
    assert out.getvalue().splitlines()[-1] == "Time: Anna 1:11"


def test_break_counts_nothing_and_leaves_the_round_without_a_time() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (12, wrong(evening.code())), (BREAK_S + 1, evening.code()))
    assert session.thought == (12,)
    assert [result.seconds for result in results_of(session)] == [None]


def test_clock_that_is_set_back_leaves_the_round_without_a_time() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (60, wrong(evening.code())), (-30, evening.code()))
    assert [result.seconds for result in results_of(session)] == [None]


def test_journal_without_a_running_clock_shows_no_time() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (0, evening.code()))
    assert session.thought == (0,)
    assert [result.seconds for result in results_of(session)] == [None]


def test_time_before_an_undo_is_not_that_of_the_row_after_it() -> None:
    evening = Evening()
    session = evening.begin("mastermind", "Anna")
    evening.play(session, (20, wrong(evening.code())))
    evening.wait(100)
    session.undo()
    evening.play(session, (5, evening.code()))
    for one in (session, Session.resume(session.game, 1, evening.environment)):
        assert one.turn_seconds == {(0, "1.1"): 5}


def test_players_who_move_at_once_each_count_since_their_own_last_row() -> None:
    evening = Evening()
    session = evening.begin("mastermind-together", "Anna", "Ben")
    row = wrong(evening.code())
    evening.play(session, (10, f"1 {row}"), (10, f"2 {row}"), (15, f"1 {row}"), (2, f"2 {row}"))
    assert session.turn_seconds == {(0, "1.1"): 10, (1, "2.1"): 20, (0, "1.2"): 25, (1, "2.2"): 17}
    assert session.thought == (35, 37)


def test_turn_of_several_moves_counts_them_all() -> None:
    evening = Evening()
    session = evening.begin("passcode", "Anna", "Ben", first="1")
    taken = {0: 0, 1: 0}
    random = Random(3)
    while sum(map(bool, taken.values())) < 2:
        while session.player_to_move == CHANCE:
            session.draw()
        seat = session.player_to_move
        assert seat is not None
        is_timed = bool(session.game.turn_key(session._state, seat))
        seconds = random.randrange(1, 60)
        evening.play(session, (seconds, next(iter(session.offerer()(seat)))))
        taken[seat] += seconds * is_timed
    assert session.thought == (taken[0], taken[1])


def test_row_that_takes_as_many_rows_in_less_time_is_the_best() -> None:
    evening = Evening()
    bests = []
    for seconds in (40, 50, 30, 30):
        session = evening.begin("mastermind", "Anna")
        evening.play(session, (seconds, evening.code(len(evening.archive.sheets))))
        bests.append(PersonalBest(session, evening.environment).is_last())
    assert bests == [False, False, True, False]


def test_statistics_have_the_time_of_a_row_and_the_fastest_code() -> None:
    evening = Evening()
    for match, seconds in enumerate((40, 50, 31), 1):
        session = evening.begin("mastermind", "Anna")
        evening.play(session, (seconds, wrong(evening.code(match))), (10, evening.code(match)))
    (codes,) = collect(evening.environment, CATALOGUE, recent(evening.environment))["Anna"].codes.values()
    assert (codes.row_seconds, codes.fastest) == (round((121 + 30) / 6), 41)


@pytest.mark.parametrize("text", ["", "soon", "2026-01-02", "2026-01-02T12:00:00"])
def test_time_of_day_that_is_none_gives_no_seconds(text: str) -> None:
    assert seconds_between(text, "2026-01-02T12:00:09Z") is None
    assert seconds_between("2026-01-02T12:00:00Z", text) is None
