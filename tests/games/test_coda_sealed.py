"""Records of matches of Coda that go on: they hide every panel, and can be replayed all the same."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.errors import CompanionError
from companion.games.contract import CHANCE
from companion.match.record import RecordRefused, check_record, read_record, write_record
from companion.match.session import AnySession, Session
from tests.games.coda_table import CODA
from tests.support.paper import environment

SHOWN = re.compile(r"^\d+\. [DL](?:\d|-)", re.MULTILINE)


def played(seed: int, moves: int, **options: str) -> AnySession:
    """Return a match in which that number of random moves has been played."""
    random = Random(seed)
    session: AnySession = Session.begin(CODA, options, ("Anna", "Ben", "Zoé")[: 2 + seed % 2], environment(seed=seed))
    for _ in range(moves):
        if session.player_to_move is None:
            break
        if session.player_to_move == CHANCE:
            session.draw()
        else:
            session.play(random.choice(list(CODA.moves(session._state))))
    return session


@pytest.mark.parametrize("variant", ["standard", "advanced"])
@pytest.mark.parametrize("moves", range(3, 120, 9))
def test_record_that_hides_every_panel_is_replayed(moves: int, variant: str) -> None:
    for seed in range(6):
        session = played(seed, moves, variant=variant, rounds="1")
        text = write_record(session.record())
        assert check_record(read_record(text), CODA).result == read_record(text).result
        assert session.outcome is not None or SHOWN.findall(text) == []


def test_panels_of_a_round_that_is_over_are_open() -> None:
    session = played(1, 500)
    while session.player_to_move is not None:
        session = played(1, 1000)
    text = write_record(session.record())
    assert len(SHOWN.findall(text)) == CODA.revealed_count(session._state)
    assert check_record(read_record(text), CODA).result == read_record(text).result


def test_judgement_that_a_record_changes_is_refused() -> None:
    text = write_record(played(2, 30, rounds="1").record())
    assert " = wrong" in text
    with pytest.raises((RecordRefused, CompanionError), match="expected"):
        check_record(read_record(text.replace(" = wrong", " = right wrong", 1)), CODA)


def test_wrong_without_the_panel_that_it_cost_is_refused() -> None:
    text = write_record(played(2, 30, rounds="1").record())
    with pytest.raises(RecordRefused, match="or 'wrong' with the panel that it cost"):
        check_record(read_record(re.sub(r" = wrong \d+ place \d+", " = wrong", text, count=1)), CODA)
