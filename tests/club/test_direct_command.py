"""What the organiser types, and what the director answers; the broker is a list of what was published."""

from __future__ import annotations

import re
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.club.broker import Broker, Connected, Lost, Received, Stopped
from companion.club.direct_command import HELP, OrganiserLine, _Console
from companion.club.director import Director
from companion.club.messages import EventNews, TableForgotten, decode
from tests.club.tables import CODES, EVENT, PLAN, TOPICS, Table, challenge, directing, killed, own_count, revived, told


class PaperBroker(Broker):
    """A broker that keeps what is published."""

    def __init__(self) -> None:
        self.received: SimpleQueue[object] = SimpleQueue()
        self.published: dict[str, bytes] = {}

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        assert retain == ("/slip/" not in topic)
        self.published[topic] = payload


def typed(director: Director, folder: Path, *events: object) -> PaperBroker:
    """Have the console take *events*, of which a text is a line that is typed, and then the end of the input."""
    broker = PaperBroker()
    for event in (*events, None):
        broker.received.put(OrganiserLine(event) if event is None or isinstance(event, str) else event)
    console = _Console(director, director._store, PLAN, folder, broker)
    assert console.run() == 0
    return broker


def came(said: tuple[str, bytes]) -> Received:
    return Received(*said)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_event_is_directed_from_its_first_round_to_its_results(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, director = Table("a"), Table("b"), directing(path)
    said = typed(
        director, tmp_path, Connected(), "open 1", came(one.state(round=1, rows=2)), came(two.state()), "tables"
    )
    assert {TOPICS.news, TOPICS.key(1), TOPICS.standings} == set(said.published)
    assert lines(capsys) == [
        "The broker is reached.", "done: open 1",
        "a: plays round 1, rows: 2; sent: nothing", "b: plays no round; sent: nothing",
        "a: round 1 is still out", "b: round 1 is still out", "done: tables",
    ]  # fmt: skip
    away = came(two.online(is_online=False))
    typed(director, tmp_path, came(one.plays(1, 2, 50)), away, "tables", "standings", "end 1", "close")
    assert lines(capsys) == [
        "a: plays round 1, rows: 2; sent: nothing", "b: away; sent: nothing", "b: round 1 is still out",
        "done: tables", "1. a: solved 1, rows 3, 50 s", "done: standings", "done: end 1",
        "expected all results, got none of b (round 1): close anyway closes the event without them",
    ]  # fmt: skip
    typed(director, tmp_path, came(two.plays(1, 10, 70)), "close", "results", "standings")
    assert lines(capsys) == [
        "done: close", *(str(tmp_path / name) for name in ("results.csv", "results.json", "records.txt")),
        "done: results", "1. a: solved 1, rows 3, 50 s", "2. b: solved 0, rows 11, 70 s", "done: standings",
    ]  # fmt: skip


def test_result_that_comes_before_the_close_counts_and_a_later_one_does_not(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    early, late, director = Table("early"), Table("late"), directing(path, opened=1)
    typed(director, tmp_path, came(early.plays(1, 3)), "close anyway", came(late.plays(1, 1)))
    assert told(director) == own_count([early])
    said = "late, round 1: refused: expected an event that is open, got one that is closed"
    assert lines(capsys) == ["done: close anyway", said]


def test_messages_before_the_end_are_kept(path: Path, tmp_path: Path) -> None:
    table = Table("a")
    said = typed(directing(path, opened=1), tmp_path, came(table.plays(1, 3)), Stopped())
    assert TOPICS.receipt("a") in said.published
    assert told(revived(killed(path, 1))) == own_count([table])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "opne 1",
            "expected open, end, close, forget, revoke, slip, tables, standings, results, help or quit, got 'opne'",
        ),
        ("open", "expected the number of a round, got ''"),
        ("open x", "expected the number of a round, got 'x'"),
        ("open ٣", "expected the number of a round, got '٣'"),
        ("open 99999999", "expected the number of a round, got '99999999'"),
        ("open 9", "expected a round that is ahead, got no such round"),
        ("end 1", "expected a round that is open, got one that is ahead"),
        ("revoke a", "expected a table with a key that is not revoked, got 'a'"),
        ("close now", "expected close or close anyway, got 'close now'"),
    ],
)
def test_line_that_cannot_be_followed_is_told_and_changes_nothing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    director = directing(path)
    before = list(director.everything())
    assert typed(director, tmp_path, line).published == {}
    assert lines(capsys) == [says]
    assert list(director.everything()) == before


def test_help_lists_what_can_be_typed(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed(directing(path), tmp_path, "", "help")
    assert lines(capsys) == [*HELP.splitlines(), "done: help"]


def test_lost_broker_and_refused_message_are_told(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topic, payload = Table("a").state()
    typed(
        directing(path), tmp_path, Lost("no broker answers"), Received(topic.replace("/a/", "/b/"), payload), "tables"
    )
    first, second, *_ = lines(capsys)
    assert first == "No broker: no broker answers"
    assert second.startswith("'codemaker/1/autumn-cup/table/b/state': expected a message signed for")


def test_nothing_that_is_said_has_a_code_of_a_round_ahead(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("a")
    events = [came(table.state()), came(table.plays(2, 0)), came(table.plays(1, 2))]
    said = typed(directing(path, opened=1), tmp_path, *events, "tables", "standings", "results", "close anyway")
    shown = (
        repr(said.published) + capsys.readouterr().out + "".join(one.read_text("utf-8") for one in tmp_path.glob("r*"))
    )
    assert [code for code in (*CODES[1:], *map(challenge, CODES[1:])) if code in shown] == []
    assert [one.status for one in decode(EventNews, said.published[TOPICS.news]).rounds] == ["open", "ahead", "ahead"]


def test_event_is_forgotten_and_the_tables_are_named_that_have_not(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, director = Table("a"), Table("b"), directing(path, opened=1)
    gone = came(one.signed("forgotten", TableForgotten(EVENT)))
    typed(
        director,
        tmp_path,
        came(one.plays(1, 3)),
        came(two.state()),
        "forget",
        "close anyway",
        "forget",
        gone,
        "tables",
        # It would write empty files over those of the organiser.
        "results",
        "close anyway",
    )
    assert lines(capsys) == [
        "expected an event that is closed, got one that is open: close comes first",
        "done: close anyway", "done: forget",
        "a: has deleted it", "b: has not deleted it yet", "done: tables",
        "expected an event that is kept, got one that is forgotten",
        "expected an event that is kept, got one that is forgotten",
    ]  # fmt: skip


def test_slip_is_printed_and_its_envelope_goes_to_the_table(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = typed(directing(path), tmp_path, came(Table("a").state()), "slip 2 a", "slip 2 b")
    assert TOPICS.slip("a") in said.published
    printed, done, refused = lines(capsys)
    assert re.fullmatch("a, round 2: [A-HJ-NP-Z]{5} [A-HJ-NP-Z]{5}", printed)
    assert (done, refused) == ("done: slip 2 a", "expected a table of the round that is connected, got 'b'")
