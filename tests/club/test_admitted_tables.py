"""The tables that the director listens to: their keys, their states, and messages of others."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from companion.club.errors import ClubFailed
from companion.club.messages import KINDS, MESSAGE_MOST, TableForgotten
from companion.errors import TextUnreadable
from tests.club.tables import (
    EVENT,
    TOPICS,
    Table,
    directing,
    killed,
    own_count,
    revived,
    told,
    verdicts,
)
from tests.support.effort import seeds
from tests.support.match_lines import room_for


def test_forged_message_is_refused(path: Path) -> None:
    director, table, forger = directing(path, opened=1), Table("a"), Table("a")
    topic, payload = table.plays(1, 4)
    director.take([table.state(), forger.plays(1, 0)])
    assert "expected the key of this table, got another" in director.warnings[0]
    fields = json.loads(payload)
    changed = json.dumps({**fields, "said": fields["said"].replace('"seconds":60', '"seconds":1')}).encode()
    director.take(
        [(topic, changed), (TOPICS.of_table("b", "result"), payload), (TOPICS.of_table("a", "state"), payload)]
    )
    assert [warning.partition(": ")[2][:25] for warning in director.warnings[1:]] == ["expected a message signed"] * 3
    assert told(director) == []
    director.take([(topic, payload)])
    assert told(director) == own_count([table])


def test_two_tables_with_one_key_are_named(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    clone = Table("b", key=table.key)
    director.take([table.state(), clone.plays(1, 0)])
    assert "expected a key of its own, got that of a: the second one joins again" in director.warnings[0]
    assert told(director) == []


@pytest.mark.parametrize("boots", [(1, 1), (1, 2), (2, 1)])
def test_two_boxes_with_one_key_and_one_name_are_named(path: Path, boots: tuple[int, int]) -> None:
    director = directing(path)
    one = Table("a", boot=boots[0])
    two = Table("a", boot=boots[1], key=one.key)
    director.take([state for count in (1, 2) for state in (one.state(count), _as_second(two, count))])
    assert "expected one box, got two with one key: the second one joins again with --new-key" in director.warnings[-1]


def _as_second(table: Table, count: int) -> tuple[str, bytes]:
    return table.state(count, instance="second")


def test_old_states_and_those_that_come_twice_change_nothing(path: Path) -> None:
    director, table = directing(path), Table("a")
    old = [table.state(1), table.state(2, rows=4)]
    table.boot = 2
    new = [table.state(1), table.state(2, rows=1)]
    director.take([*old, *new, *new, *old])
    assert (director.seen["a"].shown.boot, director.seen["a"].shown.rows, director.warnings) == (2, 1, [])


@pytest.mark.parametrize("is_state_first", [False, True])
def test_table_that_is_gone_is_away_for_a_director_that_starts(path: Path, is_state_first: bool) -> None:
    director, table = directing(path), Table("a")
    kept = [table.state(), table.online(is_online=False)]
    director.take(kept if is_state_first else kept[::-1])
    assert not director.seen["a"].is_online
    director.take([table.online(is_online=True)])
    assert director.seen["a"].is_online


def test_will_of_an_earlier_start_does_not_send_the_table_away(path: Path) -> None:
    director, table = directing(path), Table("a")
    will = table.online(is_online=False)
    table.boot = 2
    director.take([table.online(is_online=True), table.state(), will])
    assert director.seen["a"].is_online


def test_revoked_key_is_never_taken_again(path: Path) -> None:
    director, stolen = directing(path, opened=2), Table("a")
    director.take([stolen.plays(1, 3)])
    own = own_count([stolen])
    director.revoke("a")
    late = stolen.plays(2, 0)
    assert director.take([late, stolen.state()]) == []
    joined = Table("a")
    director.take([joined.state()])
    director.revoke("a")
    again = revived(killed(path, 1))
    # It stays refused while another key is revoked, under another name, and after a start.
    thief = Table("b", key=stolen.key)
    assert again.take([late, stolen.state(), joined.plays(2, 0), thief.plays(2, 0)]) == []
    assert len(again.warnings) == 4
    assert {"expected a key that is not revoked" in warning for warning in again.warnings} == {True}
    assert told(again) == own
    third = Table("a")
    assert verdicts(again.take([third.plays(2, 1)]), "a") == [(1, "counted"), (2, "counted")]


def test_table_that_has_not_come_cannot_be_revoked(path: Path) -> None:
    with pytest.raises(TextUnreadable, match="expected a table with a key that is not revoked, got 'x'"):
        directing(path).revoke("x")


def test_revoked_table_is_not_waited_for(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.state()])
    assert director.out() == [("a", 1)]
    director.revoke("a")
    assert director.out() == []


# What no table says


def test_oversized_message_is_refused(path: Path) -> None:
    director, table = directing(path, opened=1), Table("a")
    director.take([table.says(1, "x" * MESSAGE_MOST), (table.says(1, "")[0], b"x" * (2 * MESSAGE_MOST + 1))])
    assert [warning.partition(": ")[2][:30] for warning in director.warnings] == [
        "expected at most 131072 bytes,", "expected a message of a table,",
    ]  # fmt: skip
    assert director._store.results() == []


@pytest.mark.parametrize("seed", seeds(5, 200))
def test_no_message_stops_the_director(path: Path, seed: int) -> None:
    random, director, table = Random(seed), directing(path, opened=1), Table("a")
    for _ in range(60):
        gone = table.signed("forgotten", TableForgotten(EVENT))
        topic, payload = random.choice([table.plays(1, 2), table.state(), table.online(is_online=True), gone])
        said = json.loads(payload)["said"]
        place = random.randrange(len(said))
        junk = random.choice(['"', "\\", "[", "9" * 30, "-1", "null", "\ud7ff", "1e999", "{", "\\ud800", "true", ""])
        changed = said[:place] + junk + said[place + random.randrange(4) :]
        director.take([table.says_text(random.choice(KINDS), changed), (topic, payload[:place] + b"\xff" + payload)])
    assert len(director.warnings) > 60
    assert told(director) in ([], [(1, "a", 1, 1, 3, 60)])


@pytest.mark.parametrize("topic", ["", "codemaker/1/other/table/a/state", TOPICS.news, TOPICS.of_table("A", "state")])
def test_message_on_another_topic_is_refused(path: Path, topic: str) -> None:
    director = directing(path)
    assert director.take([(topic, Table("a").state()[1])]) == []
    assert "expected a message of a table, got another" in director.warnings[0]


def test_journal_that_cannot_be_written_ends_the_director_with_nothing_half_kept(path: Path) -> None:
    director = directing(path, opened=1)
    tables = [Table(f"t{number}") for number in range(30)]
    with room_for(path.with_name("event.db-wal").stat().st_size + 20_000), pytest.raises(ClubFailed, match="write"):
        director.take([table.plays(1, 9) for table in tables])
    again = revived(killed(path, 1))
    assert told(again) == []
    again.take([table.plays(1, 9) for table in tables])
    assert told(again) == own_count(tables)
