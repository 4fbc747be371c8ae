"""The results of tables that the director counts, keeps or refuses."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion.club.director import CONFLICTS_MOST, Director
from companion.match.driver import MatchDriver
from companion.match.record import write_record
from companion.match.session import Session
from tests.club.tables import (
    CATALOGUE,
    CODES,
    OPTIONS,
    Table,
    challenge,
    directing,
    own_count,
    record,
    told,
    verdicts,
)
from tests.support.effort import seeds
from tests.support.paper import environment


def refused(director: Director, table: Table, text: str) -> str:
    """Return the verdict of the only result of *table*, with the record *text* of round 1."""
    ((_, verdict),) = verdicts(director.take([table.says(1, text)]), table.name)
    assert told(director) == []
    return verdict


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (record(CODES[1], 2), "expected the options of the round, got another challenge"),
        (record("BYGR", 2), "expected the options of the round, got another challenge"),
        (record(CODES[0], 2, options=(("coach", "during"),)), "expected the options of the round, got another coach"),
        (record(CODES[0], 2, options=(("coach", "off"),)), "expected the options of the round, got another no-undo"),
        (record(CODES[0], 1, options=(*OPTIONS, ("marks", "yes"))), "expected the options of the round, got another "),
        (record(CODES[0], 2, is_whole=False), "expected a match that is over, got one that goes on"),
        (record(CODES[0], 2, "brainiac"), "expected a match of mastermind, got brainiac"),
        (record(CODES[0], 2).replace("3. YYYO = black 0", "3. YYYO = black 1"), "line 20 of its record"),
        (record(CODES[0], 2).replace('"1"]\n[Game', '"9"]\n[Game'), "line 1 of its record"),
        (record(CODES[0], 2).replace('"mastermind"', '"unknown"'), "expected a game out of "),
        (record(CODES[0], 2).replace('"mastermind"', '"passcode"'), "expected a game with challenges, got passcode"),
        (record(CODES[0], 2).replace("nonce ", "nonce A"), "line 18 of its record"),
        ("", "line 1 of its record"),
        ("[" * 50_000, "line 1 of its record"),
    ],
)  # fmt: skip
def test_record_of_no_whole_match_of_the_round_is_kept_and_not_counted(path: Path, text: str, why: str) -> None:
    director, table = directing(path, opened=1), Table("a")
    verdict = refused(director, table, text)
    assert verdict.startswith(f"refused: {why}")
    assert not [code for code in (*CODES, *map(challenge, CODES)) if code in verdict + str(director.warnings)]
    assert verdicts(director.take([table.plays(1, 2)]), "a") == [(1, verdict), (1, "counted")]


def test_hint_and_seat_of_the_box_are_refused_together(path: Path) -> None:
    director = directing(path, opened=1)
    names, verdict = ("Anna", "Ben"), "refused: expected the options of the round, got another "
    for number, options in enumerate([{"hints": "yes"}, {"box-seats": "1"}, {}]):
        chosen = {**options, "challenge": challenge(CODES[0])}
        session = Session.begin(CATALOGUE["mastermind-together"], chosen, names, environment(seed=number))
        driver = MatchDriver(session)
        driver.advance()
        while session.outcome is None:
            seat = min(session.seats_to_move)
            driver.submit_text(seat, f"{seat + 1} {CODES[0]}")
            driver.advance()
        said = director.take([Table(f"t{number}").says(1, write_record(session.record()))])
        ((_, found),) = verdicts(said, f"t{number}")
        assert found == (verdict + next(iter(options)) if options else "counted")


def test_other_record_of_a_round_is_a_conflict_and_the_first_one_counts(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.plays(1, 5)])
    own = own_count([table])
    assert verdicts(director.take([table.says(1, record(CODES[0], 0))]), "a") == [(1, "counted"), (1, "conflict")]
    assert told(director) == own
    assert director.warnings == ["a, round 1: conflict"]


def test_result_with_other_seconds_is_the_same_one(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.plays(1, 5, seconds=50)])
    director.take([table.says(1, record(CODES[0], 5), seconds=1)])
    assert told(director) == own_count([table])


def test_further_conflicts_are_not_kept(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    for number in range(CONFLICTS_MOST + 3):
        director.take([table.says(1, f"no record {number}")])
    assert len(director._store.results()) == CONFLICTS_MOST
    assert len([one for one in director.warnings if "expected at most 8 results" in one]) == 3


@pytest.mark.parametrize(
    ("round_", "text", "digest", "why"),
    [
        (2, record(CODES[1], 1), None, "expected a round of the table that was opened, got round 2"),
        (0, record(CODES[0], 1), None, "expected a round of the table that was opened, got round 0"),
        (9, record(CODES[0], 1), None, "expected a round of the table that was opened, got round 9"),
        (1, record(CODES[0], 1), "0" * 64, "expected a record with its digest, got another"),
        (1, record(CODES[0], 1), "", "expected a record with its digest, got another"),
    ],
)
def test_result_that_can_be_no_result_is_not_kept(
    path: Path, round_: int, text: str, digest: str | None, why: str
) -> None:
    director, table = directing(path, opened=1), Table("a")
    assert director.take([table.says(round_, text, 1, digest)]) == []
    assert director._store.results() == []
    assert [warning.endswith(why) for warning in director.warnings] == [True]


def test_record_that_utf_8_cannot_have_is_not_kept(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    said = json.dumps({"round": 1, "seconds": 1, "digest": "0" * 64, "record": "\ud800"})
    assert director.take([table.says_text("result", said)]) == []
    assert "expected record in Unicode, got a half of a character" in director.warnings[0]


def test_result_of_a_round_ahead_counts_if_it_comes_again_after_the_start(path: Path) -> None:
    director, table = directing(path), Table("a")
    sent = table.plays(1, 2)
    assert director.take([sent]) == []
    director.open_round(1)
    assert verdicts(director.take([sent]), "a") == [(1, "counted")]


@pytest.mark.parametrize("seed", seeds(5, 300))
def test_changed_record_counts_only_with_the_rows_that_it_holds(path: Path, seed: int) -> None:
    random, director = Random(seed), directing(path, opened=1)
    text = record(CODES[0], 3)
    pieces = ['"', "\\", "[", "9" * 30, "-", "\0", "é", "{", "= black 4 white 0", "\n", "RGBY", "4. ", "[Player", " "]
    for number in range(40):
        place = random.randrange(len(text))
        changed = text[:place] + random.choice(["", *pieces]) + text[place + random.randrange(30) :]
        director.take([Table(f"t{number}").says(1, changed)])
    # A header such as the time or the name may be another one.
    assert {line[2:] for line in told(director)} <= {(1, 1, 4, 60)}
    assert len(director.warnings) > 20
